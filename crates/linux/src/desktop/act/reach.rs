//! Finds the point where the pointer meets what is meant, and nothing that lies above it.

use crate::a11y::{Line, NoAnswer, NodeRef};
use crate::desktop::family::Family;
use crate::desktop::find_again::{Found, Target};
use crate::desktop::{LinuxDesktop, PATIENCE, of_no_answer};
use crate::x11;
use deskpilot_core::Point;
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a window manager may take to raise a window.
const RAISING: Duration = Duration::from_millis(1500);
/// How long it is waited between two looks at what a window manager does.
const PAUSE: Duration = Duration::from_millis(5);
/// How deep the nodes at a point are followed.
const DEEPEST: usize = 60;

impl LinuxDesktop {
    /// A point where the pointer would meet the target and nothing else. Raises the window if it must.
    pub(super) async fn reach(&mut self, family: &Family, target: &Target) -> Result<Point, DesktopError> {
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
