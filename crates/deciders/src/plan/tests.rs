//! Tests of the HostAgents of plans, turn by turn.

use super::{Follower, ObjectOpener, SingleSubtask};
use crate::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
    SubtaskKind,
    draft::{HostDraft, HostMove},
    testing::{Setting, done, ended, host_parts, memory, outcome, window},
};
use async_trait::async_trait;
use deskpilot_core::{HostDecision, Label, TaskObject, TaskPlan, Window};
use serde_json::json;
use std::sync::Arc;

/// A HostAgent's scene with these windows: title, application and focus.
fn windows(all: &[(&str, &str, bool)]) -> Setting {
    let one = |(at, (title, application, focused)): (usize, &(&str, &str, bool))| Window {
        label: Some(Label(at as u32 + 1)),
        title: (*title).to_owned(),
        application: (*application).to_owned(),
        focused: *focused,
        ..window()
    };
    let mut setting = Setting::default();
    setting.desktop.windows = all.iter().enumerate().map(one).collect();
    setting
}

/// The same scene after these subtasks, each `FINISH comment` or `FAIL reason`.
fn after(mut setting: Setting, subtasks: &[&str]) -> Setting {
    setting.round.subtasks = subtasks.iter().map(|it| ended(it, "mousepad")).collect();
    setting
}

/// The same scene after the document was opened, and this many times in a row before.
fn opened(mut setting: Setting, times: usize, word: &str, message: &str) -> Setting {
    let args = json!({"APP": "", "file_path": "/d/a.txt"});
    setting.memory = memory(vec![done("AppsToOpen", &args, "", outcome(word, message))], times);
    setting
}

/// The decision in a few words: status, window, opened file, subtask, comment.
fn decision_text(decider: &dyn Decider, setting: &Setting) -> String {
    let decided = setting.host(decider).unwrap();
    let (word, label, launch) = host_parts(&decided.decision);
    let subtask = match &decided.decision {
        HostDecision::Assign(it) => it.subtask.to_string(),
        HostDecision::LaunchFor(_, _, subtask) => subtask.to_string(),
        _ => String::new(),
    };
    let file = launch.and_then(|it| it.file).unwrap_or_default();
    let parts = [word.to_owned(), label, file, subtask, decided.remarks.common.comment];
    parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" | ")
}

/// A decider that finishes at once.
struct Mine;

#[async_trait]
impl Decider for Mine {
    fn name(&self) -> &str {
        "mine"
    }

    fn needs(&self) -> Needs {
        Needs::DEFAULT
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        Ok(HostDraft::with_ending(HostMove::Finish, "", "mine").into_response(scene))
    }

    async fn app(&self, _: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        super::not_for_app_agent("mine")
    }
}

fn plan() -> TaskPlan {
    TaskPlan {
        task: "greet".into(),
        steps: vec!["Type \"hello\"".into(), "in the menu, click Save".into()],
        object: TaskObject::File("/d/a.txt".into()),
        close: false,
    }
}

#[test]
fn a_plan_is_followed_step_by_step_and_its_first_failure_ends_it() {
    let follower = Follower::new(plan());
    assert_eq!(follower.needs().desktop, DesktopNeed::Windows);
    assert_eq!(follower.needs().subtask_kind, SubtaskKind::PlanSteps);
    let editor = || windows(&[("b.txt", "mousepad", false), ("a.txt - Mousepad", "mousepad", true)]);
    let renamed = || windows(&[("other", "calc", true), ("Saved - Mousepad", "mousepad", false)]);
    let empty = || windows(&[]);
    for (setting, expected) in [
        (empty(), "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\""),
        (editor(), "ASSIGN | 2 | step-1: in a.txt, Type \"hello\""),
        (
            opened(empty(), 0, "refused", "the user said no"),
            "FAIL | a.txt could not be opened: the user said no",
        ),
        (opened(empty(), 0, "confirmed", "x"), "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\""),
        (opened(empty(), 0, "interrupted", ""), "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\""),
        (opened(empty(), 1, "confirmed", "x"), "FAIL | a.txt was opened, and has no window"),
        (
            opened(
                windows(&[("Editor", "mousepad", false), ("B", "calc", true)]),
                0,
                "confirmed",
                "\"Editor\" opened",
            ),
            "ASSIGN | 1 | step-1: in a.txt, Type \"hello\"",
        ),
        (after(editor(), &["FINISH"]), "ASSIGN | 2 | step-2: in a.txt, in the menu, click Save"),
        (after(renamed(), &["FINISH"]), "ASSIGN | 2 | step-2: in a.txt, in the menu, click Save"),
        (after(empty(), &["FINISH"]), "FAIL | a.txt is not open any more"),
        (after(editor(), &["FINISH", "FINISH"]), "FINISH | all 2 steps are done"),
        (
            after(editor(), &["FINISH", "FAIL nothing came of it"]),
            "FAIL | step-2 (in the menu, click Save) was not carried out: nothing came of it",
        ),
        (editor().complaining("no window 9"), "FAIL | no window 9"),
    ] {
        assert_eq!(decision_text(&follower, &setting), expected, "{setting:?}");
    }
}

#[test]
fn what_went_with_a_process_is_opened_again_once_in_each() {
    for (word, result, why) in
        [("confirmed", "x", "was opened, and has no window"), ("interrupted", "", "could not be opened: ")]
    {
        let follower = Follower::new(plan());
        let gone = || opened(windows(&[]), 3, word, result);
        assert_eq!(decision_text(&follower, &gone()), "ASSIGN | /d/a.txt | step-1: in a.txt, Type \"hello\"");
        let again = decision_text(&follower, &gone());
        assert!(again.starts_with("FAIL") && again.contains(why), "{again}");
    }
}

#[test]
fn a_document_is_opened_once_before_the_other_decider_decides() {
    let opening = || ObjectOpener::new(TaskObject::File("/d/a.txt".into()), Arc::new(Mine));
    let open = || windows(&[("a.txt - Mousepad", "mousepad", true)]);
    let empty = || windows(&[]);
    for (setting, expected) in [
        (empty(), "CONTINUE | /d/a.txt"),
        (open(), "FINISH | mine"),
        (opened(windows(&[("b", "calc", true)]), 0, "confirmed", "x"), "FINISH | mine"),
        (opened(empty(), 0, "confirmed", "x"), "CONTINUE | /d/a.txt"),
        (opened(empty(), 0, "interrupted", ""), "CONTINUE | /d/a.txt"),
        (
            opened(empty(), 0, "partial", "it asks for a password"),
            "FAIL | a.txt could not be opened: it asks for a password",
        ),
    ] {
        assert_eq!(decision_text(&opening(), &setting), expected, "{setting:?}");
    }
    let killed = opening();
    let gone = || opened(empty(), 3, "confirmed", "x");
    assert_eq!(decision_text(&killed, &gone()), "CONTINUE | /d/a.txt", "as often as processes are killed");
    assert_eq!(decision_text(&killed, &gone()), "FINISH | mine", "once in each");
    let opening = opening();
    assert_eq!(decision_text(&opening, &open()), "FINISH | mine");
    assert_eq!(decision_text(&opening, &empty()), "FINISH | mine", "what was closed since stays closed");
}

#[test]
fn an_operator_is_given_the_request_as_it_is() {
    let requested = |setting: Setting| {
        let mut setting = setting;
        setting.round.request = "note: in a, b [needs c] d".into();
        setting
    };
    let desktop = || requested(windows(&[("desktop", "desktop", false)]));
    for (setting, expected) in [
        (desktop(), "ASSIGN | 1 | request: in the desktop, note: in a, b [needs c] d"),
        (after(desktop(), &["FINISH it is done"]), "FINISH | it is done"),
        (after(desktop(), &["FAIL no way"]), "FAIL | no way"),
        (requested(windows(&[])), "FAIL | there is no desktop to work on"),
    ] {
        assert_eq!(decision_text(&SingleSubtask, &setting), expected);
    }
    let error = Setting::default().app(&SingleSubtask).unwrap_err().to_string();
    assert!(error.contains("name another model for the AppAgent"), "{error}");
}
