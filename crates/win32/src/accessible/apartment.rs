//! The apartment of COM in which this thread calls objects.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use std::marker::PhantomData;
use windows::Win32::System::Com::{COINIT_MULTITHREADED, CoInitializeEx, CoUninitialize};

/// Keeps this thread in an apartment. It is dropped after all objects of the thread.
pub(super) struct Apartment {
    /// It belongs to its thread.
    _thread: PhantomData<*const ()>,
}

impl Apartment {
    pub(super) fn enter() -> Result<Apartment, Win32Error> {
        // SAFETY: `drop` leaves the apartment again, on this thread.
        let entered = unsafe { CoInitializeEx(None, COINIT_MULTITHREADED) };
        match entered.ok() {
            Ok(()) => Ok(Apartment { _thread: PhantomData }),
            Err(error) => Err(Win32Error::of_result("CoInitializeEx", &error)),
        }
    }
}

impl Drop for Apartment {
    fn drop(&mut self) {
        // SAFETY: `enter` entered it on this thread, which a value that is not `Send` cannot leave.
        unsafe { CoUninitialize() };
    }
}
