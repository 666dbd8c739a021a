//! Stages two and three: one capture and one read of the accessibility tree, and the pictures made of them.

use crate::{AgentError, processor::Processor, stop::unless_stopped};
use deskpilot_core::{
    AppView, BlobKind, BlobRef, DesktopView, Event, Passage, Pictures, Rect, Remedy, Stage, SubtaskOutcome,
    View, Who, Window,
};
use deskpilot_desktop::{
    DesktopError, DesktopLook, Gaze, Image, LookTimes, Shots, WindowLook, look_at_desktop, look_at_window,
    photographer,
};
use deskpilot_knowledge::Query;
use deskpilot_log::SessionLog;
use std::sync::Arc;
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
    pub(crate) clean: Option<Shot>,
}

/// A view of a window and its pictures.
pub(crate) struct AppSight {
    pub(crate) view: AppView,
    pub(crate) image: Image,
    pub(crate) clean: Option<Shot>,
    pub(crate) annotated: Option<Shot>,
    pub(crate) concat: Option<Shot>,
}

/// A picture as it is kept and as it is shown.
#[derive(Clone)]
pub(crate) struct Shot {
    pub(crate) blob: BlobRef,
    pub(crate) png: Arc<[u8]>,
}

/// The overlap from which a control that is seen in the picture is one that the tree already told of.
const OVERLAP: f64 = 0.1;

/// How many passages are recalled from each source.
const PASSAGES: usize = 3;

impl AppSight {
    /// The picture with a place outlined; `None` when the place is not in it.
    pub(crate) fn selected(
        &self,
        rect: Rect,
        log: &mut dyn SessionLog,
    ) -> Result<Option<BlobRef>, AgentError> {
        if rect.intersection(self.image.rect()).is_empty() {
            return Ok(None);
        }
        Ok(keep(&photographer::outline(&self.image, rect), log)?.map(|shot| shot.blob))
    }
}

impl Processor<'_> {
    /// What the agent sees; `None` when there is nothing to see any more, and its subtask or round has ended for it.
    pub(crate) async fn look(&mut self) -> Result<Option<Sight>, AgentError> {
        let stop = self.session.stop.clone();
        let looked = match self.who.clone() {
            Who::Host => unless_stopped(&stop, self.look_at_desktop()).await?,
            Who::App(it) => unless_stopped(&stop, self.look_at_window(&it.window)).await?,
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

    /// What is known about the matter in hand.
    pub(crate) async fn recall(&mut self) -> Result<Vec<Passage>, AgentError> {
        let Who::App(it) = self.who.clone() else { return Ok(Vec::new()) };
        if self.session.ports.knowledge.is_empty() {
            return Ok(Vec::new());
        }
        let query = Query { text: it.subtask.text.clone(), application: it.window.application.clone() };
        let stop = self.session.stop.clone();
        let (mut passages, mut troubles) = (Vec::new(), Vec::new());
        for source in &self.session.ports.knowledge {
            match unless_stopped(&stop, source.recall(&query, PASSAGES)).await? {
                Ok(found) => passages.extend(found),
                Err(error) => troubles.push(format!("{} is silent: {error}", source.name())),
            }
        }
        for trouble in troubles {
            self.fault(Stage::GetPromptMessage, trouble, Remedy::TellAgent)?;
        }
        self.session.record(Event::Recalled { passages: passages.clone() })?;
        Ok(passages)
    }

    /// An AppAgent without its window leaves the decision to the HostAgent; a HostAgent without a desktop has none.
    fn cannot_look(&mut self, error: &DesktopError) -> Result<(), AgentError> {
        self.fault(Stage::GetControlInfo, error.to_string(), error.remedy())?;
        match (&self.who, error.remedy()) {
            (Who::App(_), Remedy::TellAgent | Remedy::Retry) => {
                self.end_subtask(SubtaskOutcome::Failed(error.to_string()), String::new())
            }
            _ => self.fail_round(error.to_string()),
        }
    }

    async fn look_at_desktop(&mut self) -> Result<Result<Sight, AgentError>, DesktopError> {
        let look = look_at_desktop(self.session.ports.puppeteer.desktop.as_mut()).await?;
        self.looked(look.times);
        let image = &look.shots.clean;
        Ok(keep(image, self.session.ports.log.as_mut()).map(|clean| {
            let pictures = Pictures { clean: blob(&clean), ..pictures_of(image) };
            let DesktopLook { windows, applications, .. } = look;
            let view = DesktopView { windows, applications, pictures };
            Sight::Desktop(Box::new(DesktopSight { view, clean }))
        }))
    }

    async fn look_at_window(&mut self, assigned: &Window) -> Result<Result<Sight, AgentError>, DesktopError> {
        let only = self.session.ledger.steps.annotated.clone();
        let gaze = Gaze { budget: self.session.options.look, grounding: None, overlap: OVERLAP, only: &only };
        let look = look_at_window(self.session.ports.puppeteer.desktop.as_mut(), assigned, gaze).await?;
        self.looked(look.times);
        Ok(self.photographed(look).map(|sight| Sight::App(Box::new(sight))))
    }

    fn looked(&mut self, times: LookTimes) {
        self.lasted(Stage::CaptureScreenshot, times.pictures);
        self.lasted(Stage::GetControlInfo, times.reading);
    }

    fn photographed(&mut self, look: WindowLook) -> Result<AppSight, AgentError> {
        let started = Instant::now();
        let log = self.session.ports.log.as_mut();
        let Shots { clean: image, annotated, concat } = look.shots;
        let clean = keep(&image, log)?;
        let annotated = annotated.map_or(Ok(None), |it| keep(&it, log))?;
        let concat = concat.map_or(Ok(None), |it| keep(&it, log))?;
        let pictures = Pictures {
            clean: blob(&clean),
            annotated: blob(&annotated),
            concat: blob(&concat),
            ..pictures_of(&image)
        };
        self.took(Stage::CaptureScreenshot, started);
        let view =
            AppView { window: look.window, controls: look.controls, truncated: look.truncated, pictures };
        Ok(AppSight { view, image, clean, annotated, concat })
    }
}

impl Sight {
    fn view(&self) -> View {
        match self {
            Sight::Desktop(sight) => View::Desktop(sight.view.clone()),
            Sight::App(sight) => View::App(sight.view.clone()),
        }
    }
}

fn pictures_of(image: &Image) -> Pictures {
    Pictures { size: image.size, origin: Some(image.origin), ..Pictures::default() }
}

fn blob(shot: &Option<Shot>) -> Option<BlobRef> {
    shot.as_ref().map(|shot| shot.blob.clone())
}

/// A window may be captured while it has no pixels; that is no reason to fail a step.
fn keep(image: &Image, log: &mut dyn SessionLog) -> Result<Option<Shot>, AgentError> {
    let Ok(png) = photographer::encode_png(image) else { return Ok(None) };
    let blob = log.keep(BlobKind::Png, &png)?;
    Ok(Some(Shot { blob, png: png.into() }))
}
