//! Sessions that follow a plan: each step is checked before the next one is assigned.

use crate::common::{self, DESKTOP, Script, TestEnv, steps};
use deskpilot_agent::{Ending, Session};
use deskpilot_core::{
    Event, HostDecision, Launch, Mode, Point, Policy, Ruling, TaskObject, TaskPlan, Verdict, View, window_at,
};
use deskpilot_deciders::plan::{Follower, SingleSubtask};
use deskpilot_desktop::{Desktop, WindowList};
use std::sync::Arc;

fn plan(steps: &[&str]) -> TaskPlan {
    TaskPlan {
        task: "count".into(),
        steps: steps.iter().map(|it| (*it).to_owned()).collect(),
        object: TaskObject::Application("Calculator".into()),
        close: false,
    }
}

fn env(plan: &TaskPlan) -> TestEnv {
    let mut env = TestEnv::new(DESKTOP);
    (env.options.mode, env.options.plan) = (Mode::Follower, Some(plan.clone()));
    env
}

/// The ids of the assigned subtasks.
fn given(env: &TestEnv) -> Vec<String> {
    let of = |event: Event| match event {
        Event::HostDecided { decision: HostDecision::Assign(it), .. } => Some(it.subtask.id),
        _ => None,
    };
    env.log.entries().into_iter().filter_map(|it| of(it.event)).collect()
}

#[tokio::test]
async fn a_step_of_which_nothing_was_seen_is_not_carried_out_whatever_its_agent_says() {
    let plan = plan(&["press 6", "clear", "clear again", "press 7"]);
    let env = env(&plan);
    let click = |name: &str| {
        format!(
            r#"{{"Status": "FINISH", "ControlText": "{name}", "Function": "click_input", "Args": {{"button": "left"}}, "ControlLabel": "{}"}}"#,
            if name == "6" { 2 } else { 6 }
        )
    };
    let done = r#"{"Status": "FINISH", "Comment": "cleared"}"#.to_owned();
    let app = Script::new(&[click("6"), click("C"), click("C"), done]);
    let mut ports = env.ports(Arc::new(app));
    ports.deciders.host = Arc::new(Follower::new(plan));
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    let ending = session.round("count").await.unwrap();
    let Ending::Ended(Verdict::Failed(why)) = &ending else { panic!("{ending:?}\n{}", env.transcript()) };
    assert!(
        why.starts_with("step-3 (clear again) was not carried out: the effect of this operation is unknown"),
        "{why}"
    );
    assert_eq!(given(&env), ["step-1", "step-2", "step-3"], "{}", env.transcript());
}

#[tokio::test]
async fn a_plan_takes_one_look_for_each_step_and_no_picture_of_the_desktop() {
    let plan = plan(&["Click \"6\"", "Click \"7\"", "Click \"C\""]);
    let env = env(&plan);
    let mut ports = env.ports(steps());
    ports.deciders.host = Arc::new(Follower::new(plan));
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    let ending = session.round("count").await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", env.transcript());
    let (mut desktops, mut windows) = (0, 0);
    for entry in env.log.entries() {
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
    assert_eq!((desktops, windows), (4, 3), "{}", env.transcript());
}

/// Lets an operator drag from the calculator into the notes under this policy. Returns the rulings and how often it dragged.
async fn dragged(rules: &serde_json::Value) -> (Vec<Ruling>, usize) {
    let mut env = TestEnv::new(DESKTOP);
    env.options.mode = Mode::Operator;
    let file = serde_json::json!({"preset": "unrestricted", "rule": rules});
    env.options.policy = Policy::of(serde_json::from_value(file).unwrap()).unwrap();
    let mut desktop = env.desktop.clone();
    for application in ["Calculator", "Notes"] {
        let launch = Launch { application: application.into(), file: None, ..Launch::default() };
        desktop.launch(&launch, &[]).await.unwrap();
    }
    let whole = desktop.root_window().await.unwrap().rect;
    let windows = desktop.windows().await.unwrap();
    let shown = |name: &str| {
        let its = windows.iter().find(|it| it.application == name).unwrap().rect;
        let points = (its.y..its.y + its.height as i32)
            .flat_map(|y| (its.x..its.x + its.width as i32).map(move |x| Point { x, y }));
        let is_its = |it: &Point| window_at(&windows, *it).is_some_and(|it| it.application == name);
        let point = points.into_iter().find(is_its).unwrap();
        (f64::from(point.x) / f64::from(whole.width), f64::from(point.y) / f64::from(whole.height))
    };
    let ((from_x, from_y), (to_x, to_y)) = (shown("calc"), shown("notes"));
    let drag = format!(
        r#"{{"Status": "CONTINUE", "Function": "drag_on_coordinates", "Args": {{"start_x": {from_x}, "start_y": {from_y}, "end_x": {to_x}, "end_y": {to_y}}}}}"#
    );
    let fail = r#"{"Status": "FAIL", "Comment": "enough"}"#.to_owned();
    let mut ports = env.ports(Arc::new(Script::new(&[drag, fail])));
    ports.deciders.host = Arc::new(SingleSubtask);
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    session.round("drag it").await.unwrap();
    let ruled = env.log.entries().into_iter().filter_map(|it| match it.event {
        Event::Ruled { ruling, .. } => Some(ruling),
        _ => None,
    });
    (ruled.collect(), common::performed(&env).len())
}

#[tokio::test]
async fn a_drag_is_judged_where_it_begins_and_where_it_ends() {
    for (application, is_allowed) in [("nothing", true), ("calc", false), ("notes", false)] {
        let rules = serde_json::json!([{"say": "refuse", "application": application}]);
        let (ruled, done) = dragged(&rules).await;
        assert_eq!(matches!(ruled.as_slice(), [Ruling::Allow]), is_allowed, "{application}: {ruled:?}");
        assert_eq!(done > 0, is_allowed, "{application}");
    }
}
