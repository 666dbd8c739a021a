//! Desktops beside the user's own, which nobody sees, and the desktop on which a thread works.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::utf16::{terminated, text_of};
use windows::Win32::Foundation::{GENERIC_ALL, HANDLE};
use windows::Win32::System::StationsAndDesktops::{
    CloseDesktop, CreateDesktopW, DESKTOP_CONTROL_FLAGS, GetProcessWindowStation, GetThreadDesktop,
    GetUserObjectInformationW, HDESK, SetThreadDesktop, UOI_NAME,
};
use windows::Win32::System::Threading::GetCurrentThreadId;
use windows::Win32::UI::WindowsAndMessaging::GetDesktopWindow;
use windows::core::PCWSTR;

/// The longest name of a window station or a desktop, in units of 16 bits.
const NAME_UNITS: usize = 256;

/// A desktop that we made. Programs that run on it keep it; without any, it is gone when this is dropped.
#[derive(Debug)]
pub struct PrivateDesktop {
    handle: ThreadDesktop,
    path: String,
}

impl PrivateDesktop {
    /// Makes a desktop of this name in the window station of this process.
    ///
    /// # Errors
    /// Windows makes no further desktop: its memory for them is small.
    pub fn create(name: &str) -> Result<PrivateDesktop, Win32Error> {
        // Wine counts no monitors before somebody has asked for the window of the user's desktop.
        // SAFETY: takes and returns nothing but a number.
        let _ = unsafe { GetDesktopWindow() };
        let units = terminated(name);
        let name_of = PCWSTR(units.as_ptr());
        // SAFETY: the text ends with a zero and lives until the call returns.
        let made = unsafe {
            CreateDesktopW(name_of, PCWSTR::null(), None, DESKTOP_CONTROL_FLAGS(0), GENERIC_ALL.0, None)
        };
        let handle = made.map_err(|error| Win32Error::of_result("CreateDesktopW", &error))?;
        let handle = ThreadDesktop::of(handle);
        Ok(PrivateDesktop { handle, path: format!("{}\\{name}", window_station()) })
    }

    /// The name by which programs are started on it, such as `WinSta0\agent`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Puts this thread on it, which must have no windows yet: what the thread asks about windows, input and pictures from now on is
    /// about this desktop, and so it is in the threads that this crate starts for it.
    ///
    /// # Errors
    /// The thread has windows or hooks on another one.
    pub fn enter(&self) -> Result<(), Win32Error> {
        self.handle.enter()
    }
}

impl Drop for PrivateDesktop {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and nobody else closes it. It fails while a thread of ours is there, which keeps it then.
        let _ = unsafe { CloseDesktop(self.handle.native()) };
    }
}

/// The desktop of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreadDesktop(usize);

impl ThreadDesktop {
    /// That of this thread. Windows puts every new thread on that of its process.
    pub(crate) fn current() -> Result<ThreadDesktop, Win32Error> {
        // SAFETY: takes a number; the handle stays valid without being closed.
        let desktop = unsafe { GetThreadDesktop(GetCurrentThreadId()) };
        desktop.map(ThreadDesktop::of).map_err(|error| Win32Error::of_result("GetThreadDesktop", &error))
    }

    /// Puts this thread there.
    pub(crate) fn enter(self) -> Result<(), Win32Error> {
        if ThreadDesktop::current() == Ok(self) {
            return Ok(());
        }
        // SAFETY: takes a handle; one that is closed is an error.
        unsafe { SetThreadDesktop(self.native()) }
            .map_err(|error| Win32Error::of_result("SetThreadDesktop", &error))
    }

    fn of(desktop: HDESK) -> ThreadDesktop {
        ThreadDesktop(desktop.0.addr())
    }

    fn native(self) -> HDESK {
        HDESK(std::ptr::without_provenance_mut(self.0))
    }
}

/// The name of the window station of this process.
fn window_station() -> String {
    // SAFETY: takes nothing; the handle stays valid without being closed.
    let station = unsafe { GetProcessWindowStation() };
    let name = station.ok().and_then(|it| name_of(it.0).ok()).filter(|it| !it.is_empty());
    // The station of everybody who has logged in.
    name.unwrap_or_else(|| "WinSta0".into())
}

/// The name of the desktop on which this thread works.
pub(crate) fn thread_desktop_name() -> Result<String, Win32Error> {
    name_of(ThreadDesktop::current()?.native().0)
}

/// The name of a window station or a desktop.
pub(crate) fn name_of(object: *mut std::ffi::c_void) -> Result<String, Win32Error> {
    let mut name = [0_u16; NAME_UNITS];
    let bytes = u32::try_from(size_of_val(&name)).unwrap_or_default();
    let place = name.as_mut_ptr().cast();
    // SAFETY: the buffer has as many bytes as given. A handle that is closed is an error.
    unsafe { GetUserObjectInformationW(HANDLE(object), UOI_NAME, Some(place), bytes, None) }
        .map_err(|error| Win32Error::of_result("GetUserObjectInformationW", &error))?;
    Ok(text_of(&name))
}
