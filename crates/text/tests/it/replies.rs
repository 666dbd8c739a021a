//! What a run makes of a model's replies: recorded ones are replayed, and cut ones end it.

use deskpilot_core::{Event, Usage};
use deskpilot_model::{ModelError, ScriptedModel, ScriptedReply};
use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, transcript};
use std::{
    process::{Output, Stdio},
    sync::Arc,
    time::Duration,
};

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
    let output = asked(&workspace, &server, &["run", "tidy up", "--task", "cut"]);
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
    let output = asked(&workspace, &server, &["run", "tidy up", "--task", "thoughts"]);
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("thought and gave no answer") && printed.contains("deskpilot config set model.name"),
        "{printed}"
    );
    let log = transcript(&workspace.run(&["log", "thoughts"]));
    assert!(log.contains("the reply had thoughts and no answer"), "{log}");
}

/// What the command prints with these words while this server plays its model.
fn asked(workspace: &Workspace, server: &SpokenServer, words: &[&str]) -> Output {
    let mut command = workspace.command(words);
    command.envs(server.variables()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn().unwrap())
}

#[test]
fn a_wait_of_an_hour_ends_the_run_with_the_time_and_resume_goes_on() {
    let busy = ModelError::RateLimited { model: "m".into(), retry_after: Some(Duration::from_secs(3600)) };
    let replies: [ScriptedReply; 2] = [busy.into(), r#"{"Status": "FINISH", "Comment": "all tidy"}"#.into()];
    let server = SpokenServer::unenforced(Arc::new(ScriptedModel::new("m", replies)));
    let workspace = Workspace::of(crate::PROGRAM);
    let output = asked(&workspace, &server, &["run", "tidy up", "--task", "busy"]);
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("again in 3600 s") && printed.contains("model.longest_wait_seconds"),
        "{printed}"
    );
    let entries = workspace.entries("busy");
    let calls = entries.iter().filter(|it| matches!(it.event, Event::Prompted { .. })).count();
    assert_eq!(calls, 1, "no call is made in vain: {printed}");
    let output = asked(&workspace, &server, &["resume", "busy"]);
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("all tidy"), "{printed}");
}

#[test]
fn the_log_quotes_a_reply_that_is_no_answer() {
    let prose = "Nothing-is-to-be-seen-here.";
    let replies = [prose, r#"{"Status": "FINISH", "Comment": "done"}"#];
    let server = SpokenServer::unenforced(Arc::new(ScriptedModel::new("m", replies)));
    let workspace = Workspace::of(crate::PROGRAM);
    let output = asked(&workspace, &server, &["run", "tidy up", "--task", "prose"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let log = transcript(&workspace.run(&["log", "prose"]));
    assert!(log.contains(&format!("it begins: {prose}")), "{log}");
}
