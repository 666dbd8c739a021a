//! Why a call to an object of another program fails.

use deskpilot_desktop::Unanswered;
use thiserror::Error;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CallError {
    /// No program on this machine has registered this class.
    #[error("{0} is not registered: the program is not installed")]
    NotInstalled(String),
    /// The program is registered, and does not run so that this user can reach it.
    #[error("the program does not run, or runs for another user or with more rights")]
    NotRunning,
    /// The window has no such object: it shows no document, or a document that may not be edited.
    #[error("the window offers no document to other programs: it may show a start page, or a protected view")]
    NoDocument,
    /// The program is in the middle of something, such as a dialog or a cell that is edited, and rejected the call.
    #[error("it is busy: a dialog may be open, or a cell or a text is being edited")]
    Busy,
    /// The deadline passed. What was sent may still take effect.
    #[error("it did not answer in time")]
    Late,
    /// The program ended, or dropped the object.
    #[error("it has ended, or closed the document")]
    Gone,
    /// The program stopped the call: somebody, or a rule, forbids it.
    #[error("it stopped the call, as where somebody or one of its rules forbids it")]
    Aborted,
    /// The window is of the Outlook that takes no calls of other programs.
    #[error(
        "the new Outlook takes no calls of other programs: its switch \"New Outlook\" brings the classic Outlook back, which does"
    )]
    NewOutlook,
    /// The program runs with more rights.
    #[error("it runs with more rights than Deskpilot")]
    Denied,
    /// The object has no member of this name: the version of the program may be too old.
    #[error("it has no {0}: its version may be too old")]
    NoSuchMember(String),
    /// The argument in this place, counted from 1, has a type that the member does not take.
    #[error("{member} does not take its argument {place}")]
    BadArgument {
        /// The member.
        member: String,
        /// The place of the argument.
        place: u32,
    },
    /// What the member returns is something else than it should be.
    #[error("{member} gave {found}")]
    Unexpected {
        /// The member.
        member: String,
        /// What it returned.
        found: String,
    },
    /// The program itself reports an error.
    #[error("it reports: {}", if .text.is_empty() { format!("error 0x{code:08x}") } else { .text.clone() })]
    Exception {
        /// The number of the error.
        code: u32,
        /// Its sentence, in the language of the program; empty where it has none.
        text: String,
    },
    /// Anything else, by its number.
    #[error("the call failed: 0x{0:08x}")]
    Failed(u32),
    /// The thread of the calls is gone. The next call starts another.
    #[error("the connection to it is gone: {0}")]
    Lost(String),
}

/// What the numbers of COM and RPC mean. All others are [`CallError::Failed`].
const MEANINGS: &[(u32, CallError)] = &[
    (0x8000_4004, CallError::Aborted),    // E_ABORT
    (0x8001_0001, CallError::Busy),       // RPC_E_CALL_REJECTED
    (0x8001_0002, CallError::Late),       // RPC_E_CALL_CANCELED
    (0x8001_0007, CallError::Gone),       // RPC_E_SERVER_DIED
    (0x8001_0012, CallError::Gone),       // RPC_E_SERVER_DIED_DNE
    (0x8001_0108, CallError::Gone),       // RPC_E_DISCONNECTED
    (0x8001_010a, CallError::Busy),       // RPC_E_SERVERCALL_RETRYLATER
    (0x8001_010d, CallError::Busy),       // RPC_E_CANTCALLOUT_ININPUTSYNCCALL
    (0x8001_011f, CallError::Late),       // RPC_E_TIMEOUT
    (0x8004_01e3, CallError::NotRunning), // MK_E_UNAVAILABLE
    (0x8004_01fd, CallError::Gone),       // CO_E_OBJNOTCONNECTED
    (0x8007_0005, CallError::Denied),     // E_ACCESSDENIED
    (0x8007_06ba, CallError::Gone),       // RPC_S_SERVER_UNAVAILABLE
    (0x8007_06be, CallError::Gone),       // RPC_S_CALL_FAILED
    (0x8007_06bf, CallError::Gone),       // RPC_S_CALL_FAILED_DNE
    (0x800a_c472, CallError::Busy),       // VBA_E_IGNORE: Excel edits a cell
];

/// The numbers that say that a class is not there: `REGDB_E_CLASSNOTREG` and `CO_E_CLASSSTRING`.
const NOT_REGISTERED: [u32; 2] = [0x8004_0154, 0x8004_01f3];
/// `DISP_E_MEMBERNOTFOUND` and `DISP_E_UNKNOWNNAME`.
const NO_MEMBER: [u32; 2] = [0x8002_0003, 0x8002_0006];
/// `DISP_E_PARAMNOTFOUND`, `DISP_E_TYPEMISMATCH` and `DISP_E_BADVARTYPE`, which come with the place of an argument.
const BAD_ARGUMENT: [u32; 3] = [0x8002_0004, 0x8002_0005, 0x8002_0008];

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

    /// The meaning of an `HRESULT` of a failed call.
    pub(crate) fn of(code: i32) -> CallError {
        let code = code.cast_unsigned();
        let known = MEANINGS.iter().find(|(known, _)| *known == code);
        known.map_or(CallError::Failed(code), |(_, meaning)| meaning.clone())
    }

    /// The same for the creation of an object of this class.
    pub(crate) fn of_class(code: i32, class: &str) -> CallError {
        match NOT_REGISTERED.contains(&code.cast_unsigned()) {
            true => CallError::NotInstalled(class.to_owned()),
            false => CallError::of(code),
        }
    }

    /// The same for a member. `place` is that of the argument, counted from 1, that an error about arguments means.
    pub(crate) fn of_member(code: i32, member: &str, place: Option<u32>) -> CallError {
        let number = code.cast_unsigned();
        match place {
            _ if NO_MEMBER.contains(&number) => CallError::NoSuchMember(member.to_owned()),
            Some(place) if BAD_ARGUMENT.contains(&number) => {
                CallError::BadArgument { member: member.to_owned(), place }
            }
            _ => CallError::of(code),
        }
    }

    /// An error that the program reports itself. Some of them say that the call never began.
    pub(crate) fn reported(code: i32, text: String) -> CallError {
        match CallError::of(code) {
            CallError::Failed(code) => CallError::Exception { code, text },
            known => known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_one_meaning_and_others_keep_their_number() {
        assert!(MEANINGS.is_sorted_by(|a, b| a.0 < b.0));
        let of = |code: u32| CallError::of(code.cast_signed());
        assert_eq!(of(0x8001_0001), CallError::Busy);
        assert_eq!(of(0x8000_4004), CallError::Aborted);
        assert_eq!(of(0x800a_c472), CallError::Busy);
        assert_eq!(of(0x8007_06ba), CallError::Gone);
        assert_eq!(of(0x8000_4005).to_string(), "the call failed: 0x80004005");
    }

    #[test]
    fn a_program_that_is_not_there_and_a_member_that_is_not_there_are_named() {
        for code in NOT_REGISTERED {
            let error = CallError::of_class(code.cast_signed(), "Word.Application");
            assert_eq!(error.to_string(), "Word.Application is not registered: the program is not installed");
        }
        let refused = CallError::of_class(0x8007_0005u32.cast_signed(), "Word.Application");
        assert_eq!(refused, CallError::Denied);
        let member = |code: u32, place| CallError::of_member(code.cast_signed(), "Formula2", place);
        assert_eq!(member(0x8002_0006, None), CallError::NoSuchMember("Formula2".into()));
        assert_eq!(member(0x8002_0005, Some(2)).to_string(), "Formula2 does not take its argument 2");
        assert_eq!(member(0x8002_0005, None), CallError::Failed(0x8002_0005));
    }

    #[test]
    fn what_a_program_reports_is_quoted_and_a_number_where_it_says_nothing() {
        let of = |code: u32, text: &str| CallError::reported(code.cast_signed(), text.into()).to_string();
        assert_eq!(of(0x800a_03ec, "No cells were found."), "it reports: No cells were found.");
        assert_eq!(of(0x800a_03ec, ""), "it reports: error 0x800a03ec");
        assert_eq!(CallError::reported(0x800a_c472u32.cast_signed(), "x".into()), CallError::Busy);
    }
}
