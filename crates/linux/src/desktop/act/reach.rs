//! Finds the point where the pointer hits the target, and checks that nothing covers it there.

use super::drawn_bounds::has_drawn_bounds;
use super::pointer::of_input;
use super::sender::Sender;
use crate::desktop::errors::of_call_error;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{CallError, Caller, NodeRef};
use deskpilot_core::{Point, Rect, Role, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_x11 as x11;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a window manager may take to raise a window.
const RAISING: Duration = Duration::from_millis(1500);
/// How long to wait between two checks of the stacking order.
const PAUSE: Duration = Duration::from_millis(5);
/// The most levels to follow at a point.
const DEEPEST: usize = 60;

/// What the application reports at a point.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HitTest {
    /// The target, or something inside it.
    Target,
    /// Another control.
    Other(String),
    /// The application does not say.
    Unknown,
}

/// The point of a control of this kind that the pointer goes to: the middle, but in a spin button its text, since a narrow one has
/// the button that lowers the number in its middle.
pub(super) fn point_in(visible: Rect, kind: Role) -> Point {
    let Point { x, y } = visible.center();
    match kind {
        Role::Spinner => Point { x: x.min(visible.x.saturating_add(y.saturating_sub(visible.y))), y },
        _ => Point { x, y },
    }
}

impl Sender<'_> {
    /// The point of the target for the pointer. Raises the window if necessary.
    pub(super) async fn reach(
        &mut self,
        group: &WindowGroup,
        target: &Target,
    ) -> Result<Point, DesktopError> {
        let (point, window) = match target {
            Target::Window => (group.client.outer.center(), group.client.id),
            Target::Place(point, _) => (*point, group.client.id),
            Target::Control(found) => {
                let visible = found.visible_rect();
                if visible.is_empty() {
                    return Err(found.cannot(out_of_sight(found)));
                }
                (
                    point_in(visible, found.element.facts.kind()),
                    found.member.client.as_ref().map_or(group.client.id, |client| client.id),
                )
            }
        };
        self.uncover(group, target, point, window).await?;
        Ok(point)
    }

    /// Checks what the application has at a point of the target, where the pointer is by now: what opens under it is there too.
    pub(super) async fn hit(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        point: Point,
    ) -> Result<(), DesktopError> {
        // An open menu is a window above all others, which hit tests in its application's tree do not know.
        if let Target::Control(found) = target
            && !is_in_popup(group, found, point)
        {
            self.notes.doubt = self.doubt_of(group, found, point).await?;
        }
        Ok(())
    }

    async fn uncover(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        point: Point,
        window: u32,
    ) -> Result<(), DesktopError> {
        let ours = group.toplevels(target.window());
        let end = Instant::now() + RAISING;
        let mut asked = false;
        loop {
            let hit = self
                .reader
                .windows
                .display
                .run(move |server| x11::toplevel_at(server, point))
                .await?
                .ok()
                .flatten();
            if hit.is_some_and(|hit| ours.contains(&hit)) {
                return Ok(());
            }
            if Instant::now() >= end {
                return Err(self.covered(group, target, hit).await?);
            }
            if !asked {
                asked = true;
                let raising =
                    self.reader.windows.display.run(move |server| x11::activate(server, window)).await?;
                raising.map_err(|error| of_input(error, group))?;
            }
            sleep(PAUSE).await;
        }
    }

    /// The error that another window would receive the click.
    pub(super) async fn covered(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        by: Option<u32>,
    ) -> Result<DesktopError, DesktopError> {
        let clients = self.reader.windows.clients().await?;
        let found = clients.into_iter().find(|client| Some(client.toplevel) == by);
        let by =
            found.map_or_else(|| "something without a title".into(), |client| format!("{:?}", client.title));
        Ok(DesktopError::Obscured { what: target.description(group), by })
    }

    /// Why the pointer may miss the control at this point; `None` where it hits it. An error where another control of
    /// the same window covers it.
    async fn doubt_of(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        point: Point,
    ) -> Result<Option<String>, DesktopError> {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let hit = match hit_test(caller, found, point).await {
            Ok(hit) => hit,
            // Some toolkits do not support hit testing.
            Err(CallError::Unknown(_) | CallError::Gone) => HitTest::Unknown,
            Err(error) => return Err(of_call_error(error, &group.client, started)),
        };
        let doubt = match hit {
            HitTest::Other(by) => return Err(DesktopError::Obscured { what: found.description(), by }),
            // Before `HitTest::Target`: the question used the same unsure coordinates, so it proves little.
            _ if !found.member.accessible.coordinates.is_sure() => {
                "its application reports another place for its window than the X server"
            }
            HitTest::Target => return Ok(None),
            HitTest::Unknown => "its application does not say what is at that place",
        };
        let is_seen = self.is_seen(group, found).await;
        Ok((!is_seen)
            .then(|| format!("{doubt}, and the picture does not show {} there", found.description())))
    }

    /// Whether the picture shows something with the control's bounds.
    async fn is_seen(&mut self, group: &WindowGroup, found: &FoundControl) -> bool {
        let window = found.member.client.as_ref().unwrap_or(&group.client).id;
        let picture = self.reader.windows.picture(WindowId(window.into())).await;
        picture.is_ok_and(|picture| has_drawn_bounds(&picture, found.visible_rect()))
    }
}

/// Whether it is an item of a menu or list that has its own window.
fn is_in_popup(group: &WindowGroup, found: &FoundControl, point: Point) -> bool {
    let is_item =
        matches!(found.element.facts.kind(), Role::MenuItem | Role::ListItem | Role::Menu | Role::Cell);
    is_item && group.popups.iter().any(|popup| popup.rect.contains(point))
}

fn out_of_sight(found: &FoundControl) -> &'static str {
    let window = found.member.client.as_ref().map(|client| client.outer);
    match window.is_some_and(|window| !window.intersection(found.element.rect).is_empty()) {
        true => "it is beyond the edge of the desktop; move its window first",
        false => "it is outside of the visible part; scroll to it first",
    }
}

/// Hit-tests a desktop point in the application, from its window downwards.
pub(super) async fn hit_test(
    caller: Caller<'_>,
    found: &FoundControl,
    point: Point,
) -> Result<HitTest, CallError> {
    let top = &found.member.accessible;
    if top.libreoffice_offset.as_ref().is_some_and(|it| found.ancestors.contains(&it.pane)) {
        // LibreOffice hit-tests in the wrong coordinates that it reports.
        return Ok(HitTest::Unknown);
    }
    let point = top.coordinates.in_application(point);
    let mut node: NodeRef = top.node.clone();
    for _ in 0..DEEPEST {
        if node == found.element.node {
            return Ok(HitTest::Target);
        }
        match caller.at_point(&node, point).await? {
            Some(next) if found.ancestors.contains(&next) && next != node => node = next,
            Some(next) if next != node => return hit_of_other_node(caller, found, next).await,
            _ => return Ok(HitTest::Unknown),
        }
    }
    Ok(HitTest::Unknown)
}

/// A node on another branch covers the control only if it is shown and interactive.
async fn hit_of_other_node(
    caller: Caller<'_>,
    found: &FoundControl,
    node: NodeRef,
) -> Result<HitTest, CallError> {
    // Some toolkits return the innermost node at once, which may be inside the control.
    let mut above = node.clone();
    for _ in 0..DEEPEST {
        match caller.parent(&above).await? {
            Some(parent) if parent == found.element.node => return Ok(HitTest::Target),
            Some(parent) => above = parent,
            None => break,
        }
    }
    let facts = caller.facts(&node).await?;
    if !found.member.accessible.visibility.holds(&facts) || !facts.kind().is_interactive() {
        return Ok(HitTest::Unknown);
    }
    let item =
        caller.describe(node, facts, found.member.accessible.mapping_within(found.ancestors.iter())).await?;
    let (hit, own) = (item.control(), found.element.control());
    // Qt 6 has another node for the same item of a tree at each question.
    if (hit.role, &hit.name, hit.rect) == (own.role, &own.name, own.rect) {
        return Ok(HitTest::Target);
    }
    Ok(HitTest::Other(hit.id().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spin_button_is_hit_in_its_text_and_other_controls_in_the_middle() {
        let wide = Rect { x: 432, y: 208, width: 110, height: 32 };
        let narrow = Rect { width: 20, ..wide };
        for (rect, kind, expected) in [
            (wide, Role::Spinner, Point { x: 448, y: 224 }),
            (narrow, Role::Spinner, Point { x: 442, y: 224 }),
            (wide, Role::Edit, Point { x: 487, y: 224 }),
        ] {
            assert_eq!(point_in(rect, kind), expected, "{kind:?}");
        }
    }
}
