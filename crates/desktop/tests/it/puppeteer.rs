//! Operations on a text desktop and their reported effects.

use crate::late_dialog::LateDialogDesktop;
use deskpilot_core::{
    Action, Aim, Button, Call, Control, Gesture, Launch, Operation, Outcome, Policy, ProgramCall, Refusal,
    Role, TextMode, Verb, WaitCondition, WindowId,
};
use deskpilot_desktop::{
    Budget, DesktopError, DesktopReader, NativeUse, Puppeteer, RedactedDesktop, Sandbox, Scope,
    ShellReceiver, WindowList,
};
use deskpilot_testkit::{InjectedFault, TextDesktop};
use serde_json::{Map, json};
use std::sync::Arc;

const DESK: &str = r#"
    window "Notes" editor
      edit "Text"
      edit "Password" = "secret" protected
      button "Save" -> save "Text" as "notes.txt"
      button "Print" disabled
    app "Calculator" calc
      window "Calculator" calc
        edit "Result" readonly
    "#;

fn puppeteer(desktop: &TextDesktop) -> Puppeteer {
    let env = vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())];
    let desktop = RedactedDesktop::new(Box::new(desktop.clone()), Policy::default());
    Puppeteer::new(desktop, vec![Box::new(ShellReceiver { env, sandbox: Sandbox::None, folder: "/".into() })])
}

fn desk() -> TextDesktop {
    TextDesktop::new(DESK).unwrap()
}

/// The operation with this verb on the control of this name in the first window.
async fn operation(desktop: &TextDesktop, control: &str, verb: Verb) -> Operation {
    let mut desktop = desktop.clone();
    let window = desktop.windows().await.unwrap().remove(0);
    let seen = desktop.controls(&window, Budget::LOOK).await.unwrap();
    let found = seen.controls.into_iter().find(|it| it.name == control);
    let aim = found.map_or(Aim::Window, |it| Aim::Control(Box::new(it)));
    let call = Call { command: control.to_owned(), args: Map::new() };
    Operation::Act(Box::new(Action { call, window, aim, verb }))
}

async fn shown(desktop: &TextDesktop, operation: &Operation) -> String {
    match puppeteer(desktop).perform(operation).await {
        Ok(Outcome { effect, output: Some(output), .. }) => format!("{effect} => {output:?}"),
        Ok(Outcome { effect, output: None, .. }) => effect.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

fn click() -> Verb {
    Verb::Gesture(Gesture::Click { button: Button::Left, count: 1, held: Vec::new() })
}

fn text(text: &str) -> Verb {
    Verb::Gesture(Gesture::Text { text: text.to_owned(), mode: TextMode::Replace })
}

fn wait(shows: Option<&str>) -> Verb {
    Verb::Wait(WaitCondition { shows: shows.map(str::to_owned), known: Vec::new(), millis: 120 })
}

#[tokio::test]
async fn a_run_may_command_applications_directly_or_use_windows_alone() {
    let desktop = desk();
    let (typing, echo) = (operation(&desktop, "Text", text("hi")).await, {
        let call =
            Call { command: "run_shell".into(), args: Map::from_iter([("argv".into(), json!(["true"]))]) };
        let window = desktop.clone().windows().await.unwrap().remove(0);
        Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb: Verb::Native }))
    });
    let refused =
        "refused: Text cannot do this: this run gives applications native commands and uses no controls";
    for (native, commands, typed, ran) in [
        (NativeUse::On, 1, "confirmed: value \"\" -> \"hi\"", "confirmed: exit code 0"),
        (NativeUse::Off, 0, "no change: ", "refused: there is no command run_shell"),
        (NativeUse::Only, 1, refused, "confirmed: exit code 0"),
    ] {
        let mut puppeteer = puppeteer(&desktop).using(native);
        assert_eq!(puppeteer.commands(Scope::Desktop).await.commands.len(), commands, "{native:?}");
        for (operation, expected) in [(&typing, typed), (&echo, ran)] {
            let effect = puppeteer.perform(operation).await.unwrap().effect.to_string();
            assert!(effect.starts_with(expected), "{native:?}: {effect}");
        }
    }
}

#[tokio::test]
async fn every_verb_ends_in_a_true_sentence() {
    let Operation::Act(saving) = operation(&desk(), "Save", click()).await else { panic!("an action") };
    let Aim::Control(save) = saving.aim else { panic!("a control") };
    for (control, verb, expected) in [
        ("Text", text("hi"), r#"confirmed: value "" -> "hi""#),
        ("Text", Verb::Read { note: None }, r#"confirmed: the value is empty => """#),
        (
            "Password",
            Verb::Read { note: None },
            r#"refused: Edit "Password" cannot do this: its text is hidden"#,
        ),
        ("Password", text("x"), "unverified: what is typed there is hidden"),
        ("", Verb::Read { note: None }, "refused: there is no control to read: name one by its label"),
        (
            "Save",
            click(),
            "unverified: nothing is seen of it; the click may have pressed something that shows nothing",
        ),
        ("Print", click(), r#"refused: Button "Print" is not enabled"#),
        ("Save", text("x"), r#"refused: Button "Save" cannot do this: its text cannot be changed"#),
        (
            "",
            Verb::Summary("all well".into()),
            r#"unverified: these are the agent's own words => "all well""#,
        ),
        ("", Verb::Annotate(vec![*save.clone()]), r#"unverified: painted next time: Button "Save""#),
        ("", Verb::ShowMore(save), r#"unverified: listed next time: what is with Button "Save""#),
        ("", Verb::Find("sa".into()), r#"unverified: listed next time: what has the text "sa""#),
        (
            "",
            Verb::Find("no such".into()),
            r#"no change: the application reports no control with the text "no such""#,
        ),
        (
            "",
            Verb::ReadClipboard { note: None },
            r#"confirmed: the clipboard holds 0 characters of text => """#,
        ),
        ("", wait(None), "confirmed: waited 120 ms"),
        ("", wait(Some("SAVE")), r#"confirmed: "SAVE" is shown by Button "Save""#),
        ("", wait(Some("Done")), r#"no change: "Done" is not shown after 120 ms"#),
        ("fly", Verb::Native, "refused: there is no command fly"),
    ] {
        let desktop = desk();
        let operation = operation(&desktop, control, verb).await;
        assert_eq!(shown(&desktop, &operation).await, expected, "{operation:?}");
    }
}

#[tokio::test]
async fn a_text_is_not_reported_as_listed_or_absent_where_a_window_was_not_read_whole() {
    let buttons: String =
        (0..Budget::SEARCH.controls).map(|it| format!("      button \"B{it}\"\n")).collect();
    let text = format!("window \"Big\" editor\n      edit \"First\"\n{buttons}      button \"Last\"");
    let desktop = TextDesktop::new(&text).unwrap();
    for (sought, expected) in [
        ("First", r#"unverified: listed next time: what has the text "First""#),
        (
            "Last",
            "unverified: not found in what could be read (budget of 15000 ms and 10000 controls): \"Last\"; it is \
             listed next time if it is there",
        ),
    ] {
        let operation = operation(&desktop, "", Verb::Find(sought.into())).await;
        assert_eq!(shown(&desktop, &operation).await, expected);
    }
}

#[tokio::test]
async fn applications_are_opened_and_programs_are_run() {
    let launch =
        |name: &str| Operation::Launch(Launch { application: name.into(), file: None, ..Launch::default() });
    let run =
        |argv: &[&str]| Operation::Run(ProgramCall { argv: argv.iter().map(ToString::to_string).collect() });
    for (operation, expected) in [
        (launch("calculator"), r#"confirmed: window "Calculator" opened"#),
        (
            launch("Calculater"),
            r#"refused: there is no application "Calculater" here; did you mean Calculator?"#,
        ),
        (launch("Calendar"), r#"refused: there is no application "Calendar" here"#),
        (run(&["echo", "a  b"]), r#"confirmed: exit code 0 => "a  b\n""#),
    ] {
        assert_eq!(shown(&desk(), &operation).await, expected, "{operation}");
    }
}

#[tokio::test]
async fn a_mishap_is_an_effect_unless_the_desktop_is_gone() {
    for (mishap, expected) in [
        (InjectedFault::WindowVanishes, r#"refused: the window "Notes" is gone"#),
        (InjectedFault::Refuses(Refusal::NotAllowed("busy".into())), "refused: busy"),
        (
            InjectedFault::Fails(DesktopError::Hung { application: "editor".into(), millis: 9 }),
            "refused: editor did not answer within 9 ms",
        ),
        (
            InjectedFault::Fails(DesktopError::Lost("no display".into())),
            "error: the desktop is gone: no display",
        ),
    ] {
        let desktop = desk().with_fault(1, mishap);
        let operation = operation(&desktop, "Save", click()).await;
        assert_eq!(shown(&desktop, &operation).await, expected);
    }
}

#[tokio::test]
async fn a_window_that_is_gone_ends_a_wait_at_once() {
    let desktop = desk();
    let Operation::Act(mut action) = operation(&desktop, "", wait(Some("Done"))).await else {
        panic!("an action")
    };
    action.window.id = WindowId(99);
    action.window.application = "gone".into();
    action.window.process = None;
    assert_eq!(shown(&desktop, &Operation::Act(action)).await, r#"refused: the window "window 99" is gone"#);
}

#[tokio::test]
async fn a_wait_ends_as_soon_as_the_text_is_shown() {
    let desktop = desk();
    let until = WaitCondition { shows: Some("landed".into()), known: Vec::new(), millis: 60_000 };
    let waiting = operation(&desktop, "", Verb::Wait(until)).await;
    let typing = operation(&desktop, "Text", text("the eagle has LANDED")).await;
    let (waited, typed) = tokio::join!(shown(&desktop, &waiting), shown(&desktop, &typing));
    assert_eq!(
        waited, r#"confirmed: "landed" is shown by Edit "Text" = "the eagle has LANDED""#,
        "after {typed}"
    );
}

#[tokio::test]
async fn a_wait_names_a_dialog_by_its_window_and_counts_what_was_shown_for_a_moment() {
    let desktop = desk();
    let window = desktop.clone().windows().await.unwrap().remove(0);
    let controls = desktop.clone().controls(&window, Budget::LOOK).await.unwrap().controls;
    let called = |role, name: &str| Control { role, name: name.into(), ..controls[0].clone() };
    let until = WaitCondition { shows: Some("receipt".into()), known: Vec::new(), millis: 20_000 };
    let waiting = operation(&desktop, "", Verb::Wait(until)).await;
    for (dialog, passed, expected) in [
        (
            Some(called(Role::Dialog, "File Chooser Widget")),
            vec![],
            r#"no change: "receipt" is not shown, and the window "Save As" has opened; answer it first"#,
        ),
        (
            None,
            vec![called(Role::ListItem, "receipt.txt")],
            r#"confirmed: "receipt" was shown by ListItem "receipt.txt" = "", and is gone again"#,
        ),
    ] {
        let desktop_with_dialog = LateDialogDesktop {
            desktop: desktop.clone(),
            dialog,
            passed,
            listed_after: 2,
            reads: 0,
            late: None,
            captures: Arc::default(),
        };
        let desktop_with_dialog = RedactedDesktop::new(Box::new(desktop_with_dialog), Policy::default());
        let mut puppeteer = Puppeteer::new(desktop_with_dialog, Vec::new());
        assert_eq!(puppeteer.perform(&waiting).await.unwrap().effect.to_string(), expected);
    }
}
