//! The COM apartment of the thread of calls.

use crate::com::results::called;
use crate::protocol::error::CallError;
use std::marker::PhantomData;
use windows::Win32::System::Com::{COINIT_MULTITHREADED, CoInitializeEx, CoUninitialize};

/// The membership of this thread in the apartment of many threads: UI Automation asks that clients with events are no owners of
/// windows, and calls of such threads are not answered while they pump messages.
pub(crate) struct Apartment(PhantomData<*const ()>);

impl Apartment {
    /// Enters the apartment.
    pub(crate) fn enter() -> Result<Apartment, CallError> {
        // SAFETY: no pointer is passed, and `drop` leaves what this enters, on the same thread, because the type is not `Send`.
        called(unsafe { CoInitializeEx(None, COINIT_MULTITHREADED) }.ok())?;
        Ok(Apartment(PhantomData))
    }
}

impl Drop for Apartment {
    fn drop(&mut self) {
        // SAFETY: `enter` succeeded on this thread.
        unsafe { CoUninitialize() };
    }
}
