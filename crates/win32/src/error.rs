//! The errors of Windows' functions.

use deskpilot_core::Remedy;

/// What a result of COM has in its upper half if it wraps an error number of Windows.
const FACILITY_WIN32: u32 = 0x8007;
// The numbers of winerror.h, written out: the crate `windows` is there on Windows alone, and the tests here
// run everywhere.
const ERROR_ACCESS_DENIED: u32 = 5;
const ERROR_INVALID_HANDLE: u32 = 6;
const ERROR_INVALID_WINDOW_HANDLE: u32 = 1400;
const ERROR_TIMEOUT: u32 = 1460;
const RPC_S_SERVER_UNAVAILABLE: u32 = 1722;
const RPC_S_CALL_FAILED: u32 = 1726;
const CO_E_OBJNOTCONNECTED: u32 = 0x8004_01fd;
const RPC_E_DISCONNECTED: u32 = 0x8001_0108;
const RPC_E_SERVER_DIED: u32 = 0x8001_0007;
const RPC_E_CALL_CANCELED: u32 = 0x8001_0002;

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Win32Error {
    /// The window, the control or the process no longer exists.
    #[error("the window is gone")]
    Gone,
    /// Windows says that the program does not read its messages.
    #[error("the program does not respond")]
    Hung,
    /// The program did not answer in time; it may have a dialog open, or much to do.
    #[error("the program did not answer within {millis} ms")]
    TooSlow {
        /// How long all calls under the deadline were to take, in milliseconds.
        millis: u64,
    },
    /// The program runs at a higher integrity level: Windows keeps our input and messages from it.
    #[error(
        "the program runs with more rights than Deskpilot, and Windows keeps other programs from controlling it"
    )]
    HigherIntegrity,
    /// Windows shows its secure desktop, which no program may touch but those of Windows.
    #[error(
        "Windows shows its own desktop, where it asks for a password or an administrator's consent, or the session is locked: \
         ask the user to go on there, and then try again"
    )]
    SecureDesktop,
    /// Another window has the keyboard.
    #[error("{0} has the keyboard")]
    NotActive(String),
    /// Another window is at the point.
    #[error("{0} is at this point")]
    Obscured(String),
    /// The control hides what is typed: its text is never read.
    #[error("the control hides what is typed")]
    Secret,
    /// The program draws no picture of a window that other windows cover.
    #[error("the window cannot be captured while other windows cover it")]
    Blank,
    /// Another program keeps the clipboard open.
    #[error("{0} keeps the clipboard open")]
    ClipboardBusy(String),
    /// It cannot be done here, and why.
    #[error("{0}")]
    Cannot(String),
    /// A function of Windows failed.
    #[error("{call} failed with the code {code:#x}")]
    System {
        /// The name of the function.
        call: &'static str,
        /// Windows' number for what went wrong.
        code: u32,
    },
}

impl Win32Error {
    /// Who can resolve it, and how.
    pub fn remedy(&self) -> Remedy {
        use Win32Error as E;
        match self {
            E::TooSlow { .. } | E::ClipboardBusy(_) => Remedy::Retry,
            // Only the user can start the program without these rights, or Deskpilot with them.
            E::HigherIntegrity | E::SecureDesktop => Remedy::AskUser,
            _ => Remedy::TellAgent,
        }
    }

    /// The error of a function that concerns another program's window or process, from its result of COM or its error number.
    pub(crate) fn of_code(call: &'static str, code: u32) -> Win32Error {
        let number = if code >> 16 == FACILITY_WIN32 { code & 0xffff } else { code };
        match number {
            ERROR_ACCESS_DENIED => Win32Error::HigherIntegrity,
            ERROR_INVALID_WINDOW_HANDLE
            | ERROR_INVALID_HANDLE
            | RPC_S_SERVER_UNAVAILABLE
            | RPC_S_CALL_FAILED
            | CO_E_OBJNOTCONNECTED
            | RPC_E_DISCONNECTED
            | RPC_E_SERVER_DIED => Win32Error::Gone,
            ERROR_TIMEOUT | RPC_E_CALL_CANCELED => Win32Error::Hung,
            code => Win32Error::System { call, code },
        }
    }
}

#[cfg(windows)]
impl Win32Error {
    /// The error of the last function that this thread called.
    pub(crate) fn last(call: &'static str) -> Win32Error {
        Win32Error::of_result(call, &windows::core::Error::from_thread())
    }

    pub(crate) fn of_result(call: &'static str, error: &windows::core::Error) -> Win32Error {
        Win32Error::of_code(call, error.code().0.cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_number_means_the_same_with_and_without_the_wrapping_of_com() {
        for (code, expected) in [
            (5, Win32Error::HigherIntegrity),
            (0x8007_0005, Win32Error::HigherIntegrity),
            (1400, Win32Error::Gone),
            (0x8007_0578, Win32Error::Gone),
            (0x8007_06ba, Win32Error::Gone),
            (0x8001_0108, Win32Error::Gone),
            (0x8004_01fd, Win32Error::Gone),
            (1460, Win32Error::Hung),
            (0x8007_05b4, Win32Error::Hung),
            (0x8007_0057, Win32Error::System { call: "f", code: 0x57 }),
            (0x8000_4001, Win32Error::System { call: "f", code: 0x8000_4001 }),
        ] {
            assert_eq!(Win32Error::of_code("f", code), expected, "{code:#x}");
        }
    }

    #[test]
    fn an_elevated_program_is_the_users_business_and_a_slow_one_is_tried_again() {
        for (error, remedy) in [
            (Win32Error::HigherIntegrity, Remedy::AskUser),
            (Win32Error::TooSlow { millis: 5 }, Remedy::Retry),
            (Win32Error::ClipboardBusy("x".into()), Remedy::Retry),
            (Win32Error::Gone, Remedy::TellAgent),
            (Win32Error::Secret, Remedy::TellAgent),
        ] {
            assert_eq!(error.remedy(), remedy, "{error}");
        }
    }
}
