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

/// The actions: a click on the control of this kind and name.
const JOB: [(Kind, &str); 12] = [
    (Kind::Button, "Next"),
    (Kind::CheckBox, "Agree"),
    (Kind::RadioButton, "Large"),
    (Kind::Button, "Pay"),
    (Kind::Button, "Delete"),
    (Kind::Button, "Next"),
    (Kind::CheckBox, "Agree"),
    (Kind::Button, "Close"),
    (Kind::Button, "Pay"),
    (Kind::RadioButton, "Small"),
    (Kind::Button, "Delete"),
    (Kind::Button, "Next"),
];

/// The kind of a control.
#[derive(Clone, Copy)]
enum Kind {
    Button,
    CheckBox,
    RadioButton,
}

impl Kind {
    /// What it is called in the window, by Deskpilot and by cua-driver.
    const fn names(self, window: Fixture) -> (&'static str, &'static str) {
        match self {
            Kind::Button => ("Button", "button"),
            Kind::CheckBox => ("CheckBox", "checkbox"),
            Kind::RadioButton => window.radio_button(),
        }
    }

    /// What the window records of a click on it.
    const fn recorded(self) -> &'static str {
        match self {
            Kind::Button => "activated",
            Kind::CheckBox | Kind::RadioButton => "toggled",
        }
    }
}

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
    let reply = hand.act(&job(fixture)).await?;
    window.app.until_idle().await?;
    let recorded = recorded(&window.happenings()?);
    hand.close().await;
    window.close().await;
    Ok(JobRun { cost: reply.cost(), recorded })
}

fn job(window: Fixture) -> Actions {
    let ours = JOB.map(|(kind, name)| {
        json!({"command": "click_input", "control": format!("{} {name:?}", kind.names(window).0)})
    });
    let theirs = JOB.map(|(kind, name)| json!({"click": {"role": kind.names(window).1, "name": name}}));
    Actions { ours: json!(ours), theirs: json!(theirs) }
}

/// How many of the job's actions are among these, in its order.
fn recorded(happenings: &[Happening]) -> usize {
    let mut rest = happenings.iter();
    let is = |it: &Happening, kind: Kind, name: &str| it.kind == kind.recorded() && it.control == name;
    JOB.iter().take_while(|(kind, name)| rest.any(|it| is(it, *kind, name))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn happening((kind, name): (Kind, &str)) -> Happening {
        Happening { kind: kind.recorded().into(), control: name.into() }
    }

    #[test]
    fn actions_count_in_their_order_until_one_is_missing() {
        let mut happenings: Vec<Happening> = JOB.map(happening).to_vec();
        assert_eq!(recorded(&happenings), 12);
        happenings.insert(3, happening((Kind::RadioButton, "Small")));
        assert_eq!(recorded(&happenings), 12, "a radio button that goes out is recorded too");
        happenings.swap(0, 1);
        assert!(recorded(&happenings) < 12);
        assert_eq!(recorded(&[]), 0);
    }

    #[test]
    fn both_servers_get_twelve_actions_with_the_kinds_that_the_window_says() {
        for (window, ours, theirs) in [
            (Fixture::Gtk3, "RadioButton \"Large\"", "radiobutton"),
            (Fixture::Gtk4, "CheckBox \"Large\"", "checkbox"),
        ] {
            let job = job(window);
            assert_eq!((job.ours.as_array().unwrap().len(), job.theirs.as_array().unwrap().len()), (12, 12));
            assert_eq!(job.ours[2]["control"], ours);
            assert_eq!(job.theirs[2]["click"]["role"], theirs);
        }
    }
}
