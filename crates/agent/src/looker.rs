//! Stages two and three: one capture and one read of the accessibility tree, and the pictures made of them.

mod last_pictures;
mod look_error;
mod target_picture;

pub(crate) use last_pictures::take_last_pictures;
pub(crate) use look_error::LookError;

use crate::{
    AgentError, Images, LastPicture, Options,
    action_batch::ActionBatch,
    folders,
    journal::Journal,
    observation::{AppObservation, DesktopObservation, Observation},
    other_sheets::OtherSheets,
    policy_gate::PolicyGate,
    reply::may_be_offered,
    step_screenshots::{self, LoggedPicture, StepScreenshots},
    turn::{LoggedPictures, Turn},
    working_window::working_window,
    world::World,
};
use deskpilot_core::{
    Action, ActiveAgent, AppView, BeyondView, BlobRef, CommandSpec, DesktopView, Effect, Event, Pictures,
    Remedy, Stage, Window, WindowState, window_to_follow, windows_of_applications,
};
use deskpilot_deciders::DesktopNeed;
use deskpilot_desktop::{
    Budget, DesktopError, DesktopLook, Grounding, GroundingOutcome, GroundingRequest, GroundingTrigger,
    LookOptions, LookTimes, NativeCommands, Readiness, WindowLook, label_windows,
};
use std::sync::Arc;
use target_picture::target_picture;
use tokio::time::Instant;

/// Looks at windows and at the desktop, and stores the pictures.
pub(crate) struct Looker {
    grounding: Option<Box<dyn Grounding>>,
    trigger: GroundingTrigger,
    budget: Budget,
    last_picture: LastPicture,
    /// The picture of the last look, where nobody sees numbers in it.
    logged: Option<LoggedPicture>,
    /// What the HostAgent's decider needs of the desktop.
    desktop: DesktopNeed,
    sheets: OtherSheets,
}

/// What every look and operation of a step works with.
pub(crate) struct StepContext<'s> {
    pub(crate) world: &'s mut World,
    pub(crate) journal: &'s mut Journal,
    pub(crate) gate: &'s PolicyGate,
}

impl Looker {
    /// A looker with these settings. A grounding finds controls in pictures that the accessibility tree lacks.
    pub(crate) fn new(
        grounding: Option<Box<dyn Grounding>>,
        options: &Options,
        desktop: DesktopNeed,
    ) -> Looker {
        let &Options { look: budget, grounding: trigger, last_picture, .. } = options;
        let (logged, sheets) = (None, OtherSheets::new(budget));
        Looker { grounding, trigger, budget, last_picture, logged, desktop, sheets }
    }

    /// Looks for the agent: at the desktop for the HostAgent, at its window for an AppAgent.
    pub(crate) async fn look(
        &mut self,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Observation, LookError> {
        match turn.who.clone() {
            ActiveAgent::Host => self.look_at_desktop(turn, context).await,
            ActiveAgent::App(it) => self.look_at_window(&it.window, turn, context).await,
        }
    }

    async fn look_at_desktop(
        &self,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Observation, LookError> {
        if self.desktop != DesktopNeed::Picture {
            return self.list_windows(turn, context).await;
        }
        let DesktopLook { windows, applications, clean, times } = context.world.look_at_desktop().await?;
        record_times(turn, times);
        // Before anything is logged or shown: a title may be what a rule hides.
        let windows = context.gate.without_closed_titles(windows);
        let making = step_screenshots::of_desktop(clean, turn.look.pictures, context.journal.log.as_mut());
        let StepScreenshots { kept, shown, .. } = context.world.wait_for(making).await??;
        let folders = Box::pin(folders::named_folders(context.world, context.journal, context.gate)).await?;
        let working = context.gate.working();
        let view = DesktopView { windows, applications, pictures: kept, folders, working };
        Ok(Observation::Desktop(Box::new(DesktopObservation { view, shown })))
    }

    /// The desktop for a HostAgent that sees no picture: the windows, or only the root window if an operator gets the whole
    /// desktop.
    async fn list_windows(
        &self,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Observation, LookError> {
        let started = Instant::now();
        let is_first = context.journal.ledger().round.subtasks.is_empty();
        let (windows, applications) = match self.desktop {
            DesktopNeed::Whole => (vec![context.world.root_window().await?], Vec::new()),
            // A plan that has begun does not need the installed applications again.
            _ if !is_first => (context.world.list_windows().await?, Vec::new()),
            _ => (context.world.list_windows().await?, context.world.applications().await?),
        };
        turn.took(Stage::GetControlInfo, started);
        let windows = label_windows(context.gate.without_closed_titles(windows));
        let (pictures, working) = (Pictures::default(), context.gate.working());
        let view = DesktopView { windows, applications, pictures, folders: Vec::new(), working };
        Ok(Observation::Desktop(Box::new(DesktopObservation { view, shown: Vec::new() })))
    }

    /// Looks at the assigned window, or at the one in which the agent opened a document, or at one of the same application that opened
    /// since.
    async fn look_at_window(
        &mut self,
        assigned: &Window,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Observation, LookError> {
        let all = context.world.list_windows().await?;
        let gate = context.gate;
        let given =
            &working_window(assigned, context.journal.ledger(), &all, |it| gate.off_limits(it).is_none());
        let readiness = turn.look.readiness;
        // The given window first: only its look says whether the other window is one of its dialogs.
        let first = self.look_in(given, &all, readiness, context).await;
        let look = match (first, window_to_follow(&all, given)) {
            (Ok(look), Some(other)) if !look.windows.contains(&other.id) => {
                match self.look_in(other, &all, readiness, context).await {
                    // The new window closed during the look at the given one.
                    Err(LookError::Desktop(DesktopError::WindowGone(_))) => look,
                    followed => followed?,
                }
            }
            (Err(LookError::Desktop(DesktopError::WindowGone(_))), Some(other)) => {
                self.look_in(other, &all, readiness, context).await?
            }
            (Err(LookError::Desktop(DesktopError::WindowGone(_))), None)
                if has_closed_its_window(turn, context.journal) =>
            {
                self.look_after_closing(given, &all, readiness, context).await?
            }
            (first, _) => first?,
        };
        let id = look.window.id;
        // A dialog that opened during the look is in the picture.
        let others = windows_of_applications(&look.listed, &[given, assigned]);
        let others: Vec<Window> = others.into_iter().filter(|it| it.id != id).cloned().collect();
        record_times(turn, look.times);
        // What the agent may have changed since is read again; the other sheets are as they were read.
        self.sheets.forget(id, &context.journal.ledger().memory.of_agent(&turn.agent));
        let reading = self.sheets.in_windows(&look, &others, context.world, context.gate);
        let other_sheets = Box::pin(reading).await?;
        let observation = self.photograph(look, others, turn, context).await?;
        let view = AppView { other_sheets, ..observation.view };
        Ok(Observation::App(Box::new(AppObservation { view, ..observation })))
    }

    /// The window that the agent has just closed, without controls, and the desktop behind it.
    async fn look_after_closing(
        &mut self,
        closed: &Window,
        all: &[Window],
        readiness: Readiness,
        context: &mut StepContext<'_>,
    ) -> Result<WindowLook, LookError> {
        // The root window is always there. Its controls are dropped, because they are not those of the closed window.
        let desktop = context.world.root_window().await?;
        let look = self.look_in(&desktop, all, readiness, context).await?;
        let window = Window { state: WindowState::Closed, focused: false, ..closed.clone() };
        let (controls, levels, painted) = (Vec::new(), Vec::new(), Vec::new());
        let beyond = BeyondView::default();
        Ok(WindowLook { window, controls, levels, painted, truncated: None, beyond, ..look })
    }

    /// Looks again at this window only and records the view; `None` when the look fails.
    async fn look_again(
        &mut self,
        window: &Window,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Option<Box<AppObservation>>, AgentError> {
        let look = match self.read_window(window, context).await {
            Ok(look) => look,
            Err(LookError::Desktop(_)) => return Ok(None),
            Err(LookError::Session(error)) => return Err(error),
        };
        let observation = Observation::App(Box::new(self.photograph(look, Vec::new(), turn, context).await?));
        context.journal.record(Event::Observed { view: observation.view() })?;
        match observation {
            Observation::App(observation) => Ok(Some(observation)),
            Observation::Desktop(_) => Ok(None),
        }
    }

    async fn read_window(
        &mut self,
        window: &Window,
        context: &mut StepContext<'_>,
    ) -> Result<WindowLook, LookError> {
        let all = context.world.list_windows().await?;
        self.look_in(window, &all, Readiness::Drawn, context).await
    }

    async fn look_in(
        &mut self,
        window: &Window,
        all: &[Window],
        readiness: Readiness,
        context: &mut StepContext<'_>,
    ) -> Result<WindowLook, LookError> {
        let StepContext { world, journal, .. } = context;
        let window = world.as_listed(window, all).await?;
        let only = journal.ledger().steps.annotated.clone();
        let grounding = self
            .grounding
            .as_deref_mut()
            .map(|grounding| GroundingRequest { grounding, trigger: self.trigger });
        let options =
            LookOptions { budget: self.budget, grounding, only: &only, readiness, ..LookOptions::USUAL };
        Ok(world.look_at_window(window, all, options).await?)
    }

    async fn photograph(
        &mut self,
        look: WindowLook,
        others: Vec<Window>,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<AppObservation, AgentError> {
        record_grounding(&look.grounding, context.journal)?;
        let started = Instant::now();
        let (options, logged) = (turn.look.pictures, turn.look.logged);
        let last = self.last_selected(turn, context.journal);
        let log = context.journal.log.as_mut();
        let before = &mut self.logged;
        let making = async {
            let mut made = match logged {
                LoggedPictures::Numbered => {
                    step_screenshots::of_window(look.clean, look.painted, options, log).await?
                }
                LoggedPictures::Clean => step_screenshots::of_text(look.clean, before, log).await?,
            };
            if let Some(last) = last {
                let picture = step_screenshots::load(last, step_screenshots::LAST, options.limits, log);
                // In the order of time: the picture of the last step comes before that of this one.
                made.shown.insert(0, picture.await?);
            }
            Ok::<StepScreenshots, AgentError>(made)
        };
        let StepScreenshots { kept, shown, canvas } = context.world.wait_for(making).await??;
        turn.took(Stage::CaptureScreenshot, started);
        let view = AppView {
            window: look.window,
            controls: look.controls,
            levels: look.levels,
            truncated: look.truncated,
            beyond: look.beyond,
            others,
            other_sheets: Vec::new(),
            native_limit: None,
            pictures: kept,
        };
        let (commands, native_limit) = native_commands(&view.window, context).await?;
        let view = AppView { native_limit, ..view };
        Ok(AppObservation { view, canvas, shown, commands })
    }

    /// The picture of the last step, if the model sees it.
    fn last_selected(&self, turn: &Turn, journal: &Journal) -> Option<BlobRef> {
        match self.last_picture {
            LastPicture::Included
                if turn.look.pictures.images != Images::Omitted
                    && turn.look.readiness == Readiness::Drawn =>
            {
                journal.ledger().steps.last_selected.clone()
            }
            LastPicture::Included | LastPicture::Omitted => None,
        }
    }

    /// A picture of an action's target. After other actions, or in another window, it looks again, so that the user sees the
    /// present state.
    pub(crate) async fn evidence(
        &mut self,
        action: &Action,
        batch: &ActionBatch<'_>,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let is_of_now = batch.is_fresh() && turn.look.readiness == Readiness::Drawn;
        if is_of_now && action.window.id == batch.observation.view.window.id {
            return target_picture(action, batch.observation, context.journal).await;
        }
        self.current_evidence(action, turn, context).await
    }

    /// Looks again and returns a picture of the action's target.
    pub(crate) async fn current_evidence(
        &mut self,
        action: &Action,
        turn: &mut Turn,
        context: &mut StepContext<'_>,
    ) -> Result<Option<BlobRef>, AgentError> {
        match self.look_again(&action.window, turn, context).await? {
            Some(observation) => target_picture(action, &observation, context.journal).await,
            None => Ok(None),
        }
    }
}

/// The native commands available in a window, and why its application takes none. Commands that could not be loaded are recorded
/// as faults.
async fn native_commands(
    window: &Window,
    context: &mut StepContext<'_>,
) -> Result<(Vec<Arc<CommandSpec>>, Option<String>), AgentError> {
    let NativeCommands { mut commands, troubles, limit } = context.world.commands(window).await?;
    for trouble in troubles {
        context.journal.fault(Stage::GetControlInfo, trouble, Remedy::TellAgent)?;
    }
    commands.retain(|it| may_be_offered(it));
    Ok((commands, limit))
}

/// Whether the last action of the agent closed the window that is gone: it was confirmed by its application's windows, or it was to
/// close the window, which a slow application does only after the action.
fn has_closed_its_window(turn: &Turn, journal: &Journal) -> bool {
    let memory = journal.ledger().memory.of_agent(&turn.agent);
    let last = memory.last.iter().rfind(|it| !it.outcome.effect.is_skipped());
    last.is_some_and(|it| match &it.outcome.effect {
        Effect::Confirmed(evidence) if evidence.is_closed_window() => true,
        Effect::Refused(_) => false,
        _ => memory.closes_window,
    })
}

fn record_times(turn: &mut Turn, times: LookTimes) {
    turn.lasted(Stage::CaptureScreenshot, times.pictures);
    turn.lasted(Stage::GetControlInfo, times.reading);
}

/// Records that the grounding failed or left something out; the view is valid without it.
fn record_grounding(grounded: &GroundingOutcome, journal: &mut Journal) -> Result<(), AgentError> {
    match grounded {
        GroundingOutcome::Failed(why) => journal.fault(Stage::GetControlInfo, why.clone(), Remedy::TellAgent),
        GroundingOutcome::Found { truncated: Some(left_out), .. } => {
            let count = left_out.unread.map_or(String::new(), |it| format!("{it}: "));
            let message = format!("the grounding left out parts of the picture: {count}{}", left_out.reason);
            journal.fault(Stage::GetControlInfo, message, Remedy::TellAgent)
        }
        GroundingOutcome::Found { .. } | GroundingOutcome::Skipped => Ok(()),
    }
}
