//! Sessions that follow a plan: each step is checked before the next one is given out.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{DESK, Script, Stage};
use deskpilot_agent::{Ending, Session};
use deskpilot_core::{Event, HostDecision, Mode, Object, TaskPlan, Verdict, View};
use deskpilot_model::{Steps, plan::Follower};
use std::sync::Arc;

fn plan(steps: &[&str]) -> TaskPlan {
    TaskPlan {
        task: "count".into(),
        steps: steps.iter().map(|it| (*it).to_owned()).collect(),
        object: Object::Application("Calculator".into()),
        close: false,
    }
}

fn stage(plan: &TaskPlan) -> Stage {
    let mut stage = Stage::new(DESK);
    (stage.options.mode, stage.options.plan) = (Mode::Follower, Some(plan.clone()));
    stage
}

/// The ids of the subtasks that were given out.
fn given(stage: &Stage) -> Vec<String> {
    let of = |event: Event| match event {
        Event::HostDecided { decision: HostDecision::Assign(it), .. } => Some(it.subtask.id),
        _ => None,
    };
    stage.log.entries().into_iter().filter_map(|it| of(it.event)).collect()
}

#[tokio::test]
async fn a_step_of_which_nothing_was_seen_is_not_carried_out_whatever_its_agent_says() {
    let plan = plan(&["press 6", "clear", "clear again", "press 7"]);
    let stage = stage(&plan);
    let click = |name: &str| {
        format!(
            r#"{{"Status": "FINISH", "ControlText": "{name}", "Function": "click_input", "Args": {{"button": "left"}}, "ControlLabel": "{}"}}"#,
            if name == "6" { 2 } else { 6 }
        )
    };
    let done = r#"{"Status": "FINISH", "Comment": "cleared"}"#.to_owned();
    let app = Script::new(&[click("6"), click("C"), click("C"), done]);
    let mut ports = stage.ports(Arc::new(app));
    ports.models.host = Arc::new(Follower::new(plan));
    let mut session = Session::open(ports, stage.options.clone(), stage.reins.clone(), "test").unwrap();
    let ending = session.round("count").await.unwrap();
    let Ending::Ended(Verdict::Failed(why)) = &ending else { panic!("{ending:?}\n{}", stage.transcript()) };
    assert!(why.starts_with("step-3 (clear again) was not carried out: it is not known to have happened"), "{why}");
    assert_eq!(given(&stage), ["step-1", "step-2", "step-3"], "{}", stage.transcript());
}

#[tokio::test]
async fn a_plan_takes_one_look_for_each_step_and_no_picture_of_the_desktop() {
    let plan = plan(&["Click \"6\"", "Click \"7\"", "Click \"C\""]);
    let stage = stage(&plan);
    let mut ports = stage.ports(Arc::new(Steps));
    ports.models.host = Arc::new(Follower::new(plan));
    let mut session = Session::open(ports, stage.options.clone(), stage.reins.clone(), "test").unwrap();
    let ending = session.round("count").await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", stage.transcript());
    let (mut desktops, mut windows) = (0, 0);
    for entry in stage.log.entries() {
        match entry.event {
            Event::Observed { view: View::Desktop(view) } => {
                desktops += 1;
                assert_eq!(view.pictures.clean, None);
            }
            Event::Observed { view: View::App(_) } => windows += 1,
            Event::Registered { agent, .. } => assert!(agent.as_str().starts_with("BatchAgent/"), "{agent}"),
            _ => {}
        }
    }
    assert_eq!((desktops, windows), (4, 3), "{}", stage.transcript());
}
