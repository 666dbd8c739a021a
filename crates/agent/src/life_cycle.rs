//! What happens between the steps: a window is made ready for its AppAgent, and last pictures are taken.

use crate::{AgentError, Session, off_limits::blackened, session_control::unless_taken, step_screenshots};
use deskpilot_core::{
    Action, Aim, AppView, Assignment, Call, Effect, Event, Gesture, Input, Moment, Operation, Pictures,
    Remedy, Stage, SubtaskOutcome, Verb, Window,
};
use deskpilot_desktop::{DesktopError, LookOptions, as_it_is_now, look_at_window, picture_of_desktop};

impl Session {
    /// Brings the window forward and registers its AppAgent with the tools it has; a window that is gone ends the subtask.
    pub(crate) async fn register(&mut self, assignment: &Assignment) -> Result<(), AgentError> {
        let session_control = self.session_control.clone();
        match unless_taken(&session_control, self.bring_forward(&assignment.window)).await? {
            Ok(window) => {
                let tools = self.ports.puppeteer.commands().iter().map(|it| it.name.to_owned()).collect();
                self.record(Event::Registered { agent: assignment.agent.clone(), window, tools })
            }
            Err(error) => {
                let (message, stage) = (error.to_string(), Stage::UpdateStatus);
                self.record(Event::Faulted { stage, message: message.clone(), remedy: Remedy::TellAgent })?;
                let outcome = match error {
                    DesktopError::WindowGone(title) => SubtaskOutcome::WindowGone(title),
                    _ => SubtaskOutcome::Errored(message),
                };
                self.record(Event::SubtaskEnded { outcome, comment: String::new() })
            }
        }
    }

    /// The window as it stands now, in front. That it cannot be given the keyboard is no reason not to work in it.
    async fn bring_forward(&mut self, window: &Window) -> Result<Window, DesktopError> {
        let desktop = &mut self.ports.puppeteer.desktop;
        let stands = as_it_is_now(desktop.as_mut(), window).await?;
        // The whole desktop is not a window that could be given the keyboard.
        if stands.focused || desktop.root_window().await?.id == stands.id {
            return Ok(stands);
        }
        let focus = Input { window: window.id, aim: Aim::Window, gesture: Gesture::Focus };
        match desktop.perform(&focus).await {
            Err(error) if error.remedy() == Remedy::GiveUp => Err(error),
            _ => Ok(stands),
        }
    }

    /// Asks every window that the session opened, and that still stands, to close. It is written down like any other operation.
    pub(crate) async fn close_what_was_opened(&mut self) -> Result<(), AgentError> {
        let session_control = self.session_control.clone();
        for window in self.ledger.opened.windows.clone().into_iter().rev() {
            let standing = unless_taken(&session_control, self.ports.puppeteer.desktop.windows()).await?;
            if !standing.is_ok_and(|all| all.iter().any(|it| it.id == window.id)) {
                continue;
            }
            let call = Call { command: "close_window".into(), ..Call::default() };
            let verb = Verb::Gesture(Gesture::Close);
            let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
            let id = self.ledger.steps.next_action();
            self.record(Event::Acting { id, operation: operation.clone(), selected: None })?;
            let done = unless_taken(&session_control, self.ports.puppeteer.perform(&operation)).await?;
            let outcome = done.unwrap_or_else(|error| Effect::Refused(error.into()).into());
            self.record(Event::Acted { id, outcome })?;
        }
        Ok(())
    }

    /// Takes the last pictures of a subtask or of the round. What cannot be seen any more is left out.
    pub(crate) async fn take_last_pictures(&mut self, moment: Moment) -> Result<(), AgentError> {
        let session_control = self.session_control.clone();
        let view = match self.ledger.steps.window.clone() {
            Some(window) => unless_taken(&session_control, self.last_view(&window)).await??,
            None => None,
        };
        let desktop = unless_taken(&session_control, self.last_desktop()).await??;
        self.record(Event::Pictured { moment, view: view.map(Box::new), desktop })
    }

    async fn last_view(&mut self, window: &Window) -> Result<Option<AppView>, AgentError> {
        if self.options.policy.closed_to(window).is_some() {
            return Ok(None);
        }
        let options = LookOptions { budget: self.options.look, ..LookOptions::USUAL };
        let Ok(look) = look_at_window(self.ports.puppeteer.desktop.as_mut(), window, options).await else {
            return Ok(None);
        };
        let pictures = step_screenshots::kept(look.clean, self.ports.log.as_mut()).await?;
        let (controls, levels, truncated) = (look.controls, look.levels, look.truncated);
        Ok(Some(AppView { window: look.window, controls, levels, truncated, others: Vec::new(), pictures }))
    }

    async fn last_desktop(&mut self) -> Result<Pictures, AgentError> {
        let Ok((mut clean, windows)) = picture_of_desktop(self.ports.puppeteer.desktop.as_mut()).await else {
            return Ok(Pictures::default());
        };
        blackened(&self.options.policy, &windows, &mut clean);
        step_screenshots::kept(clean, self.ports.log.as_mut()).await
    }
}
