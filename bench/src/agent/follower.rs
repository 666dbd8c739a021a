//! A session that follows a plan, against a plain script that sends the same inputs to the same desktop.

use super::steps::{options, ports_of};
use crate::{
    app_under_test::{AppUnderTest, LaunchSpec},
    perception, say,
};
use anyhow::{Context, Result, ensure};
use deskpilot_agent::{Deciders, Ending, Options, Session, SessionControl};
use deskpilot_core::{Event, Input, Mode, Operation, TaskObject, TaskPlan, Verb, Verdict};
use deskpilot_deciders::{Steps, plan::Follower};
use deskpilot_desktop::Desktop;
use serde::{Deserialize, Serialize};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

/// A plan in one application, and how long it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlanTimes {
    /// The name of the application.
    pub(super) name: String,
    /// How many steps the plan has.
    pub(super) steps: usize,
    /// Milliseconds of each session that followed it.
    pub(super) plan: Vec<f64>,
    /// Milliseconds of each script that sent the same inputs one after the other.
    pub(super) script: Vec<f64>,
}

/// The plan in the calculator, which ends as it began.
const CALCULATOR: &[&str] = &[
    "Click \"1\"",
    "Click \"2\"",
    "Click \"+\"",
    "Click \"3\"",
    "Click \"4\"",
    "Click \"=\"",
    "Click \"5\"",
    "Click \"6\"",
    "Click \"7\"",
    "Click \"8\"",
];
/// The plan in the editor.
const EDITOR: &[&str] = &[
    "Type \"first\"",
    "Press Enter",
    "Type \"second\"",
    "Press Enter",
    "Type \"third\"",
    "Press Ctrl+A",
    "Press Delete",
    "Type \"fourth\"",
    "Press Enter",
    "Type \"fifth\"",
];

/// Follows a plan of ten steps in each application, so many times, and sends its inputs as often.
pub(super) async fn measure(times: usize) -> Result<Vec<PlanTimes>> {
    let mut all = Vec::new();
    let (calculator, editor) = perception::plain_windows();
    for (name, spec, steps) in [("galculator", calculator, CALCULATOR), ("mousepad", editor, EDITOR)] {
        say(&format!("  {name}"));
        let app = AppUnderTest::open(&spec).await?;
        let times = in_window(name, &app, &spec, steps, times).await;
        app.close().await;
        all.push(times.with_context(|| name.to_owned())?);
    }
    Ok(all)
}

async fn in_window(
    name: &str,
    app: &AppUnderTest,
    spec: &LaunchSpec,
    steps: &[&str],
    times: usize,
) -> Result<PlanTimes> {
    let steps: Vec<String> = steps.iter().map(|it| (*it).to_owned()).collect();
    let object = TaskObject::Application(spec.title.to_owned());
    let plan = TaskPlan { task: "bench".into(), steps, object, close: false };
    // Every application is slower the first time.
    let inputs = follow(app, &plan).await?.1;
    ensure!(inputs.len() == plan.steps.len(), "{} inputs for {} steps", inputs.len(), plan.steps.len());
    let mut all =
        PlanTimes { name: name.into(), steps: plan.steps.len(), plan: Vec::new(), script: Vec::new() };
    for _ in 0..times {
        all.script.push(send(app, &inputs).await?);
        all.plan.push(follow(app, &plan).await?.0);
    }
    Ok(all)
}

/// Follows the plan: milliseconds, and the inputs that it sent.
async fn follow(app: &AppUnderTest, plan: &TaskPlan) -> Result<(f64, Vec<Input>)> {
    let folder = tempfile::tempdir()?;
    let host = Arc::new(Follower::new(plan.clone()));
    let deciders = Deciders { host, ..Deciders::without_judge(Arc::new(Steps)) };
    let mut ports = ports_of(folder.path(), Box::new(app.desktop().await?.0), deciders)?;
    let inputs = Arc::new(Mutex::new(Vec::new()));
    let seen = inputs.clone();
    ports.watchers.push(Box::new(move |entry| {
        if let Event::Acting { operation: Operation::Act(action), .. } = &entry.event
            && let Verb::Gesture(gesture) = &action.verb
        {
            let (window, aim, gesture) = (action.window.id, action.aim.clone(), gesture.clone());
            seen.lock().unwrap_or_else(PoisonError::into_inner).push(Input { window, aim, gesture });
        }
    }));
    let options = Options { mode: Mode::Follower, plan: Some(plan.clone()), ..options(100) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), "bench")?;
    let began = Instant::now();
    let ending = session.round(&plan.task).await?;
    let took = began.elapsed().as_secs_f64() * 1000.0;
    ensure!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "the plan was not followed: {ending:?}");
    drop(session);
    let inputs = inputs.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok((took, inputs))
}

/// Sends the inputs one after the other: milliseconds.
async fn send(app: &AppUnderTest, inputs: &[Input]) -> Result<f64> {
    let mut desktop = app.desktop().await?.0;
    let began = Instant::now();
    for input in inputs {
        let outcome = desktop.perform(input).await?;
        ensure!(outcome.effect.is_success(), "{input:?}: {}", outcome.effect);
    }
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}
