//! Follows the points of an action: what was seen at a point may have moved since. Pure.

use super::{Control, Divergence, Expectation, pressed_at};
use crate::{Action, Aim, Gesture, Point, Rect, Verb};

impl Expectation<'_> {
    /// The action, with its points where the controls that were seen there are now.
    ///
    /// # Errors
    /// A control that was seen at a point moved and changed its size, so that the same place in it is not known.
    pub fn followed(&self, next: &Action) -> Result<Action, Divergence> {
        let (Aim::Point(point), Verb::Gesture(gesture)) = (&next.aim, &next.verb) else {
            return Ok(next.clone());
        };
        let gesture = match gesture {
            Gesture::Drag { to, button, held, millis } => {
                let (to, held) = (self.point_now(*to)?, held.clone());
                Gesture::Drag { to, button: *button, held, millis: *millis }
            }
            other => other.clone(),
        };
        let aim = Aim::Point(self.point_now(*point)?);
        Ok(Action { aim, verb: Verb::Gesture(gesture), ..next.clone() })
    }

    fn point_now(&self, point: Point) -> Result<Point, Divergence> {
        let Some(was) = pressed_at(self.seen, point).filter(|it| !self.was_dragged(it.rect)) else {
            return Ok(point);
        };
        let Some(is) = self.partner(was).filter(|it| it.rect.origin() != was.rect.origin()) else {
            return Ok(point);
        };
        let (x, y) = (is.rect.x - was.rect.x, is.rect.y - was.rect.y);
        match is.rect.size() == was.rect.size() {
            true => Ok(Point { x: point.x + x, y: point.y + y }),
            false => Err(Divergence::Changed(format!("{} moved by {x},{y} and has another size", was.id()))),
        }
    }

    /// The control as it is now: the same node, or else the only one of its role and name.
    pub(super) fn partner(&self, was: &Control) -> Option<&Control> {
        let by_node = self.now.iter().find(|it| it.node() == was.node() && it.id() == was.id());
        let mut alike = self.now.iter().filter(|it| it.id() == was.id() && !was.name.is_empty());
        by_node.or_else(|| alike.next().filter(|_| alike.next().is_none()))
    }

    /// Whether an action of the list dragged what was at this place.
    fn was_dragged(&self, place: Rect) -> bool {
        self.done.iter().any(|it| {
            let drags = matches!(it.verb, Verb::Gesture(Gesture::Drag { .. }));
            drags && matches!(it.aim, Aim::Point(from) if place.contains(from))
        })
    }
}
