//! Which application usually opens a kind of document.
#![expect(unsafe_code, reason = "calls Windows")]

use super::installed::file_name;
use crate::platform::native::text_of;
use windows::Win32::UI::Shell::{
    ASSOCF_INIT_IGNOREUNKNOWN, ASSOCSTR, ASSOCSTR_APPID, ASSOCSTR_EXECUTABLE, ASSOCSTR_FRIENDLYAPPNAME,
    AssocQueryStringW,
};
use windows::core::{HSTRING, PWSTR, w};

/// The longest name or path.
const UNITS: usize = 1024;
/// The program that asks which application to take.
const CHOOSER: &str = "openwith.exe";

/// The usual application of a kind of document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Association {
    /// Its program.
    pub(crate) program: Option<String>,
    /// Its name.
    pub(crate) name: String,
    /// The identifier of a packaged one.
    pub(crate) model_id: Option<String>,
}

/// The usual application of an ending such as `.txt` or a scheme such as `https`; `None` where there is none.
pub(crate) fn association(kind: &str) -> Option<Association> {
    let model_id = text(kind, ASSOCSTR_APPID).filter(|it| it.contains('!'));
    let is_chooser = |it: &String| file_name(it).eq_ignore_ascii_case(CHOOSER);
    let program = text(kind, ASSOCSTR_EXECUTABLE).filter(|it| !is_chooser(it));
    if program.is_none() && model_id.is_none() {
        return None;
    }
    Some(Association { program, name: text(kind, ASSOCSTR_FRIENDLYAPPNAME).unwrap_or_default(), model_id })
}

fn text(kind: &str, what: ASSOCSTR) -> Option<String> {
    let mut units = vec![0; UNITS];
    let mut length = u32::try_from(UNITS).ok()?;
    let (kind, place) = (HSTRING::from(kind), Some(PWSTR(units.as_mut_ptr())));
    // SAFETY: the texts live until the call returns, and the buffer has as many units as `length` says.
    let found = unsafe {
        AssocQueryStringW(ASSOCF_INIT_IGNOREUNKNOWN, what, &kind, w!("open"), place, &raw mut length)
    };
    found.is_ok().then(|| text_of(&units)).filter(|it| !it.is_empty())
}
