//! A task that has ended is judged by a language model, which the command needs before it writes anything.

use deskpilot_core::Event;
use deskpilot_model::{ScriptedModel, ScriptedReply};
use deskpilot_testkit::command_line::{SpokenServer, Workspace, transcript};
use serde_json::json;
use std::sync::Arc;

/// How often the log of the task was given to a judge.
fn judged(workspace: &Workspace) -> usize {
    workspace.entries("t").iter().filter(|it| matches!(it.event, Event::Judging { .. })).count()
}

#[test]
fn a_task_is_judged_by_a_language_model_and_without_one_the_log_stays_as_it_is() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&["run", "Open galculator.", "--task", "t"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let before = judged(&workspace);
    let output = workspace.run(&["evaluate", "t"]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    assert!(transcript(&output).contains("`deskpilot config set model.judge PROVIDER/MODEL`"));
    assert_eq!(judged(&workspace), before);
    for (nth, (complete, code)) in [("yes", 0), ("no", 1)].into_iter().enumerate() {
        let reply = json!({"reason": "its window is there", "complete": complete, "sub_scores": []});
        let model = ScriptedModel::new("m", [ScriptedReply::Text(reply.to_string())]);
        let server = SpokenServer::unenforced(Arc::new(model));
        let output = workspace.command(&["evaluate"]).envs(server.variables()).output().unwrap();
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(code), "{printed}");
        assert!(printed.contains("task: t, the latest that has ended"), "{printed}");
        assert!(
            printed.contains(&format!("complete: {complete}\nreason:   its window is there\n")),
            "{printed}"
        );
        assert_eq!(judged(&workspace), before + nth + 1, "{printed}");
    }
}
