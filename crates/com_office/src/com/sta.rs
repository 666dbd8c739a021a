//! The apartment of one thread in which the objects of Office are called. It serves its messages while it waits.

use super::call_filter;
use crate::{
    calls::{
        call_thread::{Apartment, Job},
        patience::Patience,
    },
    dispatch::error::CallError,
};
use std::{
    marker::PhantomData,
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc::{Receiver, TryRecvError},
    },
};
use windows::Win32::{
    Foundation::{CloseHandle, HANDLE},
    System::{
        Com::{
            COINIT_APARTMENTTHREADED, COINIT_DISABLE_OLE1DDE, CoCancelCall, CoEnableCallCancellation,
            CoInitializeEx, CoUninitialize,
        },
        Threading::{CreateEventW, GetCurrentThreadId, INFINITE, SetEvent},
    },
    UI::WindowsAndMessaging::{
        DispatchMessageW, MSG, MWMO_INPUTAVAILABLE, MsgWaitForMultipleObjectsEx, PM_REMOVE, PeekMessageW,
        QS_ALLINPUT, TranslateMessage,
    },
};

/// The membership of this thread in an apartment of its own.
pub(crate) struct Sta {
    patience: Patience,
    /// It is left on the thread that entered it.
    _of_thread: PhantomData<*const ()>,
}

/// What wakes the thread, and its number.
pub(crate) struct Bell {
    event: HANDLE,
    thread: AtomicU32,
}

// SAFETY: an event may be set by any thread, and is closed once, with its last owner.
unsafe impl Send for Bell {}
// SAFETY: as above.
unsafe impl Sync for Bell {}

impl Sta {
    /// Enters the apartment.
    fn new() -> Result<Sta, CallError> {
        let patience = Patience::none();
        // SAFETY: no pointer is passed, and `drop` leaves what this enters, on the same thread.
        unsafe { CoInitializeEx(None, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE) }
            .ok()
            .map_err(|error| CallError::of(error.code().0))?;
        let sta = Sta { patience, _of_thread: PhantomData };
        call_filter::register(sta.patience.clone()).map_err(|error| CallError::of(error.code().0))?;
        // SAFETY: no pointer is passed. Where it is not possible, a call that hangs keeps its thread.
        let _ = unsafe { CoEnableCallCancellation(None) };
        Ok(sta)
    }

    pub(crate) fn patience(&self) -> &Patience {
        &self.patience
    }
}

impl Drop for Sta {
    fn drop(&mut self) {
        call_filter::unregister();
        // SAFETY: `new` succeeded on this thread.
        unsafe { CoUninitialize() };
    }
}

impl Apartment for Sta {
    type Bell = Bell;

    fn bell() -> Result<Bell, CallError> {
        // SAFETY: no pointer is passed. The event resets itself.
        let event = unsafe { CreateEventW(None, false, false, None) };
        let event = event.map_err(|error| CallError::of(error.code().0))?;
        Ok(Bell { event, thread: AtomicU32::new(0) })
    }

    fn enter(bell: &Bell) -> Result<Sta, CallError> {
        // SAFETY: nothing is passed.
        bell.thread.store(unsafe { GetCurrentThreadId() }, Ordering::SeqCst);
        Sta::new()
    }

    fn next(bell: &Bell, jobs: &Receiver<Job<Sta>>) -> Option<Job<Sta>> {
        loop {
            match jobs.try_recv() {
                Ok(job) => return Some(job),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {}
            }
            serve_messages();
            // SAFETY: the event lives as long as the bell.
            unsafe {
                MsgWaitForMultipleObjectsEx(Some(&[bell.event]), INFINITE, QS_ALLINPUT, MWMO_INPUTAVAILABLE)
            };
        }
    }

    fn ring(bell: &Bell) {
        // SAFETY: the event lives as long as the bell.
        let _ = unsafe { SetEvent(bell.event) };
    }

    fn cancel(bell: &Bell) {
        // SAFETY: a number is passed; a thread that makes no call, or has ended, is an error.
        let _ = unsafe { CoCancelCall(bell.thread.load(Ordering::SeqCst), 0) };
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        // SAFETY: it is closed once.
        let _ = unsafe { CloseHandle(self.event) };
    }
}

/// Serves the messages that are there: COM brings calls of other programs as messages.
fn serve_messages() {
    let mut message = MSG::default();
    // SAFETY: the message is valid, and of this thread.
    unsafe {
        while PeekMessageW(&raw mut message, None, 0, 0, PM_REMOVE).as_bool() {
            let _ = TranslateMessage(&raw const message);
            DispatchMessageW(&raw const message);
        }
    }
}
