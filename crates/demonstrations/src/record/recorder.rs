//! The recorder: looks whenever something changes, and hands input and looks to the grouping in the order in which they happened.

use super::{
    grouping::{Grouping, MOST_STEPS},
    scene::{Scene, is_input},
};
use crate::{Demonstration, DemonstrationError, Pictures, Source, Step};
use deskpilot_core::{Control, NodeId, State, Window};
use deskpilot_desktop::{Area, Budget, Desktop, DesktopError, InputWatch};
use std::{
    collections::HashMap,
    future::Future,
    pin::pin,
    time::{Duration, Instant},
};

/// How long to wait for a change before looking anyway.
const IDLE: Duration = Duration::from_millis(400);
/// The same after an input, whose effect is expected.
const BUSY: Duration = Duration::from_millis(60);
/// The most characters of a field that are kept.
const MOST_CHARACTERS: usize = 16_384;

/// Watches a person in some applications. What is done in others is not looked at.
pub struct Recorder<'a> {
    desktop: &'a mut dyn Desktop,
    inputs: Box<dyn InputWatch>,
    applications: Vec<String>,
    end: EndOfRecording,
}

/// When a recording ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfRecording {
    /// Never: it is stopped.
    WhenStopped,
    /// When the applications have no window any more.
    WithWindows,
}

/// What a recorder tells while it records.
#[derive(Debug)]
pub enum Progress<'a> {
    /// It has looked.
    Looked {
        /// Whether it knows which control gets the next key.
        knows_keyboard: bool,
    },
    /// A step is complete.
    Step(&'a Step),
}

/// A demonstration with its pictures.
#[derive(Debug)]
pub struct Recording {
    /// The demonstration, without a request and comments.
    pub demonstration: Demonstration,
    /// Its pictures.
    pub pictures: Pictures,
    /// Whether it had more steps than are kept.
    pub is_cut: bool,
}

impl<'a> Recorder<'a> {
    /// A recorder of these applications, named as [`Window::application`] does.
    pub fn new(
        desktop: &'a mut dyn Desktop,
        inputs: Box<dyn InputWatch>,
        applications: Vec<String>,
        end: EndOfRecording,
    ) -> Recorder<'a> {
        Recorder { desktop, inputs, applications, end }
    }

    /// Records until `stop` completes or the recording ends by itself.
    ///
    /// # Errors
    /// The desktop is lost, or no longer reports input.
    pub async fn record(
        mut self,
        stop: impl Future<Output = ()> + Send,
        mut progress: impl FnMut(Progress<'_>) + Send,
    ) -> Result<Recording, DemonstrationError> {
        let mut stop = pin!(stop);
        let mut grouping = Grouping::new(self.look(&[]).await?);
        progress(Progress::Looked { knows_keyboard: grouping.knows_keyboard() });
        let (mut wait, mut has_window) = (IDLE, false);
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                input = self.inputs.next() => {
                    grouping.input(&input?);
                    wait = BUSY;
                    continue;
                }
                () = self.desktop.wait_for_change(wait) => {}
            }
            let scene = self.look(&grouping.fields()).await?;
            // What was done during the look was done to what was seen before it.
            self.take_inputs(&mut grouping);
            let is_open = scene.recorded().next().is_some();
            grouping.see(scene);
            grouping.take_completed().iter().for_each(|step| progress(Progress::Step(step)));
            progress(Progress::Looked { knows_keyboard: grouping.knows_keyboard() });
            if has_window && !is_open && self.end == EndOfRecording::WithWindows {
                break;
            }
            (has_window, wait) = (has_window || is_open, IDLE);
        }
        self.take_inputs(&mut grouping);
        if let Ok(scene) = self.look(&grouping.fields()).await {
            grouping.see(scene);
        }
        Ok(recording(grouping))
    }

    fn take_inputs(&mut self, grouping: &mut Grouping) {
        while let Some(input) = self.inputs.take_ready() {
            grouping.input(&input);
        }
    }

    /// What is to be seen now, with the whole texts of these fields.
    async fn look(&mut self, fields: &[NodeId]) -> Result<Scene, DemonstrationError> {
        let begun = Instant::now();
        let windows = self.desktop.windows().await?;
        let applications = self.applications.clone();
        let mut scene = Scene { windows, applications, ..Scene::empty(begun) };
        let focused = scene.recorded().find(|it| it.focused).cloned();
        let Some(window) = focused.or_else(|| scene.recorded().next().cloned()) else { return Ok(scene) };
        match self.read(&window, fields).await {
            Ok((controls, levels, texts)) => {
                scene.picture = self.desktop.capture(&Area::Window(window.id)).await.ok();
                (scene.controls, scene.levels, scene.texts) = (controls, levels, texts);
                scene.window = Some(window);
                Ok(scene)
            }
            Err(error @ DesktopError::Lost(_)) => Err(error.into()),
            // It closes, or is busy: the next look sees it again, or not.
            Err(_) => Ok(scene),
        }
    }

    async fn read(
        &mut self,
        window: &Window,
        fields: &[NodeId],
    ) -> Result<(Vec<Control>, Vec<u16>, HashMap<NodeId, String>), DesktopError> {
        let seen = self.desktop.glance(window, Budget::LOOK).await?;
        let mut texts = HashMap::new();
        let is_wanted = |it: &&Control| it.node().is_some_and(|node| fields.contains(node));
        let is_readable = |it: &&Control| is_input(it) && !it.states.has(State::Protected);
        for control in seen.controls.iter().filter(is_wanted).filter(is_readable) {
            let (Some(node), Ok(text)) = (control.node(), self.desktop.read(window.id, control).await) else {
                continue;
            };
            texts.insert(node.clone(), text.chars().take(MOST_CHARACTERS).collect());
        }
        Ok((seen.controls, seen.levels, texts))
    }
}

/// The steps with their pictures.
fn recording(grouping: Grouping) -> Recording {
    let drafts = grouping.finish();
    let is_cut = drafts.len() >= MOST_STEPS;
    let (mut steps, mut pictures) = (Vec::new(), Pictures::new());
    for (at, draft) in drafts.into_iter().enumerate() {
        let mut step = draft.step;
        let [before, after] = draft.pictures;
        for (what, picture, place) in
            [("before", before, &mut step.before), ("after", after, &mut step.after)]
        {
            let Some(picture) = picture else { continue };
            let name = format!("{:03}-{what}.{}", at + 1, picture.kind.ending());
            *place = Some(name.clone());
            pictures.insert(name, picture);
        }
        steps.push(step);
    }
    let when = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let mut demonstration =
        Demonstration { when, source: Source::Recorded, steps, ..Demonstration::default() };
    demonstration.collect_applications();
    Recording { demonstration, pictures, is_cut }
}
