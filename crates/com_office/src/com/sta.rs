//! The apartment of one thread in which the objects of Office are called. It serves its messages while it waits.

use super::call_filter;
use crate::{dispatch::error::CallError, patience::Patience};
use deskpilot_desktop::{Apartment, Job, Unanswered};
use std::{
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc::{Receiver, TryRecvError},
    },
};
use windows::Win32::{
    Foundation::{CloseHandle, HANDLE, LPARAM, WPARAM},
    System::{
        Com::{COINIT_APARTMENTTHREADED, COINIT_DISABLE_OLE1DDE, CoInitializeEx, CoUninitialize},
        Threading::{CreateEventW, GetCurrentThreadId, INFINITE, SetEvent},
    },
    UI::WindowsAndMessaging::{
        DispatchMessageW, MSG, MWMO_INPUTAVAILABLE, MsgWaitForMultipleObjectsEx, PM_REMOVE, PeekMessageW,
        PostThreadMessageW, QS_ALLINPUT, TranslateMessage, WM_NULL,
    },
};

/// The membership of this thread in an apartment of its own.
pub(crate) struct Sta {
    patience: Patience,
    /// It is left on the thread that entered it.
    _of_thread: PhantomData<*const ()>,
}

/// What wakes the thread, its number, and whether its call to another program is to end.
pub(crate) struct Bell {
    event: HANDLE,
    thread: AtomicU32,
    is_cancelled: Arc<AtomicBool>,
}

// SAFETY: an event may be set by any thread, and is closed once, with its last owner.
unsafe impl Send for Bell {}
// SAFETY: as above.
unsafe impl Sync for Bell {}

impl Sta {
    /// Enters the apartment.
    fn new(is_cancelled: Arc<AtomicBool>) -> Result<Sta, CallError> {
        let patience = Patience::none();
        // SAFETY: no pointer is passed, and `drop` leaves what this enters, on the same thread.
        unsafe { CoInitializeEx(None, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE) }
            .ok()
            .map_err(|error| CallError::of(error.code().0))?;
        let sta = Sta { patience, _of_thread: PhantomData };
        call_filter::register(sta.patience.clone(), is_cancelled)
            .map_err(|error| CallError::of(error.code().0))?;
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

/// Threads with an apartment each.
#[derive(Default)]
pub(crate) struct SingleThreaded;

impl Apartment for SingleThreaded {
    type State = Sta;
    type Error = CallError;
    type Bell = Bell;
    const NAME: &'static str = "com-office";
    const MOST_THREADS: usize = 4;

    fn bell(&self) -> Result<Bell, CallError> {
        // SAFETY: no pointer is passed. The event resets itself.
        let event = unsafe { CreateEventW(None, false, false, None) };
        let event = event.map_err(|error| CallError::of(error.code().0))?;
        Ok(Bell { event, thread: AtomicU32::new(0), is_cancelled: Arc::default() })
    }

    fn enter(&self, bell: &Bell, _connection: u64) -> Result<Sta, CallError> {
        // SAFETY: nothing is passed.
        bell.thread.store(unsafe { GetCurrentThreadId() }, Ordering::SeqCst);
        Sta::new(Arc::clone(&bell.is_cancelled))
    }

    fn unanswered(why: Unanswered) -> CallError {
        CallError::unanswered(why)
    }

    fn ends_connection(error: &CallError) -> bool {
        error.ends_connection()
    }

    fn next(bell: &Bell, jobs: &Receiver<Job<SingleThreaded>>) -> Option<Job<SingleThreaded>> {
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
        bell.is_cancelled.store(true, Ordering::SeqCst);
        // A call that waits asks the filter of its thread whether to go on once a message is there.
        // SAFETY: plain numbers are passed; a thread that has ended is an error.
        let _ =
            unsafe { PostThreadMessageW(bell.thread.load(Ordering::SeqCst), WM_NULL, WPARAM(0), LPARAM(0)) };
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
