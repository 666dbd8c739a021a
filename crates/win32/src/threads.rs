//! Threads that work on the desktop of the thread that starts them, and not on that of the process.

use crate::error::Win32Error;
#[cfg(windows)]
use crate::private_desktop::ThreadDesktop;

/// The call, made on the desktop of this thread, on whichever thread it is made.
pub(crate) fn on_this_desktop<T>(
    call: impl FnOnce() -> Result<T, Win32Error>,
) -> impl FnOnce() -> Result<T, Win32Error> {
    #[cfg(windows)]
    let desktop = ThreadDesktop::current();
    move || {
        #[cfg(windows)]
        desktop?.enter()?;
        call()
    }
}
