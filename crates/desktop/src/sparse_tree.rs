//! Detects windows whose accessibility tree is too sparse to work with.

use deskpilot_core::{Control, Rect, Role, State};
use std::fmt;

/// Why the accessibility tree of a window is too sparse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SparseTree {
    /// It has hardly any controls with text, and they cover little of the window.
    Few,
    /// Many pressable controls have no name.
    Nameless,
    /// A large part of the window, such as a canvas, has no accessible content.
    OpaqueSurface,
}

/// So many controls with text are enough, wherever they are.
const ENOUGH: usize = 3;

/// If there are fewer, they must cover this share of the window.
const FILLED: f64 = 0.5;
/// An opaque surface may cover less than this share of the window.
const OPAQUE: f64 = 0.25;

/// The share of pressable controls that may be nameless.
const NAMELESS: f64 = 1.0 / 3.0;
/// The number of pressable controls from which [`NAMELESS`] counts.
const PRESSABLE: usize = 3;

impl SparseTree {
    /// Why these controls of a window with this rectangle are too sparse; `None` if they suffice.
    pub fn detect(window: Rect, controls: &[Control]) -> Option<SparseTree> {
        let seen: Vec<&Control> =
            controls.iter().filter(|it| !it.rect.intersection(window).is_empty()).collect();
        if has_few_controls(window, &seen) {
            Some(SparseTree::Few)
        } else if has_nameless_controls(&seen) {
            Some(SparseTree::Nameless)
        } else {
            has_opaque_surface(window, &seen).then_some(SparseTree::OpaqueSurface)
        }
    }
}

impl fmt::Display for SparseTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SparseTree::Few => "the accessibility tree has hardly any controls of the window",
            SparseTree::Nameless => "many controls of the window have no accessible name",
            SparseTree::OpaqueSurface => {
                "the accessibility tree has no content for a large part of the window"
            }
        })
    }
}

fn has_few_controls(window: Rect, controls: &[&Control]) -> bool {
    let with_text: Vec<_> = controls.iter().filter(|it| shows_text(it)).collect();
    let area: u64 = with_text.iter().map(|it| it.rect.intersection(window).area()).sum();
    with_text.len() < ENOUGH && (area as f64) < FILLED * window.area() as f64
}

fn has_nameless_controls(controls: &[&Control]) -> bool {
    let pressable: Vec<_> =
        controls.iter().filter(|it| should_have_name(it.role) && it.states.has(State::Enabled)).collect();
    let nameless = pressable.iter().filter(|it| it.text().is_empty()).count();
    pressable.len() >= PRESSABLE && nameless as f64 > NAMELESS * pressable.len() as f64
}

fn has_opaque_surface(window: Rect, controls: &[&Control]) -> bool {
    let limit = OPAQUE * window.area() as f64;
    let is_large = |it: &&&Control| it.rect.intersection(window).area() as f64 >= limit;
    let is_empty = |it: &&Control| {
        // A picture's name does not describe its content either.
        let on_it = |other: &&Control| {
            other.role != Role::Image && shows_text(other) && it.rect.contains(other.rect.center())
        };
        !controls.iter().any(on_it)
    };
    controls.iter().filter(|it| is_surface(it)).filter(is_large).any(is_empty)
}

/// Whether it shows text or is a text field.
fn shows_text(control: &Control) -> bool {
    let tells = !is_container(control.role) && !control.text().is_empty();
    let holds = control.role.holds_text() && control.value.as_deref().is_some_and(|it| !it.is_empty());
    tells || holds || control.role == Role::Edit
}

/// A container's name is a title and does not describe its content.
fn is_container(role: Role) -> bool {
    !role.is_interactive() && !matches!(role, Role::Text | Role::Header | Role::Image)
        || matches!(role, Role::Document | Role::Terminal)
}

fn is_surface(control: &Control) -> bool {
    is_container(control.role) && !shows_text(control) || control.role == Role::Image
}

/// Scroll bars and sliders usually have no name, and a text next to a field names it.
fn should_have_name(role: Role) -> bool {
    role.is_interactive()
        && !role.holds_text()
        && !matches!(role, Role::ScrollBar | Role::Slider | Role::Spinner | Role::Cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, NodeId, States};

    const WINDOW: Rect = Rect::new(0, 0, 1000, 800);

    fn control(role: Role, text: &str, rect: Rect) -> Control {
        Control {
            label: None,
            role,
            name: text.into(),
            value: role.holds_text().then(|| text.into()),
            states: States::default().with(State::Enabled),
            rect,
            source: ControlSource::Accessibility { node: NodeId("n".into()) },
        }
    }

    fn buttons(names: [&str; 6]) -> Vec<Control> {
        let at = |x: usize| Rect::new(x as i32 * 60, 0, 50, 20);
        names.iter().enumerate().map(|(x, name)| control(Role::Button, name, at(x))).collect()
    }

    #[test]
    fn a_window_is_silent_or_not() {
        use Role::{Document, Edit, Group, Image, Terminal, Text, Window};
        let named = buttons(["a", "b", "c", "d", "e", "f"]);
        let with = |role, text, rect| [named.clone(), vec![control(role, text, rect)]].concat();
        let page = Rect::new(0, 40, 1000, 700);
        let away = Rect::new(5000, 0, 1000, 800);
        for (controls, expected) in [
            (vec![], Some(SparseTree::Few)),
            (vec![control(Window, "Paint", WINDOW), control(Group, "", page)], Some(SparseTree::Few)),
            (vec![control(Terminal, "$ ls", page)], None),
            (vec![control(Text, "Sure?", Rect::new(0, 0, 90, 20))], Some(SparseTree::Few)),
            (named.clone(), None),
            (named.iter().map(|it| Control { rect: away, ..it.clone() }).collect(), Some(SparseTree::Few)),
            (buttons(["a", "b", "c", "", "", ""]), Some(SparseTree::Nameless)),
            (buttons(["a", "b", "c", "d", "", ""]), None),
            (with(Document, "", page), Some(SparseTree::OpaqueSurface)),
            (with(Document, "text", page), None),
            (with(Edit, "", page), None),
            (with(Image, "a chart", page), Some(SparseTree::OpaqueSurface)),
            (with(Group, "Page", Rect::new(0, 40, 200, 200)), None),
            // The surface has accessible content.
            (with(Window, "Frame", WINDOW), None),
        ] {
            assert_eq!(SparseTree::detect(WINDOW, &controls), expected, "{controls:?}");
        }
    }
}
