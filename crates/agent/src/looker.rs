//! Stages two and three: one capture and one read of the accessibility tree, and the pictures made of them.

use crate::{
    AgentError, Halt, Images, LastPicture, Options,
    action_batch::ActionBatch,
    journal::Journal,
    policy_gate::PolicyGate,
    reply::is_taken,
    sight::{AppSight, DesktopSight, Sight},
    step_screenshots::{self, StepScreenshots},
    turn::Turn,
    world::{World, WorldError},
};
use deskpilot_core::{
    Action, ActiveAgent, Aim, AppView, BlobRef, CommandSpec, DesktopView, Event, Pictures, Point, Rect,
    Remedy, ScreenshotMoment, Stage, Window, window_to_follow, windows_of_application,
};
use deskpilot_deciders::DesktopNeed;
use deskpilot_desktop::{
    Ask, Budget, Care, DesktopError, DesktopLook, Grounded, Grounding, LookOptions, LookTimes,
    NativeCommands, When, WindowLook, labelled,
};
use std::sync::Arc;
use tokio::time::Instant;

/// Who looks at windows and at the desktop, and keeps the pictures.
pub(crate) struct Looker {
    grounding: Option<Box<dyn Grounding>>,
    when: When,
    budget: Budget,
    last_picture: LastPicture,
    /// What a HostAgent is shown of the desktop.
    desktop: DesktopNeed,
}

/// Where a look looks, what it may see there, and where it is written down.
pub(crate) struct Scene<'s> {
    pub(crate) world: &'s mut World,
    pub(crate) journal: &'s mut Journal,
    pub(crate) gate: &'s PolicyGate,
}

/// Why there is nothing to see.
pub(crate) enum LookError {
    /// The desktop could not show it.
    Desktop(DesktopError),
    /// The session cannot go on.
    Session(AgentError),
}

/// How far around a place a picture of it goes, in pixels.
const AROUND: i32 = 160;

impl Looker {
    /// A looker with these settings, which finds in pictures what the accessibility tree does not tell where there is a
    /// grounding.
    pub(crate) fn new(
        grounding: Option<Box<dyn Grounding>>,
        options: &Options,
        desktop: DesktopNeed,
    ) -> Looker {
        let &Options { look: budget, grounding: when, last_picture, .. } = options;
        Looker { grounding, when, budget, last_picture, desktop }
    }

    /// What the agent sees: the HostAgent the desktop, an AppAgent its window.
    pub(crate) async fn look(&mut self, turn: &mut Turn, scene: &mut Scene<'_>) -> Result<Sight, LookError> {
        match turn.who.clone() {
            ActiveAgent::Host => self.look_at_desktop(turn, scene).await,
            ActiveAgent::App(it) => self.look_at_window(&it.window, turn, scene).await,
        }
    }

    async fn look_at_desktop(&self, turn: &mut Turn, scene: &mut Scene<'_>) -> Result<Sight, LookError> {
        if self.desktop != DesktopNeed::Picture {
            return self.list_windows(turn, scene).await;
        }
        let DesktopLook { windows, applications, clean, times } = scene.world.look_at_desktop().await?;
        looked(turn, times);
        let windows = scene.gate.without_closed_titles(windows);
        let making = step_screenshots::of_desktop(clean, turn.viewer.wish, scene.journal.log.as_mut());
        let StepScreenshots { kept, shown, .. } = scene.world.wait_for(making).await??;
        let view = DesktopView { windows, applications, pictures: kept };
        Ok(Sight::Desktop(Box::new(DesktopSight { view, shown })))
    }

    /// What a HostAgent needs to know that is shown no picture; where one operator has the whole desktop, that is all it knows.
    async fn list_windows(&self, turn: &mut Turn, scene: &mut Scene<'_>) -> Result<Sight, LookError> {
        let started = Instant::now();
        let is_first = scene.journal.ledger().round.subtasks.is_empty();
        let (windows, applications) = match self.desktop {
            DesktopNeed::Whole => (vec![scene.world.root_window().await?], Vec::new()),
            // Where a plan has begun, what can be opened is asked for no more.
            _ if !is_first => (scene.world.list_windows().await?, Vec::new()),
            _ => (scene.world.list_windows().await?, scene.world.applications().await?),
        };
        turn.took(Stage::GetControlInfo, started);
        let windows = labelled(scene.gate.without_closed_titles(windows));
        let view = DesktopView { windows, applications, pictures: Pictures::default() };
        Ok(Sight::Desktop(Box::new(DesktopSight { view, shown: Vec::new() })))
    }

    /// Looks at the window that was assigned, or at the one of its application that came up since.
    async fn look_at_window(
        &mut self,
        assigned: &Window,
        turn: &mut Turn,
        scene: &mut Scene<'_>,
    ) -> Result<Sight, LookError> {
        let all = scene.world.list_windows().await?;
        let care = turn.viewer.care;
        let given = self.look_in(assigned, &all, care, scene).await;
        let look = match (given, window_to_follow(&all, assigned)) {
            (Ok(look), Some(other)) if !look.windows.contains(&other.id) => {
                match self.look_in(other, &all, care, scene).await {
                    // It closed while the window it came from was looked at.
                    Err(LookError::Desktop(DesktopError::WindowGone(_))) => look,
                    followed => followed?,
                }
            }
            (Err(LookError::Desktop(DesktopError::WindowGone(_))), Some(other)) => {
                self.look_in(other, &all, care, scene).await?
            }
            (given, _) => given?,
        };
        let id = look.window.id;
        let others =
            windows_of_application(&all, assigned).into_iter().filter(|it| it.id != id).cloned().collect();
        looked(turn, look.times);
        Ok(Sight::App(Box::new(self.photographed(look, others, turn, scene).await?)))
    }

    /// Looks again at this window and at no other, and writes down what is seen; `None` when there is nothing to see.
    async fn look_again(
        &mut self,
        window: &Window,
        turn: &mut Turn,
        scene: &mut Scene<'_>,
    ) -> Result<Option<Box<AppSight>>, AgentError> {
        let look = match self.look_anew(window, scene).await {
            Ok(look) => look,
            Err(LookError::Desktop(_)) => return Ok(None),
            Err(LookError::Session(error)) => return Err(error),
        };
        let sight = Sight::App(Box::new(self.photographed(look, Vec::new(), turn, scene).await?));
        scene.journal.record(Event::Observed { view: sight.view() })?;
        match sight {
            Sight::App(sight) => Ok(Some(sight)),
            Sight::Desktop(_) => Ok(None),
        }
    }

    async fn look_anew(&mut self, window: &Window, scene: &mut Scene<'_>) -> Result<WindowLook, LookError> {
        let all = scene.world.list_windows().await?;
        self.look_in(window, &all, Care::Picture, scene).await
    }

    async fn look_in(
        &mut self,
        window: &Window,
        all: &[Window],
        care: Care,
        scene: &mut Scene<'_>,
    ) -> Result<WindowLook, LookError> {
        let Scene { world, journal, .. } = scene;
        let window = world.as_listed(window, all).await?;
        let only = journal.ledger().steps.annotated.clone();
        let ask = self.grounding.as_deref_mut().map(|grounding| Ask { grounding, when: self.when });
        let options = LookOptions { budget: self.budget, ask, only: &only, care, ..LookOptions::USUAL };
        Ok(world.look_at_window(window, options).await?)
    }

    async fn photographed(
        &self,
        look: WindowLook,
        others: Vec<Window>,
        turn: &mut Turn,
        scene: &mut Scene<'_>,
    ) -> Result<AppSight, AgentError> {
        grounded(&look.grounded, scene.journal)?;
        let started = Instant::now();
        let (wish, care) = (turn.viewer.wish, turn.viewer.care);
        let last = self.last_selected(turn, scene.journal);
        let log = scene.journal.log.as_mut();
        let making = async {
            let mut made = match care {
                Care::Picture => step_screenshots::of_window(look.clean, look.painted, wish, log).await?,
                Care::Text => step_screenshots::of_text(look.clean, log).await?,
            };
            if let Some(last) = last {
                let picture = step_screenshots::stored(last, step_screenshots::LAST, wish.limits, log);
                made.shown.insert(0, picture.await?);
            }
            Ok::<StepScreenshots, AgentError>(made)
        };
        let StepScreenshots { kept, shown, canvas } = scene.world.wait_for(making).await??;
        turn.took(Stage::CaptureScreenshot, started);
        let view = AppView {
            window: look.window,
            controls: look.controls,
            levels: look.levels,
            truncated: look.truncated,
            others,
            pictures: kept,
        };
        let commands = native_commands(&view.window, scene).await?;
        Ok(AppSight { view, canvas, shown, commands })
    }

    /// The picture of the last step, where the model is shown it.
    fn last_selected(&self, turn: &Turn, journal: &Journal) -> Option<BlobRef> {
        match self.last_picture {
            LastPicture::Included
                if turn.viewer.wish.images != Images::Omitted && turn.viewer.care == Care::Picture =>
            {
                journal.ledger().steps.last_selected.clone()
            }
            LastPicture::Included | LastPicture::Omitted => None,
        }
    }

    /// A picture of what an action would be done to. After other actions, or in another window, it is looked again: what is
    /// asked for is asked for as it stands.
    pub(crate) async fn evidence(
        &mut self,
        action: &Action,
        batch: &ActionBatch<'_>,
        turn: &mut Turn,
        scene: &mut Scene<'_>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let is_of_now = batch.is_fresh() && turn.viewer.care == Care::Picture;
        if is_of_now && action.window.id == batch.sight.view.window.id {
            return detail(action, batch.sight, scene.journal).await;
        }
        self.as_it_stands(action, turn, scene).await
    }

    /// Looks again, and gives the picture of what the action would be done to.
    pub(crate) async fn as_it_stands(
        &mut self,
        action: &Action,
        turn: &mut Turn,
        scene: &mut Scene<'_>,
    ) -> Result<Option<BlobRef>, AgentError> {
        match self.look_again(&action.window, turn, scene).await? {
            Some(sight) => detail(action, &sight, scene.journal).await,
            None => Ok(None),
        }
    }

    /// Takes the last pictures of a subtask or of the round. What cannot be seen any more is left out.
    pub(crate) async fn take_last_pictures(
        &self,
        moment: ScreenshotMoment,
        scene: &mut Scene<'_>,
    ) -> Result<(), AgentError> {
        let view = match scene.journal.ledger().steps.window.clone() {
            Some(window) => self.last_view(&window, scene).await?,
            None => None,
        };
        let desktop = last_desktop(scene).await?;
        scene.journal.record(Event::Pictured { moment, view: view.map(Box::new), desktop })
    }

    async fn last_view(&self, window: &Window, scene: &mut Scene<'_>) -> Result<Option<AppView>, AgentError> {
        let Scene { world, journal, .. } = scene;
        let options = LookOptions { budget: self.budget, ..LookOptions::USUAL };
        let looking = async {
            let window = world.now(window).await?;
            world.look_at_window(window, options).await
        };
        let look = match looking.await {
            Ok(look) => look,
            Err(WorldError::Desktop(_)) => return Ok(None),
            Err(WorldError::Halted(halt)) => return Err(halt.into()),
        };
        let pictures = world.wait_for(step_screenshots::kept(look.clean, journal.log.as_mut())).await??;
        let (controls, levels, truncated) = (look.controls, look.levels, look.truncated);
        Ok(Some(AppView { window: look.window, controls, levels, truncated, others: Vec::new(), pictures }))
    }
}

/// The native commands at hand in a window. What was left out is written down; the step goes on without it.
async fn native_commands(
    window: &Window,
    scene: &mut Scene<'_>,
) -> Result<Vec<Arc<CommandSpec>>, AgentError> {
    let NativeCommands { mut commands, troubles } = scene.world.commands(window).await?;
    for trouble in troubles {
        scene.journal.fault(Stage::GetControlInfo, trouble, Remedy::TellAgent)?;
    }
    // What an application calls its own must not stand in the way of what every application has.
    commands.retain(|it| !is_taken(&it.name));
    Ok(commands)
}

async fn last_desktop(scene: &mut Scene<'_>) -> Result<Pictures, AgentError> {
    let Scene { world, journal, .. } = scene;
    let clean = match world.screenshot().await {
        Ok(clean) => clean,
        Err(WorldError::Desktop(_)) => return Ok(Pictures::default()),
        Err(WorldError::Halted(halt)) => return Err(halt.into()),
    };
    world.wait_for(step_screenshots::kept(clean, journal.log.as_mut())).await?
}

fn looked(turn: &mut Turn, times: LookTimes) {
    turn.lasted(Stage::CaptureScreenshot, times.pictures);
    turn.lasted(Stage::GetControlInfo, times.reading);
}

/// The view is good without what was to be found in the picture; that it is missing is written down.
fn grounded(grounded: &Grounded, journal: &mut Journal) -> Result<(), AgentError> {
    match grounded {
        Grounded::Failed(why) => journal.fault(Stage::GetControlInfo, why.clone(), Remedy::TellAgent),
        Grounded::Found { truncated: Some(left_out), .. } => {
            let count = left_out.unread.map_or(String::new(), |it| format!("{it}: "));
            let message = format!("not all of the picture is told: {count}{}", left_out.reason);
            journal.fault(Stage::GetControlInfo, message, Remedy::TellAgent)
        }
        Grounded::Found { .. } | Grounded::NotAsked => Ok(()),
    }
}

/// The part of a sight's picture that the action would be done to, with its place outlined.
async fn detail(
    action: &Action,
    sight: &AppSight,
    journal: &mut Journal,
) -> Result<Option<BlobRef>, AgentError> {
    let Some(clean) = &sight.view.pictures.clean else { return Ok(None) };
    let origin = sight.view.pictures.origin.unwrap_or_default();
    step_screenshots::detail(clean, origin, place(&action.aim), journal.log.as_mut()).await
}

/// Where on the desktop an action is done, and what around it is shown; `None` for the whole window.
fn place(aim: &Aim) -> Option<(Rect, Rect)> {
    let grown = |it: Rect| {
        let (x, y) = (it.x - AROUND, it.y - AROUND);
        Rect::new(x, y, it.width + 2 * AROUND.unsigned_abs(), it.height + 2 * AROUND.unsigned_abs())
    };
    match aim {
        Aim::Control(control) => Some((control.rect, grown(control.rect))),
        Aim::Point(Point { x, y }) => {
            let spot = Rect::new(x - 8, y - 8, 16, 16);
            Some((spot, grown(spot)))
        }
        Aim::Window => None,
    }
}

impl From<WorldError> for LookError {
    fn from(error: WorldError) -> LookError {
        match error {
            WorldError::Desktop(error) => LookError::Desktop(error),
            WorldError::Halted(halt) => LookError::Session(halt.into()),
        }
    }
}

impl From<DesktopError> for LookError {
    fn from(error: DesktopError) -> LookError {
        LookError::Desktop(error)
    }
}

impl From<AgentError> for LookError {
    fn from(error: AgentError) -> LookError {
        LookError::Session(error)
    }
}

impl From<Halt> for LookError {
    fn from(halt: Halt) -> LookError {
        LookError::Session(halt.into())
    }
}
