//! Which controls get a number, and how what is seen joins what the accessibility tree tells.

use deskpilot_core::{Control, Label, Rect, Role, Source, State, States};

/// The controls in their order, numbered from 1 where an agent has a use for the number.
///
/// A number goes to every control that a person could act on while it is enabled; to text fields, documents and terminals
/// even when they are not, because they can be read; and to plain text with a value, such as a calculator's result.
pub fn label(controls: Vec<Control>) -> Vec<Control> {
    let mut numbers = (1..).map(Label);
    let number =
        |control| if is_useful(&control) { Control { label: numbers.next(), ..control } } else { control };
    controls.into_iter().map(|control| Control { label: None, ..control }).map(number).collect()
}

fn is_useful(control: &Control) -> bool {
    let role = control.role;
    let has_value = control.value.as_deref().is_some_and(|value| !value.is_empty());
    let usable = role.is_interactive() && control.states.has(State::Enabled);
    !control.rect.is_empty() && (usable || role.holds_text() || (role == Role::Text && has_value))
}

/// The accessible controls, and after them what was only seen: the surest of the boxes that overlap one another, where no
/// accessible control that says something overlaps them. Two overlap when their intersection over their union is more
/// than `overlap`.
pub fn merge(accessible: Vec<Control>, seen: Vec<(Rect, String, f32)>, overlap: f64) -> Vec<Control> {
    let known: Vec<Rect> = accessible.iter().filter(|it| says_something(it)).map(|it| it.rect).collect();
    let mut seen: Vec<_> = seen.into_iter().filter(|(rect, ..)| !rect.is_empty()).enumerate().collect();
    seen.sort_by(|(_, left), (_, right)| right.2.total_cmp(&left.2));
    let mut kept: Vec<(usize, (Rect, String, f32))> = Vec::new();
    for (order, found) in seen {
        let others = known.iter().copied().chain(kept.iter().map(|(_, it)| it.0));
        if others.into_iter().all(|other| other.overlap(found.0) <= overlap) {
            kept.push((order, found));
        }
    }
    kept.sort_by_key(|(order, _)| *order);
    accessible.into_iter().chain(kept.into_iter().map(|(_, found)| control(found))).collect()
}

/// A silent container may lie exactly where a picture of a button is; that is no reason to overlook the button.
fn says_something(control: &Control) -> bool {
    control.role.is_interactive() || !control.text().is_empty()
}

fn control((rect, name, confidence): (Rect, String, f32)) -> Control {
    Control {
        label: None,
        // What is seen is worth seeing because it can be pressed.
        role: Role::Button,
        name,
        value: None,
        states: States::default().with(State::Enabled),
        rect,
        source: Source::Vision { confidence },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::NodeId;

    fn accessible(role: Role, value: Option<&str>, states: &[State], rect: Rect) -> Control {
        let source = Source::Accessibility { node: NodeId("n".into()) };
        let value = value.map(str::to_owned);
        Control {
            label: None,
            role,
            name: String::new(),
            value,
            states: states.to_vec().into(),
            rect,
            source,
        }
    }

    #[test]
    fn numbers_go_to_what_an_agent_has_a_use_for() {
        let place = Rect::new(0, 0, 10, 10);
        for (role, value, states, rect, labelled) in [
            (Role::Button, None, &[State::Enabled] as &[_], place, true),
            (Role::Button, None, &[], place, false),
            (Role::Button, None, &[State::Enabled], Rect::default(), false),
            (Role::Edit, Some("42"), &[], place, true),
            (Role::Terminal, None, &[], place, true),
            (Role::Text, Some("42"), &[], place, true),
            (Role::Text, Some(""), &[State::Enabled], place, false),
            (Role::Group, Some("x"), &[State::Enabled], place, false),
        ] {
            let control = label(vec![accessible(role, value, states, rect)]).remove(0);
            assert_eq!(control.label.is_some(), labelled, "{control:?}");
        }
    }

    #[test]
    fn numbers_count_from_one_without_gaps_and_forget_earlier_ones() {
        let at = |role| accessible(role, None, &[State::Enabled], Rect::new(0, 0, 10, 10));
        let mut controls = vec![at(Role::Button), at(Role::Group), at(Role::Button)];
        controls[1].label = Some(Label(9));
        let numbers: Vec<_> = label(controls).into_iter().map(|it| it.label.map(|it| it.0)).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
    }

    #[test]
    fn what_is_seen_joins_what_is_known_once() {
        let at = |x| Rect::new(x, 0, 10, 10);
        let button = || accessible(Role::Button, None, &[], at(0));
        let silent = || accessible(Role::Group, None, &[], at(0));
        for (known, seen, expected) in [
            (button(), vec![(at(1), 0.9)], vec![]),
            (button(), vec![(at(30), 0.9)], vec![30]),
            (silent(), vec![(at(0), 0.9)], vec![0]),
            (button(), vec![(Rect::new(30, 0, 0, 0), 0.9)], vec![]),
            (button(), vec![(at(30), 0.5), (at(31), 0.9), (at(60), 0.1)], vec![31, 60]),
            (accessible(Role::Button, None, &[], Rect::default()), vec![(at(0), 0.9)], vec![0]),
        ] {
            let found = seen.iter().map(|(rect, sure)| (*rect, "ok".to_owned(), *sure)).collect();
            let merged = merge(vec![known.clone()], found, 0.1);
            let places: Vec<_> = merged[1..].iter().map(|it| it.rect.x).collect();
            assert_eq!(places, expected, "{known:?} with {seen:?}");
        }
    }
}
