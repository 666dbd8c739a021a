//! Waits for a time, or for a text that newly appears in a window.

use super::{EVIDENCE_CHARS, Puppeteer};
use crate::{Budget, DesktopError, DesktopReader, RedactedDesktop, WindowFacts, WindowList};
use deskpilot_core::{
    AwaitedText, Control, Difference, Effect, Evidence, NoChangeReason, NodeId, Outcome, Rect, Role, State,
    WaitCondition, Window, window_to_follow,
};
use std::{collections::HashMap, time::Duration};
use tokio::time::{Instant, sleep, timeout};

/// The maximum wait, in milliseconds.
const LONGEST_WAIT: u64 = 300_000;
/// The pause between two reads while waiting for a text.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a dialog in the accessibility tree may take to get its own window.
const COMING_UP: Duration = Duration::from_secs(1);

impl Puppeteer {
    /// Waits for the condition, at most until its deadline.
    pub(super) async fn wait(
        &mut self,
        window: &Window,
        until: &WaitCondition,
    ) -> Result<Outcome, DesktopError> {
        let millis = until.millis.min(LONGEST_WAIT);
        let deadline = Duration::from_millis(millis);
        let Some(text) = &until.shows else {
            // The shortest sleep of a timer is a millisecond, and a client looks again by waiting for nothing.
            if !deadline.is_zero() {
                sleep(deadline).await;
            }
            return Ok(Effect::Confirmed(Evidence::Reported(format!("waited {millis} ms"))).into());
        };
        let mut awaited = AwaitedText::new(text, &until.known);
        Ok(match timeout(deadline, self.wait_until_shown(window, &mut awaited)).await {
            Ok(outcome) => outcome?.effect(text),
            Err(_) => {
                let controls = self.controls_of(window).await?;
                Effect::NoChange(not_shown(text, &controls, millis))
            }
        }
        .into())
    }

    /// Waits until the text newly appears in a control, or appeared since the last action, or until a dialog opens that must be
    /// answered first.
    async fn wait_until_shown(
        &mut self,
        window: &Window,
        awaited: &mut AwaitedText,
    ) -> Result<WaitOutcome, DesktopError> {
        let at_first = awaited.clone();
        let mut pages = Pages::default();
        let at_start = self.desktop.windows().await?;
        let (mut first, mut blocked) = (None, Blocked::default());
        loop {
            let windows = self.desktop.windows().await?;
            let is_gone = windows.iter().all(|it| it.id != window.id);
            if let Some(other) = window_to_follow(&windows, window) {
                let controls = self.controls_of(other).await?;
                let places = pages.places(&controls, &mut self.desktop).await?;
                if let Some(control) = awaited.newly_shown(&controls, &places) {
                    return Ok(WaitOutcome::Shown(describe_control(control)));
                }
                if let Some(dialog) = controls.iter().find(|it| is_gone && it.blocks()) {
                    return Ok(WaitOutcome::Interrupted(dialog.id().to_string()));
                }
                if is_gone {
                    self.desktop.wait_for_change(PAUSE).await;
                    continue;
                }
            }
            let controls = self.desktop.controls(window, Budget::LOOK).await?.controls;
            let places = pages.places(&controls, &mut self.desktop).await?;
            if let Some(control) = awaited.newly_shown(&controls, &places) {
                return Ok(WaitOutcome::Shown(describe_control(control)));
            }
            let recent = self.desktop.recently_shown(window).await?;
            // Compared with the start: `awaited` forgets texts that are gone, and these may be.
            if let Some(control) = at_first.newly_shown(&recent, &places) {
                return Ok(WaitOutcome::Passed(describe_control(control)));
            }
            let now = Snapshot { windows, controls };
            let first = first.get_or_insert_with(|| now.at_first(&at_start, window));
            // A tree that is gone for a moment has lost nothing.
            if now.controls.len() * 2 > first.controls.len() {
                awaited.forget_all_but(&now.controls);
            }
            if let Some(interrupted) = blocked.by(now.blocked_since(first, window)) {
                return Ok(interrupted);
            }
            self.desktop.wait_for_change(PAUSE).await;
        }
    }

    /// The controls of a window that may still be opening or closing; empty if it cannot be read.
    async fn controls_of(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        match self.desktop.controls(window, Budget::LOOK).await {
            Ok(seen) => Ok(seen.controls),
            Err(error) if error.is_of_whole_desktop() => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }
}

/// The end of a wait for a text.
enum WaitOutcome {
    /// This control shows the text.
    Shown(String),
    /// This control showed the text for a moment.
    Passed(String),
    /// This dialog or window opened and blocks the window.
    Interrupted(String),
}

impl WaitOutcome {
    fn effect(self, text: &str) -> Effect {
        match self {
            WaitOutcome::Shown(control) => {
                Effect::Confirmed(Evidence::Reported(format!("{text:?} is shown by {control}")))
            }
            WaitOutcome::Passed(control) => Effect::Confirmed(Evidence::Reported(format!(
                "{text:?} was shown by {control}, and is gone again"
            ))),
            WaitOutcome::Interrupted(dialog) => {
                Effect::NoChange(NoChangeReason::DialogFirst { text: text.to_owned(), dialog })
            }
        }
    }
}

/// The windows and controls at one moment of a wait.
#[derive(Clone)]
struct Snapshot {
    windows: Vec<Window>,
    controls: Vec<Control>,
}

/// What blocks a window.
#[derive(Debug, PartialEq)]
enum Blocker {
    /// The window of this title.
    Window(String),
    /// This dialog, which has no own window, or not yet.
    Control(String),
}

/// Since when a dialog without an own window blocks the window.
#[derive(Default)]
struct Blocked {
    since: Option<Instant>,
}

impl Blocked {
    /// The end of the wait, if this blocks the window for good. A dialog may get its own window a moment later.
    fn by(&mut self, blocker: Option<Blocker>) -> Option<WaitOutcome> {
        match blocker {
            Some(Blocker::Window(title)) => Some(WaitOutcome::Interrupted(format!("the window {title:?}"))),
            Some(Blocker::Control(dialog)) => {
                let since = *self.since.get_or_insert_with(Instant::now);
                (since.elapsed() >= COMING_UP).then_some(WaitOutcome::Interrupted(dialog))
            }
            None => {
                self.since = None;
                None
            }
        }
    }
}

impl Snapshot {
    /// The state when the wait began. The first read came a moment later: if a window opened in between, this leaves out the
    /// dialog that it shows.
    fn at_first(&self, at_start: &[Window], window: &Window) -> Snapshot {
        let mut first = Snapshot { windows: at_start.to_vec(), controls: self.controls.clone() };
        if self.opened_since(&first, window).is_some() {
            first.controls.retain(|it| !it.blocks());
        }
        first
    }

    fn opened_since(&self, first: &Snapshot, window: &Window) -> Option<&Window> {
        let is_new =
            |it: &&Window| it.process == window.process && first.windows.iter().all(|was| was.id != it.id);
        self.windows.iter().find(is_new)
    }

    /// What blocks the window now and did not at first. A dialog may replace the controls that it blocks without being listed
    /// itself.
    fn blocked_since(&self, first: &Snapshot, window: &Window) -> Option<Blocker> {
        let Difference { added, removed, .. } = Difference::between(&first.controls, &self.controls);
        let dialog = added.iter().find(|it| it.blocks());
        let opened = self.opened_since(first, window);
        let is_replaced = !removed.is_empty() && removed.len() * 2 > first.controls.len();
        match (opened, dialog) {
            (Some(opened), dialog) if dialog.is_some() || is_replaced => {
                Some(Blocker::Window(opened.title.clone()))
            }
            (_, dialog) => dialog.map(|it| Blocker::Control(it.id().to_string())),
        }
    }
}

/// The pages that the documents of a window show.
#[derive(Default)]
struct Pages {
    /// Whether a document shows a page.
    known: HashMap<NodeId, bool>,
}

impl Pages {
    /// The places of the pages among these controls.
    async fn places(
        &mut self,
        controls: &[Control],
        desktop: &mut RedactedDesktop,
    ) -> Result<Vec<Rect>, DesktopError> {
        let mut places = Vec::new();
        for document in controls.iter().filter(|it| may_be_page(it)) {
            let Some(node) = document.node() else { continue };
            let is_page = match self.known.get(node) {
                Some(known) => *known,
                None => match desktop.document_url(document).await {
                    Ok(url) => url.is_some(),
                    Err(error) if error.is_of_whole_desktop() => return Err(error),
                    Err(_) => false,
                },
            };
            self.known.insert(node.clone(), is_page);
            places.extend(is_page.then_some(document.rect));
        }
        Ok(places)
    }
}

fn may_be_page(control: &Control) -> bool {
    control.role == Role::Document && !control.states.has(State::Editable)
}

/// Why the text did not end the wait: it is not shown, or only where it was before.
fn not_shown(text: &str, controls: &[Control], millis: u64) -> NoChangeReason {
    let text = text.to_owned();
    match AwaitedText::new(&text, &[]).newly_shown(controls, &[]) {
        Some(control) => NoChangeReason::ShownBefore { text, control: control.id().to_string(), millis },
        None => NoChangeReason::NotShown { text, millis },
    }
}

/// A control's role and name, with its value if that differs.
fn describe_control(control: &Control) -> String {
    match control.value.as_deref().filter(|value| *value != control.name) {
        Some(value) => {
            let short: String = value.chars().take(EVIDENCE_CHARS).collect();
            format!("{} = {short:?}", control.id())
        }
        None => control.id().to_string(),
    }
}

#[cfg(test)]
mod tests;
