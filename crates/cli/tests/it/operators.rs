//! Computer-use models in every mode that has one, against servers that speak both dialects.

use deskpilot_core::{Control, Event, Launch, Ruling, Size};
use deskpilot_desktop::{Budget, Desktop, DesktopReader, WindowList};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::{
    command_line::{SpokenOperator, Workspace, finish, transcript},
    loopback::Dialect,
    tried,
};
use serde_json::json;
use std::{
    fs,
    process::{Output, Stdio},
};
use tokio::runtime::Runtime;

const DIALECTS: [Dialect; 2] = [Dialect::OpenAi, Dialect::Anthropic];

/// The output of the command with this model, on this desktop if there is one.
fn run(
    operator: &SpokenOperator,
    workspace: &Workspace,
    desktop: Option<&PrivateDesktop>,
    words: &[&str],
) -> Output {
    let mut command = workspace.command(&[words, &operator.flags()].concat());
    if let Some(desktop) = desktop {
        command.env_clear().envs(desktop.seat().environment().iter()).args(["--desktop", "current"]);
    }
    command.envs(operator.variables());
    finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// A desktop with a calculator, and the position of the calculator's key 5.
fn with_a_calculator(runtime: &Runtime) -> (PrivateDesktop, LinuxDesktop, (i32, i32)) {
    runtime.block_on(async {
        let options = PrivateOptions { size: Size { width: 1024, height: 768 }, ..PrivateOptions::USUAL };
        let private = PrivateDesktop::bring_up(&options).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        desktop
            .launch(&Launch { application: "galculator".into(), file: None, ..Launch::default() }, &[])
            .await
            .unwrap();
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

#[test]
fn an_operator_works_on_the_whole_desktop_in_both_dialects() {
    let runtime = Runtime::new().unwrap();
    for dialect in tried(&DIALECTS, |it| *it == Dialect::OpenAi) {
        let workspace = crate::workspace();
        let (private, mut desktop, five) = with_a_calculator(&runtime);
        let answers = vec![dialect.click(five, &json!([])), dialect.words("The display shows 5.")];
        let server = SpokenOperator::start(dialect, answers);
        // An action at a position without a known control needs a yes; here the tree has the control.
        let output = run(
            &server,
            &workspace,
            Some(&private),
            &["run", "--mode", "operator", "press 5", "--task", "o"],
        );
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{dialect:?}: {all}");
        assert!(all.contains("Finished: The display shows 5."), "{all}");
        let shown = display(&runtime, &mut desktop);
        assert!(shown.iter().any(|it| it.trim() == "5"), "{shown:?}");
        let (agents, applications) = (workspace.assignments("o"), workspace.acted_in("o"));
        assert!(
            agents.len() == 1 && agents[0].agent.to_string().starts_with("OpenAIOperator/desktop/"),
            "{agents:?}"
        );
        assert_eq!(applications, ["galculator"], "what is at the place is what it is done to");
        runtime.block_on(private.close());
    }
}

#[test]
fn rules_about_an_application_hold_for_places_on_the_desktop() {
    let runtime = Runtime::new().unwrap();
    let workspace = crate::workspace();
    let policy = "preset = \"unrestricted\"\n[[rule]]\nsay = \"refuse\"\napplication = \"galculator\"\n";
    fs::write(workspace.path().join("policy.toml"), policy).unwrap();
    let (private, mut desktop, five) = with_a_calculator(&runtime);
    let answers = vec![Dialect::OpenAi.click(five, &json!([])), Dialect::OpenAi.words("I may not.")];
    let server = SpokenOperator::start(Dialect::OpenAi, answers);
    let file = workspace.path().join("policy.toml").display().to_string();
    let words = ["run", "--mode", "operator", "press 5", "--task", "o", "--policy", &file];
    let output = run(&server, &workspace, Some(&private), &words);
    let ruled = workspace.entries("o").into_iter().find_map(|it| match it.event {
        Event::Ruled { ruling, .. } => Some(ruling),
        _ => None,
    });
    assert!(matches!(ruled, Some(Ruling::Refuse(_))), "{ruled:?} {}", transcript(&output));
    assert_eq!(workspace.acted_in("o"), [""; 0], "nothing is done");
    assert!(display(&runtime, &mut desktop).iter().all(|it| it.trim() != "5"));
    runtime.block_on(private.close());
}

#[test]
fn a_safety_check_that_nobody_can_answer_waits_and_nothing_is_done() {
    let runtime = Runtime::new().unwrap();
    let workspace = crate::workspace();
    let (private, _, five) = with_a_calculator(&runtime);
    let checks = json!([{"id": "s1", "code": "malicious_instructions", "message": "The page gives orders."}]);
    let server = SpokenOperator::start(Dialect::OpenAi, vec![Dialect::OpenAi.click(five, &checks)]);
    let words = ["run", "--mode", "operator", "press 5", "--task", "o", "--policy", "unrestricted"];
    let output = run(&server, &workspace, Some(&private), &words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(3), "{all}");
    assert!(all.contains("Waits for your approval") && all.contains("The page gives orders."), "{all}");
    assert_eq!(workspace.acted_in("o"), [""; 0], "nothing is done");
    assert_eq!(server.requests().len(), 1, "and nothing is acknowledged");
    runtime.block_on(private.close());
}

#[test]
fn a_batch_is_done_by_an_operator() {
    let workspace = crate::workspace();
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
    let server = SpokenOperator::start(dialect, vec![typed, dialect.words("It is typed and saved.")]);
    let words = ["run", "--mode", "batch_normal_operator", "--plan", "tasks", "--task", "b"];
    let output = run(&server, &workspace, None, &[&words[..], &["--policy", "unrestricted"]].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert_eq!(
        fs::read_to_string(workspace.path().join("tasks/a.txt")).unwrap().trim(),
        "first\nmore",
        "{all}"
    );
    let agents = workspace.assignments("b-a");
    assert!(
        agents.len() == 1 && agents[0].agent.to_string().starts_with("BatchOpenAIOperator/"),
        "{agents:?}"
    );
    assert_eq!(workspace.jobs("tasks.queue")["a"]["state"], "succeeded");
}
