//! Receivers with one violation each.

use super::super::{ReceiverFixture, check_receiver};
use async_trait::async_trait;
use deskpilot_core::{
    Call, CommandSpec, Effect, Evidence, Outcome, Param, ParamKind, Presence, Rect, SideEffects, Window,
    WindowId, WindowState,
};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The result of every call.
type RunResult = fn() -> Result<Outcome, DesktopError>;

/// A receiver for the windows of one application.
struct Fake {
    application: &'static str,
    commands: Vec<CommandSpec>,
    result: RunResult,
}

fn fake(application: &'static str, names: &[&str]) -> Fake {
    let result: RunResult = || Ok(Effect::unverified("done").into());
    Fake { application, commands: names.iter().map(|it| spec(it)).collect(), result }
}

fn spec(name: &str) -> CommandSpec {
    let row = Param {
        name: "row".into(),
        doc: "from 1".into(),
        kind: ParamKind::Number,
        presence: Presence::Required,
    };
    let doc = format!("Does {name}. It is quick.").into();
    CommandSpec {
        name: name.to_owned().into(),
        doc,
        params: vec![row].into(),
        side_effects: SideEffects::Changes,
    }
}

#[async_trait]
impl Receiver for Fake {
    fn name(&self) -> &'static str {
        "FAKE"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(it) if it.application == self.application)
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    /// Never returns if it has no commands.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        match self.commands.as_slice() {
            [] => std::future::pending().await,
            commands => Ok(commands.iter().cloned().map(Arc::new).collect()),
        }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        if action.call.command == "hang" {
            return std::future::pending().await;
        }
        (self.result)()
    }
}

fn window(application: &str) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Sheet".into(),
        application: application.into(),
        process: None,
        rect: Rect::new(0, 0, 100, 100),
        state: WindowState::Normal,
        focused: true,
    }
}

fn call(command: &str, args: Value) -> Call {
    let args = if let Value::Object(args) = args { args } else { Map::new() };
    Call { command: command.into(), args }
}

#[tokio::test]
async fn a_receiver_that_breaks_a_promise_is_found_out() {
    let accepts: RunResult = || Ok(Effect::Confirmed(Evidence::Accepted).into());
    let knows_nothing: RunResult = || Err(DesktopError::NoSuchCommand("no_such_command_8713".into()));
    let sheets = |names: &[&str]| Fake { result: knows_nothing, ..fake("sheets", names) };
    let unterminated = CommandSpec { doc: "does it".into(), ..spec("sum") };
    for (mut fake, elsewhere, call, expected) in [
        (sheets(&["sum"]), "words", "", ""),
        (sheets(&["sum"]), "sheets", "", "serves Window"),
        (fake("words", &["sum"]), "words", "", "does not serve"),
        (sheets(&[]), "words", "", "does not say within 1s"),
        (sheets(&["sum", "sum"]), "words", "", "two commands sum"),
        (sheets(&["plot it"]), "words", "", "not a valid command name"),
        (Fake { commands: vec![unterminated], ..sheets(&[]) }, "words", "", "has no end"),
        (fake("sheets", &["sum"]), "words", "", "an unknown command must be an error"),
        (sheets(&["sum"]), "words", "plot", "plot is not among the commands"),
        (Fake { result: accepts, ..fake("sheets", &["sum"]) }, "words", "", "an unknown command"),
        (sheets(&["hang"]), "words", "hang", "hang(row=1) had 300ms, and did not end"),
    ] {
        let checked = tokio::spawn(async move {
            let (here, elsewhere, call) =
                (window("sheets"), window(elsewhere), self::call(call, json!({"row": 1})));
            let slow = Some(&call).filter(|it| !it.command.is_empty());
            let (here, elsewhere) = (Scope::Window(&here), Some(Scope::Window(&elsewhere)));
            check_receiver(&mut fake, &ReceiverFixture { here, elsewhere, succeeds: None, slow }).await;
        });
        let panic = checked.await.err().map(|it| it.into_panic());
        let message = panic
            .map_or_else(String::new, |it| it.downcast::<String>().map_or_else(|_| "?".into(), |it| *it));
        assert_eq!(message.is_empty(), expected.is_empty(), "{message}");
        assert!(message.contains(expected), "{expected}: {message}");
    }
}
