//! Where the accessibility tree says too little of a window to work with.

use deskpilot_core::{Control, Rect, Role, State};
use std::fmt;

/// Why the accessibility tree of a window is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It tells of next to nothing, and of little of the window's area.
    Few,
    /// Much of what can be pressed has no name.
    Nameless,
    /// Of a large part of the window it does not say what is there.
    Surface,
}

/// As many controls that say something are enough, wherever they are.
const ENOUGH: usize = 3;

/// The share of the window that less of them must take up, and the share that may be silent.
const FILLED: f64 = 0.5;
const SILENT: f64 = 0.25;

/// The share of what can be pressed that may be nameless, where there is more of it than a close button or two.
const NAMELESS: f64 = 1.0 / 3.0;
const PRESSABLE: usize = 3;

impl Silence {
    /// Why the controls of a window with this rectangle say too little; `None` where they do not.
    pub fn of(window: Rect, controls: &[Control]) -> Option<Silence> {
        let seen: Vec<&Control> =
            controls.iter().filter(|it| !it.rect.intersection(window).is_empty()).collect();
        if are_few(window, &seen) {
            Some(Silence::Few)
        } else if are_nameless(&seen) {
            Some(Silence::Nameless)
        } else {
            has_silent_surface(window, &seen).then_some(Silence::Surface)
        }
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Silence::Few => "the accessibility tree tells of next to nothing in the window",
            Silence::Nameless => "much of what can be pressed in the window has no accessible name",
            Silence::Surface => "the accessibility tree is silent about a large part of the window",
        })
    }
}

fn are_few(window: Rect, controls: &[&Control]) -> bool {
    let speaking: Vec<_> = controls.iter().filter(|it| speaks(it)).collect();
    let area: u64 = speaking.iter().map(|it| it.rect.intersection(window).area()).sum();
    speaking.len() < ENOUGH && (area as f64) < FILLED * window.area() as f64
}

fn are_nameless(controls: &[&Control]) -> bool {
    let pressable: Vec<_> =
        controls.iter().filter(|it| bears_a_name(it.role) && it.states.has(State::Enabled)).collect();
    let nameless = pressable.iter().filter(|it| it.text().is_empty()).count();
    pressable.len() >= PRESSABLE && nameless as f64 > NAMELESS * pressable.len() as f64
}

fn has_silent_surface(window: Rect, controls: &[&Control]) -> bool {
    let limit = SILENT * window.area() as f64;
    let is_large = |it: &&&Control| it.rect.intersection(window).area() as f64 >= limit;
    let is_empty = |it: &&Control| {
        // A picture that bears a name does not say what can be seen in it either.
        let on_it = |other: &&Control| {
            other.role != Role::Image && speaks(other) && it.rect.contains(other.rect.center())
        };
        !controls.iter().any(on_it)
    };
    controls.iter().filter(|it| is_surface(it)).filter(is_large).any(is_empty)
}

/// Whether it tells what is there: its text, or that text goes there.
fn speaks(control: &Control) -> bool {
    let tells = !is_container(control.role) && !control.text().is_empty();
    let holds = control.role.holds_text() && control.value.as_deref().is_some_and(|it| !it.is_empty());
    tells || holds || control.role == Role::Edit
}

/// A container's name is a title, and says nothing of what is in it.
fn is_container(role: Role) -> bool {
    !role.is_interactive() && !matches!(role, Role::Text | Role::Header | Role::Image)
        || matches!(role, Role::Document | Role::Terminal)
}

fn is_surface(control: &Control) -> bool {
    is_container(control.role) && !speaks(control) || control.role == Role::Image
}

/// Scroll bars and sliders have no name even where all is well, and fields are named by a text beside them.
fn bears_a_name(role: Role) -> bool {
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
            (vec![], Some(Silence::Few)),
            (vec![control(Window, "Paint", WINDOW), control(Group, "", page)], Some(Silence::Few)),
            (vec![control(Terminal, "$ ls", page)], None),
            (vec![control(Text, "Sure?", Rect::new(0, 0, 90, 20))], Some(Silence::Few)),
            (named.clone(), None),
            (named.iter().map(|it| Control { rect: away, ..it.clone() }).collect(), Some(Silence::Few)),
            (buttons(["a", "b", "c", "", "", ""]), Some(Silence::Nameless)),
            (buttons(["a", "b", "c", "d", "", ""]), None),
            (with(Document, "", page), Some(Silence::Surface)),
            (with(Document, "text", page), None),
            (with(Edit, "", page), None),
            (with(Image, "a chart", page), Some(Silence::Surface)),
            (with(Group, "Page", Rect::new(0, 40, 200, 200)), None),
            // What is on the surface is told of.
            (with(Window, "Frame", WINDOW), None),
        ] {
            assert_eq!(Silence::of(WINDOW, &controls), expected, "{controls:?}");
        }
    }
}
