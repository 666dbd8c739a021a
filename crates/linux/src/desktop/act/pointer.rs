//! Gestures with the pointer, and the accessibility actions that replace clicks.

use super::executor::ActionExecutor;
use super::last_click::LastClick;
use super::ruled_control::Check;
use super::sender::Sender;
use crate::desktop::errors::{of_call_error, of_desktop_request, of_x_error};
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::CallError;
use deskpilot_core::{Button, Effect, Evidence, Modifier, NoChangeReason, Outcome, Point, ScrollBy};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, Server, XError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Names of the actions that do the same as a click, the best first.
const CLICKS: &[&str] = &["click", "press", "activate", "toggle", "jump", "dodefault", "open"];
/// How long to wait for the reply to an action: if it opens a dialog, the reply may come only after that closes.
pub(super) const ACCEPTANCE: Duration = Duration::from_millis(250);

/// The result of sending something at a point.
enum SendResult {
    Sent,
    /// Nothing was sent: this other window is at the point, or none.
    Covered(Option<u32>),
}

impl Sender<'_> {
    /// Performs the control's action that equals a click; clicks it where it has none, or where the pointer is sooner.
    pub(super) async fn invoke(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
    ) -> Result<(), DesktopError> {
        if self.is_sooner_by_pointer(group, found).await? {
            // It acts at every click, however soon that follows another.
            *self.clicked = LastClick::default();
            return self.click(group, target, Button::Left, 1, &[]).await;
        }
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let actions = caller.actions(&found.element.node).await;
        let actions = actions.map_err(|error| of_call_error(error, &group.client, started))?;
        let Some(index) = CLICKS.iter().find_map(|name| position(&actions, name)) else {
            return self.click(group, target, Button::Left, 1, &[]).await;
        };
        self.do_action(group, found, index).await
    }

    pub(super) async fn do_action(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        index: i32,
    ) -> Result<(), DesktopError> {
        self.check(group, &Target::Control(Box::new(found.clone())), Check::Usable).await?;
        let started = Instant::now();
        match self.reader.bus.until(started + ACCEPTANCE).do_action(&found.element.node, index).await {
            Ok(true) | Err(CallError::Late) => Ok(()),
            Ok(false) => Err(found.out_of_date("the application refused")),
            // A window may close before it replies.
            Err(CallError::Gone) => Ok(()),
            Err(error) => Err(of_call_error(error, &group.client, started)),
        }
    }

    pub(super) async fn click(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        button: Button,
        count: u8,
        held: &[Modifier],
    ) -> Result<(), DesktopError> {
        let point = self.reach(group, target).await?;
        self.clicked.avoid_double_click(point, count).await;
        let held = held.to_vec();
        let clicking = move |server: &Server| {
            x11::press_modifiers(server, &held)?;
            x11::click(server, button, count)?;
            x11::release_all(server)
        };
        let sent = self.send_at(group, target, point, clicking).await;
        // Also where sending failed: the press may have arrived.
        self.clicked.record(point);
        sent
    }

    /// Moves the pointer to a point of the target, and sends there as soon as the application confirms that the target is
    /// still there; otherwise sends nothing and fails.
    async fn send_at(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        point: Point,
        send: impl FnOnce(&Server) -> Result<(), XError> + Send + 'static,
    ) -> Result<(), DesktopError> {
        // The pointer first: what opens under it is there by the time of the check.
        self.move_to(group, target, point).await?;
        self.check(group, target, Check::At(point)).await?;
        self.unless_covered(group, target, point, send).await
    }

    /// Moves the pointer to a point of the target; fails if something covers it there.
    async fn move_to(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        point: Point,
    ) -> Result<(), DesktopError> {
        self.unless_covered(group, target, point, |_| Ok(())).await?;
        self.hit(group, target, point).await
    }

    /// Moves the pointer to a point of the target and sends there; sends nothing and fails if another window now covers
    /// that point.
    async fn unless_covered(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        point: Point,
        send: impl FnOnce(&Server) -> Result<(), XError> + Send + 'static,
    ) -> Result<(), DesktopError> {
        let ours = group.toplevels(target.window());
        // One job on the X server: between the test and the press no request of ours takes time, in which a
        // window could open.
        let sending = self.reader.windows.display.run(move |server| {
            x11::move_to(server, point)?;
            let hit = x11::toplevel_at(server, point)?;
            match hit.is_some_and(|hit| ours.contains(&hit)) {
                true => send(server).map(|()| SendResult::Sent),
                false => Ok(SendResult::Covered(hit)),
            }
        });
        match sending.await?.map_err(|error| of_input(error, group))? {
            SendResult::Sent => Ok(()),
            SendResult::Covered(hit) => Err(self.covered(group, target, hit).await?),
        }
    }

    pub(super) async fn drag(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        to: Point,
        button: Button,
        held: &[Modifier],
        millis: u32,
    ) -> Result<(), DesktopError> {
        let from = self.reach(group, target).await?;
        let held = held.to_vec();
        let pressing = move |server: &Server| {
            x11::press_modifiers(server, &held)?;
            x11::press(server, button)
        };
        self.send_at(group, target, from, pressing).await?;
        for (point, pause) in drag_path(from, to, millis) {
            sleep(pause).await;
            self.carry_to(group, point).await?;
        }
        if let Err(error) = self.check_drop(group).await {
            // What is dropped where it was taken up stays there.
            self.carry_to(group, from).await?;
            return Err(error);
        }
        self.reader.windows.display.run(x11::release_all).await?.map_err(|error| of_input(error, group))
    }

    /// Moves the pointer with what it holds.
    async fn carry_to(&mut self, group: &WindowGroup, point: Point) -> Result<(), DesktopError> {
        let moving = self.reader.windows.display.run(move |server| x11::move_to(server, point));
        moving.await?.map_err(|error| of_input(error, group))
    }

    pub(super) async fn scroll(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        by: ScrollBy,
    ) -> Result<(), DesktopError> {
        let point = self.reach(group, target).await?;
        self.send_at(group, target, point, move |server| x11::scroll(server, by)).await
    }

    /// Moves the pointer to the target and leaves it there.
    pub(super) async fn hover(&mut self, group: &WindowGroup, target: &Target) -> Result<(), DesktopError> {
        let point = self.reach(group, target).await?;
        self.move_to(group, target, point).await
    }
}

impl ActionExecutor {
    /// The outcome of a hover: without another effect, it succeeded if the pointer is at the target.
    pub(super) async fn hover_outcome(
        &self,
        outcome: Outcome,
        group: &WindowGroup,
        target: &Target,
    ) -> Result<Outcome, DesktopError> {
        if matches!(outcome.effect, Effect::Confirmed(_)) {
            return Ok(outcome);
        }
        let point = self.pointer_position().await?;
        let is_there = match target {
            Target::Control(found) => found.visible_rect().contains(point),
            Target::Place(place, _) => *place == point,
            Target::Window => group.client.outer.contains(point),
        };
        let is = Evidence::Pointer(point);
        let effect =
            if is_there { Effect::Confirmed(is) } else { Effect::NoChange(NoChangeReason::Same(is)) };
        Ok(Outcome { effect, ..outcome })
    }

    /// The pointer's position, in desktop pixels.
    pub(in crate::desktop) async fn pointer_position(&self) -> Result<Point, DesktopError> {
        let asking = self.reader.windows.display.run(x11::pointer_position).await?;
        asking.map_err(of_desktop_request)
    }
}

/// The error of a request to the X server that sends an input to a window of this group.
pub(super) fn of_input(error: XError, group: &WindowGroup) -> DesktopError {
    of_x_error(error, DesktopError::WindowGone(group.client.title.clone()))
}

pub(super) fn position(actions: &[String], name: &str) -> Option<i32> {
    let index = actions.iter().position(|action| action.to_lowercase() == name)?;
    i32::try_from(index).ok()
}

/// The points of a drag, each with the pause before it: applications do not take a jump for a drag.
pub(super) fn drag_path(from: Point, to: Point, millis: u32) -> impl Iterator<Item = (Point, Duration)> {
    let steps = (millis / 15).clamp(8, 60);
    let pause = Duration::from_millis(u64::from(millis)).max(Duration::from_millis(80)) / steps;
    let between = move |from: i32, to: i32, step: u32| {
        let part = (i64::from(to) - i64::from(from)) * i64::from(step) / i64::from(steps);
        from.saturating_add(i32::try_from(part).unwrap_or(0))
    };
    (1..=steps)
        .map(move |step| (Point { x: between(from.x, to.x, step), y: between(from.y, to.y, step) }, pause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_goes_the_whole_way_in_small_steps() {
        let points: Vec<_> =
            drag_path(Point { x: 0, y: 100 }, Point { x: 80, y: 20 }, 0).map(|(point, _)| point).collect();
        assert_eq!(points.len(), 8);
        assert_eq!(points[0], Point { x: 10, y: 90 });
        assert_eq!(points[7], Point { x: 80, y: 20 });
        let time: Duration =
            drag_path(Point { x: 0, y: 0 }, Point { x: 9, y: 9 }, 600).map(|(_, pause)| pause).sum();
        assert!(time.as_millis().abs_diff(600) < 10, "{time:?}");
    }
}
