//! The apartment of COM in which this thread calls objects.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use std::marker::PhantomData;
use windows::Win32::Foundation::RPC_E_CHANGED_MODE;
use windows::Win32::System::Com::{COINIT_MULTITHREADED, CoInitializeEx, CoUninitialize};

/// Keeps this thread in an apartment. It is dropped after all objects of the thread.
pub(super) struct Apartment {
    /// Whether we entered it, and leave it.
    is_ours: bool,
    /// It belongs to its thread.
    _thread: PhantomData<*const ()>,
}

impl Apartment {
    pub(super) fn enter() -> Result<Apartment, Win32Error> {
        // SAFETY: `drop` leaves the apartment again, on this thread.
        let entered = unsafe { CoInitializeEx(None, COINIT_MULTITHREADED) };
        match entered {
            // The thread is in an apartment of another kind already, in which objects can be called too.
            RPC_E_CHANGED_MODE => Ok(Apartment { is_ours: false, _thread: PhantomData }),
            code if code.is_ok() => Ok(Apartment { is_ours: true, _thread: PhantomData }),
            code => Err(Win32Error::of_code("CoInitializeEx", code.0.cast_unsigned())),
        }
    }
}

impl Drop for Apartment {
    fn drop(&mut self) {
        if self.is_ours {
            // SAFETY: `enter` entered it on this thread, which a value that is not `Send` cannot leave.
            unsafe { CoUninitialize() };
        }
    }
}
