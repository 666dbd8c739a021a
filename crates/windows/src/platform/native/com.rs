//! Calls of the shell's objects, each on a thread with an apartment of its own.
#![expect(unsafe_code, reason = "calls Windows")]

use std::thread;
use windows::Win32::System::Com::{
    COINIT_APARTMENTTHREADED, COINIT_DISABLE_OLE1DDE, CoInitializeEx, CoTaskMemFree, CoUninitialize,
};
use windows::core::PWSTR;

/// Makes calls of objects on a thread of its own, so that it does not matter which apartment somebody else chose for ours; `None`
/// where no thread starts.
pub(crate) fn on_own_thread<T: Send + 'static>(call: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let started = thread::Builder::new().spawn(move || {
        let _apartment = Apartment::enter();
        call()
    });
    started.ok()?.join().ok()
}

/// The apartment of a thread, which is left when this is dropped, after every object of the call.
struct Apartment;

impl Apartment {
    fn enter() -> Apartment {
        // SAFETY: the thread is new, and leaves its apartment once.
        let _ = unsafe { CoInitializeEx(None, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE) };
        Apartment
    }
}

impl Drop for Apartment {
    fn drop(&mut self) {
        // SAFETY: the thread has entered its apartment.
        unsafe { CoUninitialize() };
    }
}

/// Takes a text that an object returned, and frees it.
///
/// # Safety
/// The text was allocated for its caller, as objects do it, and is not used afterwards.
pub(crate) unsafe fn taken(text: PWSTR) -> String {
    // SAFETY: the caller promises that it ends with a zero and is ours.
    unsafe {
        let copy = String::from_utf16_lossy(text.as_wide());
        CoTaskMemFree(Some(text.as_ptr().cast()));
        copy
    }
}
