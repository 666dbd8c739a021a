//! Subtasks for external agents through the command: tool servers, editors' agents, programs.

use deskpilot_core::{Consent, Event, Note, Operation, Ruling};
use deskpilot_model::{ScriptedModel, Secret};
use deskpilot_testkit::command_line::{Terminal, Workspace, finish, transcript};
use deskpilot_testkit::loopback::ChatServer;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Output, Stdio},
    sync::Arc,
};
use tokio::runtime::Runtime;

const KEY: [(&str, &str); 2] = [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", "k")];
/// A rule that allows every subtask for an external agent.
const TRUSTING: &str = "[[rule]]\nsay = \"allow\"\ncommand = \"delegate\"\nrisk = \"delegates\"\n";

/// A workspace whose user has these agents and this policy.
fn workspace(agents: &str, policy: &str) -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    let folder = workspace.path().join(".config/deskpilot");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("agents.toml"), agents).unwrap();
    fs::write(folder.join("policy.toml"), policy).unwrap();
    workspace
}

/// The entry of a scripted peer that behaves like this.
fn peer(name: &str, key: &str, words: &[&str]) -> String {
    let script = format!("{}/../external_agents/tests/peers/{key}.py", env!("CARGO_MANIFEST_DIR"));
    let argv: Vec<&str> = ["python3", &script].iter().chain(words).copied().collect();
    format!("[agents.{name}]\nintroduction = \"It helps.\"\n{key} = {argv:?}\n")
}

/// A model that gives the agent a subtask, and then finishes.
fn server(runtime: &Runtime, agent: &str) -> ChatServer {
    let delegate = format!(
        r#"{{"Status": "ASSIGN", "Agent": "{agent}", "Current Sub-Task": "pages: count the pages [produces pages]"}}"#
    );
    let finish = || r#"{"Status": "FINISH", "Comment": "counted"}"#.to_owned();
    // If the subtask fails, the session asks the HostAgent again whether all is done.
    let replies = [delegate, finish(), finish()];
    let model = Arc::new(ScriptedModel::new("m", replies));
    runtime.block_on(ChatServer::start(model, Secret::new("k"))).unwrap()
}

fn words(server: &ChatServer) -> [&str; 8] {
    [
        "run",
        "Count the pages.",
        "--task",
        "t",
        "--model",
        "openai-compatible/m",
        "--base-url",
        server.base_url(),
    ]
}

fn run(workspace: &Workspace, agent: &str) -> Output {
    let runtime = Runtime::new().unwrap();
    let server = server(&runtime, agent);
    let mut command = workspace.command(&words(&server));
    finish(command.envs(KEY).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// The noted number of pages.
fn pages(workspace: &Workspace) -> Option<String> {
    workspace.entries("t").into_iter().find_map(|it| match it.event {
        Event::Noted { note: Note::Text { name, text } } if name == "pages" => Some(text),
        _ => None,
    })
}

#[test]
fn every_kind_takes_a_subtask_and_hands_back_a_result() {
    let command = "[agents.reader]\nintroduction = \"It repeats.\"\ncommand = [\"cat\"]\n";
    for (agents, name, expected) in [
        (peer("librarian", "mcp", &["ok"]), "librarian", "ask heard 'count the pages' in home"),
        (peer("scribe", "acp", &["ok"]), "scribe", "I look into it.\n\nDone: count the pages"),
        (command.to_owned(), "reader", "count the pages"),
    ] {
        let workspace = workspace(&agents, TRUSTING);
        let output = run(&workspace, name);
        assert!(output.status.success(), "{}", transcript(&output));
        assert_eq!(pages(&workspace).as_deref(), Some(expected), "{}", transcript(&output));
        let audit = workspace.run(&["audit", "t"]);
        let audited = String::from_utf8_lossy(&audit.stdout).into_owned();
        assert!(audited.contains(&format!("give {name} the subtask \"count the pages\"")), "{audited}");
        assert!(audited.contains("unverified: only that agent says that it is done"), "{audited}");
    }
}

#[test]
fn without_a_terminal_nothing_is_given_away_unless_a_rule_says_so() {
    let workspace = workspace(&peer("librarian", "mcp", &["ok"]), "");
    let output = run(&workspace, "librarian");
    assert_eq!(output.status.code(), Some(3), "{}", transcript(&output));
    assert_eq!(pages(&workspace), None);
    let again = workspace.run(&["resume", "t"]);
    assert_eq!(again.status.code(), Some(3), "{}", transcript(&again));
}

#[test]
fn what_it_asks_for_goes_to_the_user_and_without_one_it_is_a_no() {
    let scribe = peer("scribe", "acp", &["permit", "allow_always", "allow_once", "reject_once"]);
    let workspace = workspace(&scribe, TRUSTING);
    let output = run(&workspace, "scribe");
    assert!(output.status.success(), "{}", transcript(&output));
    assert!(pages(&workspace).unwrap().contains("my-reject_once"), "{}", transcript(&output));
    let ruled = workspace.entries("t").into_iter().find_map(|it| match it.event {
        Event::Ruled { operation: Operation::Permit(permit), ruling: Ruling::Confirm(why), .. } => {
            Some((permit, why))
        }
        _ => None,
    });
    let (permit, why) = ruled.expect("it was judged");
    assert_eq!(
        (permit.title.as_str(), permit.places.as_slice()),
        ("Delete the notes", &["/home/u/notes.txt".to_owned()][..])
    );
    assert!(why.contains("it deletes something"), "{why}");
}

#[test]
fn a_person_at_the_terminal_sees_what_is_given_away_and_what_is_asked_for() {
    let scribe = peer("scribe", "acp", &["permit", "allow_always", "allow_once", "reject_once"]);
    let workspace = workspace(&scribe, "");
    let runtime = Runtime::new().unwrap();
    let server = server(&runtime, "scribe");
    let mut terminal = Terminal::with(&workspace, &words(&server), &KEY);
    terminal.shows(1, "\n> ");
    let screen = terminal.screen();
    assert!(screen.contains("what     give the agent scribe this: count the pages\n"), "{screen}");
    assert!(screen.contains("why      it hands the task to another agent\n"), "{screen}");
    terminal.types("y\n");
    terminal.shows(2, "\n> ");
    let screen = terminal.screen();
    let asked =
        "what     let scribe do this: \"Delete the notes\" (deletes \"/home/u/notes.txt\"): rm notes.txt\n";
    assert!(screen.contains(asked), "{screen}");
    assert!(screen.contains("who      scribe\n"), "{screen}");
    terminal.types("?\n");
    terminal.shows(1, "n  no; the agent continues without it");
    terminal.shows(3, "\n> ");
    terminal.types("y\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(pages(&workspace).unwrap().contains("my-allow_once"), "{screen}");
    let consents = workspace.entries("t").into_iter().filter_map(|it| match it.event {
        Event::Confirmed { consent, .. } => Some(consent),
        _ => None,
    });
    assert_eq!(consents.collect::<Vec<_>>(), [Consent::Once, Consent::Once]);
}

#[test]
fn an_agent_that_cannot_be_had_is_reported_and_the_task_goes_on() {
    let workspace =
        workspace("[agents.nobody]\nintroduction = \"x\"\nmcp = [\"no-such-program\"]\n", TRUSTING);
    let output = run(&workspace, "nobody");
    assert!(output.status.success(), "{}", transcript(&output));
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(shown.contains("there is no program no-such-program in PATH"), "{}", transcript(&output));
    assert_eq!(pages(&workspace), None);
}

#[test]
fn the_agents_are_listed_and_greeted() {
    let dead = "[agents.nobody]\nintroduction = \"x\"\ncommand = [\"no-such-program\"]\n";
    let workspace = workspace(&format!("{}{dead}", peer("librarian", "mcp", &["ok"])), "");
    let listed = workspace.run(&["agents"]);
    assert_eq!(
        String::from_utf8_lossy(&listed.stdout),
        "librarian (mcp): It helps.\nnobody (command): x\n",
        "{}",
        transcript(&listed)
    );
    let checked = workspace.run(&["agents", "--check"]);
    let shown = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(
        shown.contains("librarian (mcp): It helps.\n  ok: librarian 1.2: tool ask(question)\n"),
        "{shown}"
    );
    assert!(shown.contains("  error: nobody cannot be started: "), "{shown}");
    assert_eq!(checked.status.code(), Some(1));
    let json = workspace.run(&["agents", "--check", "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(rows[0]["said"], "librarian 1.2: tool ask(question)");
    assert!(rows[1]["error"].is_string() && rows[1]["said"].is_null(), "{rows}");
}

#[test]
fn a_file_of_agents_that_is_wrong_or_not_the_users_own_stops_everything() {
    let broken = "[agents.a]\nintroduction = \"x\"\ncommand = [\"true\"]\ntiemout = 3\n";
    let sound = peer("librarian", "mcp", &["ok"]);
    for (agents, mode, expected) in [
        (broken, 0o600, "line 4, \"agents.a.tiemout\": there is no such key"),
        (sound.as_str(), 0o666, "can be changed by others"),
    ] {
        let workspace = workspace(agents, "");
        let file = workspace.path().join(".config/deskpilot/agents.toml");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        for words in [&["agents"][..], &["run", "Open galculator."]] {
            let output = workspace.run(words);
            assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(stderr.contains(&file.display().to_string()) && stderr.contains(expected), "{stderr}");
        }
    }
}
