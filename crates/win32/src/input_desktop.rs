//! Which desktop has the screen and the devices: ours, or one that Windows keeps to itself.

use crate::error::Win32Error;

/// The desktop of Windows that asks for passwords and for an administrator's consent, and that a locked session shows.
const SECURE: &str = "Winlogon";
const ERROR_ACCESS_DENIED: u32 = 5;

/// What Windows says of the desktop on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputDesktop {
    /// Its name.
    Named(String),
    /// It lets us not even look at it.
    Closed,
}

impl InputDesktop {
    /// The desktop that could not be opened for this reason.
    #[cfg(windows)]
    fn of_error(error: &windows::core::Error) -> Result<InputDesktop, Win32Error> {
        InputDesktop::of_code(error.code().0.cast_unsigned())
    }

    /// The same by the number of the reason, or by the result of COM that wraps it.
    fn of_code(code: u32) -> Result<InputDesktop, Win32Error> {
        match code & 0xffff {
            ERROR_ACCESS_DENIED => Ok(InputDesktop::Closed),
            _ => Err(Win32Error::System { call: "OpenInputDesktop", code }),
        }
    }

    /// Fails where the desktop on the screen is not the one of this name, on which we work.
    fn check_is(&self, ours: &str) -> Result<(), Win32Error> {
        match self {
            InputDesktop::Named(name) if name.eq_ignore_ascii_case(ours) => Ok(()),
            InputDesktop::Named(name) if !name.eq_ignore_ascii_case(SECURE) => Err(Win32Error::Cannot(
                format!("the desktop {name:?} is on the screen, and Deskpilot works on {ours:?}"),
            )),
            InputDesktop::Named(_) | InputDesktop::Closed => Err(Win32Error::SecureDesktop),
        }
    }
}

#[cfg(windows)]
pub use native::check_input_desktop;

#[cfg(windows)]
mod native {
    #![expect(unsafe_code, reason = "calls Windows")]

    use super::InputDesktop;
    use crate::error::Win32Error;
    use crate::private_desktop::{name_of, thread_desktop_name};
    use windows::Win32::System::StationsAndDesktops::{
        CloseDesktop, DESKTOP_CONTROL_FLAGS, DESKTOP_READOBJECTS, OpenInputDesktop,
    };

    /// Fails where the desktop on the screen is not that of this thread: the secure desktop, a locked session, a screen saver.
    ///
    /// # Errors
    /// [`Win32Error::SecureDesktop`], which nothing but the user may touch.
    pub fn check_input_desktop() -> Result<(), Win32Error> {
        // SAFETY: takes numbers; the handle is closed below.
        let found = match unsafe { OpenInputDesktop(DESKTOP_CONTROL_FLAGS(0), false, DESKTOP_READOBJECTS) } {
            Ok(desktop) => {
                let name = name_of(desktop.0);
                // SAFETY: the handle is ours, and nobody else closes it.
                let _ = unsafe { CloseDesktop(desktop) };
                InputDesktop::Named(name?)
            }
            Err(error) => InputDesktop::of_error(&error)?,
        };
        found.check_is(&thread_desktop_name()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_desktop_on_which_we_work_is_touched() {
        let named = |name: &str| InputDesktop::Named(name.into());
        for (found, expected) in [
            (named("Default"), Ok(())),
            (named("default"), Ok(())),
            (named("Winlogon"), Err(Win32Error::SecureDesktop)),
            (InputDesktop::Closed, Err(Win32Error::SecureDesktop)),
        ] {
            assert_eq!(found.check_is("Default"), expected, "{found:?}");
        }
        let other = named("Screen-saver").check_is("Default");
        assert!(matches!(&other, Err(Win32Error::Cannot(why)) if why.contains("Screen-saver")), "{other:?}");
    }

    #[test]
    fn a_desktop_that_may_not_be_opened_is_the_secure_one_and_other_errors_are_said() {
        assert_eq!(InputDesktop::of_code(0x8007_0005), Ok(InputDesktop::Closed));
        assert_eq!(InputDesktop::of_code(5), Ok(InputDesktop::Closed));
        assert!(matches!(InputDesktop::of_code(6), Err(Win32Error::System { code: 6, .. })));
    }
}
