//! The commands of an AppAgent: those every application has, those of operators, and the native ones of its window.

use super::app::{action_of, actions_of};
use deskpilot_core::{Action, AppView, CommandSpec, Complaint};
use deskpilot_deciders::{ActionRequest, Commands};
use std::sync::Arc;

/// The commands of an AppAgent in its window.
pub(crate) struct CommandSet<'a> {
    /// The commands of native interfaces.
    pub(crate) native: &'a [Arc<CommandSpec>],
}

impl Commands for CommandSet<'_> {
    fn native(&self) -> &[Arc<CommandSpec>] {
        self.native
    }

    fn action(&self, requested: &ActionRequest, view: &AppView) -> Result<Action, Complaint> {
        action_of(requested, view, self.native)
    }

    fn actions(&self, requested: &ActionRequest, view: &AppView) -> Result<Vec<Action>, Complaint> {
        actions_of(requested, view, self.native)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{control, window};
    use deskpilot_core::{Aim, Call, Control, Label, Role};
    use deskpilot_deciders::Target;
    use serde_json::{Value, json};

    fn view() -> AppView {
        let save = Control { label: Some(Label(1)), ..control(Role::Button, "Save") };
        AppView::of(window(1, "Notes", "notes"), vec![save])
    }

    fn action_text(command: &str, args: &Value, target: Target) -> String {
        let args = args.as_object().cloned().unwrap_or_default();
        let requested = ActionRequest { call: Call { command: command.into(), args }, target };
        match (CommandSet { native: &[] }).action(&requested, &view()) {
            Ok(Action { aim: Aim::Control(control), call, .. }) if control.is_deferred() => {
                format!("{call} on {} once it is there", control.name)
            }
            Ok(action) => action.to_string(),
            Err(complaint) => complaint.to_string(),
        }
    }

    #[test]
    fn what_is_requested_is_an_action_or_a_complaint() {
        let save = || Target::Control(view().controls[0].clone());
        for (command, args, target, expected) in [
            ("click_input", json!({}), save(), "click_input() on Button \"Save\""),
            ("wait", json!({"seconds": 1}), save(), "wait(seconds=1)"),
            ("click_input", json!({}), Target::Window, "click_input needs a control"),
            (
                "click_input",
                json!({}),
                Target::Expected("\"Quit\"".into()),
                "click_input() on Quit once it is there",
            ),
            ("wait", json!({}), Target::Window, "wait needs seconds: how long at most, 0 to 300"),
        ] {
            assert_eq!(action_text(command, &args, target), expected);
        }
        assert!(action_text("fly", &json!({}), Target::Window).starts_with("there is no function \"fly\""));
    }
}
