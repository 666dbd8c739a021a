//! What a run makes of a model's replies: recorded ones are replayed, and cut ones end it.

use deskpilot_core::{Event, Usage};
use deskpilot_model::{ModelError, ScriptedModel, ScriptedReply};
use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, transcript};
use std::{process::Stdio, sync::Arc};

#[test]
fn a_task_is_replayed_from_its_log_as_long_as_the_prompts_are_the_same() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output =
        workspace.run(&["run", "Open the calculator and compute 6 x 7. Read the result.", "--task", "sum"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let output = workspace.run(&["replay", "sum", "--task", "again"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_eq!(workspace.operations("again"), workspace.operations("sum"));
}

#[test]
fn replies_that_are_cut_end_the_run_with_the_setting_to_change() {
    let cut = || {
        ScriptedReply::Error(ModelError::Cut {
            model: "m".into(),
            text: r#"{"Status": "FINISH", "Comment": "done"}"#.into(),
            tokens: 0,
            advice: String::new(),
            usage: Usage::default(),
        })
    };
    let server = SpokenServer::of(Arc::new(ScriptedModel::new("m", [cut(), cut(), cut()])));
    let workspace = Workspace::of(crate::PROGRAM);
    let mut command = workspace.command(&["run", "tidy up", "--task", "cut"]);
    command.envs(server.variables()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = finish(command.spawn().unwrap());
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("could not end its reply") && printed.contains("model.max_output_tokens"),
        "{printed}"
    );
    let replies =
        workspace.entries("cut").iter().filter(|it| matches!(it.event, Event::Replied { .. })).count();
    assert_eq!(replies, 3, "{printed}");
}

#[test]
fn thoughts_without_an_answer_end_the_run_with_the_setting_to_change() {
    let thought = || {
        ScriptedReply::Error(ModelError::OnlyThoughts {
            model: "m".into(),
            text: r#"I will answer {"Status": "FINISH", "Comment": "done"}"#.into(),
            cut_after: None,
            advice: "".into(),
            usage: Usage::default(),
        })
    };
    let server = SpokenServer::of(Arc::new(ScriptedModel::new("m", [thought(), thought(), thought()])));
    let workspace = Workspace::of(crate::PROGRAM);
    let mut command = workspace.command(&["run", "tidy up", "--task", "thoughts"]);
    command.envs(server.variables()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = finish(command.spawn().unwrap());
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("thought and gave no answer") && printed.contains("deskpilot config set model.name"),
        "{printed}"
    );
    let log = transcript(&workspace.run(&["log", "thoughts"]));
    assert!(log.contains("the reply had thoughts and no answer"), "{log}");
}
