//! Whether what a server says of its actions is true: the window that it acts in has a record of its own.

mod cases;
mod said;

pub(super) use cases::{CASES, Case};
pub(super) use said::{Said, Statement, Tally, Truth, said};

use super::{
    fixture::{Fixture, OpenFixture},
    hand::{Actions, Hand},
    servers::{Both, Contest, Server},
};
use crate::say;
use anyhow::{Context, Result};
use cases::{Act, RADIO_BUTTON};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::sleep;

/// How long after a reply the truth is read: the traps take back what they took within a quarter of it.
const SETTLES: Duration = Duration::from_secs(1);

/// What a server said of one action in one window, and what is true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judgement {
    /// The class of the action.
    pub(super) class: String,
    /// The window.
    pub(super) window: Fixture,
    /// What was said.
    pub(super) said: Said,
    /// What is true.
    pub(super) truth: Truth,
    /// Whether something happened that nobody wanted.
    pub(super) did_harm: bool,
    /// The reply, which shows why.
    pub(super) reply: String,
}

impl Judgement {
    /// What it says, without the rest.
    pub(super) const fn statement(&self) -> Statement {
        Statement { said: self.said, truth: self.truth, did_harm: self.did_harm }
    }

    /// Whether it says that something was done which was not.
    pub(super) fn is_false(&self) -> bool {
        self.said == Said::Done && self.truth == Truth::NotHappened
    }
}

/// Does a class of actions with each server, each time in a new window.
pub(super) async fn measure(
    contest: &Contest,
    case: &Case,
    turn: usize,
    judgements: &mut Both<Vec<Judgement>>,
    failures: &mut Vec<String>,
) {
    for fixture in case.fixtures {
        for server in contest.order(turn) {
            let name = format!("{}, {}, {}", case.class, fixture.name(), server.name());
            match Box::pin(judgement(contest, case, *fixture, server)).await {
                Ok(judgement) => {
                    let Judgement { said, truth, .. } = &judgement;
                    say(&format!("{name}: said {said:?}, is {truth:?}"));
                    judgements.of_mut(server).push(judgement);
                }
                Err(error) => {
                    let failure = format!("Not judged: {name}: {error:#}");
                    say(&failure);
                    failures.push(failure);
                }
            }
        }
    }
}

async fn judgement(contest: &Contest, case: &Case, fixture: Fixture, server: Server) -> Result<Judgement> {
    let window = fixture.open().await?;
    let judged = judgement_in(contest, case, fixture, server, &window).await;
    window.close().await;
    judged
}

async fn judgement_in(
    contest: &Contest,
    case: &Case,
    fixture: Fixture,
    server: Server,
    window: &OpenFixture,
) -> Result<Judgement> {
    let client = contest.start(server, window.app.seat()).await?;
    let mut hand = Hand::at(server, client, fixture.title()).await?;
    let look = hand.look().await?;
    let actions = match case.act {
        // Who has looked at the window names the control as the window does.
        Act::List(ours, theirs) => {
            Actions::of(&ours.replace(RADIO_BUTTON, fixture.radio_button().0), theirs)?
        }
        Act::ClickTurned(name) => {
            let actions = hand.click_by_handle(&look, name)?;
            window.turn().await?;
            actions
        }
    };
    let reply = hand.act(&actions).await?;
    sleep(SETTLES).await;
    let state = window.state().await.context("the window has gone")?;
    let happenings = window.happenings()?;
    hand.close().await;
    Ok(Judgement {
        class: case.class.to_owned(),
        window: fixture,
        said: said(server, &actions, &reply),
        truth: case.wanted.truth(&state, &happenings),
        did_harm: case.harm.is_some_and(|it| it.is_among(&happenings)),
        reply: reply.text,
    })
}
