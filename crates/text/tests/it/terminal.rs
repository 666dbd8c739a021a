//! What a person sees and answers at a terminal. `script`, which every Debian has, makes the terminal.

use deskpilot_core::{Consent, Event, PauseCause};
use deskpilot_model::{ScriptedModel, Secret};
use deskpilot_testkit::{
    command_line::{Terminal, Workspace, finish, transcript, until},
    loopback::ChatServer,
};
use std::{fs, process::Stdio, sync::Arc};

/// A click that the person's policy makes risky, so that each answer has a visible result.
const JOB: &str = "Open galculator. Click \"5\".";
const POLICY: &str = "# mine\n[words]\nsends = [\"5\"]\n";

fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::create_dir_all(workspace.path().join(".config/deskpilot")).unwrap();
    fs::write(workspace.path().join(".config/deskpilot/policy.toml"), POLICY).unwrap();
    workspace
}

fn consents(workspace: &Workspace, task: &str) -> Vec<Consent> {
    let consent_of = |event: &Event| match event {
        Event::Confirmed { consent, .. } => Some(consent.clone()),
        _ => None,
    };
    workspace.entries(task).iter().filter_map(|it| consent_of(&it.event)).collect()
}

/// The question on the screen, without what differs from run to run.
fn question(workspace: &Workspace, screen: &str) -> String {
    let start = screen.find("needs approval\n").unwrap();
    let end = screen[start..].find("\n> ").unwrap();
    let folder = workspace.path().canonicalize().unwrap();
    screen[start..start + end]
        .replace(&folder.display().to_string(), "FOLDER")
        .replace(&workspace.path().display().to_string(), "FOLDER")
}

#[test]
fn a_person_says_yes_to_what_they_are_shown() {
    let workspace = workspace();
    let mut terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    terminal.shows(1, "\n> ");
    assert_eq!(
        question(&workspace, &terminal.screen()),
        "\
needs approval
  what     click the ToggleButton \"5\"
  where    galculator, in the window \"galculator\"
  why      it sends something that cannot be called back, as the ToggleButton \"5\" says
  who      AppAgent/galculator/galculator
  picture  FOLDER/logs/t/question.png

Do it? [y/N/s/a/q/?]"
    );
    terminal.types("?\n");
    terminal.shows(2, "Do it?");
    let explained = question(&workspace, &terminal.screen().replacen("Do it? [y/N/s/a/q/?]\n> ", "", 1));
    assert!(
        explained.ends_with(
            "
  y  yes, this once
  n  no; add a reason for the agent if you like, such as: n take the other list (also Enter alone)
  s  yes, and to the same action for the rest of this session
  a  yes, always, by this rule in FOLDER/.config/deskpilot/policy.toml:
     allow click_input on ToggleButton called \"5\" with button \"left\" in galculator, risk sends
  q  stop the task; `deskpilot resume` asks again
Do it? [y/N/s/a/q/?]"
        ),
        "{explained}"
    );
    assert!(fs::read(workspace.log("t").join("question.png")).unwrap().starts_with(b"\x89PNG"));
    terminal.types("what?\n");
    terminal.shows(1, "that is none of the letters");
    terminal.types("y\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(consents(&workspace, "t"), [Consent::Once]);
}

#[test]
fn always_is_a_rule_and_nobody_is_asked_again() {
    let workspace = workspace();
    let mut terminal = Terminal::open(&workspace, &["run", JOB, "--task", "first"]);
    terminal.shows(1, "\n> ");
    terminal.types("a\n");
    assert_eq!(terminal.end().0, Some(0));
    let policy = fs::read_to_string(workspace.path().join(".config/deskpilot/policy.toml")).unwrap();
    assert!(policy.starts_with(POLICY) && policy.contains("risk = [\"sends\"]"), "{policy}");
    let again = workspace.run(&["run", JOB, "--task", "second"]);
    assert_eq!(again.status.code(), Some(0), "{}", transcript(&again));
    assert_eq!(consents(&workspace, "second"), []);
}

#[test]
fn a_no_with_its_reason_reaches_the_agent_and_the_task_fails() {
    let workspace = workspace();
    let mut terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    terminal.shows(1, "\n> ");
    terminal.types("n I still need it\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(1), "{screen}");
    assert_eq!(consents(&workspace, "t"), [Consent::No("I still need it".into())]);
    assert!(screen.contains("the user said no: I still need it"), "{screen}");
}

#[test]
fn a_no_to_closing_says_what_becomes_of_the_text() {
    let workspace = Workspace::of(crate::PROGRAM);
    let job = "Open the text editor. Type \"hello\". Close the window.";
    let mut terminal = Terminal::open(&workspace, &["run", job, "--task", "t"]);
    terminal.shows(1, "\n> ");
    terminal.types("n\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("You said no to closing the window"), "{screen}");
    assert!(screen.contains("what was not saved there is lost"), "{screen}");
}

#[test]
fn a_stop_at_the_question_and_a_terminal_that_closes_leave_it_to_a_resume() {
    let workspace = workspace();
    let mut terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    terminal.shows(1, "\n> ");
    terminal.types("q\n");
    assert_eq!(terminal.end().0, Some(130));
    assert_eq!(consents(&workspace, "t"), [Consent::Stop]);

    let mut terminal = Terminal::open(&workspace, &["resume", "t"]);
    terminal.shows(1, "\n> ");
    // The end of the input is what a closed terminal is.
    terminal.types("\x04");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(3), "{screen}");

    // The desktop with the window is gone: the agent comes to the button again, and the question is about that one, once.
    let mut terminal = Terminal::open(&workspace, &["resume", "t"]);
    terminal.shows(1, "\n> ");
    terminal.types("y\n");
    let (code, screen) = terminal.end();
    assert_eq!((code, screen.matches("Do it?").count()), (Some(0), 1), "{screen}");
    let answered = |it: &Consent| !matches!(it, Consent::Unanswered(_));
    let answers: Vec<Consent> = consents(&workspace, "t").into_iter().filter(answered).collect();
    assert_eq!(answers, [Consent::Stop, Consent::Once]);
}

#[test]
fn what_was_typed_before_the_question_is_no_answer_to_it() {
    let workspace = workspace();
    // Meanwhile the terminal passes on what is typed at once.
    let job = "Open galculator. Wait 1 seconds. Click \"5\".";
    let mut terminal = Terminal::open(&workspace, &["run", job, "--task", "t"]);
    terminal.types("y\n");
    terminal.shows(1, "\n> ");
    terminal.types("n\n");
    assert_eq!(terminal.end().0, Some(1));
    assert_eq!(consents(&workspace, "t"), [Consent::No(String::new())]);
}

#[test]
fn nobody_who_answers_in_time_is_nobody() {
    let workspace = workspace();
    fs::write(workspace.path().join(".config/deskpilot/config.toml"), "[person]\npatience_seconds = 1\n")
        .unwrap();
    let terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(3), "{screen}");
    assert!(screen.contains("nobody answered"), "{screen}");
}

#[test]
fn ctrl_z_takes_the_desktop_and_enter_hands_it_back() {
    let workspace = workspace();
    let mut terminal = Terminal::open(
        &workspace,
        &["run", "Open the calculator. Wait 30 seconds. Click \"5\".", "--task", "t"],
    );
    terminal.shows(1, "wait(");
    terminal.types("\x1a");
    terminal.shows(
        1,
        "paused: you asked for it. The desktop is yours; Enter hands it back, q stops the task.\n> ",
    );
    terminal.types("q\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(130), "{screen}");
}

#[test]
fn an_answer_that_is_kept_is_not_asked_for_in_a_later_task() {
    let workspace = workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let replies = [
        r#"{"Status": "PENDING", "Questions": ["Which calculator do you like?"]}"#,
        r#"{"Status": "FINISH", "Comment": "noted"}"#,
    ];
    let model = Arc::new(ScriptedModel::new("m", replies.iter().chain(&replies).map(|it| (*it).to_owned())));
    let server = runtime.block_on(ChatServer::start(model, Secret::new("k"))).unwrap();
    let url = server.base_url().to_owned();
    let words = |task| {
        ["run", "Open my calculator.", "--task", task, "--model", "openai-compatible/m", "--base-url", &url]
    };
    let key = [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", "k")];

    let mut terminal = Terminal::with(&workspace, &words("first"), &key);
    terminal.shows(1, "Which calculator do you like?\n> ");
    terminal.types("galculator\n");
    terminal.shows(1, "Keep this answer for later tasks? [y/N] ");
    terminal.types("y\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("answered \"Which calculator do you like?\": \"galculator\""), "{screen}");

    let again = Terminal::with(&workspace, &words("second"), &key);
    let (code, screen) = again.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("answered \"Which calculator do you like?\": \"galculator\""), "{screen}");
    let blackboard = server.requests().last().unwrap().section("blackboard").to_owned();
    assert!(blackboard.contains("galculator"), "it is on the blackboard: {blackboard}");
    let listed = workspace.run(&["answers", "list"]);
    assert!(
        transcript(&listed).contains("Which calculator do you like?\n  galculator"),
        "{}",
        transcript(&listed)
    );
    let kept = transcript(&workspace.run(&["answers", "list", "--json"]));
    assert!(kept.contains(r#""by": "the terminal""#) && kept.contains(r#""task": "first""#), "{kept}");
    assert_eq!(workspace.run(&["answers", "forget", "Which calculator do you like?"]).status.code(), Some(0));
}

#[test]
fn a_terminal_that_goes_away_leaves_the_question_open() {
    let workspace = workspace();
    let mut terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    terminal.shows(1, "\n> ");
    terminal.kill();
    until("the task has ended", || workspace.run(&["pause", "t"]).status.code() == Some(2));
    assert_eq!(consents(&workspace, "t"), [], "what was not answered is not a yes");
    let resumed = workspace.run(&["resume", "t"]);
    assert_eq!(resumed.status.code(), Some(3), "it asks again: {}", transcript(&resumed));
}

#[test]
fn a_task_is_paused_and_handed_back_from_elsewhere() {
    let workspace = Workspace::of(crate::PROGRAM);
    let words = ["run", "Open galculator. Wait 2 seconds. Click \"5\".", "--task", "t"];
    let child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("t").iter().any(|operation| operation.starts_with("wait("))
    });
    let paused = workspace.run(&["pause"]);
    assert_eq!(paused.status.code(), Some(0), "{}", transcript(&paused));
    let has = |wanted: &Event| workspace.entries("t").iter().any(|it| it.event == *wanted);
    until("it lets go", || has(&Event::Paused { cause: PauseCause::Asked }));
    assert!(!has(&Event::HandedBack), "it waits for the person");
    assert_eq!(workspace.run(&["hand-back", "t"]).status.code(), Some(0));
    let output = finish(child);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert!(has(&Event::HandedBack) && workspace.operations("t").iter().any(|it| it.contains("\"5\"")));
}

#[test]
fn the_command_alone_greets_and_asks_at_a_terminal() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut terminal = Terminal::open(&workspace, &[]);
    terminal.shows(1, "What do you want done?\n> ");
    terminal.types("\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("deskpilot demo ") && screen.contains("deskpilot doctor "), "{screen}");
}

#[test]
fn without_a_request_a_person_is_asked_for_one_after_the_other() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut terminal = Terminal::open(&workspace, &["run", "--task", "t"]);
    terminal.shows(1, "What do you want done?\n> ");
    terminal.types("Open galculator. Click \"5\".\n");
    terminal.shows(1, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("/cost\n");
    terminal.shows(1, "nothing: no model was called");
    terminal.shows(2, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("/halp\n");
    terminal.shows(1, "there is no command /halp\n  /cost  what the session cost so far");
    terminal.shows(3, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("Click \"Warp drive\".\n");
    terminal.shows(4, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("Click \"7\".\n");
    terminal.shows(5, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("/quit\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    let rounds = |event: &Event| matches!(event, Event::RoundStarted { .. });
    let entries = workspace.entries("t");
    assert_eq!(entries.iter().filter(|it| rounds(&it.event)).count(), 3, "{screen}");
    let opened = |event: &Event| matches!(event, Event::SessionOpened { .. });
    assert_eq!(entries.iter().filter(|it| opened(&it.event)).count(), 1, "one session: {screen}");
    assert!(screen.contains("round 1: Click \"Warp drive\"."), "{screen}");
}

#[test]
fn interactive_goes_on_asking_after_the_request_that_was_given_and_a_stop_ends_it() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut terminal = Terminal::open(&workspace, &["run", "Open galculator.", "-i", "--task", "t"]);
    terminal.shows(1, "What next? An empty line ends the session, /help tells more.\n> ");
    terminal.types("\u{3}");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("finished: done"), "the round before it was finished: {screen}");
}

#[test]
fn a_safety_check_of_an_operator_is_answered_with_yes_and_acknowledged_then() {
    use deskpilot_testkit::loopback::{Dialect, OperatorReply, OperatorServer};
    use serde_json::json;
    let workspace = Workspace::of(crate::PROGRAM);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let checks = json!([{"id": "s1", "code": "malicious_instructions", "message": "The page gives orders."}]);
    let action = json!({"type": "move", "x": 5, "y": 5});
    let call = json!([{"type": "computer_call", "call_id": "c1", "actions": [action], "pending_safety_checks": checks}]);
    let word = json!([{"type": "message", "content": [{"type": "output_text", "text": "It is there."}]}]);
    let lines = vec![OperatorReply::Answer(call), OperatorReply::Answer(word)];
    let server =
        runtime.block_on(OperatorServer::start(Dialect::OpenAi, lines, Secret::new("token"))).unwrap();
    let model = ["--model", "openai/gpt-6.1-terra", "--base-url", server.base_url()];
    let words = ["run", JOB, "--mode", "normal_operator", "--task", "t"];
    let key = [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", "token")];
    let mut terminal = Terminal::with(&workspace, &[&words[..], &model[..]].concat(), &key);
    terminal.shows(1, "Do it?");
    terminal.shows(1, "malicious_instructions: The page gives orders.");
    assert_eq!(server.requests().len(), 1, "nothing is acknowledged before the yes");
    terminal.types("y\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(consents(&workspace, "t"), [Consent::Once]);
    assert_eq!(server.requests()[1]["input"][0]["acknowledged_safety_checks"][0]["id"], "s1");
}

#[test]
fn a_question_of_a_terminal_is_answered_from_elsewhere_and_the_terminal_is_told() {
    let workspace = workspace();
    let terminal = Terminal::open(&workspace, &["run", JOB, "--task", "t"]);
    terminal.shows(1, "\n> ");
    let asked = workspace.run(&["answer", "t"]);
    assert_eq!(asked.status.code(), Some(3), "{}", transcript(&asked));
    assert!(
        transcript(&asked).contains("needs approval\n  what     click the ToggleButton \"5\"\n"),
        "{}",
        transcript(&asked)
    );
    let wrong = workspace.run(&["answer", "t", "perhaps"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", transcript(&wrong));
    let answered = workspace.run(&["answer", "t", "y"]);
    assert_eq!(answered.status.code(), Some(0), "{}", transcript(&answered));
    terminal.shows(1, "answered by `deskpilot answer`");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(consents(&workspace, "t"), [Consent::Once]);
    let audit = workspace.run(&["audit", "t"]);
    let by = "the user said yes, this once (by `deskpilot answer`)";
    assert!(transcript(&audit).contains(by), "{}", transcript(&audit));
    let late = workspace.run(&["answer", "t", "y"]);
    assert_eq!(late.status.code(), Some(2), "it is not running any more: {}", transcript(&late));
}
