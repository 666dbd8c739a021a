//! What the doctor asks Windows.
#![expect(unsafe_code, reason = "calls Windows")]

use super::native::{com::on_own_thread, text_of};
use windows::Win32::{
    Foundation::HANDLE,
    System::{
        Com::{CLSCTX_INPROC_SERVER, CoCreateInstance},
        LibraryLoader::{GetProcAddress, LoadLibraryW},
        StationsAndDesktops::{
            CloseDesktop, CreateDesktopW, DESKTOP_ACCESS_FLAGS, DESKTOP_CONTROL_FLAGS, DESKTOP_CREATEWINDOW,
            DESKTOP_READOBJECTS, GetUserObjectInformationW, HDESK, OpenInputDesktop, UOI_NAME,
        },
    },
    UI::Accessibility::{CUIAutomation, IUIAutomation},
};
use windows::core::{BOOL, PCWSTR, Result, s, w};

/// The longest name of a desktop.
const NAME_UNITS: usize = 256;

/// The name of the desktop that gets what is typed. Where that is the one of the lock screen or of a question about rights, Windows
/// does not let us see it.
pub(crate) fn input_desktop() -> std::result::Result<String, String> {
    // SAFETY: the handle is ours to close, and the call gets the length of the buffer.
    unsafe {
        let desktop = OpenInputDesktop(DESKTOP_CONTROL_FLAGS::default(), false, DESKTOP_READOBJECTS);
        let desktop = Desktop(desktop.map_err(|error| error.message())?);
        let mut name = [0_u16; NAME_UNITS];
        let bytes = u32::try_from(size_of_val(&name)).unwrap_or_default();
        let place = Some(name.as_mut_ptr().cast());
        GetUserObjectInformationW(HANDLE(desktop.0.0), UOI_NAME, place, bytes, None)
            .map_err(|error| error.message())?;
        Ok(text_of(&name))
    }
}

/// Whether Windows creates a desktop of our own.
pub(crate) fn creates_desktops() -> std::result::Result<(), String> {
    let access = DESKTOP_ACCESS_FLAGS(DESKTOP_CREATEWINDOW.0 | DESKTOP_READOBJECTS.0).0;
    // SAFETY: the name is constant, and the handle is ours to close; without a program on it, the desktop is gone with it.
    let created = unsafe {
        let flags = DESKTOP_CONTROL_FLAGS::default();
        CreateDesktopW(w!("deskpilot-doctor"), PCWSTR::null(), None, flags, access, None)
    };
    created.map(|it| drop(Desktop(it))).map_err(|error| error.message())
}

/// An open desktop.
struct Desktop(HDESK);

impl Drop for Desktop {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and nobody uses it afterwards.
        let _ = unsafe { CloseDesktop(self.0) };
    }
}

/// Whether UI Automation reads trees of controls here.
pub(crate) fn reads_trees() -> std::result::Result<(), String> {
    let probed = on_own_thread(|| first_control().map_err(|error| error.message()));
    probed.unwrap_or_else(|| Err("no thread can be started".into()))
}

fn first_control() -> Result<()> {
    // SAFETY: the thread has an apartment.
    unsafe {
        let client: IUIAutomation = CoCreateInstance(&CUIAutomation, None, CLSCTX_INPROC_SERVER)?;
        let walker = client.ControlViewWalker()?;
        walker.GetFirstChildElement(&client.GetRootElement()?).map(drop)
    }
}

/// Whether a session of the user's own inside of this one may be opened; `None` where this Windows has none. Looked up as the program
/// runs: editions without them need not have the function.
pub(crate) fn allows_child_sessions() -> Option<bool> {
    type AreEnabled = unsafe extern "system" fn(*mut BOOL) -> BOOL;
    let mut enabled = BOOL::default();
    // SAFETY: the library stays loaded, and its documentation gives the function this form; the pointer is to a value of ours.
    unsafe {
        let library = LoadLibraryW(w!("wtsapi32.dll")).ok()?;
        let function = GetProcAddress(library, s!("WTSIsChildSessionsEnabled"))?;
        let function: AreEnabled = std::mem::transmute(function);
        function(&raw mut enabled).as_bool().then_some(enabled.as_bool())
    }
}
