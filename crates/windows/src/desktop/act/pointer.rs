//! Sends gestures of the pointer, to what is seen to be at the point as they are sent.

use super::executor::{Executor, SendError};
use super::phases::{AimedInput, Sent};
use super::send::is_within;
use super::target::Target;
use crate::desktop::errors::{blocking, of_thing, of_window};
use crate::desktop::reading::element::{Element, Origin};
use deskpilot_core::{Button, Effect, Evidence, Gesture, Modifier, NoChangeReason, Outcome, Point, ScrollBy};
use deskpilot_desktop::DesktopError;
use deskpilot_uia::CallError;
use deskpilot_win32::{Hwnd, InputSender, Win32Error, control_at, frame, toplevel, toplevel_at};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long UI Automation may take to say what is at a point.
const HIT_TEST: Duration = Duration::from_millis(500);
/// How long the pointer may take to come to rest.
const RESTING: Duration = Duration::from_millis(400);
/// How often the pointer moves in a drag.
const STEP: Duration = Duration::from_millis(20);

impl Executor {
    /// Sends a gesture by pointer and keyboard.
    pub(super) async fn send_input(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
    ) -> Result<Sent, SendError> {
        let _lease = self.leases.input().await?;
        match &aimed.gesture {
            Gesture::Click { button, count, held } => {
                self.click(aimed, element, *button, *count, held).await?;
            }
            Gesture::Check(_) | Gesture::Expand(_) | Gesture::Focus => {
                self.click(aimed, element, Button::Left, 1, &[]).await?;
            }
            Gesture::Hover => {
                let point = self.reach(aimed, element).await?;
                self.with_devices(aimed, move |devices, _| devices.move_to(point)).await?;
            }
            Gesture::Scroll(by) => self.scroll(aimed, element, *by).await?,
            Gesture::Drag { to, button, held, millis } => {
                let path =
                    DragPath { to: *to, button: *button, time: Duration::from_millis((*millis).into()) };
                self.drag(aimed, element, path, held).await?;
            }
            Gesture::Keys(chords) => self.press_keys(aimed, element, chords).await?,
            Gesture::Text { text, mode } => self.type_text(aimed, element, text, *mode).await?,
            other => {
                let what = aimed.target.description(&aimed.reading);
                let why = format!("neither pointer nor keys do {other:?} there");
                return Err(DesktopError::NotPossible { what, why }.into());
            }
        }
        Ok(Sent::OnItsWay)
    }

    /// Clicks, if the control or the window is at that point.
    pub(super) async fn click(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
        button: Button,
        count: u8,
        held: &[Modifier],
    ) -> Result<(), DesktopError> {
        let point = self.reach(aimed, element).await?;
        let held = held.to_vec();
        self.with_devices(aimed, move |devices, windows| {
            devices.press_modifiers(&held)?;
            let clicked = devices.click_at(point, windows, button, count);
            devices.release_all().and(clicked)
        })
        .await?;
        self.doubt_elsewhere(point).await
    }

    /// Where the pointer is now.
    pub(super) async fn pointer_position(&self) -> Result<Result<Point, Win32Error>, DesktopError> {
        let devices = Arc::clone(&self.devices);
        blocking(move || devices.pointer_position()).await
    }

    /// Notes a doubt where the pointer is not where a click was to go: somebody else, or the system, moved it meanwhile.
    async fn doubt_elsewhere(&mut self, point: Point) -> Result<(), DesktopError> {
        if let Ok(now) = self.pointer_position().await?
            && now != point
        {
            let (x, y) = (now.x, now.y);
            self.doubt = Some(format!("the pointer is at {x},{y} now, so the click may have gone elsewhere"));
        }
        Ok(())
    }

    /// Moves the pointer to a point, and waits until it stays there.
    async fn rest_at(&self, aimed: &AimedInput, point: Point) -> Result<(), DesktopError> {
        let begun = Instant::now();
        loop {
            self.with_devices(aimed, move |devices, _| devices.move_to(point)).await?;
            if self.rests_at(point, begun).await? {
                return Ok(());
            }
        }
    }

    /// Whether the pointer stays where it was just moved, or has had its time since the first try: under Wine, an earlier movement may
    /// move it back, which is reported late.
    pub(super) async fn rests_at(&self, point: Point, begun: Instant) -> Result<bool, DesktopError> {
        sleep(STEP).await;
        Ok(self.pointer_position().await? == Ok(point) || begun.elapsed() >= RESTING)
    }

    async fn scroll(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
        by: ScrollBy,
    ) -> Result<(), DesktopError> {
        let point = self.reach(aimed, element).await?;
        self.with_devices(aimed, move |devices, windows| devices.scroll_at(point, windows, by)).await
    }

    async fn drag(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
        path: DragPath,
        held: &[Modifier],
    ) -> Result<(), DesktopError> {
        let (from, held, button) = (self.reach(aimed, element).await?, held.to_vec(), path.button);
        self.with_devices(aimed, move |devices, windows| {
            devices.press_modifiers(&held)?;
            devices.press_at(from, windows, button)
        })
        .await?;
        for point in path.points(from) {
            sleep(STEP).await;
            self.with_devices(aimed, move |devices, _| devices.move_to(point)).await?;
        }
        let to = path.to;
        // What is dropped is dropped where the pointer is.
        self.rest_at(aimed, to).await?;
        self.with_devices(aimed, move |devices, _| {
            let released = devices.release_at(to, button);
            devices.release_all().and(released)
        })
        .await
    }

    /// The point of the target that the pointer goes to, where nothing covers it. Raises the window if something of another
    /// application does.
    pub(super) async fn reach(
        &self,
        aimed: &AimedInput,
        element: Option<&Element>,
    ) -> Result<Point, DesktopError> {
        let group = &aimed.reading.group;
        let point = match (element, &aimed.target) {
            (Some(element), _) => element.control.rect.center(),
            (None, Target::Place(point)) => *point,
            (None, _) => group.main.rect.center(),
        };
        let own = group.handles();
        let is_own = |it: Option<Hwnd>| it.is_some_and(|it| own.contains(&it));
        if !is_own(toplevel_at(point)) {
            self.raise(group, point).await?;
        }
        match toplevel_at(point) {
            front if is_own(front) => {}
            front => {
                let title = front.and_then(|it| toplevel(it).ok()).map(|it| it.title);
                let by = title.map_or_else(|| "no window".to_owned(), |it| format!("{it:?}"));
                return Err(DesktopError::Obscured { what: aimed.target.description(&aimed.reading), by });
            }
        }
        self.rest_at(aimed, point).await?;
        // Last of all: what opens under the pointer is there by now.
        if let Some(element) = element {
            self.check_same(element, &group.main).await?;
            self.check_at(element, point).await?;
        }
        Ok(point)
    }

    /// Fails where something else than the control is at the point.
    async fn check_at(&self, element: &Element, point: Point) -> Result<(), DesktopError> {
        let what = element.description();
        match &element.origin {
            Origin::Uia { node, .. } => {
                let until = Instant::now() + HIT_TEST;
                match self.uia().until(until).is_at(node, frame().on_screen(point)).await {
                    Ok(false) => Err(DesktopError::Obscured { what, by: "another control".into() }),
                    // Where it does not say, the window at the point has to do.
                    Ok(true) | Err(CallError::Unsupported | CallError::Late | CallError::Failed(_)) => Ok(()),
                    Err(_) => Err(DesktopError::ControlGone(what)),
                }
            }
            Origin::Object(_) | Origin::Item { .. } => {
                let (Some(hwnd), Some(found)) = (element.drawn_in(), control_at(point)) else {
                    return Err(DesktopError::Obscured { what, by: "no window".into() });
                };
                // A label lets clicks through to the window around it.
                if is_within(found, hwnd) || is_within(hwnd, found) {
                    return Ok(());
                }
                let by = toplevel(found).map(|it| format!("{:?}", it.title)).unwrap_or_default();
                Err(DesktopError::Obscured { what, by })
            }
        }
    }

    /// Calls with the devices, and with the windows to which the input may go.
    pub(super) async fn with_devices(
        &self,
        aimed: &AimedInput,
        call: impl FnOnce(&InputSender, &[Hwnd]) -> Result<(), Win32Error> + Send + 'static,
    ) -> Result<(), DesktopError> {
        let (devices, windows) = (Arc::clone(&self.devices), aimed.reading.group.handles());
        let sent = blocking(move || call(&devices, &windows)).await?;
        sent.map_err(|error| match error {
            Win32Error::Obscured(_) | Win32Error::NotActive(_) => {
                of_thing(error, aimed.target.description(&aimed.reading))
            }
            error => of_window(error, &aimed.reading.group.main),
        })
    }

    /// The outcome of moving the pointer: that it is there is its effect.
    pub(super) async fn hover_outcome(
        &self,
        outcome: Outcome,
        aimed: &AimedInput,
    ) -> Result<Outcome, DesktopError> {
        if matches!(outcome.effect, Effect::Confirmed(_)) {
            return Ok(outcome);
        }
        let position = self.pointer_position().await?;
        let point = position.map_err(|error| of_thing(error, "the pointer".into()))?;
        let is_there = match &aimed.target {
            Target::Control(element) => element.control.rect.contains(point),
            Target::Place(place) => *place == point,
            Target::Window => aimed.reading.group.main.rect.contains(point),
        };
        let is = Evidence::Pointer(point);
        let effect =
            if is_there { Effect::Confirmed(is) } else { Effect::NoChange(NoChangeReason::Same(is)) };
        Ok(Outcome { effect, ..outcome })
    }

    fn uia(&self) -> &deskpilot_uia::Uia {
        &self.reader.uia
    }
}

/// Where a drag goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct DragPath {
    pub(super) to: Point,
    pub(super) button: Button,
    pub(super) time: Duration,
}

impl DragPath {
    /// The points on the way, the last one included.
    pub(super) fn points(self, from: Point) -> Vec<Point> {
        let steps = i32::try_from(self.time.as_millis() / STEP.as_millis()).unwrap_or(i32::MAX).clamp(2, 500);
        let along = |from: i32, to: i32, step: i32| from + ((to - from) * step) / steps;
        (1..=steps)
            .map(|it| Point { x: along(from.x, self.to.x, it), y: along(from.y, self.to.y, it) })
            .collect()
    }
}
