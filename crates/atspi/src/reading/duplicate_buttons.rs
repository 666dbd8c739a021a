//! Leaves out buttons that an application reports twice at one place. Pure.
//!
//! Firefox draws the buttons of its window itself and reports those of GTK's title bar, which lie behind them, too.

use crate::Element;
use deskpilot_core::{Rect, Role};
use std::collections::HashMap;

/// Leaves out each button that lies behind a taller one of its name, in the same columns.
pub(crate) fn leave_out(elements: &mut Vec<Element>) {
    let mut by_name: HashMap<&str, Vec<Rect>> = HashMap::new();
    for it in elements.iter().filter(|it| is_named_button(it)) {
        by_name.entry(&it.name).or_default().push(it.rect);
    }
    by_name.retain(|_, rects| rects.len() > 1);
    let is_covered = |it: &Element| {
        let others = by_name.get(it.name.as_str()).filter(|_| is_named_button(it));
        others.is_some_and(|others| others.iter().any(|other| lies_behind(it.rect, *other)))
    };
    // What is listed within a button would seem to be within the one before it.
    let is_around = |at: usize| elements.get(at + 1).is_some_and(|next| next.level > elements[at].level);
    let covered: Vec<bool> =
        elements.iter().enumerate().map(|(at, it)| is_covered(it) && !is_around(at)).collect();
    let mut covered = covered.into_iter();
    elements.retain(|_| !covered.next().unwrap_or_default());
}

fn is_named_button(element: &Element) -> bool {
    element.facts.kind() == Role::Button && !element.name.is_empty()
}

/// Whether most of the one is within the rows of the other, taller one.
fn lies_behind(one: Rect, other: Rect) -> bool {
    let shared = one.bottom().min(other.bottom()) - one.y.max(other.y);
    (one.x, one.width) == (other.x, other.width)
        && other.height > one.height
        && i64::from(shared) * 2 > i64::from(one.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::element::testing::element;

    const BUTTON: u32 = 43;

    fn button(name: &str, rect: Rect) -> Element {
        Element { rect, ..element(BUTTON, name) }
    }

    #[test]
    fn the_button_behind_another_of_its_name_is_left_out() {
        let places = [
            ("Close", Rect::new(1560, 49, 40, 17)),
            ("Close", Rect::new(1560, 54, 40, 44)),
            // Beside it, and below it.
            ("Close", Rect::new(1600, 54, 40, 44)),
            ("Close", Rect::new(1560, 98, 40, 60)),
            // Behind it, with another name.
            ("Menu", Rect::new(1560, 54, 40, 20)),
            ("", Rect::new(0, 0, 10, 10)),
            ("", Rect::new(0, 0, 10, 20)),
        ];
        let mut elements: Vec<Element> = places.iter().map(|(name, rect)| button(name, *rect)).collect();
        leave_out(&mut elements);
        let left: Vec<Rect> = elements.iter().map(|it| it.rect).collect();
        assert_eq!(left, places[1..].iter().map(|it| it.1).collect::<Vec<_>>());
    }
}
