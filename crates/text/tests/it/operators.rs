//! Computer-use models in every mode that has one, against servers that speak their dialects.

use deskpilot_testkit::{
    command_line::{SpokenOperator, Workspace, finish, transcript},
    loopback::Dialect,
};
use serde_json::json;
use std::process::{Output, Stdio};

const DIALECTS: [Dialect; 3] = [Dialect::OpenAi, Dialect::Anthropic, Dialect::Gemini];

/// The output of the command with this model.
fn run(operator: &SpokenOperator, workspace: &Workspace, words: &[&str]) -> Output {
    let mut command = workspace.command(&[words, &operator.flags()].concat());
    command.envs(operator.variables());
    finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[test]
fn what_an_operator_cannot_mean_is_told_to_it_until_it_has_failed() {
    let shell = json!([{"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "rm -rf ~"}}]);
    let far = |dialect: Dialect| dialect.click((99_999, 5), &json!([]));
    for (dialect, answer, expected) in [
        (Dialect::OpenAi, far(Dialect::OpenAi), "outside of the screenshot"),
        (Dialect::Anthropic, far(Dialect::Anthropic), "outside of the screenshot"),
        (Dialect::Gemini, far(Dialect::Gemini), "thousandths of the screenshot"),
        (Dialect::Anthropic, shell, "bash"),
    ] {
        let workspace = Workspace::of(crate::PROGRAM);
        let server = SpokenOperator::start(dialect, vec![answer.clone(); 9]);
        let output = run(&server, &workspace, &["run", "--mode", "operator", "x", "--task", "o"]);
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{answer}: {all}");
        assert!(all.contains(expected), "{answer}: {all}");
        assert_eq!(workspace.acted_in("o"), [""; 0], "nothing is done");
        assert_eq!(server.requests().len(), 4, "as many complaints as the settings allow");
    }
}

#[test]
fn an_operator_takes_the_place_of_the_app_agents() {
    for dialect in DIALECTS {
        let workspace = Workspace::of(crate::PROGRAM);
        let server = SpokenOperator::start(dialect, vec![dialect.words("It is there already.")]);
        let request = "Open galculator. Click \"5\".";
        let output = run(&server, &workspace, &["run", "--mode", "normal_operator", request, "--task", "n"]);
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
        let agents = workspace.assignments("n");
        assert_eq!(agents.len(), 1);
        assert_eq!(agents[0].agent.to_string(), "OpenAIOperator/galculator/galculator");
        let asked = server.requests()[0].to_string();
        assert!(
            asked.contains("click") && asked.contains("\\\"5\\\""),
            "its subtask is in the request: {asked}"
        );
    }
}
