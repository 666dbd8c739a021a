//! Stages two and three: one capture and one read of the accessibility tree, and the pictures made of them.

use crate::{
    AgentError, Images, LastPicture,
    off_limits::{blackened, untold},
    processor::Processor,
    session_control::unless_taken,
    step_screenshots::{self, Canvas, StepScreenshots, Wish},
};
use deskpilot_core::{
    AppView, BlobRef, Clipboard, Control, DesktopView, Event, Mode, PauseCause, Picture, Pictures, Rect,
    Remedy, Stage, SubtaskOutcome, View, Who, Window, own_windows, to_follow,
};
use deskpilot_desktop::{
    Ask, Care, DesktopError, DesktopLook, Grounded, LookOptions, LookTimes, WindowLook, labelled,
    look_at_desktop, look_at_window,
};
use deskpilot_log::SessionLog;
use deskpilot_model::Sees;
use tokio::time::Instant;

/// What an agent saw, with what its pictures are made of.
pub(crate) enum Sight {
    /// The HostAgent's.
    Desktop(Box<DesktopSight>),
    /// An AppAgent's.
    App(Box<AppSight>),
}

/// A view of the desktop and its picture.
pub(crate) struct DesktopSight {
    pub(crate) view: DesktopView,
    /// As the model is shown it.
    pub(crate) shown: Vec<Picture>,
}

/// A view of a window and its pictures.
pub(crate) struct AppSight {
    pub(crate) view: AppView,
    /// What a chosen control is outlined in.
    pub(crate) canvas: Canvas,
    /// As the model is shown them.
    pub(crate) shown: Vec<Picture>,
}

impl AppSight {
    /// Whether the picture has the control.
    pub(crate) fn shows(&self, control: &Control) -> bool {
        control.node().is_none() || self.view.controls.iter().any(|it| it.node() == control.node())
    }

    /// The picture with a place outlined; `None` when the place is not in it.
    pub(crate) async fn selected(
        &self,
        rect: Rect,
        log: &mut dyn SessionLog,
    ) -> Result<Option<BlobRef>, AgentError> {
        step_screenshots::outlined(&self.canvas, rect, log).await
    }
}

impl Processor<'_> {
    /// What the agent sees; `None` when there is nothing to see any more, and its subtask or round has ended for it.
    pub(crate) async fn look(&mut self) -> Result<Option<Sight>, AgentError> {
        let session_control = self.session.session_control.clone();
        let looked = match self.who.clone() {
            Who::Host => unless_taken(&session_control, self.look_at_desktop()).await?,
            Who::App(it) => unless_taken(&session_control, self.look_at_window(&it.window)).await?,
        };
        match looked {
            Ok(sight) => {
                let sight = sight?;
                self.session.record(Event::Observed { view: sight.view() })?;
                Ok(Some(sight))
            }
            Err(error) => {
                self.cannot_look(&error)?;
                Ok(None)
            }
        }
    }

    /// An AppAgent without its window leaves the decision to the HostAgent; a HostAgent without a desktop has none.
    fn cannot_look(&mut self, error: &DesktopError) -> Result<(), AgentError> {
        if let DesktopError::WindowGone(title) = error
            && self.was_closed_by_a_person(title)
        {
            self.session.session_control.pause(PauseCause::WindowClosed(title.clone()));
            return Err(AgentError::Paused);
        }
        self.fault(Stage::GetControlInfo, error.to_string(), error.remedy())?;
        match error.remedy() {
            Remedy::TellAgent | Remedy::Retry => match (&self.who, error) {
                (Who::App(_), DesktopError::WindowGone(title)) => {
                    self.end_subtask(SubtaskOutcome::WindowGone(title.clone()), String::new())
                }
                _ => self.abort_turn(error.to_string()),
            },
            Remedy::AskUser | Remedy::GiveUp => self.break_round(error.to_string()),
        }
    }

    /// Whether somebody else than the agent made the window go, on a desktop that a person shares; they are asked once.
    fn was_closed_by_a_person(&self, title: &str) -> bool {
        let steps = &self.session.ledger.steps;
        self.session.options.clipboard == Clipboard::Shared
            && !steps.touched
            && steps.missed.as_deref() != Some(title)
    }

    async fn look_at_desktop(&mut self) -> Result<Result<Sight, AgentError>, DesktopError> {
        let sees = self.session.ports.models.of(self.who.kind()).sees();
        if sees == Sees::Nothing || self.session.options.mode == Mode::Operator {
            return self.list_windows().await.map(Ok);
        }
        let look = look_at_desktop(self.session.ports.puppeteer.desktop.as_mut()).await?;
        self.looked(look.times);
        let (wish, log) = (self.wish(), self.session.ports.log.as_mut());
        let DesktopLook { windows, applications, mut clean, .. } = look;
        blackened(&self.session.options.policy, &windows, &mut clean);
        let windows = untold(&self.session.options.policy, windows);
        Ok(step_screenshots::of_desktop(clean, wish, log).await.map(|step_screenshots| {
            let view = DesktopView { windows, applications, pictures: step_screenshots.kept };
            Sight::Desktop(Box::new(DesktopSight { view, shown: step_screenshots.shown }))
        }))
    }

    /// What a HostAgent needs to know that is shown no picture; where one operator has the whole desktop, that is all it knows.
    async fn list_windows(&mut self) -> Result<Sight, DesktopError> {
        let started = Instant::now();
        let is_first = self.session.ledger.round.subtasks.is_empty();
        let desktop = &mut self.session.ports.puppeteer.desktop;
        let (windows, applications) = match self.session.options.mode {
            Mode::Operator => (vec![desktop.root_window().await?], Vec::new()),
            // Where a plan has begun, what can be opened is asked for no more.
            _ if !is_first => (desktop.windows().await?, Vec::new()),
            _ => (desktop.windows().await?, desktop.applications().await?),
        };
        self.took(Stage::GetControlInfo, started);
        let windows = untold(&self.session.options.policy, windows);
        let view = DesktopView { windows: labelled(windows), applications, pictures: Pictures::default() };
        Ok(Sight::Desktop(Box::new(DesktopSight { view, shown: Vec::new() })))
    }

    /// Looks at the window that was assigned, or at the one of its application that came up since.
    async fn look_at_window(&mut self, assigned: &Window) -> Result<Result<Sight, AgentError>, DesktopError> {
        let all = self.session.ports.puppeteer.desktop.windows().await?;
        let follow = to_follow(&all, assigned);
        let care = self.care();
        let given = self.look_in(assigned, care).await;
        let look = match (given, follow) {
            (Ok(look), Some(other)) if !look.windows.contains(&other.id) => {
                match self.look_in(other, care).await {
                    // It closed while the window it came from was looked at.
                    Err(DesktopError::WindowGone(_)) => look,
                    followed => followed?,
                }
            }
            (Err(DesktopError::WindowGone(_)), Some(other)) => self.look_in(other, care).await?,
            (given, _) => given?,
        };
        let id = look.window.id;
        let others = own_windows(&all, assigned).into_iter().filter(|it| it.id != id).cloned().collect();
        self.looked(look.times);
        Ok(self.photographed(look, others).await.map(|sight| Sight::App(Box::new(sight))))
    }

    /// Looks at this window and at no other.
    pub(crate) async fn look_just_at(
        &mut self,
        window: &Window,
    ) -> Result<Result<AppSight, AgentError>, DesktopError> {
        let look = self.look_in(window, Care::Picture).await?;
        Ok(self.photographed(look, Vec::new()).await)
    }

    async fn look_in(&mut self, window: &Window, care: Care) -> Result<WindowLook, DesktopError> {
        self.may_be_seen(window)?;
        let only = self.session.ledger.steps.annotated.clone();
        let (options, ports) = (&self.session.options, &mut self.session.ports);
        let ask = ports.grounding.as_deref_mut().map(|grounding| Ask { grounding, when: options.grounding });
        let look_options = LookOptions { budget: options.look, ask, only: &only, care, ..LookOptions::USUAL };
        let desktop = ports.puppeteer.desktop.as_mut();
        let mut look = look_at_window(desktop, window, look_options).await?;
        if options.mode == Mode::Operator {
            // Whoever sees the whole desktop sees no window that is off limits.
            blackened(&options.policy, &desktop.windows().await?, &mut look.clean);
        }
        // By its title it may have become one that is.
        self.may_be_seen(&look.window)?;
        Ok(look)
    }

    fn may_be_seen(&self, window: &Window) -> Result<(), DesktopError> {
        self.off_limits(window).map_or(Ok(()), |why| Err(DesktopError::OffLimits(why)))
    }

    /// How carefully the agent looks. A plan waits for no picture that nobody looks at.
    pub(crate) fn care(&self) -> Care {
        let sees = self.session.ports.models.of(self.who.kind()).sees();
        match self.session.options.mode {
            Mode::Follower if sees == Sees::Text => Care::Text,
            _ => Care::Picture,
        }
    }

    fn looked(&mut self, times: LookTimes) {
        self.lasted(Stage::CaptureScreenshot, times.pictures);
        self.lasted(Stage::GetControlInfo, times.reading);
    }

    /// The view is good without what was to be found in the picture; that it is missing is written down.
    fn grounded(&mut self, grounded: &Grounded) -> Result<(), AgentError> {
        match grounded {
            Grounded::Failed(why) => self.fault(Stage::GetControlInfo, why.clone(), Remedy::TellAgent),
            Grounded::Found { truncated: Some(left_out), .. } => {
                let count = left_out.unread.map_or(String::new(), |it| format!("{it}: "));
                let message = format!("not all of the picture is told: {count}{}", left_out.reason);
                self.fault(Stage::GetControlInfo, message, Remedy::TellAgent)
            }
            Grounded::Found { .. } | Grounded::NotAsked => Ok(()),
        }
    }

    async fn photographed(&mut self, look: WindowLook, others: Vec<Window>) -> Result<AppSight, AgentError> {
        self.grounded(&look.grounded)?;
        let started = Instant::now();
        let (wish, care) = (self.wish(), self.care());
        let last = match self.session.options.last_picture {
            LastPicture::Included if wish.images != Images::Omitted && care == Care::Picture => {
                self.session.ledger.steps.last_selected.clone()
            }
            LastPicture::Included | LastPicture::Omitted => None,
        };
        let log = self.session.ports.log.as_mut();
        let StepScreenshots { kept, mut shown, canvas } = match care {
            Care::Picture => step_screenshots::of_window(look.clean, look.painted, wish, log).await?,
            Care::Text => step_screenshots::of_text(look.clean, log).await?,
        };
        if let Some(last) = last {
            shown.insert(0, step_screenshots::stored(last, step_screenshots::LAST, wish.limits, log).await?);
        }
        self.took(Stage::CaptureScreenshot, started);
        let view = AppView {
            window: look.window,
            controls: look.controls,
            levels: look.levels,
            truncated: look.truncated,
            others,
            pictures: kept,
        };
        Ok(AppSight { view, canvas, shown })
    }

    /// What the agent's model is shown.
    fn wish(&self) -> Wish {
        let model = self.session.ports.models.of(self.who.kind());
        let images = match model.sees() {
            Sees::Numbered | Sees::Text => self.session.options.images,
            Sees::Clean => Images::Separate,
            Sees::Nothing => Images::Omitted,
        };
        Wish { images, limits: model.pictures() }
    }
}

impl Sight {
    fn view(&self) -> View {
        match self {
            Sight::Desktop(sight) => View::Desktop(sight.view.clone()),
            Sight::App(sight) => Sight::view_of(sight),
        }
    }

    pub(crate) fn view_of(sight: &AppSight) -> View {
        View::App(sight.view.clone())
    }
}
