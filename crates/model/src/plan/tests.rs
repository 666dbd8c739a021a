//! What the HostAgents of plans decide, look by look.

use super::{Follower, Opening, Straight};
use crate::{Model, Scripted, Sees, testing};
use deskpilot_core::{AgentKind, Object, Prompt, TaskPlan, section};
use serde_json::{Value, json};
use std::sync::Arc;

fn prompt(sections: &[(&str, Value)]) -> Prompt {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let sections: Vec<(&str, String)> = sections.iter().map(|(name, value)| (*name, text(value))).collect();
    testing::prompt_of(AgentKind::HostAgent, &sections, json!({}))
}

fn windows(all: &[(&str, &str, bool)]) -> (&'static str, Value) {
    let window = |(at, (title, application, focused)): (usize, &(&str, &str, bool))| json!({"label": (at + 1).to_string(), "title": title, "application": application, "focused": focused});
    (section::APPLICATION_INFORMATION, all.iter().enumerate().map(window).collect())
}

fn ended(all: &[(&str, &str)]) -> (&'static str, Value) {
    let one = |(status, comment): &(&str, &str)| json!({"status": status, "comment": comment, "application": "mousepad"});
    (section::PREVIOUS_SUBTASKS, all.iter().map(one).collect())
}

fn opening(status: &str, results: &str) -> (&'static str, Value) {
    opened_again(0, status, results)
}

fn opened_again(times: u32, status: &str, results: &str) -> (&'static str, Value) {
    let args = json!({"APP": "", "file_path": "/d/a.txt"});
    let last = json!({"Function": "AppsToOpen", "Args": args, "Status": status, "Results": results,
        "RepeatTimes": times});
    (section::LAST_ACTIONS, json!([last]))
}

/// The reply in a few words: status, window, opened file, subtask, comment.
async fn said(model: &dyn Model, sections: &[(&str, Value)]) -> String {
    let reply = model.complete(&prompt(sections)).await.unwrap().text;
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let text = |key: &str| reply[key].as_str().unwrap_or_default().to_owned();
    let file = reply["AppsToOpen"]["file_path"].as_str().unwrap_or_default().to_owned();
    let said = [text("Status"), text("ControlLabel"), file, text("Current Sub-Task"), text("Comment")];
    said.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" | ")
}

fn plan() -> TaskPlan {
    TaskPlan {
        task: "greet".into(),
        steps: vec!["Type \"hello\"".into(), "in the menu, click Save".into()],
        object: Object::File("/d/a.txt".into()),
        close: false,
    }
}

#[tokio::test]
async fn a_plan_is_followed_step_by_step_and_its_first_failure_ends_it() {
    let model = Follower::new(plan());
    assert_eq!(model.sees(), Sees::Nothing);
    let editor = || windows(&[("b.txt", "mousepad", false), ("a.txt - Mousepad", "mousepad", true)]);
    let renamed = || windows(&[("other", "calc", true), ("Saved - Mousepad", "mousepad", false)]);
    for (sections, expected) in [
        (vec![windows(&[])], "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\""),
        (vec![editor()], "ASSIGN | 2 | step-1: in a.txt, Type \"hello\""),
        (
            vec![windows(&[]), opening("refused", "the user said no")],
            "FAIL | a.txt could not be opened: the user said no",
        ),
        (
            vec![windows(&[]), opening("confirmed", "x")],
            "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\"",
        ),
        (
            vec![windows(&[]), opening("interrupted", "")],
            "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\"",
        ),
        (vec![windows(&[]), opened_again(1, "confirmed", "x")], "FAIL | a.txt was opened, and has no window"),
        (
            vec![
                windows(&[("Editor", "mousepad", false), ("B", "calc", true)]),
                opening("confirmed", "window \"Editor\" opened"),
            ],
            "ASSIGN | 1 | step-1: in a.txt, Type \"hello\"",
        ),
        (vec![editor(), ended(&[("FINISH", "")])], "ASSIGN | 2 | step-2: in a.txt, in the menu, click Save"),
        (vec![renamed(), ended(&[("FINISH", "")])], "ASSIGN | 2 | step-2: in a.txt, in the menu, click Save"),
        (vec![windows(&[]), ended(&[("FINISH", "")])], "FAIL | a.txt is not open any more"),
        (vec![editor(), ended(&[("FINISH", ""), ("FINISH", "")])], "FINISH | all 2 steps are done"),
        (
            vec![editor(), ended(&[("FINISH", ""), ("FAIL", "nothing came of it")])],
            "FAIL | step-2 (in the menu, click Save) was not carried out: nothing came of it",
        ),
        (vec![editor(), (section::COMPLAINT, json!("no window 9"))], "FAIL | no window 9"),
    ] {
        assert_eq!(said(&model, &sections).await, expected, "{sections:?}");
    }
}

#[tokio::test]
async fn what_went_with_a_process_is_opened_again_once_in_each() {
    for (status, told, why) in
        [("confirmed", "x", "was opened, and has no window"), ("interrupted", "", "could not be opened: ")]
    {
        let model = Follower::new(plan());
        let gone = || [windows(&[]), opened_again(3, status, told)];
        assert_eq!(said(&model, &gone()).await, "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\"");
        let again = said(&model, &gone()).await;
        assert!(again.starts_with("FAIL") && again.contains(why), "{again}");
    }
}

#[tokio::test]
async fn a_document_is_opened_once_before_the_other_model_decides() {
    let then = || Arc::new(Scripted::new("mine", ["{\"Status\": \"FINISH\", \"Comment\": \"mine\"}"; 2]));
    let model = || Opening::new(Object::File("/d/a.txt".into()), then());
    let open = || windows(&[("a.txt - Mousepad", "mousepad", true)]);
    for (sections, expected) in [
        (vec![windows(&[])], "CONTINUE | /d/a.txt"),
        (vec![open()], "FINISH | mine"),
        (vec![windows(&[("b", "calc", true)]), opening("confirmed", "x")], "FINISH | mine"),
        (vec![windows(&[]), opening("confirmed", "x")], "CONTINUE | /d/a.txt"),
        (vec![windows(&[]), opening("interrupted", "")], "CONTINUE | /d/a.txt"),
        (
            vec![windows(&[]), opening("partial", "it asks for a password")],
            "FAIL | a.txt could not be opened: it asks for a password",
        ),
    ] {
        assert_eq!(said(&model(), &sections).await, expected, "{sections:?}");
    }
    let killed = model();
    let gone = || [windows(&[]), opened_again(3, "confirmed", "x")];
    assert_eq!(said(&killed, &gone()).await, "CONTINUE | /d/a.txt", "as often as processes are killed");
    assert_eq!(said(&killed, &gone()).await, "FINISH | mine", "once in each");
    let model = model();
    assert_eq!(said(&model, &[open()]).await, "FINISH | mine");
    assert_eq!(said(&model, &[windows(&[])]).await, "FINISH | mine", "what was closed since stays closed");
}

#[tokio::test]
async fn an_operator_is_given_the_request_as_it_is() {
    let request = (section::USER_REQUEST, json!("note: in a, b [needs c] d"));
    let desktop = || windows(&[("desktop", "desktop", false)]);
    for (sections, expected) in [
        (vec![request.clone(), desktop()], "ASSIGN | 1 | request: in the desktop, note: in a, b [needs c] d"),
        (vec![request.clone(), desktop(), ended(&[("FINISH", "it is done")])], "FINISH | it is done"),
        (vec![request.clone(), desktop(), ended(&[("FAIL", "no way")])], "FAIL | no way"),
        (vec![request, windows(&[])], "FAIL | there is no desktop to work on"),
    ] {
        assert_eq!(said(&Straight, &sections).await, expected);
    }
    let app = testing::prompt();
    let error = Straight.complete(&app).await.unwrap_err().to_string();
    assert!(error.contains("name another model for the AppAgent"), "{error}");
}
