//! The agents of the comparison: they go from window to window, do what was drawn, and read the truth between two actions.

use super::{
    block::EffectBlock,
    judge::{ActionCase, Judgement},
    report::{Falsehood, Tally},
    truth::{Truth, short},
    witness::Witness,
};
use crate::{
    attacker::assign, effect::RecordedEffect, gestures::Draws, record::RecordReader, toolkit::Toolkit,
};
use anyhow::Result;
use async_trait::async_trait;
use deskpilot_core::{
    Action, AppDecision, AppView, Caution, Effect, Event, HostDecision, HostRemarks, NextStatus, Remarks,
    Remedy, State,
};
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
    WindowNeed,
};
use deskpilot_testkit::Dice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many actions it does in one window before it goes to the next.
const IN_WINDOW: usize = 6;
/// How many actions before a falsehood its report lists.
const SHOWN: usize = 4;
/// How often it looks for a window in vain before it ends.
const FRUITLESS: usize = 6;

/// Decides for both agents.
#[derive(Clone)]
pub(crate) struct Probe {
    state: Arc<Mutex<ProbeState>>,
    witness: Arc<tokio::sync::Mutex<Witness>>,
}

/// What was done so far.
pub(crate) struct ProbeState {
    block: EffectBlock,
    dice: Dice,
    record: RecordReader,
    /// The truth before the present action.
    before: Truth,
    present: Option<Attempt>,
    /// The last actions, and what was reported of each.
    done: Vec<String>,
    /// How many actions were drawn.
    drawn: usize,
    /// How many of them when it came to its window.
    arrived: usize,
    fruitless: usize,
    pub(crate) tally: Tally,
}

/// An action that was drawn.
struct Attempt {
    number: usize,
    gesture: &'static str,
    action: Action,
    /// The controls with the focus as Deskpilot saw them.
    focus: String,
    reported: Option<Effect>,
}

impl Probe {
    pub(crate) fn of(block: EffectBlock, record: RecordReader, witness: Witness) -> Probe {
        let state = ProbeState {
            block,
            dice: Dice::of(block.dice_seed()),
            record,
            before: Truth::default(),
            present: None,
            done: Vec::new(),
            drawn: 0,
            arrived: 0,
            fruitless: 0,
            tally: Tally::default(),
        };
        Probe { state: Arc::new(Mutex::new(state)), witness: Arc::new(tokio::sync::Mutex::new(witness)) }
    }

    /// What was done so far.
    pub(crate) fn state(&self) -> MutexGuard<'_, ProbeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the truth, and compares it with what was reported of the present action.
    pub(crate) async fn compare(&self) -> Result<()> {
        let truth = self.witness.lock().await.settled().await?;
        self.state().collect(truth)
    }
}

impl ProbeState {
    /// How many actions are left.
    pub(crate) fn left(&self) -> usize {
        if self.fruitless >= FRUITLESS { 0 } else { (self.block.actions as usize).saturating_sub(self.drawn) }
    }

    /// Takes note of what the session says about the present action.
    pub(crate) fn watch(&mut self, event: &Event) {
        if let (Event::Acted { outcome, .. }, Some(present)) = (event, &mut self.present) {
            present.reported = Some(outcome.effect.clone());
        }
    }

    fn collect(&mut self, truth: Truth) -> Result<()> {
        let recorded = self.recorded()?;
        let before = std::mem::replace(&mut self.before, truth);
        let Some(Attempt { number, gesture, action, focus, reported }) = self.present.take() else {
            return Ok(());
        };
        let Some(reported) = reported else {
            self.done.push(format!("{number} {action}: not done"));
            return Ok(());
        };
        let case = ActionCase {
            action: &action,
            reported: &reported,
            before: &before,
            after: &self.before,
            recorded: &recorded,
            focus: &focus,
        };
        let judgement = case.judgement();
        self.tally.count(self.block.toolkit.word(), &reported, &judgement);
        let line = format!("{number} {} [{gesture}, focus on {focus}]: {reported}", in_words(&action));
        if let Judgement::False(truth) = judgement {
            let from = self.done.len().saturating_sub(SHOWN);
            self.tally.falsehoods.push(Falsehood {
                toolkit: self.block.toolkit.word().into(),
                reported: reported.word().into(),
                action: line.clone(),
                truth,
                happened: self.before.since(&before).iter().map(ToString::to_string).collect(),
                recorded: recorded.iter().map(ToString::to_string).collect(),
                actions_before: self.done[from..].to_vec(),
                again: format!("{} --only {number}", self.block.command()),
            });
        }
        self.done.push(line);
        Ok(())
    }

    /// What the window recorded since the last call. An office records commands, also those that change nothing.
    fn recorded(&mut self) -> Result<Vec<RecordedEffect>> {
        let is_office = matches!(self.block.toolkit, Toolkit::LibreOffice | Toolkit::Writer);
        let mut recorded = self.record.added()?;
        recorded.retain(|it| !is_office || it.kind != "activated");
        Ok(recorded)
    }

    /// Draws the next action in this scene; `None` where nothing that was drawn can be done there.
    fn draw(&mut self, scene: &AppScene<'_>) -> Option<Action> {
        let (gesture, action) = Draws::Effects.draw(&mut self.dice, scene, &self.record.path)?;
        let number = self.block.first as usize + self.drawn;
        self.drawn += 1;
        self.fruitless = 0;
        let (focus, shown) = (focus(scene.view), action.clone());
        self.present = Some(Attempt { number, gesture, action, focus, reported: None });
        Some(shown)
    }

    fn moves_on(&mut self) -> bool {
        let is_time = self.drawn >= self.arrived + IN_WINDOW;
        if is_time {
            self.arrived = self.drawn;
        }
        is_time
    }

    fn decide(&mut self, scene: &AppScene<'_>) -> AppDecision {
        if self.left() == 0 || self.moves_on() {
            return AppDecision::Finish;
        }
        match self.draw(scene) {
            Some(action) => AppDecision::Act {
                actions: vec![action],
                caution: Caution::Usual,
                then: NextStatus::Continue,
                independent: Vec::new(),
            },
            None => AppDecision::Finish,
        }
    }
}

/// The action; a gesture that no command makes as it is.
fn in_words(action: &Action) -> String {
    let gesture = if action.call.args.is_empty() { format!(" as {:?}", action.verb) } else { String::new() };
    short(&format!("{action}{gesture}"))
}

fn focus(view: &AppView) -> String {
    let focused = view.controls.iter().filter(|it| it.states.has(State::Focused));
    let focused: Vec<String> = focused.map(|it| it.id().to_string()).collect();
    if focused.is_empty() { "nothing".into() } else { focused.join(", ") }
}

#[async_trait]
impl Decider for Probe {
    fn name(&self) -> &str {
        "probe"
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, window: WindowNeed::Controls, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        let index = scene.context.round.next_subtask();
        let windows = &scene.view.windows;
        let mut state = self.state();
        state.fruitless += 1;
        let decision = match windows.get(index as usize % windows.len().max(1)) {
            Some(window) if state.left() > 0 => assign(window, index, scene),
            _ => HostDecision::Finish,
        };
        Ok(HostResponse { decision, remarks: HostRemarks::default() })
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        let failed = |error: anyhow::Error| DeciderError::Failed {
            message: error.to_string(),
            remedy: Remedy::GiveUp,
        };
        self.compare().await.map_err(failed)?;
        Ok(AppResponse { decision: self.state().decide(scene), remarks: Remarks::default() })
    }
}
