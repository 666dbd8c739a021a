//! The adversary on windows of Win32: random gestures of every kind, and its judge, which compares what Deskpilot reports of each with
//! the truth, read another way.

#[path = "../../../../../adversary/src/effects/claims.rs"]
mod claims;
mod draw;
mod fixture_state;
#[path = "../../../../../adversary/src/effects/fulfilment.rs"]
mod fulfilment;
#[path = "../../../../../adversary/src/effects/judge.rs"]
mod judge;
#[path = "../../../../../adversary/src/keys.rs"]
#[expect(dead_code, reason = "rows of cells are for sheets")]
mod keys;
#[path = "../../../../../adversary/src/effects/report.rs"]
mod report;
#[path = "../../../../../adversary/src/effects/sheet.rs"]
mod sheet;
mod statements;
#[path = "../../../../../adversary/src/effects/testing.rs"]
mod testing;
#[path = "../../../../../adversary/src/effects/truth.rs"]
mod truth;
#[path = "../../../../../adversary/src/effects/wanted.rs"]
mod wanted;
mod witness;

use crate::scene::Scene;
use deskpilot_core::{Action, Call, Effect, Input, State, Verb};
use deskpilot_desktop::{Budget, Desktop, DesktopError, DesktopReader};
use deskpilot_testkit::{Dice, tries_all};
use draw::Drawn;
use judge::{ActionCase, Judgement};
use report::{Falsehood, Tally};
use serde_json::Map;
use statements::Statements;
use std::time::Duration;
use witness::Witness;

/// How many actions a usual run tries, and how many a long one.
const USUAL: usize = 48;
const LONG: usize = 1000;
/// How many of them one window gets before it is opened anew.
const LENGTH: usize = 24;
const SEED: u64 = 20_261_130;
/// The name of the window, and in the counts.
const FIXTURE: &str = "controls";
/// How many actions before a falsehood its report lists.
const SHOWN: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "a long run is made for its figures")]
async fn what_is_reported_of_random_gestures_is_what_the_program_recorded() {
    let actions = if tries_all() { LONG } else { USUAL };
    let (mut tally, mut confirmed) = (Tally::default(), 0);
    for first in (0..actions).step_by(LENGTH) {
        let (played, true_ones) = Block::open(first).await.play().await;
        (tally, confirmed) = (tally.plus(played), confirmed + true_ones);
    }
    println!("{tally}");
    assert!(tally.is_met(), "{tally}");
    assert!(confirmed * 5 > actions, "hardly anything worked: {tally}");
}

/// Some actions on a window that was opened for them.
struct Block {
    scene: Scene,
    witness: Witness,
    statements: Statements,
    dice: Dice,
    first: usize,
    done: Vec<String>,
}

impl Block {
    async fn open(first: usize) -> Block {
        let scene = Scene::open(FIXTURE).await;
        let seed = SEED.wrapping_mul(1_000_003).wrapping_add(first as u64);
        let witness = Witness::of(&scene.window);
        Block {
            scene,
            witness,
            statements: Statements::default(),
            dice: Dice::of(seed),
            first,
            done: Vec::new(),
        }
    }

    /// Does its actions, and counts what was reported of each. Returns the counts, and how many were confirmed. It ends early where a
    /// gesture has closed the window.
    async fn play(mut self) -> (Tally, usize) {
        // In every other window something changes by itself, which proves nothing.
        let is_restless = (self.first / LENGTH) % 2 == 1;
        let pause = Duration::from_millis(100);
        let _clock = if is_restless { Some(self.scene.tick("Nothing yet", pause).await) } else { None };
        let (mut before, mut confirmed) = (self.witness.settled(&self.scene).await, 0);
        let mut tally = Tally::default();
        for number in self.first..self.first + LENGTH {
            let Some((drawn, focus)) = self.draw().await else { break };
            self.statements.added(&self.scene.happened());
            let reported = self.perform(&drawn).await;
            let after = self.witness.settled(&self.scene).await;
            let recorded = self.statements.added(&self.scene.happened());
            let action = self.action(&drawn);
            let case = ActionCase {
                action: &action,
                reported: &reported,
                before: &before,
                after: &after,
                recorded: &recorded,
                focus: &focus,
            };
            let judgement = case.judgement();
            tally.count(FIXTURE, &reported, &judgement);
            confirmed += usize::from(matches!(reported, Effect::Confirmed(_)));
            let line = format!("{number} {action} as {:?} [{}]: {reported}", action.verb, drawn.kind);
            if let Judgement::False(truth) = judgement {
                tally.falsehoods.push(Falsehood {
                    toolkit: FIXTURE.into(),
                    reported: reported.word().into(),
                    action: line.clone(),
                    truth,
                    happened: after.since(&before).iter().map(ToString::to_string).collect(),
                    recorded: recorded.iter().map(ToString::to_string).collect(),
                    actions_before: self.done[self.done.len().saturating_sub(SHOWN)..].to_vec(),
                    again: format!("the seed {SEED} and the actions from {}", self.first),
                });
            }
            self.done.push(line);
            before = after;
        }
        (tally, confirmed)
    }

    /// The next gesture, and which controls have the keyboard; `None` where the window is gone.
    async fn draw(&mut self) -> Option<(Drawn, String)> {
        let window = self.scene.window.clone();
        let controls = loop {
            match self.scene.desktop.controls(&window, Budget::LOOK).await {
                Ok(seen) => break seen.controls,
                Err(DesktopError::WindowGone(_)) => return None,
                // It answers nothing for the moment.
                Err(_) => tokio::time::sleep(Budget::LOOK.deadline).await,
            }
        };
        let focused = controls.iter().filter(|it| it.states.has(State::Focused));
        let focus = focused.map(|it| it.id().to_string()).collect::<Vec<_>>().join(", ");
        let screen = self.scene.desktop.info().size;
        Some((draw::draw(&mut self.dice, &window, &controls, screen), focus))
    }

    async fn perform(&mut self, drawn: &Drawn) -> Effect {
        let input =
            Input { window: self.scene.window.id, aim: drawn.aim.clone(), gesture: drawn.gesture.clone() };
        match self.scene.desktop.perform(&input).await {
            Ok(outcome) => outcome.effect,
            // What an agent is told of it.
            Err(error) => Effect::Refused(error.into()),
        }
    }

    /// The gesture as an agent's action.
    fn action(&self, drawn: &Drawn) -> Action {
        Action {
            call: Call { command: drawn.kind.into(), args: Map::new() },
            window: self.scene.window.clone(),
            aim: drawn.aim.clone(),
            verb: Verb::Gesture(drawn.gesture.clone()),
        }
    }
}
