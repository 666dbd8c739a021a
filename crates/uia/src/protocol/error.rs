//! The errors of a call to UI Automation.

use deskpilot_desktop::Unanswered;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The deadline passed: the application is busy or hangs. The call was abandoned, so an action may still take effect.
    #[error("no reply in time")]
    Late,
    /// The element or the window no longer exists.
    #[error("the element is gone")]
    Gone,
    /// The application ended, or no longer answers calls from outside.
    #[error("the application is gone")]
    ApplicationGone,
    /// The element is disabled.
    #[error("the element is disabled")]
    NotEnabled,
    /// The application is in the middle of something and rejected the call; it may take the next one.
    #[error("the application rejected the call, because it is busy")]
    Busy,
    /// The application runs with more rights than this program.
    #[error("the application runs with more rights")]
    Denied,
    /// The element has no such pattern, or this UI Automation does not implement the call: another backend may.
    #[error("it does not support the call")]
    Unsupported,
    /// Anything else, by its number.
    #[error("the call failed: 0x{0:08x}")]
    Failed(u32),
    /// UI Automation itself is gone. The next call connects again.
    #[error("UI Automation is gone: {0}")]
    Lost(String),
}

/// What the numbers of COM, RPC and UI Automation mean. All others are [`CallError::Failed`].
const MEANINGS: &[(u32, CallError)] = &[
    (0x8000_4001, CallError::Unsupported),     // E_NOTIMPL
    (0x8000_4002, CallError::Unsupported),     // E_NOINTERFACE
    (0x8001_0001, CallError::Busy),            // RPC_E_CALL_REJECTED
    (0x8001_0002, CallError::Busy),            // RPC_E_CALL_CANCELED
    (0x8001_0005, CallError::Busy),            // RPC_E_CANTCALLOUT_INEXTERNALCALL
    (0x8001_0007, CallError::ApplicationGone), // RPC_E_SERVER_DIED
    (0x8001_0012, CallError::ApplicationGone), // RPC_E_SERVER_DIED_DNE
    (0x8001_0108, CallError::ApplicationGone), // RPC_E_DISCONNECTED
    (0x8001_010a, CallError::Busy),            // RPC_E_SERVERCALL_RETRYLATER
    (0x8001_010d, CallError::Busy),            // RPC_E_CANTCALLOUT_ININPUTSYNCCALL
    (0x8001_0117, CallError::Busy),            // RPC_E_CALL_COMPLETE
    (0x8001_011f, CallError::Late),            // RPC_E_TIMEOUT
    (0x8004_0154, CallError::Unsupported),     // REGDB_E_CLASSNOTREG
    (0x8004_01fd, CallError::ApplicationGone), // CO_E_OBJNOTCONNECTED
    (0x8004_0200, CallError::NotEnabled),      // UIA_E_ELEMENTNOTENABLED
    (0x8004_0201, CallError::Gone),            // UIA_E_ELEMENTNOTAVAILABLE
    (0x8004_0204, CallError::Unsupported),     // UIA_E_NOTSUPPORTED
    (0x8007_0005, CallError::Denied),          // E_ACCESSDENIED
    (0x8007_0578, CallError::Gone),            // ERROR_INVALID_WINDOW_HANDLE
    (0x8007_05b4, CallError::Late),            // ERROR_TIMEOUT
    (0x8007_06ba, CallError::ApplicationGone), // RPC_S_SERVER_UNAVAILABLE
    (0x8007_06be, CallError::ApplicationGone), // RPC_S_CALL_FAILED
    (0x8007_06bf, CallError::ApplicationGone), // RPC_S_CALL_FAILED_DNE
    (0x8013_1505, CallError::Late),            // UIA_E_TIMEOUT
];

/// Numbers that mean that the thread of the calls, and not the application, is at fault.
const OF_THREAD: &[(u32, &str)] = &[
    (0x8001_0106, "the apartment of its thread was changed"), // RPC_E_CHANGED_MODE
    (0x8001_010e, "a call came from the wrong thread"),       // RPC_E_WRONG_THREAD
    (0x8004_01f0, "its thread has no apartment"),             // CO_E_NOTINITIALIZED
];

impl CallError {
    /// The error of a call that has no answer.
    pub(crate) fn unanswered(why: Unanswered) -> CallError {
        match why {
            Unanswered::Late => CallError::Late,
            Unanswered::Lost(why) => CallError::Lost(why),
        }
    }

    /// Whether the next call needs another thread.
    pub(crate) const fn ends_connection(&self) -> bool {
        matches!(self, CallError::Late | CallError::Lost(_))
    }

    /// The meaning of an `HRESULT` of a failed call. Zero is "there is none", where something was expected: it has gone.
    pub fn of(code: i32) -> CallError {
        let code = code.cast_unsigned();
        if code == 0 {
            return CallError::Gone;
        }
        if let Some((_, why)) = OF_THREAD.iter().find(|(known, _)| *known == code) {
            return CallError::Lost((*why).to_owned());
        }
        let known = MEANINGS.iter().find(|(known, _)| *known == code);
        known.map_or(CallError::Failed(code), |(_, meaning)| meaning.clone())
    }

    /// Whether only this value of an element is missing, and its others may be read.
    pub(crate) const fn is_of_value(&self) -> bool {
        matches!(self, CallError::Unsupported | CallError::NotEnabled | CallError::Failed(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_one_meaning_and_the_others_keep_their_number() {
        assert!(MEANINGS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(OF_THREAD.is_sorted_by(|a, b| a.0 < b.0));
        for (code, expected) in [
            (0x8000_4001, CallError::Unsupported),
            (0x8004_0201, CallError::Gone),
            (0x8004_0200, CallError::NotEnabled),
            (0x8007_06ba, CallError::ApplicationGone),
            (0x8013_1505, CallError::Late),
            (0x8001_010a, CallError::Busy),
            (0x8007_0005, CallError::Denied),
            (0x8001_010e, CallError::Lost("a call came from the wrong thread".into())),
            (0x8000_4005, CallError::Failed(0x8000_4005)),
            (0, CallError::Gone),
        ] {
            assert_eq!(CallError::of(u32::cast_signed(code)), expected, "0x{code:08x}");
        }
        assert_eq!(CallError::Failed(0x8000_4005).to_string(), "the call failed: 0x80004005");
    }

    #[test]
    fn only_a_call_without_an_answer_ends_the_connection() {
        for why in [Unanswered::Late, Unanswered::Lost("its thread ended".into())] {
            assert!(CallError::unanswered(why).ends_connection());
        }
        assert!(!CallError::Busy.ends_connection() && !CallError::Gone.ends_connection());
    }
}
