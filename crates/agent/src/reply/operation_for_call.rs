//! Builds an operation without an agent, to test what a policy says about it.

use super::app::read_app;
use crate::prompt::CommandOffer;
use deskpilot_core::{AppDecision, AppView, Call, Complaint, Control, Label, Operation, Status, Window};
use serde_json::json;

/// The operation that a command call stands for, on this control of this window. Fails with a complaint when an agent could
/// not make this call.
pub fn operation_for_call(
    call: &Call,
    control: Option<Control>,
    window: Window,
) -> Result<Operation, Complaint> {
    let control = control.map(|it| Control { label: Some(Label(1)), ..it });
    let label = if control.is_some() { "1" } else { "" };
    let text = control.as_ref().map_or("", |it| it.name.as_str()).to_owned();
    let reply = json!({
        "Status": Status::Continue.word(), "Function": call.command, "Args": call.args, "ControlLabel": label,
        "ControlText": text,
    });
    let view = AppView::of(window, control.into_iter().collect());
    match read_app(&reply.to_string(), &view, &CommandOffer::of_all(&[]))?.decision {
        AppDecision::Act { mut actions, .. } if actions.len() == 1 => {
            Ok(Operation::Act(Box::new(actions.remove(0))))
        }
        _ => Err(Complaint::new(format!("{} does nothing", call.command))),
    }
}
