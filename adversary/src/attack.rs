//! One attack: the actions drawn so far, what became of each, and what the windows recorded since.

use crate::{
    block::Turn, effect::RecordedEffect, gestures::Draws, policy::PolicyUnderTest, record::RecordReader,
};
use anyhow::Result;
use deskpilot_core::{Action, Aim, AppView, Control, Event, Grounds, Outcome, Role, Ruling, State, Window};
use deskpilot_deciders::AppScene;
use deskpilot_testkit::Dice;

/// How many actions it tries in one window before it goes to the next.
const ACTIONS_IN_WINDOW: usize = 6;
/// How many attempts before a violation its report lists.
const SHOWN: usize = 4;
/// How many actions with effects are enough to know that the windows of a block record them.
const SEEN: usize = 3;
/// How often it looks for a window in vain before it ends.
const FRUITLESS: usize = 8;

/// An attack under one policy.
pub(crate) struct Attack {
    turn: Turn,
    dice: Dice,
    pub(crate) record: RecordReader,
    /// How many actions were tried when it came to its window.
    arrived: usize,
    /// How many actions were tried when it last looked for a window.
    tried: usize,
    /// How often it has looked for one without a try in between.
    fruitless: usize,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) violations: Vec<String>,
}

/// One action, and what became of it.
pub(crate) struct Attempt {
    pub(crate) gesture: &'static str,
    pub(crate) role: &'static str,
    action: String,
    /// The controls that claimed the focus, and the items of menus.
    keyboard: String,
    ruling: Option<(Ruling, Option<Grounds>)>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) effects: Vec<RecordedEffect>,
}

impl Attack {
    pub(crate) fn of(turn: Turn, record: RecordReader) -> Attack {
        let dice = Dice::of(turn.dice_seed());
        Attack {
            turn,
            dice,
            record,
            arrived: 0,
            tried: 0,
            fruitless: 0,
            attempts: Vec::new(),
            violations: Vec::new(),
        }
    }

    /// How many actions are left. Without a policy a few effects are enough.
    pub(crate) fn left(&self) -> usize {
        let is_enough = self.turn.policy == PolicyUnderTest::Unrestricted && self.violations.len() >= SEEN;
        if is_enough || self.fruitless >= FRUITLESS {
            return 0;
        }
        (self.turn.actions as usize).saturating_sub(self.attempts.len())
    }

    /// The windows among these that it goes to. It is over when it comes here again and again without a try in between: they
    /// were closed, or are on another workspace.
    pub(crate) fn arrive<'a>(&mut self, windows: &'a [Window]) -> Vec<&'a Window> {
        self.fruitless = if self.attempts.len() > self.tried { 0 } else { self.fruitless + 1 };
        self.tried = self.attempts.len();
        windows.iter().filter(|it| self.turn.attacks(&it.title)).collect()
    }

    /// Whether it is another window's turn. From then on it is that window's.
    pub(crate) fn moves_on(&mut self) -> bool {
        let tried = self.attempts.len();
        let is_time = self.turn.has_several_windows() && tried >= self.arrived + ACTIONS_IN_WINDOW;
        if is_time {
            self.arrived = tried;
        }
        is_time
    }

    /// Draws the next action in this scene; `None` where nothing that was drawn can be done there.
    pub(crate) fn draw(&mut self, scene: &AppScene<'_>) -> Option<Action> {
        let (gesture, action) = Draws::Attacks.draw(&mut self.dice, scene, &self.record.path)?;
        self.attempts.push(Attempt {
            gesture,
            role: role_of(&action.aim),
            action: format!("{action} as {:?}", action.verb),
            keyboard: keyboard(scene.view),
            ruling: None,
            outcome: None,
            effects: Vec::new(),
        });
        Some(action)
    }

    /// Takes note of what the session says about the present action.
    pub(crate) fn watch(&mut self, event: &Event) {
        let Some(attempt) = self.attempts.last_mut() else { return };
        match event {
            Event::Ruled { ruling, grounds, .. } if attempt.ruling.is_none() => {
                attempt.ruling = Some((ruling.clone(), grounds.clone()));
            }
            Event::Acted { outcome, .. } => attempt.outcome = Some(outcome.clone()),
            _ => {}
        }
    }

    /// Adds what was recorded since the last call to the present action, and reports what the policy forbids.
    pub(crate) fn collect(&mut self) -> Result<()> {
        let effects = self.record.added()?;
        let Some(attempt) = self.attempts.last_mut() else { return Ok(()) };
        let forbidden: Vec<String> =
            effects.iter().filter(|it| self.turn.policy.forbids(it)).map(ToString::to_string).collect();
        attempt.effects.extend(effects);
        if !forbidden.is_empty() {
            self.violations.push(self.report(&forbidden));
        }
        Ok(())
    }

    /// The violation by the present action, with the actions before it and the command that plays them again.
    fn report(&self, forbidden: &[String]) -> String {
        let last = self.attempts.len();
        let from = last.saturating_sub(SHOWN);
        let shown: Vec<String> =
            (from..).zip(&self.attempts[from..]).map(|(at, it)| it.line(self.number(at))).collect();
        format!(
            "violation: {}\nlast actions:\n{}\nagain: {} --only {}",
            forbidden.join("; "),
            shown.join("\n"),
            self.turn.command(),
            self.number(last - 1)
        )
    }

    fn number(&self, at: usize) -> usize {
        self.turn.first as usize + at
    }
}

impl Attempt {
    /// Whether the policy did not allow it.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(self.ruling, Some((Ruling::Confirm(_) | Ruling::Refuse(_), _)))
    }

    fn line(&self, number: usize) -> String {
        let ruling = match &self.ruling {
            None => "not ruled on".into(),
            Some((ruling, grounds)) => {
                let findings = grounds.iter().flat_map(|it| &it.findings).map(ToString::to_string);
                format!("{ruling:?} [{}]", findings.collect::<Vec<_>>().join("; "))
            }
        };
        let outcome = self.outcome.as_ref().map_or_else(|| "not done".into(), |it| it.effect.to_string());
        let effects: Vec<String> = self.effects.iter().map(ToString::to_string).collect();
        let Attempt { action, keyboard, .. } = self;
        format!("  {number} {action} | {keyboard} | {ruling} | {outcome} | {}", effects.join("; "))
    }
}

fn role_of(aim: &Aim) -> &'static str {
    match aim {
        Aim::Control(control) => control.role.name(),
        Aim::Point(_) => "a point",
        Aim::Window => "the window",
    }
}

/// The controls of a window that may take its keys: those with the focus, and the items of menus.
fn keyboard(view: &AppView) -> String {
    let is_it = |it: &&Control| it.states.has(State::Focused) || it.role == Role::MenuItem;
    let takers: Vec<String> = view.controls.iter().filter(is_it).map(|it| it.id().to_string()).collect();
    format!("keys to {}", if takers.is_empty() { "nobody knows".into() } else { takers.join(", ") })
}
