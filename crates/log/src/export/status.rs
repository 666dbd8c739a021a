//! The status of a step, as a wire-format word.

use deskpilot_core::{
    AppDecision, HostDecision, NextStatus, Status,
    fold::{ApprovalState, StepDecision, StepError, StepRecord},
};

/// The status. A step that needed approval stays `CONFIRM`; `UserConfirm` has the user's reply.
pub(super) fn status(step: &StepRecord) -> Status {
    if matches!(step.error, Some(StepError::Fatal(_))) {
        return Status::Error;
    }
    if matches!(step.approval, ApprovalState::Waiting(_) | ApprovalState::Given | ApprovalState::Withheld) {
        return Status::Confirm;
    }
    match step.decision() {
        StepDecision::Nothing => Status::Error,
        StepDecision::Host(decision, _) => of_host(decision),
        StepDecision::App(decision, _) => of_app(decision),
    }
}

const fn of_host(decision: &HostDecision) -> Status {
    match decision {
        HostDecision::Assign(_) | HostDecision::Delegate(..) => Status::Assign,
        HostDecision::Launch(..)
        | HostDecision::LaunchFor(..)
        | HostDecision::LaunchAll(..)
        | HostDecision::Run(..)
        | HostDecision::Look => Status::Continue,
        HostDecision::Ask(_) => Status::Pending,
        HostDecision::Finish => Status::Finish,
        HostDecision::Fail => Status::Fail,
    }
}

const fn of_app(decision: &AppDecision) -> Status {
    match decision {
        AppDecision::Act { then: NextStatus::Continue, .. } => Status::Continue,
        AppDecision::Act { then: NextStatus::Finish, .. } | AppDecision::Finish => Status::Finish,
        AppDecision::Act { then: NextStatus::Fail, .. } | AppDecision::Fail => Status::Fail,
        AppDecision::Ask(_) => Status::Pending,
    }
}
