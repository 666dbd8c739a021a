//! Does a list of actions in a window.

use super::{
    MAIN,
    desk::{Desk, ReplyPurpose},
    effects::{ActionEffect, EffectWord, stopped_at},
    error::HandsError,
    reply,
    schema::{ArgumentKind, object},
    view::{View, ViewContent},
    view_name::ViewName,
    window_row::WindowRow,
};
use crate::turns::Turn;
use deskpilot_core::AppView;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// How long a text that is expected may take to show, in seconds.
const PATIENCE: f64 = 10.0;

/// A list of actions, done one after the other as long as the window is as it was seen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActArgs {
    /// The view that they are for.
    pub view: String,
    /// The actions.
    pub actions: Vec<ActionArgs>,
    /// What the reply says about the window afterwards.
    #[serde(default)]
    pub observe_after: ObserveAfter,
}

/// An action.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionArgs {
    /// The label of its control in the view.
    pub label: Option<u32>,
    /// The control by kind and name, or its text as a check of the label.
    pub control: Option<String>,
    /// The command.
    pub command: String,
    /// The arguments of the command.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// A text that the window must show afterwards.
    pub expect: Option<String>,
    /// Whether it is left out if its control does not come up.
    #[serde(default)]
    pub if_there: bool,
    /// What happens to the rest of the list if it is refused.
    #[serde(default)]
    pub then: AfterRefusal,
}

/// What happens to the rest of a list if an action is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterRefusal {
    /// It is not done.
    #[default]
    Stop,
    /// It is done.
    GoOn,
}

/// What the reply to a list of actions says about the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObserveAfter {
    /// What changed.
    #[default]
    Changes,
    /// All that is listed.
    Controls,
    /// Both: the client has not seen the window before. No call asks for it in words.
    #[serde(skip)]
    ControlsAndChanges,
}

/// What came of a list of actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActReply {
    /// The actions that were carried out, refused or left out, in order. A command that stands for several counts as these.
    pub actions: Vec<ActionEffect>,
    /// The place of the action at which the list stopped, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<usize>,
    /// The window as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The open windows, where the window is gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<WindowRow>,
}

impl ActArgs {
    /// The desktop of its view.
    pub(crate) fn desktop(&self) -> String {
        self.view.parse::<ViewName>().map_or_else(|()| MAIN.to_owned(), |it| it.desktop)
    }

    /// The schema of these arguments.
    pub fn schema() -> Value {
        object(
            vec![
                ("view", ArgumentKind::Text, "the present view, such as main-7"),
                (
                    "actions",
                    ArgumentKind::List(ActionArgs::schema),
                    "done in order; stops at the first surprise",
                ),
                (
                    "observe_after",
                    ArgumentKind::OneOf(&["changes", "controls"]),
                    "what is told of the window; changes by default",
                ),
            ],
            &["view", "actions"],
        )
    }
}

impl ActionArgs {
    /// The schema of an action.
    pub fn schema() -> Value {
        object(
            vec![
                ("label", ArgumentKind::Count, "the control's number in the view"),
                (
                    "control",
                    ArgumentKind::Text,
                    "without a label: kind and name, such as Button \"Save\"; an earlier action may bring it up",
                ),
                (
                    "command",
                    ArgumentKind::Text,
                    "such as click_input or set_edit_text; the tool commands lists them",
                ),
                (
                    "args",
                    ArgumentKind::Object,
                    "its arguments, such as {\"text\": \"Hello\"} for set_edit_text",
                ),
                (
                    "expect",
                    ArgumentKind::Text,
                    "a text that the window must show afterwards; it is waited for",
                ),
                ("if_there", ArgumentKind::Flag, "skip it if the control, given by name, is not there"),
                (
                    "then",
                    ArgumentKind::OneOf(&["stop", "go_on"]),
                    "what to do with the rest if this is refused; stop by default",
                ),
            ],
            &["command"],
        )
    }

    /// That it was not done, for this reason.
    pub(super) fn not_done(&self, why: &str) -> ActionEffect {
        let command = self.command.clone();
        let what = self.control.as_ref().map_or_else(|| command.clone(), |it| format!("{command} on {it}"));
        let (effect, evidence) = (EffectWord::NotDone, format!("not begun: {why}"));
        ActionEffect {
            command,
            what,
            effect,
            evidence,
            code: None,
            data_not_instructions: None,
            is_fine: false,
        }
    }

    /// The items of the reply's list that this stands for.
    fn items(&self) -> Result<Vec<Value>, HandsError> {
        let mut item = reply::call(&self.command, &Value::Object(self.args.clone()));
        if let Some(label) = self.label {
            item["ControlLabel"] = json!(label.to_string());
        }
        match (&self.control, self.if_there) {
            (Some(control), false) => item["ControlText"] = json!(control),
            (Some(control), true) if self.label.is_none() => item["ControlText"] = json!(optional(control)),
            (None, false) => {}
            (_, true) => {
                let complaint = "an action with if_there names its control, and gives no label".to_owned();
                return Err(HandsError::Rejected { complaint });
            }
        }
        if self.then == AfterRefusal::GoOn {
            item["Then"] = json!("go on");
        }
        let expected = self.expect.as_deref().map(|text| reply::wait(PATIENCE, Some(text)));
        Ok([item].into_iter().chain(expected).collect())
    }
}

/// A control that need not come up, as AppAgents name it.
fn optional(control: &str) -> String {
    let control = control.trim();
    match control.ends_with('"') {
        true => format!("{control} if there"),
        false => format!("\"{control}\" if there"),
    }
}

/// The items of the reply's list that these actions stand for.
pub(super) fn items(actions: &[ActionArgs]) -> Result<Vec<Value>, HandsError> {
    let items: Vec<Vec<Value>> = actions.iter().map(ActionArgs::items).collect::<Result<_, _>>()?;
    Ok(items.concat())
}

/// Does the actions, if the view is the present one.
pub(super) async fn act(desk: &mut Desk, args: &ActArgs) -> Result<ActReply, HandsError> {
    let items = items(&args.actions)?;
    let turn = desk.turn().await?;
    let Some(present) = desk.view_name() else {
        return Err(HandsError::NoView { named: args.view.clone(), windows: desk.window_rows() });
    };
    if args.view.parse::<ViewName>() != Ok(present) {
        let present = Box::new(desk.view(&turn, ViewContent::Controls)?);
        return Err(HandsError::OldView { named: args.view.clone(), present });
    }
    // The turn whose view was compared, and no later one.
    carry_out_in(desk, &turn, &items, args.observe_after).await
}

/// Goes on after a question was answered that came up in the list.
pub(super) async fn after_answer(desk: &mut Desk, args: &ActArgs) -> Result<ActReply, HandsError> {
    let turn = desk.turn().await?;
    let before = desk.earlier_view(&args.view).cloned();
    outcome(desk, &turn, args.observe_after, before.as_ref())
}

/// What came of what the client was not told yet, with the window as it is now.
pub(super) async fn outcome_so_far(desk: &mut Desk) -> Result<ActReply, HandsError> {
    let turn = desk.turn().await?;
    outcome(desk, &turn, ObserveAfter::Controls, None)
}

/// Does these items of a reply's list in the window that is seen now.
pub(super) async fn carry_out(
    desk: &mut Desk,
    items: &[Value],
    after: ObserveAfter,
) -> Result<ActReply, HandsError> {
    let turn = desk.turn().await?;
    carry_out_in(desk, &turn, items, after).await
}

/// Does these items in the window of this turn.
pub(super) async fn carry_out_in(
    desk: &mut Desk,
    turn: &Turn,
    items: &[Value],
    after: ObserveAfter,
) -> Result<ActReply, HandsError> {
    let before = desk.app_view().cloned();
    let turn = desk.ask(turn, reply::actions(items), ReplyPurpose::Work).await?;
    outcome(desk, &turn, after, before.as_ref())
}

/// What came of the list that was done last, with the window as it is now.
fn outcome(
    desk: &mut Desk,
    turn: &Turn,
    after: ObserveAfter,
    before: Option<&AppView>,
) -> Result<ActReply, HandsError> {
    let actions = desk.take_untold();
    let stopped_at = stopped_at(&actions);
    let Some(now) = desk.app_view() else {
        return Ok(ActReply { actions, stopped_at, view: None, windows: desk.window_rows() });
    };
    let is_same = |it: &&AppView| it.window.id == now.window.id;
    let content = match (after, before.filter(is_same)) {
        (ObserveAfter::Changes, Some(before)) => ViewContent::ChangesSince(before),
        (ObserveAfter::ControlsAndChanges, Some(before)) => ViewContent::ControlsAndChangesSince(before),
        _ => ViewContent::Controls,
    };
    let view = Some(desk.view(turn, content)?);
    Ok(ActReply { actions, stopped_at, view, windows: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(value: Value) -> Result<Vec<Value>, String> {
        let action: ActionArgs = serde_json::from_value(value).unwrap();
        action.items().map_err(|error| error.to_string())
    }

    #[test]
    fn an_action_is_an_item_of_an_app_agents_list_and_what_it_expects_another() {
        for (given, expected) in [
            (
                json!({"command": "click_input", "label": 7, "control": "Save"}),
                json!([{"Function": "click_input", "Args": {}, "ControlLabel": "7", "ControlText": "Save"}]),
            ),
            (
                json!({"command": "click_input", "control": "Button \"Replace\"", "if_there": true, "then": "go_on"}),
                json!([{
                    "Function": "click_input", "Args": {}, "ControlText": "Button \"Replace\" if there",
                    "Then": "go on",
                }]),
            ),
            (
                json!({"command": "click_input", "control": "Keep", "if_there": true}),
                json!([{"Function": "click_input", "Args": {}, "ControlText": "\"Keep\" if there"}]),
            ),
            (
                json!({"command": "save", "args": {"a": 1}, "expect": "Saved"}),
                json!([
                    {"Function": "save", "Args": {"a": 1}},
                    {"Function": "wait", "Args": {"seconds": PATIENCE, "text": "Saved"}},
                ]),
            ),
        ] {
            assert_eq!(action(given.clone()).map(Value::from), Ok(expected), "{given}");
        }
        let wrong = action(json!({"command": "click_input", "label": 1, "if_there": true})).unwrap_err();
        assert!(wrong.starts_with("nothing was done"), "{wrong}");
    }
}
