//! The handle of a window.

use deskpilot_core::WindowId;
use std::fmt;

/// The handle of a window or of a control that is one. It is a number: the window may be gone, and another may have it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hwnd(pub isize);

impl From<Hwnd> for WindowId {
    fn from(window: Hwnd) -> WindowId {
        WindowId(window.0.cast_unsigned() as u64)
    }
}

impl From<WindowId> for Hwnd {
    fn from(id: WindowId) -> Hwnd {
        // Both directions keep all bits: handles have 32 that mean something, extended by their sign.
        Hwnd((id.0 as usize).cast_signed())
    }
}

impl fmt::Display for Hwnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

#[cfg(windows)]
mod native {
    use super::Hwnd;
    use windows::Win32::Foundation::HWND;

    impl Hwnd {
        /// The handle in the type that Windows' functions take.
        pub(crate) const fn native(self) -> HWND {
            HWND(std::ptr::without_provenance_mut(self.0.cast_unsigned()))
        }

        /// The window of a handle; `None` for the null handle.
        pub(crate) fn of(native: HWND) -> Option<Hwnd> {
            (!native.is_invalid()).then(|| Hwnd(native.0.addr().cast_signed()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_the_way_through_an_id() {
        for handle in [1, 0x0002_0094, -1, isize::MIN, isize::MAX] {
            assert_eq!(Hwnd::from(WindowId::from(Hwnd(handle))), Hwnd(handle));
        }
        assert_eq!(Hwnd(0x2_0094).to_string(), "0x20094");
    }
}
