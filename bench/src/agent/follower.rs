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
    let inputs = follow(app, &plan).await?.inputs;
    ensure!(inputs.len() == plan.steps.len(), "{} inputs for {} steps", inputs.len(), plan.steps.len());
    let mut all =
        PlanTimes { name: name.into(), steps: plan.steps.len(), plan: Vec::new(), script: Vec::new() };
    for _ in 0..times {
        all.script.push(send(app, &inputs).await?);
        all.plan.push(follow(app, &plan).await?.millis);
    }
    Ok(all)
}

/// A plan that was followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    /// The milliseconds of the whole session.
    pub(super) millis: f64,
    /// The inputs that it sent.
    pub(super) inputs: Vec<Input>,
    /// The milliseconds of each action, from its record as begun to its record as done.
    pub(super) actions: Vec<f64>,
    began: Option<Instant>,
}

impl Following {
    fn watch(&mut self, event: &Event) {
        match event {
            Event::Acting { operation: Operation::Act(action), .. } => {
                self.began = Some(Instant::now());
                if let Verb::Gesture(gesture) = &action.verb {
                    let (window, aim, gesture) = (action.window.id, action.aim.clone(), gesture.clone());
                    self.inputs.push(Input { window, aim, gesture });
                }
            }
            Event::Acted { .. } => {
                self.actions.extend(self.began.take().map(|began| began.elapsed().as_secs_f64() * 1000.0));
            }
            _ => {}
        }
    }
}

/// Follows the plan in a new session.
pub(super) async fn follow(app: &AppUnderTest, plan: &TaskPlan) -> Result<Following> {
    let folder = tempfile::tempdir()?;
    let host = Arc::new(Follower::new(plan.clone()));
    let deciders = Deciders { host, ..Deciders::without_judge(Arc::new(Steps)) };
    let mut ports = ports_of(folder.path(), Box::new(app.desktop().await?.0), deciders)?;
    let following = Arc::new(Mutex::new(Following::default()));
    let watching = following.clone();
    ports.watchers.push(Box::new(move |entry| {
        watching.lock().unwrap_or_else(PoisonError::into_inner).watch(&entry.event);
    }));
    let options = Options { mode: Mode::Follower, plan: Some(plan.clone()), ..options(100) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), "bench")?;
    let began = Instant::now();
    let ending = session.round(&plan.task).await?;
    let millis = began.elapsed().as_secs_f64() * 1000.0;
    ensure!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "the plan was not followed: {ending:?}");
    drop(session);
    let following = following.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Following { millis, ..following })
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
