//! Asks the browser what its page has now where an action is aimed at a place: before the policy rules on it, and before it is done.

use crate::{Halt, action_batch::ActionBatch, world::World};
use deskpilot_core::{Action, Aim, Control, ControlSource, Divergence, Point, Role, Verb, control_at};
use deskpilot_desktop::{PageHit, page_control};
use std::borrow::Cow;

/// How much of the element that was seen must be where it was (intersection over union).
const IN_PLACE: f64 = 0.5;

/// The controls by which the policy judges an action: at its point, the element that its page has there now.
pub(crate) async fn with_page_element<'c>(
    action: &Action,
    controls: &'c [Control],
    world: &mut World,
) -> Result<Cow<'c, [Control]>, Halt> {
    let (Aim::Point(point), Verb::Gesture(_)) = (&action.aim, &action.verb) else {
        return Ok(Cow::Borrowed(controls));
    };
    match world.page_hit(&action.window, controls, *point).await? {
        PageHit::Element(element) => Ok(Cow::Owned(with_on_top(controls, &page_control(element), *point))),
        PageHit::Nothing | PageHit::Unknown => Ok(Cow::Borrowed(controls)),
    }
}

/// The controls with this one instead of the texts and groups on it at the point.
fn with_on_top(controls: &[Control], top: &Control, point: Point) -> Vec<Control> {
    let is_on_it = |it: &Control| {
        it.rect.contains(point) && top.rect.area() >= it.rect.area() && !it.role.is_interactive()
    };
    // A document stays: the policy asks it for the address of its page.
    let others = controls.iter().filter(|it| it.role == Role::Document || !is_on_it(it)).cloned();
    others.chain([top.clone()]).collect()
}

impl ActionBatch<'_> {
    /// Why an action must not run at its place: the page had an element there that the accessibility tree lacks, and has another
    /// one now, or none.
    pub(crate) async fn other_page_element(
        &mut self,
        next: &Action,
        world: &mut World,
    ) -> Result<Option<Divergence>, Halt> {
        let view = &self.observation.view;
        let Some((seen, point)) = page_target(next, &view.controls) else { return Ok(None) };
        let controls = self.snapshot.controls(view.window.id).unwrap_or(&view.controls);
        let is = match world.page_hit(&view.window, controls, point).await? {
            PageHit::Unknown => return Ok(None),
            PageHit::Nothing => return Ok(Some(Divergence::Gone(seen.id().to_string()))),
            PageHit::Element(element) => page_control(element),
        };
        let is_it = is.id() == seen.id() && is.rect.overlap(seen.rect) > IN_PLACE;
        let (was, is) = (seen.id().to_string(), is.id().to_string());
        Ok((!is_it).then(|| match was == is {
            true => Divergence::Changed(format!("{was} is elsewhere now")),
            false => Divergence::Renamed { was, is },
        }))
    }
}

/// The target element of a gesture that only the browser reported, and its point.
fn page_target<'c>(next: &'c Action, seen: &'c [Control]) -> Option<(&'c Control, Point)> {
    let (target, point) = match (&next.aim, &next.verb) {
        (Aim::Control(control), Verb::Gesture(_)) => (&**control, control.rect.center()),
        (Aim::Point(point), Verb::Gesture(_)) => (control_at(seen, *point)?, *point),
        _ => return None,
    };
    (target.source == ControlSource::Page).then_some((target, point))
}
