//! Tests of the executor of plans of commands, turn by turn.

use super::{CommandPlan, CommandStep, DocumentPassword, PlanExecutor, PlanStop, StopKind, TextMatching};
use crate::testing::{Setting, app_word, done, ended, host_parts, memory, outcome_of, view_of, window};
use crate::{BarsNeed, Decider};
use deskpilot_core::{
    Answer, AppDecision, Call, ControlLine, Effect, Evidence, HostDecision, Label, ReasonCode, TaskObject,
    Truncation, Window, WindowChange, WindowState,
    fold::{AgentMemory, MemoryItem},
};
use serde_json::json;

const LISTING: &str = r#"1 Menu "Format"
2 Button "Bold\tCtrl+B"
3 Button "Italic"
4 Edit [editable] = "lines"
5 Button "Italic" [disabled]"#;

fn step(subtask: &str, control_text: &str, command: &str) -> CommandStep {
    CommandStep {
        subtask: subtask.to_owned(),
        control_text: control_text.to_owned(),
        label: None,
        call: Call { command: command.to_owned(), args: serde_json::Map::new() },
    }
}

fn executor(steps: Vec<CommandStep>, save_keys: Option<&str>) -> PlanExecutor {
    executor_with(steps, save_keys, DocumentPassword::OfSteps)
}

fn executor_with(
    steps: Vec<CommandStep>,
    save_keys: Option<&str>,
    password: DocumentPassword,
) -> PlanExecutor {
    PlanExecutor::new(CommandPlan {
        object: TaskObject::File("/d/notes.odt".into()),
        steps,
        matching: TextMatching::default(),
        save_keys: save_keys.map(str::to_owned),
        password,
    })
}

fn scene(last: Option<MemoryItem>) -> Setting {
    let view = view_of(ControlLine::parse_listing(LISTING));
    Setting { view, memory: memory(last.into_iter().collect(), 0), ..Setting::default() }
}

/// The AppAgent's decision in a few words: status, actions, comment.
fn decision_text(executor: &PlanExecutor, setting: &Setting) -> String {
    let decided = setting.app(executor).unwrap();
    let actions = match &decided.decision {
        AppDecision::Act { actions, .. } => actions.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let parts = [vec![app_word(&decided.decision).to_owned()], actions, vec![decided.remarks.comment]];
    parts.concat().into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" | ")
}

fn last(command: &str, word: &str, code: Option<ReasonCode>) -> Option<MemoryItem> {
    Some(done(command, &json!({}), "", outcome_of(word, code, "as it was")))
}

#[test]
fn each_step_finds_its_control_and_its_effect_decides_whether_it_succeeded() {
    let plan = vec![
        step("make it bold", "bold", "click_input"),
        step("press a key", "", "keyboard_input"),
        step("italic", "Italics", "click_input"),
        step("type", "lines", "set_edit_text"),
    ];
    let executor = executor(plan, Some("Ctrl+S"));
    let turns = [
        (None, "CONTINUE | click_input() on Button \"Bold\\tCtrl+B\""),
        (last("click_input", "confirmed", None), "CONTINUE | keyboard_input()"),
        (last("keyboard_input", "unverified", None), "CONTINUE | click_input() on Button \"Italic\""),
        (
            last("click_input", "refused", Some(ReasonCode::OutOfDate)),
            "CONTINUE | click_input() on Button \"Italic\"",
        ),
        (last("click_input", "no_change", Some(ReasonCode::Same)), "CONTINUE | set_edit_text() on Edit \"\""),
        (
            last("set_edit_text", "confirmed", None),
            "CONTINUE | keyboard_input(keys=\"Ctrl+S\", control_focus=false)",
        ),
        (
            last("keyboard_input", "unverified", None),
            "CONTINUE | keyboard_input(keys=\"Escape\", control_focus=false)",
        ),
        (
            last("keyboard_input", "confirmed", None),
            "CONTINUE | keyboard_input(keys=\"Ctrl+S\", control_focus=false)",
        ),
        (last("keyboard_input", "confirmed", None), "FINISH"),
    ];
    for (last, expected) in turns {
        assert_eq!(decision_text(&executor, &scene(last)), expected);
    }
    let report = executor.report();
    let steps: Vec<_> =
        report.steps().into_iter().map(|it| (it.success, it.label.unwrap_or_default())).collect();
    let expected = [(Some(true), "2"), (None, ""), (Some(false), "3"), (Some(true), "4")];
    assert_eq!(steps, expected.map(|(success, label)| (success, label.to_owned())));
    assert_eq!(report.steps()[2].matched.as_deref(), Some("Italic"));
    assert_eq!(report.stop(), None);
}

#[test]
fn a_control_that_is_not_there_is_searched_and_awaited_and_then_stops_the_plan() {
    let executor = executor(vec![step("press it", "Underline", "click_input")], None);
    let partly = |last| {
        let mut setting = scene(last);
        setting.view.truncated = Some(Truncation { reason: "deadline".into(), unread: None });
        setting
    };
    for expected in [
        "CONTINUE | find_control(text=\"Underline\")",
        "CONTINUE | wait(text=\"Underline\", seconds=1)",
        "CONTINUE | wait(text=\"Underline\", seconds=2)",
        "CONTINUE | wait(text=\"Underline\", seconds=4)",
    ] {
        assert_eq!(decision_text(&executor, &partly(last("find_control", "no_change", None))), expected);
    }
    let message = "step 1 (press it): this window shows no control \"Underline\" that can be used; it shows Format, \
                   Bold\tCtrl+B, Italic, lines, Italic and others";
    assert_eq!(
        decision_text(&executor, &partly(last("wait", "no_change", None))),
        format!("FAIL | {message}")
    );
    let stop = PlanStop { step: Some(1), kind: StopKind::ControlNotMatched, message: message.into() };
    assert_eq!(executor.report().stop(), Some(stop));
    assert_eq!(executor.report().steps()[0].success, Some(false));
}

#[test]
fn what_is_refused_or_complained_of_stops_the_plan() {
    let of = || executor(vec![step("go", "Bold", "click_input"), step("on", "", "wait")], None);
    let refused = of();
    decision_text(&refused, &scene(None));
    let expected = "FAIL | step 1 (go): as it was";
    assert_eq!(
        decision_text(&refused, &scene(last("click_input", "refused", Some(ReasonCode::NotAllowed)))),
        expected
    );
    assert_eq!(refused.report().stop().map(|it| it.kind), Some(StopKind::NotDone));
    let wrong = of();
    assert_eq!(
        decision_text(&wrong, &scene(None).complaining("no such function")),
        "FAIL | step 1 (go): no such function"
    );
    assert_eq!(wrong.report().stop().map(|it| (it.step, it.kind)), Some((Some(1), StopKind::InvalidStep)));
}

#[test]
fn tool_bars_are_waited_for_unless_keys_follow_keys() {
    let steps = vec![
        step("bold", "Bold", "click_input"),
        step("type", "", "keyboard_input"),
        step("go on", "", "keyboard_input"),
        step("italic", "Italic", "click_input"),
    ];
    let executor = executor(steps, Some("Ctrl+S"));
    let mut needs = vec![executor.bars_need(&AgentMemory::default())];
    let mut setting = scene(None);
    for command in ["click_input", "keyboard_input", "keyboard_input", "click_input"] {
        decision_text(&executor, &setting);
        needs.push(executor.bars_need(&AgentMemory::default()));
        setting = scene(last(command, "confirmed", None));
    }
    use BarsNeed::{Current, Nothing};
    assert_eq!(needs, [Current, Current, Nothing, Current, Current]);
}

#[test]
fn a_document_that_cannot_be_saved_is_reported() {
    let executor = executor(Vec::new(), Some("Ctrl+S"));
    decision_text(&executor, &scene(None));
    for _ in 0..2 {
        decision_text(&executor, &scene(last("keyboard_input", "unverified", None)));
    }
    let end = decision_text(&executor, &scene(last("keyboard_input", "unverified", None)));
    assert_eq!(end, "FAIL | the document could not be saved: as it was");
    assert_eq!(executor.report().stop().map(|it| it.kind), Some(StopKind::NotSaved));
}

#[test]
fn what_stopped_a_plan_is_reported_as_the_step_reported_it() {
    let executor = executor(vec![step("go", "Nowhere", "click_input")], None);
    let mut turns = (0..9).map(|_| decision_text(&executor, &scene(None)));
    let end = turns.find(|it| it.starts_with("FAIL")).unwrap();
    let why = end.strip_prefix("FAIL | ").unwrap();
    let mut setting = desktop(&["notes.odt"]);
    setting.round.subtasks = vec![ended(&format!("FAIL {why}"), "writer")];
    assert_eq!(setting.host(&executor).unwrap().remarks.common.comment, why);
    assert_eq!(why.matches("step 1").count(), 1, "{why}");
}

/// A desktop with windows of these titles, after the document was opened.
fn desktop(titles: &[&str]) -> Setting {
    let window =
        |at: u32, title: &str| Window { label: Some(Label(at)), title: title.to_owned(), ..window() };
    let opened =
        done("AppsToOpen", &json!({"file_path": "/d/notes.odt"}), "", outcome_of("confirmed", None, ""));
    let mut setting = Setting { memory: memory(vec![opened], 0), ..Setting::default() };
    setting.desktop.windows = (1..).zip(titles).map(|(at, title)| window(at, title)).collect();
    setting
}

#[test]
fn the_plan_is_for_the_window_of_its_document() {
    let ended = |line: &str| {
        let mut setting = desktop(&["notes.odt"]);
        setting.round.subtasks = vec![ended(line, "")];
        setting
    };
    for (setting, expected, stopped) in [
        (desktop(&["Start", "notes.odt - Writer"]), ("ASSIGN", "2"), None),
        (desktop(&["notes.od"]), ("ASSIGN", "1"), None),
        (desktop(&["Start"]), ("FAIL", ""), Some(StopKind::WindowNotMatched)),
        (ended("FINISH done"), ("FINISH", ""), None),
        (ended("GONE notes.odt"), ("FAIL", ""), Some(StopKind::NotDone)),
        (ended("ERROR frozen"), ("FAIL", ""), Some(StopKind::NotDone)),
    ] {
        let executor = executor(vec![step("go", "", "wait")], None);
        let decided = setting.host(&executor).unwrap();
        let (word, label, _) = host_parts(&decided.decision);
        assert_eq!((word, label.as_str()), expected, "{:?}", decided.remarks);
        assert!(!matches!(decided.decision, HostDecision::Launch(..)));
        assert_eq!(executor.report().stop().map(|it| it.kind), stopped);
    }
}

#[test]
fn a_document_that_does_not_open_is_reported() {
    let executor = executor(Vec::new(), None);
    assert!(matches!(Setting::default().host(&executor).unwrap().decision, HostDecision::Launch(..)));
    let mut setting = desktop(&[]);
    setting.memory.last[0].outcome = outcome_of("refused", None, "it ended at once");
    assert_eq!(host_parts(&setting.host(&executor).unwrap().decision).0, "FAIL");
    let message = "notes.odt could not be opened: it ended at once".to_owned();
    assert_eq!(executor.report().stop(), Some(PlanStop { step: None, kind: StopKind::NotOpened, message }));
}

#[test]
fn a_plan_is_not_carried_out_whose_application_ended_after_the_last_step() {
    let executor = executor(Vec::new(), Some("Ctrl+S"));
    desktop(&["notes.odt"]).host(&executor).unwrap();
    for last in [None, last("keyboard_input", "no_change", None)] {
        decision_text(&executor, &scene(last));
    }
    let mut setting = desktop(&[]);
    setting.round.subtasks = vec![ended("FINISH", "writer")];
    assert_eq!(host_parts(&setting.host(&executor).unwrap().decision).0, "FAIL");
    let message = "after the last step: the application ended: no window shows notes.odt".to_owned();
    let kind = StopKind::ApplicationEnded;
    assert_eq!(executor.report().stop(), Some(PlanStop { step: None, kind, message }));
}

#[test]
fn keys_that_seem_to_close_the_window_are_no_success_while_the_plan_has_more_to_do() {
    for (save_keys, expected, success) in [
        (
            Some("Ctrl+S"),
            "FAIL | step 1 (go): the application ended: this window is gone, and it has no other one",
            None,
        ),
        (None, "FINISH", Some(true)),
    ] {
        let executor = executor(vec![step("go", "", "keyboard_input")], save_keys);
        decision_text(&executor, &scene(None));
        let mut closed = last("keyboard_input", "confirmed", None);
        let evidence = Evidence::Windows(vec![WindowChange::Closed("notes.odt".into())]);
        closed.iter_mut().for_each(|it| it.outcome.effect = Effect::Confirmed(evidence.clone()));
        let mut setting = scene(closed);
        setting.view.window.state = WindowState::Closed;
        assert_eq!(decision_text(&executor, &setting), expected);
        assert_eq!(executor.report().steps()[0].success, success);
    }
}

#[test]
fn an_application_that_ends_is_reported_with_the_step_that_was_done() {
    let confirmed = || Effect::Confirmed(Evidence::Reported("it is bold".into()));
    let closed = || Effect::Confirmed(Evidence::Windows(vec![WindowChange::Closed("notes.odt".into())]));
    let refused = || outcome_of("refused", Some(ReasonCode::NotAllowed), "gone").effect;
    for (turns, effect, place, success) in [
        (0, None, "before step 1 (go)", None),
        (1, None, "step 1 (go)", None),
        (1, Some(refused()), "step 1 (go)", Some(false)),
        (1, Some(confirmed()), "step 1 (go)", Some(true)),
        (1, Some(closed()), "step 1 (go)", None),
        (2, Some(confirmed()), "while the document was saved", Some(true)),
    ] {
        let executor = executor(vec![step("go", "", "keyboard_input")], Some("Ctrl+S"));
        desktop(&["notes.odt"]).host(&executor).unwrap();
        let done = [None, last("keyboard_input", "confirmed", None)];
        done.into_iter().take(turns).for_each(|it| drop(decision_text(&executor, &scene(it))));
        let mut setting = desktop(&[]);
        setting.round.subtasks = vec![ended("GONE notes.odt", "writer")];
        setting.host(&executor).unwrap();
        let report = executor.report();
        effect.iter().for_each(|it| report.broken_off(it));
        let message = format!(
            "{place}: the application ended: the window \"notes.odt\" is gone, and it has no other one"
        );
        let kind = StopKind::ApplicationEnded;
        assert_eq!(report.stop(), Some(PlanStop { step: None, kind, message }));
        assert_eq!(report.steps().first().and_then(|it| it.success), success, "{place} {effect:?}");
    }
}

/// A window that asks for a password.
fn prompt() -> Setting {
    let view = view_of(ControlLine::parse_listing("1 Edit \"Password\" [protected]\n2 Button \"OK\""));
    Setting { view, ..Setting::default() }
}

const TYPED: &str = "FINISH | set_edit_text(text=\"{{secret:budget}}\", clear_current_text=true) on Edit \"Password\"\
                     keyboard_input(keys=\"{ENTER}\", control_focus=true) on Edit \"Password\"";

/// The decision without the marks between its parts.
fn unmarked(text: &str) -> String {
    text.replace(" | ", "")
}

#[test]
fn a_document_with_a_password_asks_for_its_secret_and_opens_with_it() {
    let executor = executor_with(vec![step("go", "", "wait")], None, DocumentPassword::Asked);
    let mut answered = prompt();
    let AppDecision::Ask(questions) = answered.app(&executor).unwrap().decision else {
        panic!("it does not ask");
    };
    assert!(questions[0].0.starts_with("notes.odt asks for a password."), "{questions:?}");
    let question = questions[0].0.clone();
    answered.blackboard.questions = vec![Answer { question, answer: "it is {{secret:budget}}".into() }];
    assert_eq!(unmarked(&decision_text(&executor, &answered)), unmarked(TYPED));

    let mut typed = desktop(&["Start"]);
    typed.round.subtasks = vec![ended("FINISH", "soffice")];
    assert!(matches!(typed.host(&executor).unwrap().decision, HostDecision::Launch(..)));
    let mut opened = desktop(&["notes.odt - Writer"]);
    opened.round.subtasks = vec![ended("FINISH", "soffice")];
    assert_eq!(host_parts(&opened.host(&executor).unwrap().decision).0, "ASSIGN");
    opened.round.subtasks.push(ended("FINISH", "writer"));
    assert_eq!(host_parts(&opened.host(&executor).unwrap().decision).0, "FINISH");
}

#[test]
fn no_secret_is_typed_into_a_dialog_that_names_another_document() {
    for (says, expected) in [
        ("Enter password to open file: notes.odt", unmarked(TYPED)),
        ("Enter password", unmarked(TYPED)),
        ("Enter password to open file: budget.ods", "budget.ods".to_owned()),
        ("Enter password to open file: old-notes.odt", "old-notes.odt".to_owned()),
    ] {
        let password = DocumentPassword::Secret("budget".into());
        let executor = executor_with(vec![step("go", "", "wait")], None, password);
        let listing = format!("1 Text {says:?}\n2 Edit \"Password\" [protected]\n3 Button \"OK\"");
        let setting = Setting { view: view_of(ControlLine::parse_listing(&listing)), ..Setting::default() };
        let decided = unmarked(&decision_text(&executor, &setting));
        let is_typed = decided.contains("{{secret:budget}}");
        assert_eq!((decided.contains(&expected), is_typed), (true, expected == unmarked(TYPED)), "{decided}");
    }
}

#[test]
fn nothing_of_the_plan_is_done_in_the_window_that_came_up_after_the_password() {
    let password = DocumentPassword::Secret("budget".into());
    let executor = executor_with(vec![step("go", "", "wait")], None, password);
    assert_eq!(unmarked(&decision_text(&executor, &prompt())), unmarked(TYPED));
    let with = |title: &str| {
        let mut setting = scene(None);
        setting.view.window.title = title.into();
        setting
    };
    assert!(decision_text(&executor, &with("LibreOffice 7.4")).starts_with("FINISH"));
    let mut refused = with("");
    let message = "1 Text \"The password is incorrect. The file cannot be opened.\"\n2 Button \"OK\"";
    refused.view = view_of(ControlLine::parse_listing(message));
    let stopped = decision_text(&executor, &refused);
    assert!(
        stopped.contains("the secret budget does not open notes.odt: \"The password is incorrect."),
        "{stopped}"
    );
    assert!(decision_text(&executor, &with("notes.odt - Writer")).contains("wait"));
    let mut done = desktop(&["notes.odt - Writer"]);
    done.round.subtasks = vec![ended("FINISH", "soffice")];
    assert_eq!(host_parts(&done.host(&executor).unwrap().decision).0, "FINISH", "it is not done twice");
}

#[test]
fn a_wrong_secret_is_typed_once() {
    let password = DocumentPassword::Secret("budget".into());
    let executor = executor_with(vec![step("go", "", "wait")], None, password);
    assert_eq!(unmarked(&decision_text(&executor, &prompt())), unmarked(TYPED));
    assert_eq!(
        decision_text(&executor, &prompt()),
        "FAIL | notes.odt still asks for a password: the secret budget does not open it"
    );
    assert_eq!(executor.report().stop().map(|it| it.kind), Some(StopKind::NotOpened));
}

#[test]
fn steps_that_are_for_a_password_are_carried_out() {
    let executor = executor(vec![step("go", "Password", "click_input")], None);
    assert_eq!(decision_text(&executor, &prompt()), "CONTINUE | click_input() on Edit \"Password\"");
}
