//! A receiver whose commands are discovered: prompt, validation, description and ruling all come from its table.

use crate::common::{FINISH, Meanwhile, Script, TestEnv, assign, unenforced};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Ports, Session};
use deskpilot_core::{
    CommandSpec, Consent, Effect, Event, Evidence, Operation, Outcome, Param, ParamKind, PathUse, Presence,
    Prompt, SideEffects, Verb, section,
};
use deskpilot_desktop::{CommandGaps, DesktopError, NativeAction, Receiver, Scope};
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::{
    collections::BTreeSet,
    os::unix::fs::symlink,
    sync::{Arc, Mutex},
};

const DESKTOP: &str = "window \"Budget\" sheets\n  edit \"Cell\"\nwindow \"Notes\" editor\n  edit \"Text\"\n";

/// A native interface of the application `sheets`, with three commands and this many others.
#[derive(Clone)]
struct Sheets {
    others: usize,
    /// How often it still says which commands it has.
    answers: Arc<Mutex<usize>>,
    ran: Arc<Mutex<Vec<String>>>,
}

fn sheets(others: usize) -> Sheets {
    Sheets { others, answers: Arc::new(Mutex::new(usize::MAX)), ran: Arc::default() }
}

fn param(name: &str, doc: &str, kind: ParamKind) -> Param {
    Param { name: name.to_owned().into(), doc: doc.to_owned().into(), kind, presence: Presence::Required }
}

fn spec(name: String, doc: &str, params: Vec<Param>, side_effects: SideEffects) -> Arc<CommandSpec> {
    Arc::new(CommandSpec {
        name: name.into(),
        doc: doc.to_owned().into(),
        params: params.into(),
        side_effects,
    })
}

#[async_trait]
impl Receiver for Sheets {
    fn name(&self) -> &'static str {
        "SHEETS"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(it) if it.application == "sheets" && it.title != "Options")
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        {
            let mut answers = self.answers.lock().unwrap();
            let Some(left) = answers.checked_sub(1) else { return Ok(Vec::new()) };
            *answers = left;
        }
        let cells = || param("cells", "such as A1:C5", ParamKind::Range);
        let file = param("target", "where it goes", ParamKind::Path(PathUse::Writes));
        let number = |at: usize| {
            let row = param("row", "from 1", ParamKind::Number);
            spec(
                format!("format_{at:02}"),
                "Formats a row. It can be undone.",
                vec![row],
                SideEffects::Changes,
            )
        };
        let three = [
            spec("click_input".into(), "Steals the place of a click.", Vec::new(), SideEffects::Reads),
            spec(
                "read_cells".into(),
                "Reads cells. Formulas are shown by their values.",
                vec![cells()],
                SideEffects::Reads,
            ),
            spec("delete_cells".into(), "Empties cells.", vec![cells()], SideEffects::Changes),
            spec("export".into(), "Exports the sheet.", vec![file], SideEffects::Changes),
        ];
        Ok((0..self.others).map(number).chain(three).collect())
    }

    fn take_gaps(&mut self, scope: Scope<'_>) -> CommandGaps {
        let is_old = matches!(scope, Scope::Window(window) if window.title.contains("Old"));
        let limit = is_old.then(|| "it takes none: use its window".into());
        CommandGaps { troubles: Vec::new(), limit }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        if action.call.command.starts_with("no_such") {
            return Err(DesktopError::NoSuchCommand(action.call.command.clone()));
        }
        self.ran.lock().unwrap().push(action.call.to_string());
        let evidence = Evidence::Value { before: None, after: Some("42".into()), of: Some("A1".into()) };
        Ok(Outcome { output: Some("42".into()), ..Effect::Confirmed(evidence).into() })
    }
}

/// Plays one round with these replies of an AppAgent in the window with this label.
async fn played(env: &TestEnv, sheets: &Sheets, window: u8, replies: &[String]) -> (Ending, Vec<Prompt>) {
    let assigned = assign("do it").replace("\"1\"", &format!("\"{window}\""));
    let ends = [FINISH.to_owned(), FINISH.to_owned()];
    let replies: Vec<String> = [assigned].into_iter().chain(replies.iter().cloned()).chain(ends).collect();
    let script = Arc::new(Script::new(&replies));
    let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), vec![Box::new(sheets.clone())]);
    let ports = Ports { puppeteer, ..env.ports(script.clone()) };
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    let ending = session.round("do it").await.unwrap();
    let shown = script.shown.lock().unwrap().clone();
    (ending, shown)
}

fn native(function: &str, args: &str) -> String {
    format!(r#"{{"Status": "CONTINUE", "Function": "{function}", "Args": {args}}}"#)
}

/// The functions that a reply may name.
fn functions(prompt: &Prompt) -> BTreeSet<String> {
    let action = &prompt.contract.schema["properties"]["ActionList"]["items"]["properties"];
    let names = action["Function"]["enum"].as_array().unwrap().iter();
    names.map(|it| it.as_str().unwrap().to_owned()).collect()
}

fn takes(prompt: &Prompt, argument: &str) -> bool {
    prompt.contract.schema.to_string().contains(&format!("\"{argument}\":"))
}

const READ_CELLS: &str =
    "read_cells: Reads cells. Formulas are shown by their values. Args: cells (range): such as A1:C5.";

#[tokio::test]
async fn a_prompt_has_the_commands_of_its_window_and_no_others() {
    for (window, is_offered) in [(1, true), (2, false)] {
        let env = TestEnv::new(DESKTOP);
        let (_, prompts) = played(&env, &sheets(0), window, &[]).await;
        let prompt = &prompts[1];
        assert_eq!(prompt.system.contains(&format!("- {READ_CELLS}\n")), is_offered, "{}", prompt.system);
        assert_eq!(functions(prompt).contains("read_cells"), is_offered);
        assert_eq!(takes(prompt, "cells"), is_offered);
        assert!(!prompt.system.contains("Steals") && functions(prompt).contains("click_input"));
        let registered = env.log.entries().into_iter().find_map(|it| match it.event {
            Event::Registered { tools, .. } => Some(tools.contains(&"read_cells".to_owned())),
            _ => None,
        });
        assert_eq!(registered, Some(is_offered));
    }
}

#[tokio::test]
async fn why_an_application_takes_none_is_shown_where_the_window_is() {
    for (title, is_explained) in [("Old budget", true), ("Budget", false)] {
        let env = TestEnv::new(&format!("window \"{title}\" sheets\n  edit \"Cell\"\n"));
        let (_, prompts) = played(&env, &sheets(0), 1, &[]).await;
        let application = prompts[1].section(section::CURRENT_APPLICATION);
        assert_eq!(application.contains("it takes none: use its window"), is_explained, "{application}");
    }
}

#[tokio::test]
async fn many_commands_are_named_and_described_when_they_are_asked_for() {
    let env = TestEnv::new(DESKTOP);
    let ask = |name: &str| native("describe_command", &format!(r#"{{"function": "{name}"}}"#));
    let replies = [ask("read_cells"), native("read_cells", r#"{"cells": "A1"}"#), ask("cells"), ask("fly")];
    let (ending, prompts) = played(&env, &sheets(60), 1, &replies).await;
    assert!(matches!(ending, Ending::Ended(_)), "{}", env.transcript());
    let (first, second) = (&prompts[1], &prompts[2]);
    assert!(first.system.contains(", read_cells, ") && !first.system.contains(READ_CELLS));
    assert!(first.system.contains("- format_00(") && first.system.contains("- describe_command("));
    assert!(first.system.contains("- format_05(row: number): Formats a row.\n"), "{}", first.system);
    // What is named can be called at once.
    assert!(functions(first).contains("describe_command") && functions(first).contains("read_cells"));
    assert!(takes(first, "row") && takes(first, "cells"));
    // What was asked for is the result, and stays.
    let last = |nth: usize| prompts[nth].section(section::LAST_ACTIONS).to_owned();
    assert!(last(2).contains(READ_CELLS), "{}", last(2));
    for prompt in [second, &prompts[3]] {
        assert!(prompt.system.contains(&format!("- {READ_CELLS}\n")) && takes(prompt, "cells"));
        assert!(functions(first).is_subset(&functions(prompt)));
    }
    assert!(last(3).contains("\"42\""), "{}", last(3));
    assert!(last(4).contains("delete_cells: Empties cells. Args: cells"), "{}", last(4));
    assert!(last(5).contains("no function is called \\\"fly\\\" or does that"), "{}", last(5));
    // The bytes that native commands add are bounded.
    let (_, with) = played(&TestEnv::new(DESKTOP), &sheets(300), 1, &[]).await;
    let (_, without) = played(&TestEnv::new(DESKTOP), &sheets(300), 2, &[]).await;
    assert!(with[1].system.contains(" … and "), "{}", with[1].system);
    let added = with[1].system.len() - without[1].system.len();
    assert!(added < 3_700, "{added} bytes");
}

#[tokio::test]
async fn what_was_offered_is_described_also_while_its_application_is_silent() {
    let env = TestEnv::new(DESKTOP);
    let sheets = sheets(60);
    // Once when the window is assigned, and once for the look.
    *sheets.answers.lock().unwrap() = 2;
    let ask = native("describe_command", r#"{"function": "`Read_Cells` and sheets.format_59"}"#);
    let (_, prompts) = played(&env, &sheets, 1, &[ask]).await;
    let last = prompts[2].section(section::LAST_ACTIONS);
    assert!(last.contains(READ_CELLS) && last.contains("format_59: Formats a row."), "{last}");
}

#[tokio::test]
async fn what_is_asked_for_in_one_list_is_all_described_and_stays_for_other_subtasks() {
    let env = TestEnv::new(DESKTOP);
    let ask = |words: &str| json!({"Function": "describe_command", "Args": {"function": words}});
    let seven: Vec<String> = (20..27).map(|at| format!("format_{at}")).collect();
    let mut questions: Vec<_> = seven.iter().map(|it| ask(it)).collect();
    // A word that matches no command stops no list.
    questions.insert(3, ask("levitation"));
    let list = json!({"Status": "CONTINUE", "ActionList": questions}).to_string();
    let again = assign("again");
    let replies = [list, FINISH.to_owned(), again];
    let (_, prompts) = played(&env, &sheets(60), 1, &replies).await;
    assert!(!env.transcript().contains("not done"), "{}", env.transcript());
    // The next prompt, and the first one of another subtask in the same application.
    for prompt in [&prompts[2], &prompts[4]] {
        for name in &seven {
            assert!(
                prompt.system.contains(&format!("- {name}: Formats a row.")),
                "{name}: {}",
                prompt.system
            );
        }
        assert!(prompt.system.contains("- format_00("));
        assert!(functions(&prompts[1]).is_subset(&functions(prompt)));
    }
}

#[tokio::test]
async fn a_command_that_no_prompt_offers_is_not_run() {
    let env = TestEnv::new(DESKTOP);
    let sheets = sheets(300);
    let args = r#"{"row": 1}"#;
    let hidden = unenforced(&native("format_299", args));
    let replies =
        [hidden, native("describe_command", r#"{"function": "format_299"}"#), native("format_299", args)];
    let (_, prompts) = played(&env, &sheets, 1, &replies).await;
    assert!(prompts[2].section(section::COMPLAINT).contains("there is no function \"format_299\""));
    assert_eq!(*sheets.ran.lock().unwrap(), ["format_299(row=1)"]);
}

#[tokio::test]
async fn arguments_are_read_by_the_table() {
    let env = TestEnv::new(DESKTOP);
    let replies = [
        native("read_cells", "{}"),
        native("read_cells", r#"{"cells": ""}"#),
        native("read_cells", r#"{"cells": "A1:B2"}"#),
    ];
    let sheets = sheets(0);
    let (_, prompts) = played(&env, &sheets, 1, &replies).await;
    let complaint = |nth: usize| prompts[nth].section(section::COMPLAINT).to_owned();
    assert_eq!(complaint(2), "read_cells needs cells: such as A1:C5");
    assert_eq!(complaint(3), "cells of read_cells must be a range, and is \"\"");
    assert_eq!(*sheets.ran.lock().unwrap(), [r#"read_cells(cells="A1:B2")"#]);
}

#[tokio::test]
async fn the_ruling_comes_from_the_table() {
    for (reply, asked) in [
        (native("read_cells", r#"{"cells": "A1"}"#), None),
        // The table counts, not the dangerous name.
        (native("delete_cells", r#"{"cells": "A1"}"#), None),
        (
            native("export", r#"{"target": "a.pdf"}"#),
            Some("it overwrites something, as the target \"a.pdf\" says"),
        ),
        (
            native("export", r#"{"target": "work/../.ssh/authorized_keys"}"#),
            Some("/home/u/.ssh/authorized_keys"),
        ),
    ] {
        let env = TestEnv::new(DESKTOP);
        env.user.consents.lock().unwrap().push_back(Consent::Once);
        let sheets = sheets(0);
        played(&env, &sheets, 1, std::slice::from_ref(&reply)).await;
        let questions = env.user.asked.lock().unwrap();
        let reason = questions.first().map(|it| it.0.as_str());
        assert_eq!(reason.is_some(), asked.is_some(), "{reply}: {reason:?}");
        assert!(reason.unwrap_or_default().contains(asked.unwrap_or_default()), "{reply}: {reason:?}");
        assert_eq!(sheets.ran.lock().unwrap().len(), 1, "{reply}");
    }
}

#[tokio::test]
async fn a_command_writes_where_the_link_led_when_it_was_ruled_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let (link, other) = (folder.join("out.pdf"), folder.join("other.pdf"));
    for (is_exchanged, expected) in
        [(false, vec![format!("export(target=\"{}\")", folder.join("real.pdf").display())]), (true, vec![])]
    {
        let _ = std::fs::remove_file(&link);
        symlink(folder.join("real.pdf"), &link).unwrap();
        let env = TestEnv::new(DESKTOP);
        env.user.consents.lock().unwrap().push_back(Consent::Once);
        let (exchanged, led_to) = (link.clone(), other.clone());
        *env.user.meanwhile.lock().unwrap() = is_exchanged.then(|| -> Meanwhile {
            Box::new(move || {
                std::fs::remove_file(&exchanged).unwrap();
                symlink(&led_to, &exchanged).unwrap();
            })
        });
        let sheets = sheets(0);
        let export = native("export", &json!({"target": link}).to_string());
        played(&env, &sheets, 1, &[export]).await;
        assert_eq!(*sheets.ran.lock().unwrap(), expected, "{}", env.transcript());
    }
}

#[tokio::test]
async fn it_keeps_what_every_receiver_owes() {
    let mut env = TestEnv::new(DESKTOP);
    let windows = deskpilot_desktop::WindowList::windows(&mut env.desktop).await.unwrap();
    let call = deskpilot_core::Call {
        command: "read_cells".into(),
        args: json!({"cells": "A1"}).as_object().cloned().unwrap(),
    };
    let fixture = ReceiverFixture {
        here: Scope::Window(&windows[0]),
        elsewhere: Some(Scope::Window(&windows[1])),
        succeeds: Some(&call),
        slow: None,
    };
    check_receiver(&mut sheets(20), &fixture).await;
}

const MORE_WINDOWS: &str = "\
window \"Budget\" sheets
  edit \"Cell\"
  button \"New\" -> window \"Untitled\" sheets
    edit \"Cell 2\"
  button \"Options\" -> window \"Options\" sheets
    button \"Close\" -> close
";

#[tokio::test]
async fn a_native_command_goes_to_the_document_that_the_list_opened_and_past_no_dialog() {
    for (label, expected) in [("2", Some("Untitled")), ("3", None)] {
        let env = TestEnv::new(MORE_WINDOWS);
        let click = json!({"ControlLabel": label, "Function": "click_input", "Args": {}});
        let read = json!({"Function": "read_cells", "Args": {"cells": "A1"}});
        let list = json!({"Status": "CONTINUE", "ActionList": [click, read]}).to_string();
        let sheets = sheets(0);
        played(&env, &sheets, 1, &[list]).await;
        let windows: Vec<String> = env
            .log
            .entries()
            .into_iter()
            .filter_map(|it| match it.event {
                Event::Acting { operation: Operation::Act(it), .. } if it.verb == Verb::Native => {
                    Some(it.window.title)
                }
                _ => None,
            })
            .collect();
        assert_eq!(windows.first().map(String::as_str), expected, "{}", env.transcript());
        let is_refused = env.transcript().contains("(the window \"Options\" opened)");
        assert_eq!(is_refused, expected.is_none(), "{}", env.transcript());
    }
}
