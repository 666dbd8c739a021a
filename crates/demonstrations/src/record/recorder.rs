//! The recorder: looks whenever something changes, and hands input and looks to the grouping in the order in which they happened.

use super::{
    grouping::{Grouping, MOST_STEPS},
    scene::{FieldToRead, Scene, is_input},
};
use crate::{Demonstration, DemonstrationError, Pictures, Source, Step};
use deskpilot_core::{Control, NodeId, State, Window, WindowId};
use deskpilot_desktop::{Area, Budget, ControlSnapshot, DesktopError, DesktopReader, InputWatch};
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

/// Watches a person in some applications. Ignores other applications.
pub struct Recorder<'a> {
    desktop: &'a mut dyn DesktopReader,
    inputs: InputWatch,
    applications: Vec<String>,
    end: EndOfRecording,
    /// The window that was read last.
    window: Option<WindowId>,
}

/// When a recording ends without the user stopping it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfRecording {
    /// Never: it is stopped.
    WhenStopped,
    /// When the applications have no window any more.
    WithWindows,
}

/// What a recorder reports while it records.
#[derive(Debug)]
pub enum Progress<'a> {
    /// It has looked.
    Looked {
        /// Whether it knows which control gets the next key.
        knows_keyboard: bool,
    },
    /// The step that is being done types a text, all of which is recorded now.
    Typing(&'a Step),
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
        desktop: &'a mut dyn DesktopReader,
        inputs: InputWatch,
        applications: Vec<String>,
        end: EndOfRecording,
    ) -> Recorder<'a> {
        Recorder { desktop, inputs, applications, end, window: None }
    }

    /// Records until `stop` completes or one of the recording's own ends comes.
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
        let (mut wait, mut has_window, mut typing) = (IDLE, false, None);
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                input = self.inputs.next() => {
                    let gone = || DesktopError::Unusable("it does not report input any more".into());
                    grouping.input(&input.ok_or_else(gone)?);
                    wait = BUSY;
                    continue;
                }
                () = self.desktop.wait_for_change(wait) => {}
            }
            let scene = self.look(&grouping.fields()).await?;
            // Input during the look belongs to the view before it.
            self.take_inputs(&mut grouping);
            let is_open = scene.recorded().next().is_some();
            grouping.see(scene);
            grouping.take_completed().iter().for_each(|step| progress(Progress::Step(step)));
            if let Some(step) = grouping.typed_step().filter(|it| typing.as_ref() != Some(&it.action)) {
                progress(Progress::Typing(step));
                typing = Some(step.action.clone());
            }
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

    /// The current scene, with the whole texts of these fields.
    async fn look(&mut self, fields: &[FieldToRead]) -> Result<Scene, DemonstrationError> {
        let begun = Instant::now();
        let windows = self.desktop.windows().await?;
        let applications = self.applications.clone();
        let mut scene = Scene { windows, applications, ..Scene::empty(begun) };
        let focused = scene.recorded().find(|it| it.focused).cloned();
        let Some(front) = focused.or_else(|| scene.recorded().next().cloned()) else { return Ok(scene) };
        match self.read(front, &scene).await {
            Ok((window, seen)) => {
                scene.texts = self.texts(&seen.controls, fields).await;
                scene.picture = self.desktop.capture(&Area::Window(window.id)).await.ok();
                (scene.controls, scene.levels) = (seen.controls, seen.levels);
                self.window = Some(window.id);
                scene.window = Some(window);
                Ok(scene)
            }
            Err(error) if error.is_of_whole_desktop() => Err(error.into()),
            // The window is closing or busy: the next look shows whether it is still there.
            Err(_) => Ok(scene),
        }
    }

    /// Reads the window in front, or the one that was read last if the one in front is a dialog of it: an agent that does the same
    /// in that window sees the dialog there too.
    async fn read(
        &mut self,
        front: Window,
        scene: &Scene,
    ) -> Result<(Window, ControlSnapshot), DesktopError> {
        let last = scene.recorded().find(|it| Some(it.id) == self.window && it.id != front.id);
        if let Some(last) = last
            && let Ok(seen) = self.desktop.glance(last, Budget::LOOK).await
            && seen.windows.contains(&front.id)
        {
            return Ok((last.clone(), seen));
        }
        let seen = self.desktop.glance(&front, Budget::LOOK).await?;
        Ok((front, seen))
    }

    /// The whole texts of these fields.
    async fn texts(&mut self, controls: &[Control], fields: &[FieldToRead]) -> HashMap<NodeId, String> {
        let mut texts = HashMap::new();
        for FieldToRead { window, control, in_dialog } in fields {
            let Some(node) = control.node() else { continue };
            let now = controls.iter().find(|it| it.node() == Some(node));
            let is_readable = match now {
                Some(now) => is_input(now) && !now.states.has(State::Protected),
                None => !in_dialog,
            };
            if !is_readable || texts.contains_key(node) {
                continue;
            }
            let Ok(text) = self.desktop.read(*window, now.unwrap_or(control)).await else { continue };
            texts.insert(node.clone(), text.chars().take(MOST_CHARACTERS).collect());
        }
        texts
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
