//! Which controls get a number.

use deskpilot_core::{Control, ControlSource, Label, Rect, Role, State};

/// More cells than these are a sheet, in which they are known by their headers rather than by their numbers.
pub(crate) const MANY_CELLS: usize = 100;

/// The controls in their order, numbered from 1 where an agent has a use for the number; the cells of a sheet after all
/// others, whose numbers stay short.
///
/// A number goes to every control that a person could act on while it is enabled; to text fields, documents and terminals
/// even when they are not, because they can be read; to plain text with a value, such as a calculator's result, unless it
/// is a paragraph of a page; and to text that is only seen in the picture, because it may well be what is pressed.
pub fn label(controls: Vec<Control>) -> Vec<Control> {
    let pages: Vec<_> = controls.iter().filter(|it| it.role == Role::Document).map(|it| it.rect).collect();
    let is_sheet = controls.iter().filter(|it| it.role == Role::Cell).count() > MANY_CELLS;
    let is_late = |control: &Control| is_sheet && control.role == Role::Cell;
    let useful: Vec<bool> = controls.iter().map(|it| is_useful(it, &pages)).collect();
    let before = controls.iter().zip(&useful).filter(|(it, is_useful)| **is_useful && !is_late(it)).count();
    let mut soon = (1..).map(Label);
    let mut late = soon.clone().skip(before);
    let number = |(control, is_useful)| {
        let label = match is_useful {
            true if is_late(&control) => late.next(),
            true => soon.next(),
            false => None,
        };
        Control { label, ..control }
    };
    controls.into_iter().zip(useful).map(number).collect()
}

fn is_useful(control: &Control, pages: &[Rect]) -> bool {
    let role = control.role;
    let has_value = control.value.as_deref().is_some_and(|value| !value.is_empty());
    let usable = role.is_interactive() && control.states.has(State::Enabled);
    let is_seen = matches!(control.source, ControlSource::Vision { .. });
    let is_printed =
        !control.states.has(State::Editable) && pages.iter().any(|page| page.contains(control.rect.center()));
    let is_writing = role == Role::Text && (is_seen || (has_value && !is_printed));
    !control.rect.is_empty() && (usable || role.holds_text() || is_writing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::NodeId;

    fn accessible(role: Role, value: Option<&str>, states: &[State], rect: Rect) -> Control {
        let source = ControlSource::Accessibility { node: NodeId("n".into()) };
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
        let seen = ControlSource::Vision { confidence: 0.5 };
        let line = Control { source: seen, ..accessible(Role::Text, None, &[State::Enabled], place) };
        assert!(label(vec![line]).remove(0).label.is_some(), "a line of text that is only seen");
    }

    #[test]
    fn paragraphs_of_a_page_have_no_number_unless_they_can_be_written_in() {
        let at = |y| Rect::new(0, y, 100, 10);
        let paragraph = |states: &[State], y| accessible(Role::Text, Some("words"), states, at(y));
        let page = accessible(Role::Document, None, &[], Rect::new(0, 0, 100, 50));
        let controls = vec![page, paragraph(&[], 10), paragraph(&[State::Editable], 20), paragraph(&[], 60)];
        let numbers: Vec<_> = label(controls).into_iter().map(|it| it.label.map(|it| it.0)).collect();
        assert_eq!(numbers, [Some(1), None, Some(2), Some(3)], "the last one is outside of the page");
    }

    #[test]
    fn the_cells_of_a_sheet_come_after_all_others() {
        let at = |role| accessible(role, None, &[State::Enabled], Rect::new(0, 0, 10, 10));
        let numbers = |cells: usize| {
            let cells = std::iter::repeat_n(at(Role::Cell), cells);
            let controls = cells.chain([at(Role::Button)]).collect();
            let labels = label(controls).into_iter().filter_map(|it| it.label.map(|it| it.0));
            labels.collect::<Vec<_>>()
        };
        assert_eq!(numbers(2), [1, 2, 3]);
        let sheet = numbers(MANY_CELLS + 1);
        assert_eq!((sheet.first(), sheet.last()), (Some(&2), Some(&1)));
    }

    #[test]
    fn numbers_count_from_one_without_gaps_and_forget_earlier_ones() {
        let at = |role| accessible(role, None, &[State::Enabled], Rect::new(0, 0, 10, 10));
        let mut controls = vec![at(Role::Button), at(Role::Group), at(Role::Button)];
        controls[1].label = Some(Label(9));
        let numbers: Vec<_> = label(controls).into_iter().map(|it| it.label.map(|it| it.0)).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
    }
}
