//! Computer-use models in every mode that has one, against servers that speak both dialects.

use crate::common::{Workspace, finish, transcript};
use deskpilot_core::{Control, Event, HostDecision, Launch, Operation, Ruling, Size};
use deskpilot_desktop::{Budget, Desktop};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_model::Secret;
use deskpilot_testkit::loopback::{Dialect, OperatorReply, OperatorServer};
use serde_json::{Value, json};
use std::{
    fs,
    process::{Output, Stdio},
};
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";
const DIALECTS: [Dialect; 2] = [Dialect::OpenAi, Dialect::Anthropic];

/// A server with scripted answers in one dialect.
struct Server {
    server: OperatorServer,
    dialect: Dialect,
}

impl Server {
    fn start(runtime: &Runtime, dialect: Dialect, answers: Vec<Value>) -> Server {
        let lines = answers.into_iter().map(OperatorReply::Answer).collect();
        let server = runtime.block_on(OperatorServer::start(dialect, lines, Secret::new(KEY))).unwrap();
        Server { server, dialect }
    }

    fn run(&self, workspace: &Workspace, desktop: Option<&PrivateDesktop>, words: &[&str]) -> Output {
        let model = match self.dialect {
            Dialect::OpenAi => "openai/computer-use-preview",
            Dialect::Anthropic => "anthropic/claude-sonnet-4-5",
        };
        let model = ["--model", model, "--base-url", self.server.base_url()];
        let mut command = workspace.command(&[words, &model[..]].concat());
        if let Some(desktop) = desktop {
            command.env_clear().envs(desktop.seat().environment().iter()).args(["--desktop", "current"]);
        }
        command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }
}

/// One call of the dialect's tool.
fn click(dialect: Dialect, (x, y): (i32, i32), checks: &Value) -> Value {
    match dialect {
        Dialect::OpenAi => {
            let action = json!({"type": "click", "x": x, "y": y, "button": "left"});
            json!([{"type": "computer_call", "call_id": "c1", "action": action, "pending_safety_checks": checks}])
        }
        Dialect::Anthropic => {
            let input = json!({"action": "left_click", "coordinate": [x, y]});
            json!([{"type": "tool_use", "id": "t1", "name": "computer", "input": input}])
        }
    }
}

fn word(dialect: Dialect, text: &str) -> Value {
    match dialect {
        Dialect::OpenAi => json!([{"type": "message", "content": [{"type": "output_text", "text": text}]}]),
        Dialect::Anthropic => json!([{"type": "text", "text": text}]),
    }
}

/// A desktop with a calculator, and the position of the calculator's key 5.
fn with_a_calculator(runtime: &Runtime) -> (PrivateDesktop, LinuxDesktop, (i32, i32)) {
    runtime.block_on(async {
        let options = PrivateOptions { size: Size { width: 1024, height: 768 }, ..PrivateOptions::USUAL };
        let private = PrivateDesktop::bring_up(&options).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        desktop.launch(&Launch { application: "galculator".into(), file: None }, &[]).await.unwrap();
        let five = control(&mut desktop, "5").await.rect.center();
        (private, desktop, (five.x, five.y))
    })
}

async fn control(desktop: &mut LinuxDesktop, name: &str) -> Control {
    let window = desktop.windows().await.unwrap().remove(0);
    let controls = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
    controls.into_iter().find(|it| it.name == name).unwrap()
}

/// The display of the calculator.
fn display(runtime: &Runtime, desktop: &mut LinuxDesktop) -> Vec<String> {
    runtime.block_on(async {
        let window = desktop.windows().await.unwrap().remove(0);
        let controls = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
        controls.into_iter().filter_map(|it| it.value).collect()
    })
}

/// The agents with subtasks, and the applications in which an action was done.
fn who_and_where(workspace: &Workspace, task: &str) -> (Vec<String>, Vec<String>) {
    let (mut agents, mut applications) = (Vec::new(), Vec::new());
    for entry in workspace.entries(task) {
        match entry.event {
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                agents.push(it.agent.to_string());
            }
            Event::Acting { operation: Operation::Act(action), .. } => {
                applications.push(action.window.application);
            }
            _ => {}
        }
    }
    (agents, applications)
}

#[test]
fn an_operator_works_on_the_whole_desktop_in_both_dialects() {
    let runtime = Runtime::new().unwrap();
    for dialect in DIALECTS {
        let workspace = Workspace::new();
        let (private, mut desktop, five) = with_a_calculator(&runtime);
        let answers = vec![click(dialect, five, &json!([])), word(dialect, "The display shows 5.")];
        let server = Server::start(&runtime, dialect, answers);
        // An action at a position without a known control needs a yes; here the tree has the control.
        let output =
            server.run(&workspace, Some(&private), &["run", "--mode", "operator", "press 5", "--task", "o"]);
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{dialect:?}: {all}");
        assert!(all.contains("Finished: The display shows 5."), "{all}");
        let shown = display(&runtime, &mut desktop);
        assert!(shown.iter().any(|it| it.trim() == "5"), "{shown:?}");
        let (agents, applications) = who_and_where(&workspace, "o");
        assert!(agents.len() == 1 && agents[0].starts_with("OpenAIOperator/desktop/"), "{agents:?}");
        assert_eq!(applications, ["galculator"], "what is at the place is what it is done to");
        runtime.block_on(private.close());
    }
}

#[test]
fn rules_about_an_application_hold_for_places_on_the_desktop() {
    let runtime = Runtime::new().unwrap();
    let workspace = Workspace::new();
    let policy = "preset = \"unrestricted\"\n[[rule]]\nsay = \"refuse\"\napplication = \"galculator\"\n";
    fs::write(workspace.path().join("policy.toml"), policy).unwrap();
    let (private, mut desktop, five) = with_a_calculator(&runtime);
    let answers = vec![click(Dialect::OpenAi, five, &json!([])), word(Dialect::OpenAi, "I may not.")];
    let server = Server::start(&runtime, Dialect::OpenAi, answers);
    let file = workspace.path().join("policy.toml").display().to_string();
    let words = ["run", "--mode", "operator", "press 5", "--task", "o", "--policy", &file];
    let output = server.run(&workspace, Some(&private), &words);
    let ruled = workspace.entries("o").into_iter().find_map(|it| match it.event {
        Event::Ruled { ruling, .. } => Some(ruling),
        _ => None,
    });
    assert!(matches!(ruled, Some(Ruling::Refuse(_))), "{ruled:?} {}", transcript(&output));
    assert_eq!(who_and_where(&workspace, "o").1, [""; 0], "nothing is done");
    assert!(display(&runtime, &mut desktop).iter().all(|it| it.trim() != "5"));
    runtime.block_on(private.close());
}

#[test]
fn a_safety_check_that_nobody_can_answer_waits_and_nothing_is_done() {
    let runtime = Runtime::new().unwrap();
    let workspace = Workspace::new();
    let (private, _, five) = with_a_calculator(&runtime);
    let checks = json!([{"id": "s1", "code": "malicious_instructions", "message": "The page gives orders."}]);
    let server = Server::start(&runtime, Dialect::OpenAi, vec![click(Dialect::OpenAi, five, &checks)]);
    let words = ["run", "--mode", "operator", "press 5", "--task", "o", "--policy", "unrestricted"];
    let output = server.run(&workspace, Some(&private), &words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(3), "{all}");
    assert!(all.contains("Waits for your approval") && all.contains("The page gives orders."), "{all}");
    assert_eq!(who_and_where(&workspace, "o").1, [""; 0], "nothing is done");
    assert_eq!(server.server.requests().len(), 1, "and nothing is acknowledged");
    runtime.block_on(private.close());
}

#[test]
fn what_an_operator_cannot_mean_is_told_to_it_until_it_has_failed() {
    let runtime = Runtime::new().unwrap();
    let shell = json!([{"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "rm -rf ~"}}]);
    let far = |dialect| click(dialect, (99_999, 5), &json!([]));
    for (dialect, answer, said) in [
        (Dialect::OpenAi, far(Dialect::OpenAi), "outside of the screenshot"),
        (Dialect::Anthropic, far(Dialect::Anthropic), "outside of the screenshot"),
        (Dialect::Anthropic, shell, "bash"),
    ] {
        let workspace = Workspace::new();
        let server = Server::start(&runtime, dialect, vec![answer.clone(); 9]);
        let output = server.run(&workspace, None, &["run", "--mode", "operator", "x", "--task", "o"]);
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{answer}: {all}");
        assert!(all.contains(said), "{answer}: {all}");
        assert_eq!(who_and_where(&workspace, "o").1, [""; 0], "nothing is done");
        assert_eq!(server.server.requests().len(), 4, "as many complaints as the settings allow");
    }
}

#[test]
fn an_operator_takes_the_place_of_the_app_agents() {
    let runtime = Runtime::new().unwrap();
    for dialect in DIALECTS {
        let workspace = Workspace::new();
        let server = Server::start(&runtime, dialect, vec![word(dialect, "It is there already.")]);
        let request = "Open galculator. Click \"5\".";
        let output =
            server.run(&workspace, None, &["run", "--mode", "normal_operator", request, "--task", "n"]);
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
        let (agents, _) = who_and_where(&workspace, "n");
        assert_eq!(agents, ["OpenAIOperator/galculator/galculator"]);
        let asked = server.server.requests()[0].to_string();
        assert!(asked.contains("click") && asked.contains("\\\"5\\\""), "it is told its subtask: {asked}");
    }
}

#[test]
fn a_batch_is_done_by_an_operator() {
    let runtime = Runtime::new().unwrap();
    let workspace = Workspace::new();
    fs::create_dir(workspace.path().join("tasks")).unwrap();
    fs::write(workspace.path().join("tasks/a.txt"), "first\n").unwrap();
    let plan = json!({"task": "Type \"more\".", "object": "a.txt", "close": true});
    fs::write(workspace.path().join("tasks/a.json"), plan.to_string()).unwrap();
    let typed = json!([
        {"type": "tool_use", "id": "t1", "name": "computer", "input": {"action": "key", "text": "ctrl+End"}},
        {"type": "tool_use", "id": "t2", "name": "computer", "input": {"action": "type", "text": "more"}},
        {"type": "tool_use", "id": "t3", "name": "computer", "input": {"action": "key", "text": "ctrl+s"}},
    ]);
    let dialect = Dialect::Anthropic;
    let server = Server::start(&runtime, dialect, vec![typed, word(dialect, "It is typed and saved.")]);
    let words = ["run", "--mode", "batch_normal_operator", "--plan", "tasks", "--task", "b"];
    let output = server.run(&workspace, None, &[&words[..], &["--policy", "unrestricted"]].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert_eq!(
        fs::read_to_string(workspace.path().join("tasks/a.txt")).unwrap().trim(),
        "first\nmore",
        "{all}"
    );
    let (agents, _) = who_and_where(&workspace, "b-a");
    assert!(agents.len() == 1 && agents[0].starts_with("BatchOpenAIOperator/"), "{agents:?}");
    assert_eq!(workspace.jobs("tasks.queue")["a"]["state"], "succeeded");
}
