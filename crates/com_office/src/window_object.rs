//! The object of a window, among those of its program.

use crate::dispatch::{error::CallError, object::Object, value::args};

/// The object of the window with this handle.
///
/// # Errors
/// [`CallError::NoDocument`] where the program has no such window: another copy of the program has it, or it shows no document.
pub(crate) fn window_of(program: &Object, handle: u64) -> Result<Object, CallError> {
    let windows = program.object("Windows")?;
    for at in 1..=windows.integer("Count")? {
        let window = windows.object_of("Item", args![at])?;
        if u64::try_from(window.integer("Hwnd")?) == Ok(handle) {
            return Ok(window);
        }
    }
    Err(CallError::NoDocument)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::Recording;

    #[test]
    fn a_window_is_known_by_its_handle_and_no_other_is_taken() {
        let text = r#"
            get @excel.Windows -> @windows
            get @windows.Count -> 2
            get @windows.Item(1) -> @one
            get @one.Hwnd -> 66
            get @windows.Item(2) -> @two
            get @two.Hwnd -> 4711
        "#;
        let found = |handle| {
            let recording = Recording::of(text);
            let found = window_of(&recording.object("excel"), handle);
            recording.assert_used();
            found.map(|it| format!("{it:?}"))
        };
        assert_eq!(found(4711), Ok("@two".to_owned()));
        assert_eq!(found(99), Err(CallError::NoDocument));
    }
}
