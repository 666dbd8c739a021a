//! Which native commands are available, which receiver runs one, and the reported effects.

use super::*;
use async_trait::async_trait;
use deskpilot_core::{Param, ParamKind, Presence, SideEffects, Window, WindowId, WindowState};
use serde_json::{Map, Value, json};
use std::sync::Mutex;

/// The result of every call.
type RunResult = fn() -> Result<Outcome, DesktopError>;

/// A receiver for the windows of one application.
struct Fake {
    application: &'static str,
    commands: Vec<CommandSpec>,
    troubles: Vec<String>,
    ran: Arc<Mutex<Vec<String>>>,
    result: RunResult,
}

fn fake(application: &'static str, names: &[&str]) -> Fake {
    let result: RunResult = || Ok(Effect::unverified("done").into());
    let commands = names.iter().map(|it| spec(it)).collect();
    Fake { application, commands, troubles: Vec::new(), ran: Arc::default(), result }
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

    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        match self.commands.as_slice() {
            [] => std::future::pending().await,
            commands => Ok(commands.iter().cloned().map(Arc::new).collect()),
        }
    }

    fn take_gaps(&mut self, _: Scope<'_>) -> CommandGaps {
        CommandGaps { troubles: std::mem::take(&mut self.troubles), limit: None }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        self.ran.lock().unwrap().push(action.call.to_string());
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
        rect: deskpilot_core::Rect::new(0, 0, 100, 100),
        state: WindowState::Normal,
        focused: true,
    }
}

fn boxed(fakes: Vec<Fake>) -> Vec<Box<dyn Receiver>> {
    fakes.into_iter().map(|it| Box::new(it) as Box<dyn Receiver>).collect()
}

fn call(command: &str, args: Value) -> Call {
    let args = if let Value::Object(args) = args { args } else { Map::new() };
    Call { command: command.into(), args }
}

fn names(at_hand: &NativeCommands) -> Vec<&str> {
    at_hand.commands.iter().map(|it| it.name.as_ref()).collect()
}

#[tokio::test]
async fn the_commands_at_hand_are_those_of_the_receivers_that_serve_the_window() {
    let silent = fake("sheets", &[]);
    let mut receivers = boxed(vec![
        fake("sheets", &["sum", "sort"]),
        Fake { troubles: vec!["it is starting".into()], ..fake("words", &["bold"]) },
        fake("sheets", &["sum", "plot it"]),
        silent,
    ]);
    let (sheets, words) = (window("sheets"), window("words"));
    let here = commands(&mut receivers, Scope::Window(&sheets)).await;
    assert_eq!(names(&here), ["sum", "sort"]);
    assert_eq!(
        here.troubles,
        [
            "a native command is left out: \"plot it\" is not a valid command name",
            "FAKE has no commands now: FAKE did not answer within 1000 ms"
        ]
    );
    let there = commands(&mut receivers, Scope::Window(&words)).await;
    assert_eq!(
        (names(&there), there.troubles.as_slice()),
        (vec!["bold"], &["FAKE: it is starting".to_owned()][..])
    );
    assert!(commands(&mut receivers, Scope::Desktop).await.commands.is_empty());
}

#[tokio::test]
async fn the_first_receiver_that_has_a_command_here_carries_it_out() {
    let (first, second) = (fake("sheets", &["sum"]), fake("sheets", &["sum"]));
    let ran = [first.ran.clone(), second.ran.clone()];
    let mut receivers = boxed(vec![fake("words", &["sum"]), first, second]);
    let here = window("sheets");
    for (call, expected) in [
        (call("sum", json!({"row": 1})), "unverified: done"),
        (call("sum", json!({})), "refused: row must be a number"),
        (
            call("sum", json!({"row": 1, "all": true})),
            "refused: all must be left out: the command does not take it",
        ),
        (call("sort", json!({})), "there is no command sort"),
    ] {
        let outcome = run(&mut receivers, &call, Scope::Window(&here)).await;
        let result = outcome.map_or_else(|error| error.to_string(), |it| it.effect.to_string());
        assert_eq!(result, expected, "{call}");
    }
    assert_eq!(*ran[0].lock().unwrap(), ["sum(row=1)"]);
    assert!(ran[1].lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_receiver_that_does_not_end_is_dropped_and_its_command_counts_as_begun() {
    let (call, deadline) = (call("hang", json!({"row": 1})), Duration::from_millis(20));
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline };
    let outcome = run_in_time(&mut fake("sheets", &["hang"]), &action).await.unwrap();
    assert_eq!(outcome.effect.to_string(), "partial: hang started and did not finish within 20 ms");
}

#[tokio::test]
async fn nothing_is_confirmed_without_evidence() {
    let value = |before: &str, after: &str| Evidence::Value {
        before: Some(before.into()),
        after: Some(after.into()),
        of: None,
    };
    for (effect, expected) in [
        (
            Effect::Confirmed(Evidence::Accepted),
            "unverified: the application accepted it; no effect was observed",
        ),
        (Effect::Confirmed(Evidence::NOTHING), "no change: all controls are as they were"),
        (Effect::Confirmed(value("1", "1")), r#"no change: the value is still "1""#),
        (Effect::Confirmed(value("1", "2")), r#"confirmed: value "1" -> "2""#),
        (Effect::Confirmed(Evidence::ExitCode(0)), "confirmed: exit code 0"),
        (Effect::Partial("half".into()), "partial: half"),
    ] {
        assert_eq!(downgrade_unproven(effect).to_string(), expected);
    }
    let result: RunResult = || Ok(Effect::Confirmed(Evidence::Accepted).into());
    let mut receivers = boxed(vec![Fake { result, ..fake("sheets", &["sum"]) }]);
    let outcome =
        run(&mut receivers, &call("sum", json!({"row": 1})), Scope::Window(&window("sheets"))).await;
    assert!(matches!(outcome.unwrap().effect, Effect::Unverified(_)));
}
