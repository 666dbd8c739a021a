//! Actions with the pointer, and those that an application does when asked.

use crate::a11y::{Line, NoAnswer, NodeRef};
use crate::desktop::family::Family;
use crate::desktop::find_again::{Found, Target};
use crate::desktop::{LinuxDesktop, PATIENCE, of_no_answer, of_x_error};
use crate::x11::{self, XError};
use deskpilot_core::{Button, Modifier, Point, ScrollBy};
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// What actions that are the same as a click are called, the best name first.
const CLICKS: &[&str] = &["click", "press", "activate", "toggle", "jump", "dodefault", "open"];
/// How long the answer to an action is waited for: one that opens a dialog may come only when that is closed.
const ACCEPTANCE: Duration = Duration::from_millis(250);
/// How long a window manager may take to raise a window.
const RAISING: Duration = Duration::from_millis(1500);
/// How long it is waited between two looks at what a window manager does.
const PAUSE: Duration = Duration::from_millis(5);
/// How deep the nodes at a point are followed.
const DEEPEST: usize = 60;

impl LinuxDesktop {
    /// Asks a control to do what a click on it would; clicks it where it has no such action.
    pub(super) async fn invoke(
        &mut self,
        family: &Family,
        target: &Target,
        found: &Found,
    ) -> Result<(), DesktopError> {
        let started = Instant::now();
        let line = self.bus.until(started + PATIENCE);
        let actions = line.actions(&found.item.node).await;
        let actions = actions.map_err(|error| of_no_answer(error, &family.client, started))?;
        let Some(index) = CLICKS.iter().find_map(|name| position(&actions, name)) else {
            return self.click(family, target, Button::Left, 1, &[]).await;
        };
        self.do_action(family, found, index).await
    }

    pub(super) async fn do_action(
        &mut self,
        family: &Family,
        found: &Found,
        index: i32,
    ) -> Result<(), DesktopError> {
        let started = Instant::now();
        match self.bus.until(started + ACCEPTANCE).do_action(&found.item.node, index).await {
            Ok(true) | Err(NoAnswer::Late) => Ok(()),
            Ok(false) => Err(found.cannot("the application refused; look again")),
            // Windows may close faster than they answer.
            Err(NoAnswer::Gone) => Ok(()),
            Err(error) => Err(of_no_answer(error, &family.client, started)),
        }
    }

    pub(super) async fn click(
        &mut self,
        family: &Family,
        target: &Target,
        button: Button,
        count: u8,
        held: &[Modifier],
    ) -> Result<(), DesktopError> {
        let point = self.reach(family, target).await?;
        let held = held.to_vec();
        let clicking = self.display.run(move |server| {
            x11::move_to(server, point)?;
            x11::press_modifiers(server, &held)?;
            x11::click(server, button, count)?;
            x11::let_go(server)
        });
        clicking.await?.map_err(|error| self.of_input(error, family))
    }

    pub(super) async fn drag(
        &mut self,
        family: &Family,
        target: &Target,
        to: Point,
        button: Button,
        held: &[Modifier],
        millis: u32,
    ) -> Result<(), DesktopError> {
        let from = self.reach(family, target).await?;
        let held = held.to_vec();
        let pressing = self.display.run(move |server| {
            x11::move_to(server, from)?;
            x11::press_modifiers(server, &held)?;
            x11::press(server, button)
        });
        pressing.await?.map_err(|error| self.of_input(error, family))?;
        for (point, pause) in way(from, to, millis) {
            sleep(pause).await;
            let moving = self.display.run(move |server| x11::move_to(server, point));
            moving.await?.map_err(|error| self.of_input(error, family))?;
        }
        self.display.run(x11::let_go).await?.map_err(|error| self.of_input(error, family))
    }

    pub(super) async fn scroll(
        &mut self,
        family: &Family,
        target: &Target,
        by: ScrollBy,
    ) -> Result<(), DesktopError> {
        let point = self.reach(family, target).await?;
        let scrolling = self.display.run(move |server| {
            x11::move_to(server, point)?;
            x11::scroll(server, by)
        });
        scrolling.await?.map_err(|error| self.of_input(error, family))
    }

    fn of_input(&self, error: XError, family: &Family) -> DesktopError {
        of_x_error(error, DesktopError::WindowGone(family.client.title.clone()))
    }

    /// A point where the pointer would meet the target and nothing else. Raises the window if it must.
    async fn reach(&mut self, family: &Family, target: &Target) -> Result<Point, DesktopError> {
        let (point, window) = match target {
            Target::Window => (family.client.outer.center(), family.client.id),
            Target::Place(point, _) => (*point, family.client.id),
            Target::Control(found) => {
                let visible = found.visible();
                if visible.is_empty() {
                    return Err(found.cannot("it is outside of the visible part; scroll to it first"));
                }
                (visible.center(), found.member.client.as_ref().map_or(family.client.id, |client| client.id))
            }
        };
        self.uncover(family, target, point, window).await?;
        if let Target::Control(found) = target {
            self.meets(family, found, point).await?;
        }
        Ok(point)
    }

    async fn uncover(
        &mut self,
        family: &Family,
        target: &Target,
        point: Point,
        window: u32,
    ) -> Result<(), DesktopError> {
        let ours: Vec<u32> = family.clients.iter().map(|it| it.toplevel).collect();
        let ours: Vec<u32> = ours.into_iter().chain(family.popups.iter().map(|popup| popup.window)).collect();
        let end = Instant::now() + RAISING;
        let mut asked = false;
        loop {
            let met = self.display.run(move |server| x11::toplevel_at(server, point)).await?.ok().flatten();
            if met.is_some_and(|met| ours.contains(&met)) {
                return Ok(());
            }
            if Instant::now() >= end {
                let by = self.name_of(met).await?;
                return Err(DesktopError::Obscured { what: target.what(family), by });
            }
            if !asked {
                asked = true;
                let raising = self.display.run(move |server| x11::activate(server, window)).await?;
                raising.map_err(|error| self.of_input(error, family))?;
            }
            sleep(PAUSE).await;
        }
    }

    async fn name_of(&mut self, toplevel: Option<u32>) -> Result<String, DesktopError> {
        let clients = self.clients().await?;
        let found = clients.into_iter().find(|client| Some(client.toplevel) == toplevel);
        Ok(found.map_or_else(|| "something without a title".into(), |client| format!("{:?}", client.title)))
    }

    /// Makes sure that no other control of the same window lies above the target at this point.
    async fn meets(&mut self, family: &Family, found: &Found, point: Point) -> Result<(), DesktopError> {
        let top = &found.member.top;
        if top.sunken.is_some() {
            // It looks for what is at a point in the places it tells wrongly.
            return Ok(());
        }
        let inside = Point { x: point.x - top.origin.x, y: point.y - top.origin.y };
        let started = Instant::now();
        let line = self.bus.until(started + PATIENCE);
        match above(line, found, inside).await {
            Ok(None) => Ok(()),
            Ok(Some(by)) => Err(DesktopError::Obscured { what: found.what(), by }),
            // Toolkits that cannot tell what is where are believed to have it where they said.
            Err(NoAnswer::Unknown(_) | NoAnswer::Gone) => Ok(()),
            Err(error) => Err(of_no_answer(error, &family.client, started)),
        }
    }
}

/// What lies above a control at a point; `None` when it is the control itself, or something in it.
async fn above(line: Line<'_>, found: &Found, point: Point) -> Result<Option<String>, NoAnswer> {
    let mut node: NodeRef = found.member.top.node.clone();
    for _ in 0..DEEPEST {
        if node == found.item.node {
            return Ok(None);
        }
        match line.at_point(&node, point).await? {
            Some(next) if found.way_up.contains(&next) && next != node => node = next,
            Some(next) if next != node => return stranger(line, found, next).await,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// A node on another branch of the tree covers the control only if it is shown, and is something to be clicked.
async fn stranger(line: Line<'_>, found: &Found, node: NodeRef) -> Result<Option<String>, NoAnswer> {
    let facts = line.facts(&node).await?;
    if !found.member.top.shown.holds(&facts) || !facts.kind().is_interactive() {
        return Ok(None);
    }
    // Some toolkits give the innermost node at once, which may be in the control.
    let mut above = node.clone();
    for _ in 0..DEEPEST {
        match line.parent(&above).await? {
            Some(parent) if parent == found.item.node => return Ok(None),
            Some(parent) => above = parent,
            None => break,
        }
    }
    let item = line.describe(node, facts, found.member.top.ground(found.way_up.iter())).await?;
    Ok(Some(item.control().id().to_string()))
}

pub(super) fn position(actions: &[String], name: &str) -> Option<i32> {
    let index = actions.iter().position(|action| action.to_lowercase() == name)?;
    i32::try_from(index).ok()
}

/// The points of a drag, each with the pause before it. Applications take a jump for no drag at all.
fn way(from: Point, to: Point, millis: u32) -> impl Iterator<Item = (Point, Duration)> {
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
            way(Point { x: 0, y: 100 }, Point { x: 80, y: 20 }, 0).map(|(point, _)| point).collect();
        assert_eq!(points.len(), 8);
        assert_eq!(points[0], Point { x: 10, y: 90 });
        assert_eq!(points[7], Point { x: 80, y: 20 });
        let time: Duration =
            way(Point { x: 0, y: 0 }, Point { x: 9, y: 9 }, 600).map(|(_, pause)| pause).sum();
        assert!(time.as_millis().abs_diff(600) < 10, "{time:?}");
    }
}
