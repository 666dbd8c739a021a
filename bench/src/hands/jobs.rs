//! Twelve actions in one call, in windows that record what happens to them.

use super::{
    fixture::{Fixture, Happening},
    hand::{Actions, Hand},
    reply::CallCost,
    servers::{Both, Contest, Server},
};
use crate::say;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The windows.
pub(super) const FIXTURES: [Fixture; 3] = [Fixture::Gtk3, Fixture::Gtk4, Fixture::Qt5];

/// The actions: the kind of control for Deskpilot and for cua-driver, its name, and what the window records of it.
const JOB: [(&str, &str, &str, &str); 12] = [
    ("Button", "button", "Next", "activated"),
    ("CheckBox", "checkbox", "Agree", "toggled"),
    ("RadioButton", "radiobutton", "Large", "toggled"),
    ("Button", "button", "Pay", "activated"),
    ("Button", "button", "Delete", "activated"),
    ("Button", "button", "Next", "activated"),
    ("CheckBox", "checkbox", "Agree", "toggled"),
    ("Button", "button", "Close", "activated"),
    ("Button", "button", "Pay", "activated"),
    ("RadioButton", "radiobutton", "Small", "toggled"),
    ("Button", "button", "Delete", "activated"),
    ("Button", "button", "Next", "activated"),
];

/// A job that was done in a new window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct JobRun {
    /// What the call cost.
    pub(super) cost: CallCost,
    /// How many of the actions the window has recorded, in their order.
    pub(super) recorded: usize,
}

/// The runs in a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JobTimes {
    /// The window.
    pub(super) window: Fixture,
    /// The runs of each server.
    pub(super) runs: Both<Vec<JobRun>>,
}

impl JobRun {
    /// Whether all was done.
    pub(super) const fn is_whole(&self) -> bool {
        self.recorded == JOB.len()
    }
}

/// Does the job once with each server.
pub(super) async fn measure(
    contest: &Contest,
    turn: usize,
    times: &mut JobTimes,
    failures: &mut Vec<String>,
) {
    for server in contest.order(turn) {
        let name = format!("{}, {}", times.window.name(), server.name());
        match Box::pin(run(contest, times.window, server)).await {
            Ok(run) => {
                say(&format!("{name}: {} of {} in {:.0} ms", run.recorded, JOB.len(), run.cost.millis));
                times.runs.of_mut(server).push(run);
            }
            Err(error) => failures.push(format!("Not done: twelve actions, {name}: {error:#}")),
        }
    }
}

async fn run(contest: &Contest, fixture: Fixture, server: Server) -> Result<JobRun> {
    let window = fixture.open().await?;
    let client = contest.start(server, window.app.seat()).await?;
    let mut hand = Hand::at(server, client, fixture.title()).await?;
    hand.look().await?;
    let reply = hand.act(&job()).await?;
    window.app.until_idle().await?;
    let recorded = recorded(&window.happenings()?);
    hand.close().await;
    window.close().await;
    Ok(JobRun { cost: reply.cost(), recorded })
}

fn job() -> Actions {
    let ours = JOB
        .map(|(kind, _, name, _)| json!({"command": "click_input", "control": format!("{kind} {name:?}")}));
    let theirs = JOB.map(|(_, kind, name, _)| json!({"click": {"role": kind, "name": name}}));
    Actions { ours: json!(ours), theirs: json!(theirs) }
}

/// How many of the job's actions are among these, in its order.
fn recorded(happenings: &[Happening]) -> usize {
    let mut rest = happenings.iter();
    let is = |it: &Happening, kind: &str, name: &str| it.kind == kind && it.control == name;
    JOB.iter().take_while(|(_, _, name, kind)| rest.any(|it| is(it, kind, name))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn happening((_, _, name, kind): (&str, &str, &str, &str)) -> Happening {
        Happening { kind: kind.into(), control: name.into() }
    }

    #[test]
    fn actions_count_in_their_order_until_one_is_missing() {
        let mut happenings: Vec<Happening> = JOB.map(happening).to_vec();
        assert_eq!(recorded(&happenings), 12);
        happenings.insert(3, happening(("", "", "Small", "toggled")));
        assert_eq!(recorded(&happenings), 12, "a radio button that goes out is recorded too");
        happenings.swap(0, 1);
        assert!(recorded(&happenings) < 12);
        assert_eq!(recorded(&[]), 0);
    }

    #[test]
    fn both_servers_get_twelve_actions() {
        let job = job();
        assert_eq!((job.ours.as_array().unwrap().len(), job.theirs.as_array().unwrap().len()), (12, 12));
    }
}
