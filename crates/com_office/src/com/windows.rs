//! The object of a program's window, from the window itself.

use super::{
    classes::{object, running},
    sta::Sta,
};
use crate::{
    commands::host::Host,
    dispatch::{error::CallError, object::Object},
    window_object::window_of,
};
use std::{ffi::c_void, ptr::null_mut};
use windows::Win32::{
    Foundation::{HWND, LPARAM},
    System::Com::IDispatch,
    UI::{
        Accessibility::AccessibleObjectFromWindow,
        WindowsAndMessaging::{EnumChildWindows, GetClassNameW, OBJID_NATIVEOM},
    },
};
use windows_core::{BOOL, Interface};

/// The longest name of a class that is compared.
const LONGEST: usize = 64;

/// The object of this window of a program. A window gives it where it shows a document; where none does, the program is asked, of
/// which only one is known. For Outlook it is the program.
pub(crate) fn window_object(sta: &Sta, host: Host, window: u64) -> Result<Object, CallError> {
    let program = || running(host.class(), sta.patience());
    let Some(class) = document_class(host) else { return program() };
    match native_object(class, window) {
        Some(dispatch) => Ok(object(dispatch, sta.patience())),
        None => window_of(&program()?, window),
    }
}

/// What the part of a window gives that shows its document.
fn native_object(class: &'static str, window: u64) -> Option<IDispatch> {
    let mut found = Search { class, part: None };
    let handle = HWND(usize::try_from(window).ok()? as *mut c_void);
    // SAFETY: `found` outlives the call, and only the callback below uses it meanwhile. A window that is gone has no parts.
    let _ = unsafe {
        EnumChildWindows(Some(handle), Some(is_part), LPARAM((&raw mut found).addr().cast_signed()))
    };
    let part = found.part?;
    let mut object: *mut c_void = null_mut();
    // SAFETY: the interface is that of the result, which belongs to the caller.
    unsafe {
        AccessibleObjectFromWindow(part, OBJID_NATIVEOM.0.cast_unsigned(), &IDispatch::IID, &raw mut object)
            .ok()?;
        (!object.is_null()).then(|| IDispatch::from_raw(object))
    }
}

/// The class of the part of a window that shows the document; `None` for Outlook, of which one copy runs, and which is asked itself.
const fn document_class(host: Host) -> Option<&'static str> {
    match host {
        Host::Word => Some("_WwG"),
        Host::Excel => Some("EXCEL7"),
        Host::PowerPoint => Some("paneClassDC"),
        Host::Outlook => None,
    }
}

/// What is looked for among the parts of a window.
struct Search {
    class: &'static str,
    part: Option<HWND>,
}

unsafe extern "system" fn is_part(part: HWND, search: LPARAM) -> BOOL {
    // SAFETY: `native_object` passes a search, which nobody else uses meanwhile.
    let Some(search) = (unsafe { (search.0 as *mut Search).as_mut() }) else { return false.into() };
    let mut name = [0u16; LONGEST];
    // SAFETY: the name has as much room as its slice says.
    let length = usize::try_from(unsafe { GetClassNameW(part, &mut name) }).unwrap_or_default();
    if String::from_utf16_lossy(&name[..length]) == search.class {
        search.part = Some(part);
    }
    search.part.is_none().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        com::{sta::SingleThreaded, window_fixture::WindowFixture},
        dispatch::value::{Value, args},
    };
    use deskpilot_desktop::CallThread;
    use std::{
        thread,
        time::{Duration, Instant},
    };

    #[tokio::test]
    async fn the_part_of_a_window_that_shows_its_document_gives_its_object_to_another_thread() {
        let fixture = WindowFixture::open("EXCEL7", 0);
        let window = fixture.handle();
        let calls = CallThread::new(SingleThreaded);
        let soon = Instant::now() + Duration::from_secs(20);
        let values = calls.call(soon, move |sta| {
            let object = window_object(sta, Host::Excel, window)?;
            let echo = object.value_of("Echo", args!["Gr\u{fc}\u{df}e"])?;
            Ok((echo.to_string(), object.value("Money")? == Value::Number(1.25)))
        });
        assert_eq!(values.await, Ok(("\"Gr\u{fc}\u{df}e\"".to_owned(), true)));
        // The part of another program has another class.
        let word = calls.call(soon, move |sta| window_object(sta, Host::Word, window).map(drop)).await;
        assert_eq!(word, Err(CallError::NotInstalled("Word.Application".into())));
        drop(fixture);
        let gone = calls.call(soon, move |sta| window_object(sta, Host::Excel, window).map(drop)).await;
        assert_eq!(gone, Err(CallError::NotInstalled("Excel.Application".into())));
    }

    #[tokio::test]
    async fn a_program_that_is_busy_is_asked_again_and_then_said_to_be() {
        for (rejections, patience, expected) in
            [(3, 20, Ok("1.25".to_owned())), (1_000_000, 0, Err(CallError::Busy))]
        {
            let fixture = WindowFixture::open("_WwG", rejections);
            let window = fixture.handle();
            let calls = CallThread::new(SingleThreaded);
            let now = Instant::now();
            let value = calls.call(now + Duration::from_secs(20), move |sta| {
                sta.patience().begin(now + Duration::from_secs(patience));
                Ok(window_object(sta, Host::Word, window)?.value("Money")?.to_string())
            });
            assert_eq!(value.await, expected, "{rejections}");
        }
    }

    #[tokio::test]
    async fn a_program_that_hangs_costs_the_deadline_and_the_next_command_gets_another_thread() {
        let fixture = WindowFixture::open("EXCEL7", 0);
        let window = fixture.handle();
        let calls = CallThread::new(SingleThreaded);
        let first =
            calls.call(Instant::now() + Duration::from_secs(20), |_| Ok(thread::current().id())).await;
        let began = Instant::now();
        let hang =
            move |sta: &mut Sta| window_object(sta, Host::Excel, window)?.call("Hang", args![]).map(drop);
        assert_eq!(calls.call(began + Duration::from_millis(300), hang).await, Err(CallError::Late));
        assert!(began.elapsed() < Duration::from_millis(900), "{:?}", began.elapsed());
        let next = calls.call(Instant::now() + Duration::from_secs(20), |_| Ok(thread::current().id())).await;
        assert!(next.is_ok() && next != first);
    }
}
