//! Numbers controls for agents.

use deskpilot_core::{Control, ControlSource, Label, MANY_CELLS, Rect, Role, State};
use std::collections::HashSet;

/// The controls in their order. Those that an agent can use are numbered from 1; the cells of a spreadsheet come last, so
/// that the other numbers stay short.
///
/// These get a number: every enabled control that a person could use; text fields, documents and terminals even while
/// disabled, because they can be read; plain text with a value, such as a calculator's result, except paragraphs of a
/// page; text found only in the picture, because it may be pressable; and whatever takes clicks, or in a page the focus, though
/// its role does not say so. A text that only names a control has none: a click on it goes to that control.
pub fn label_controls(controls: Vec<Control>) -> Vec<Control> {
    let pages: Vec<_> = controls.iter().filter(|it| it.role == Role::Document).map(|it| it.rect).collect();
    let is_sheet = controls.iter().filter(|it| it.role == Role::Cell).count() > MANY_CELLS;
    let is_late = |control: &Control| is_sheet && control.role == Role::Cell;
    let named: HashSet<&str> =
        controls.iter().filter(|it| is_usable(it)).map(|it| it.name.as_str()).collect();
    let useful: Vec<bool> = controls.iter().map(|it| is_useful(it, &pages, &named)).collect();
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

fn is_usable(control: &Control) -> bool {
    control.role.is_interactive() && control.states.has(State::Enabled)
}

/// Whether a control gets a number. `pages` are the places of documents, `named` the names of the controls that a person uses.
fn is_useful(control: &Control, pages: &[Rect], named: &HashSet<&str>) -> bool {
    let role = control.role;
    let has_value = control.value.as_deref().is_some_and(|value| !value.is_empty());
    let is_seen = matches!(control.source, ControlSource::Vision { .. });
    let is_printed =
        !control.states.has(State::Editable) && pages.iter().any(|page| page.contains(control.rect.center()));
    let is_writing = role == Role::Text && (is_seen || (has_value && !is_printed));
    let may_act = matches!(role, Role::Group | Role::Other | Role::Image | Role::Text | Role::Alert);
    let is_in_page = || pages.iter().any(|page| page.contains(control.rect.center()));
    let acts = control.states.has(State::Clickable)
        || (control.states.has(State::Focusable) && !control.text().is_empty() && is_in_page());
    let acts = may_act && acts && control.states.has(State::Enabled) && !named.contains(control.text());
    !control.rect.is_empty() && (is_usable(control) || role.holds_text() || is_writing || acts)
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
            (Role::Group, Some("x"), &[State::Enabled, State::Clickable], place, true),
            (Role::Image, None, &[State::Enabled, State::Clickable], place, true),
            (Role::Group, Some("x"), &[State::Enabled, State::Focusable], place, false),
            (Role::Group, Some("x"), &[State::Clickable], place, false),
            (Role::Table, Some("x"), &[State::Enabled, State::Clickable], place, false),
        ] {
            let control = label_controls(vec![accessible(role, value, states, rect)]).remove(0);
            assert_eq!(control.label.is_some(), labelled, "{control:?}");
        }
        let seen = ControlSource::Vision { confidence: 0.5 };
        let line = Control { source: seen, ..accessible(Role::Text, None, &[State::Enabled], place) };
        assert!(label_controls(vec![line]).remove(0).label.is_some(), "a line of text that is only seen");
    }

    #[test]
    fn a_text_that_takes_clicks_has_a_number_unless_it_names_a_control() {
        let named = |role, name: &str, states: &[State]| Control {
            name: name.to_owned(),
            ..accessible(role, None, states, Rect::new(0, 0, 10, 10))
        };
        let clickable: &[State] = &[State::Enabled, State::Clickable];
        let controls = vec![
            named(Role::CheckBox, "Travel by rail", &[State::Enabled]),
            named(Role::Text, "Travel by rail", clickable),
            named(Role::Text, "More", clickable),
        ];
        let numbers = label_controls(controls).into_iter().map(|it| it.label.map(|it| it.0));
        assert_eq!(numbers.collect::<Vec<_>>(), [Some(1), None, Some(2)]);
    }

    #[test]
    fn paragraphs_of_a_page_have_no_number_unless_they_can_be_written_in() {
        let at = |y| Rect::new(0, y, 100, 10);
        let paragraph = |states: &[State], y| accessible(Role::Text, Some("words"), states, at(y));
        let page = accessible(Role::Document, None, &[], Rect::new(0, 0, 100, 50));
        let controls = vec![page, paragraph(&[], 10), paragraph(&[State::Editable], 20), paragraph(&[], 60)];
        let numbers: Vec<_> =
            label_controls(controls).into_iter().map(|it| it.label.map(|it| it.0)).collect();
        assert_eq!(numbers, [Some(1), None, Some(2), Some(3)], "the last one is outside of the page");
    }

    #[test]
    fn the_cells_of_a_sheet_come_after_all_others() {
        let at = |role| accessible(role, None, &[State::Enabled], Rect::new(0, 0, 10, 10));
        let numbers = |cells: usize| {
            let cells = std::iter::repeat_n(at(Role::Cell), cells);
            let controls = cells.chain([at(Role::Button)]).collect();
            let labels = label_controls(controls).into_iter().filter_map(|it| it.label.map(|it| it.0));
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
        let numbers: Vec<_> =
            label_controls(controls).into_iter().map(|it| it.label.map(|it| it.0)).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
    }
}
