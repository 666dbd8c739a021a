//! A plan that is followed, against a plain script that sends the same inputs through the same hands.

use super::steps::{options, ports_of};
use crate::{
    perception, say,
    stage::{Play, Stage},
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

/// A plan in one application.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Followed {
    /// What the application is called.
    pub(super) name: String,
    /// How many steps the plan has.
    pub(super) steps: usize,
    /// Milliseconds of each time it was followed.
    pub(super) plan: Vec<f64>,
    /// Milliseconds of each time the same inputs were sent one after the other.
    pub(super) script: Vec<f64>,
}

/// What is done in the calculator; it ends as it began.
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
/// What is done in the editor.
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

/// Follows a plan of ten steps so often in each application, and sends its inputs as often.
pub(super) async fn measure(times: usize) -> Result<Vec<Followed>> {
    let mut all = Vec::new();
    let (calculator, editor) = perception::plain_windows();
    for (name, play, steps) in [("galculator", calculator, CALCULATOR), ("mousepad", editor, EDITOR)] {
        say(&format!("  {name}"));
        let stage = Stage::open(&play).await?;
        let followed = in_window(name, &stage, &play, steps, times).await;
        stage.close().await;
        all.push(followed.with_context(|| name.to_owned())?);
    }
    Ok(all)
}

async fn in_window(name: &str, stage: &Stage, play: &Play, steps: &[&str], times: usize) -> Result<Followed> {
    let steps: Vec<String> = steps.iter().map(|it| (*it).to_owned()).collect();
    let object = TaskObject::Application(play.title.to_owned());
    let plan = TaskPlan { task: "bench".into(), steps, object, close: false };
    // What is done the first time is done slower by every application.
    let inputs = followed(stage, &plan).await?.1;
    ensure!(inputs.len() == plan.steps.len(), "{} inputs for {} steps", inputs.len(), plan.steps.len());
    let mut all =
        Followed { name: name.into(), steps: plan.steps.len(), plan: Vec::new(), script: Vec::new() };
    for _ in 0..times {
        all.script.push(sent(stage, &inputs).await?);
        all.plan.push(followed(stage, &plan).await?.0);
    }
    Ok(all)
}

/// How long the plan took, and what its hands did.
async fn followed(stage: &Stage, plan: &TaskPlan) -> Result<(f64, Vec<Input>)> {
    let folder = tempfile::tempdir()?;
    let host = Arc::new(Follower::new(plan.clone()));
    let deciders = Deciders { host, ..Deciders::both(Arc::new(Steps)) };
    let mut ports = ports_of(folder.path(), Box::new(stage.desktop().await?.0), deciders)?;
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

/// How long the inputs take that are sent one after the other.
async fn sent(stage: &Stage, inputs: &[Input]) -> Result<f64> {
    let mut desktop = stage.desktop().await?.0;
    let began = Instant::now();
    for input in inputs {
        let outcome = desktop.perform(input).await?;
        ensure!(outcome.effect.is_success(), "{input:?}: {}", outcome.effect);
    }
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}
