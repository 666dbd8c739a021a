//! An input method that composes nothing, and records when it is opened and closed.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::record::record;
use crate::{Happened, Recorder};
use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    UI::{
        Input::Ime::{IMC_SETOPENSTATUS, ImmGetDefaultIMEWnd},
        Shell::{DefSubclassProc, SetWindowSubclass},
        WindowsAndMessaging::{GetPropW, SetPropW, WM_IME_CONTROL},
    },
};
use windows::core::{PCWSTR, w};

/// The question whether an input method is open, which the crate `windows` does not name.
const GET_OPEN_STATUS: usize = 5;
/// Where its window keeps whether it is open.
const IS_OPEN: PCWSTR = w!("DeskpilotInputMethodIsOpen");

/// Has the input method of this thread record, in a recorder that outlives the thread's windows.
pub(crate) fn record_input_method(window: HWND, recorder: &Recorder) {
    // SAFETY: the first call takes and returns a handle; the recorder outlives the window that its address is given for.
    unsafe {
        let method = ImmGetDefaultIMEWnd(window);
        let _ = SetWindowSubclass(method, Some(control), 0, std::ptr::from_ref(recorder).expose_provenance());
    }
}

unsafe extern "system" fn control(
    method: HWND,
    message: u32,
    first: WPARAM,
    second: LPARAM,
    _: usize,
    recorder: usize,
) -> LRESULT {
    let recorder: *const Recorder = std::ptr::with_exposed_provenance(recorder);
    // SAFETY: Windows calls this with messages as it documents them, and with the address that was given above.
    unsafe {
        match (message, first.0) {
            (WM_IME_CONTROL, GET_OPEN_STATUS) => {
                LRESULT(isize::from(!GetPropW(method, IS_OPEN).is_invalid()))
            }
            (WM_IME_CONTROL, which) if which == IMC_SETOPENSTATUS as usize => {
                let open = second.0 != 0;
                let mark = windows::Win32::Foundation::HANDLE(std::ptr::without_provenance_mut(open.into()));
                let _ = SetPropW(method, IS_OPEN, Some(mark));
                record(&*recorder, &Happened::InputMethod { open });
                LRESULT(0)
            }
            _ => DefSubclassProc(method, message, first, second),
        }
    }
}
