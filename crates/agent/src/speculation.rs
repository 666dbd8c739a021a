//! Several actions from one reply: before each the window is compared with what the model saw, and the first surprise
//! ends the list.

use crate::{
    AgentError,
    processor::{Processor, Progress},
    sight::AppSight,
    stop::unless_stopped,
};
use deskpilot_core::{
    Action, Caution, Control, Deed, Event, Expectation, Ruling, Stage, Surprise, Verb, Window, new_window,
};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// How far a list of actions came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// All were done.
    Whole,
    /// Some were not.
    Broken,
}

impl Processor<'_> {
    /// Does the actions one after the other, as long as the world is as it was when they were decided upon.
    pub(crate) async fn act(
        &mut self,
        actions: &[Action],
        caution: Caution,
        sight: &AppSight,
    ) -> Result<Carried, AgentError> {
        // Only what is done later in the list can open a window that was not there.
        let windows = if actions.len() > 1 { self.windows().await? } else { Vec::new() };
        for (at, action) in actions.iter().enumerate() {
            if let Some(surprise) = self.surprise(&windows, sight, &actions[..at], action).await? {
                self.hold(&actions[at..], surprise)?;
                return Ok(Carried::Broken);
            }
            let deed = Deed::Act(Box::new(action.clone()));
            let ruling = self.session.options.policy.judge(&deed, caution);
            if self.attempt(deed, ruling.clone(), Some(sight)).await? == Progress::LookAgain {
                let surprise = self.why_not(action, ruling);
                self.hold(&actions[at + 1..], surprise)?;
                return Ok(Carried::Broken);
            }
        }
        Ok(Carried::Whole)
    }

    /// What speaks against doing the next action unseen. What cannot be compared is left to the action itself, which
    /// finds its control again or refuses.
    async fn surprise(
        &mut self,
        windows: &[Window],
        sight: &AppSight,
        done: &[Action],
        next: &Action,
    ) -> Result<Option<Surprise>, AgentError> {
        if !touches_the_window(next) {
            return Ok(None);
        }
        let started = Instant::now();
        let window = &sight.view.window;
        if !done.is_empty() {
            let now = self.windows().await?;
            if let Some(opened) = new_window(windows, &now, window) {
                return Ok(Some(Surprise::Window(opened.title.clone())));
            }
        }
        let stop = self.session.stop.clone();
        let budget = self.session.options.look;
        let reading = self.session.ports.puppeteer.desktop.controls(window, budget);
        let seen = match unless_stopped(&stop, reading).await? {
            Ok(seen) if seen.truncated.is_none() && sight.view.truncated.is_none() => seen,
            Err(DesktopError::WindowGone(_)) => return Ok(Some(Surprise::WindowGone(window.title.clone()))),
            Ok(_) | Err(_) => return Ok(None),
        };
        let told: Vec<Control> =
            sight.view.controls.iter().filter(|it| it.node().is_some()).cloned().collect();
        let surprise = Expectation { seen: &told, now: &seen.controls, done }.surprise(next);
        self.took(Stage::GetControlInfo, started);
        Ok(surprise)
    }

    /// The windows there are; none where they cannot be told, which no list of actions needs to know.
    async fn windows(&mut self) -> Result<Vec<Window>, AgentError> {
        let stop = self.session.stop.clone();
        let listed = unless_stopped(&stop, self.session.ports.puppeteer.desktop.windows()).await?;
        Ok(listed.unwrap_or_default())
    }

    fn hold(&mut self, left: &[Action], surprise: Surprise) -> Result<(), AgentError> {
        if left.is_empty() {
            return Ok(());
        }
        let deeds = left.iter().map(|action| Deed::Act(Box::new(action.clone()))).collect();
        self.session.record(Event::Held { deeds, surprise })
    }

    fn why_not(&self, action: &Action, ruling: Ruling) -> Surprise {
        match ruling {
            Ruling::Confirm(_) => Surprise::NeedsYes(action.to_string()),
            Ruling::Refuse(why) => Surprise::NotAllowed(why),
            Ruling::Allow => {
                let last = self.session.ledger.memory.of_agent(&self.agent).last.last().cloned();
                Surprise::NotDone(last.map_or_else(String::new, |it| it.outcome.effect.to_string()))
            }
        }
    }
}

/// Whether the action depends on what the window shows.
const fn touches_the_window(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Read { .. })
}
