//! The status of a step, as a wire-format word.

use super::step::{Consent, Decided, Step, Trouble};
use deskpilot_core::{AppDecision, HostDecision, Status, Then};

/// The status. A step that needed approval stays `CONFIRM`; `UserConfirm` has the user's reply.
pub(super) fn status(step: &Step) -> Status {
    if matches!(step.trouble, Some(Trouble::Fatal(_))) {
        return Status::Error;
    }
    if matches!(step.consent, Consent::Waiting(_) | Consent::Given | Consent::Withheld) {
        return Status::Confirm;
    }
    match &step.decided {
        Decided::Nothing => Status::Error,
        Decided::Host(decision, _) => of_host(decision),
        Decided::App(decision, _) => of_app(decision),
    }
}

const fn of_host(decision: &HostDecision) -> Status {
    match decision {
        HostDecision::Assign(_) | HostDecision::Delegate(..) => Status::Assign,
        HostDecision::Launch(..) | HostDecision::LaunchFor(..) | HostDecision::Run(..) => Status::Continue,
        HostDecision::Ask(_) => Status::Pending,
        HostDecision::Finish => Status::Finish,
        HostDecision::Fail => Status::Fail,
    }
}

const fn of_app(decision: &AppDecision) -> Status {
    match decision {
        AppDecision::Act { then: Then::Continue, .. } => Status::Continue,
        AppDecision::Act { then: Then::Finish, .. } | AppDecision::Finish => Status::Finish,
        AppDecision::Act { then: Then::Fail, .. } | AppDecision::Fail => Status::Fail,
        AppDecision::Ask(_) => Status::Pending,
    }
}
