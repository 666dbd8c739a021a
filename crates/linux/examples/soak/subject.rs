//! The applications, the work done in them, and the actions that make their controls go stale.

use crate::tally::{Refusal, Tally};
use anyhow::{Context, Result, bail, ensure};
use deskpilot_core::{
    Aim, Button, Control, Difference, Effect, Gesture, Input, Role, State, TextMode, Window, parse_keys,
};
use deskpilot_desktop::{Area, Budget, Desktop, DesktopError, DesktopReader};
use deskpilot_linux::LinuxDesktop;
use deskpilot_testkit::Dice;
use std::time::Instant;

/// How many stale controls to try after each change.
const TRIED: usize = 3;
/// In one of how many rounds controls are made stale.
const UNSETTLED: usize = 4;

/// An application and its window.
pub(crate) struct Subject {
    pub(crate) script: &'static Script,
    pub(crate) window: Window,
}

/// The work in an application.
pub(crate) struct Script {
    pub(crate) application: &'static str,
    work: Work,
    /// Actions that make controls disappear, and those that bring them back.
    unsettling: &'static [(Move, Move)],
}

/// Work whose effect on its target can be checked.
enum Work {
    /// Presses a digit and checks the end of the display; `clear` clears the display.
    Digits { display: Role, clear: Move },
    /// Replaces a text.
    Texts,
    /// Checks boxes and sets numbers.
    Settings,
}

/// One action.
enum Move {
    Click(Role, &'static str),
    Keys(&'static str),
}

pub(crate) const SUBJECTS: &[Script] = &[
    Script {
        application: "galculator",
        work: Work::Digits { display: Role::Edit, clear: Move::Click(Role::ToggleButton, "AC") },
        unsettling: &[
            (Move::Click(Role::Menu, "File"), Move::Keys("{ESC}")),
            (Move::Click(Role::Menu, "View"), Move::Keys("{ESC}")),
        ],
    },
    Script {
        application: "mousepad",
        work: Work::Texts,
        unsettling: &[
            (Move::Click(Role::Menu, "Edit"), Move::Keys("{ESC}")),
            (Move::Keys("Ctrl+F"), Move::Keys("{ESC}")),
        ],
    },
    Script {
        application: "gtk3-widget-factory",
        work: Work::Settings,
        unsettling: &[
            (Move::Click(Role::RadioButton, "Page 2"), Move::Click(Role::RadioButton, "Page 1")),
            (Move::Click(Role::RadioButton, "Page 3"), Move::Click(Role::RadioButton, "Page 1")),
        ],
    },
    Script {
        application: "gnome-calculator",
        work: Work::Digits { display: Role::Edit, clear: Move::Keys("{ESC}") },
        unsettling: &[(Move::Keys("Ctrl+Alt+A"), Move::Keys("Ctrl+Alt+B"))],
    },
];

impl Subject {
    /// One round: looks, works and looks again; from time to time makes controls stale.
    pub(crate) async fn work(
        &self,
        desktop: &mut LinuxDesktop,
        dice: &mut Dice,
        tally: &mut Tally,
    ) -> Result<()> {
        let mut worker = WindowWorker { desktop, tally, window: &self.window };
        match &self.script.work {
            Work::Digits { display, clear } => worker.press_a_digit(dice, *display, clear).await?,
            Work::Texts => worker.replace_a_text(dice).await?,
            Work::Settings => worker.change_a_setting(dice).await?,
        }
        if dice.below(UNSETTLED) == 0
            && let Some((there, back)) = dice.one_of(self.script.unsettling)
        {
            worker.unsettle(dice, there).await?;
            worker.unsettle(dice, back).await?;
        }
        Ok(())
    }
}

/// Works in one window.
struct WindowWorker<'a> {
    desktop: &'a mut LinuxDesktop,
    tally: &'a mut Tally,
    window: &'a Window,
}

impl WindowWorker<'_> {
    async fn look(&mut self) -> Result<Vec<Control>> {
        let seen = self.desktop.controls(self.window, Budget::LOOK).await?;
        self.desktop.capture(&Area::Window(self.window.id)).await?;
        self.tally.looks += 1;
        self.tally.pictures += 1;
        ensure!(seen.truncated.is_none(), "the look is not whole: {:?}", seen.truncated);
        Ok(seen.controls)
    }

    async fn act(&mut self, aim: Aim, gesture: Gesture) -> Result<Effect, DesktopError> {
        let started = Instant::now();
        let input = Input { window: self.window.id, aim, gesture };
        let effect = self.desktop.perform(&input).await?.effect;
        self.tally.acted(&effect, started.elapsed());
        Ok(effect)
    }

    async fn on(&mut self, control: &Control, gesture: Gesture) -> Result<Effect> {
        let what = format!("{gesture:?} on {}", control.id());
        let effect =
            self.act(Aim::Control(Box::new(control.clone())), gesture).await.context(what.clone())?;
        ensure!(effect.is_success() || matches!(effect, Effect::NoChange(_)), "{what}: {effect}");
        Ok(effect)
    }

    async fn go(&mut self, what: &Move) -> Result<()> {
        match what {
            Move::Click(role, name) => {
                let controls = self.look().await?;
                let found = controls.iter().find(|it| it.role == *role && it.name == *name);
                self.on(found.with_context(|| format!("there is no {role:?} {name:?}"))?, click()).await?;
            }
            Move::Keys(text) => {
                let keys = parse_keys(text).map_err(anyhow::Error::msg)?;
                self.act(Aim::Window, Gesture::Keys(keys)).await?;
            }
        }
        Ok(())
    }

    async fn press_a_digit(&mut self, dice: &mut Dice, display: Role, clear: &Move) -> Result<()> {
        let shown = |controls: &[Control]| {
            controls.iter().find(|it| it.role == display).and_then(|it| it.value.clone()).unwrap_or_default()
        };
        let mut controls = self.look().await?;
        if shown(&controls).chars().count() >= 8 {
            self.go(clear).await?;
            controls = self.look().await?;
        }
        let is_digit = |it: &&Control| it.name.len() == 1 && ("1"..="9").contains(&it.name.as_str());
        let is_button = |it: &&Control| matches!(it.role, Role::Button | Role::ToggleButton);
        let digits: Vec<_> = controls.iter().filter(is_button).filter(is_digit).collect();
        let digit = *dice.one_of(&digits).context("there are no digits")?;
        let before = shown(&controls);
        self.on(digit, click()).await?;
        let after = shown(&self.look().await?);
        let expected = format!("{}{}", before.trim_start_matches('0'), digit.name);
        ensure!(after == expected, "{:?} and {} became {after:?}", before, digit.id());
        self.tally.proven += 1;
        Ok(())
    }

    async fn replace_a_text(&mut self, dice: &mut Dice) -> Result<()> {
        const WORDS: &[&str] = &["Grüße", "世界", "two\nlines", "a tab\there", "✓", "the quick brown fox"];
        let controls = self.look().await?;
        let edit = controls.iter().find(|it| it.role == Role::Edit && it.states.has(State::MultiLine));
        let edit = edit.context("there is no text")?;
        let words: Vec<_> = (0..=dice.below(9)).filter_map(|_| dice.one_of(WORDS)).copied().collect();
        let text = words.join(" ");
        let gesture = Gesture::Text { text: text.clone(), mode: TextMode::Replace };
        self.on(edit, gesture).await?;
        let read = self.desktop.read(self.window.id, edit).await?;
        ensure!(read == text, "{text:?} became {read:?}");
        self.tally.proven += 1;
        Ok(())
    }

    async fn change_a_setting(&mut self, dice: &mut Dice) -> Result<()> {
        let controls = self.look().await?;
        let is_one = |it: &&Control| {
            it.states.has(State::Enabled) && matches!(it.role, Role::CheckBox | Role::Spinner | Role::Slider)
        };
        let settings: Vec<_> = controls.iter().filter(is_one).collect();
        let setting = *dice.one_of(&settings).context("there is nothing to set")?;
        let (gesture, number) = match setting.role {
            Role::CheckBox => (Gesture::Check(!setting.states.has(State::Checked)), None),
            _ => {
                let number = 1.0 + dice.below(4) as f64;
                (Gesture::SetNumber(number), Some(number.to_string()))
            }
        };
        self.on(setting, gesture).await?;
        let controls = self.look().await?;
        let now = controls.iter().find(|it| it.node() == setting.node()).context("the setting is gone")?;
        match number {
            Some(number) => ensure!(now.value.as_ref() == Some(&number), "{:?} is not {number}", now.value),
            None => ensure!(
                now.states.has(State::Checked) != setting.states.has(State::Checked),
                "{} is as it was",
                setting.id()
            ),
        }
        self.tally.proven += 1;
        Ok(())
    }

    /// Makes controls disappear or change, and tries to use them as they were seen before.
    async fn unsettle(&mut self, dice: &mut Dice, what: &Move) -> Result<()> {
        let before = self.look().await?;
        self.go(what).await?;
        let after = self.look().await?;
        let difference = Difference::between(&before, &after);
        let renamed = difference.changed.iter().filter(|it| it.name().is_some()).map(|it| &it.before);
        let mut stale: Vec<_> = difference.removed.iter().chain(renamed).filter(|it| is_usable(it)).collect();
        for _ in 0..TRIED.min(stale.len()) {
            let control = stale.swap_remove(dice.below(stale.len()));
            let aim = Aim::Control(Box::new(control.clone()));
            match self.act(aim, click()).await {
                Err(DesktopError::ControlGone(_)) => self.tally.refused(Refusal::Gone),
                Err(DesktopError::ControlChanged { .. }) => self.tally.refused(Refusal::Changed),
                Ok(effect) => bail!("the stale {} was acted on: {effect}\n{difference}", control.id()),
                Err(error) => bail!("the stale {}: {error}\n{difference}", control.id()),
            }
        }
        Ok(())
    }
}

fn is_usable(control: &Control) -> bool {
    control.role.is_interactive() && control.states.has(State::Enabled)
}

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}
