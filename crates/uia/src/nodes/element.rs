//! An element of a list of controls: its facts, its visible rectangle, its place in the tree. Pure.

use crate::nodes::facts::Facts;
use crate::protocol::control_type::TOOL_TIP;
use crate::protocol::node::{NodeRef, WindowHandle};
use crate::protocol::pattern::Pattern;
use deskpilot_core::{Control, ControlSource, Rect, Role, RoleListing, State};
use deskpilot_desktop::verdict::Surface;

/// An element that was read.
#[derive(Clone, Debug)]
pub struct Element {
    /// Where to find it again.
    pub node: NodeRef,
    /// The facts the application reports.
    pub facts: Facts,
    pub(crate) value: Option<String>,
    /// Its visible rectangle, in desktop pixels.
    pub rect: Rect,
    /// How many of its ancestors are listed.
    pub level: u16,
    /// Which part of the window it belongs to.
    pub surface: Surface,
}

impl Element {
    /// The element of these facts in this window, of which this rectangle shows.
    pub(crate) fn new(window: WindowHandle, facts: Facts, rect: Rect) -> Element {
        let node = NodeRef { window, runtime_id: facts.runtime_id.clone() };
        let surface = if facts.control_type == TOOL_TIP { Surface::ToolTip } else { Surface::Window };
        Element { node, value: facts.value(), facts, rect, level: 0, surface }
    }

    /// The element as a core [`Control`].
    pub fn control(&self) -> Control {
        Control {
            label: None,
            role: self.facts.kind(),
            name: self.name().to_owned(),
            value: self.value.clone(),
            states: self.facts.states(),
            rect: self.rect,
            source: ControlSource::Accessibility { node: self.node.id() },
        }
    }

    /// Its name as a person would say it; empty where the application repeats its value. A name must not change with every
    /// choice.
    fn name(&self) -> &str {
        let name = self.facts.name.trim();
        let has_choice = matches!(self.facts.kind(), Role::ComboBox | Role::Slider | Role::Spinner);
        if has_choice && self.value.as_deref() == Some(name) { "" } else { name }
    }

    /// Whether a list of controls loses anything without it.
    pub(crate) fn is_worth_listing(&self) -> bool {
        // Without an identity it could not be found again.
        if self.rect.is_empty() || self.facts.is_offscreen || self.facts.runtime_id.is_empty() {
            return false;
        }
        let has_value = self.value.as_deref().is_some_and(|value| !value.trim().is_empty());
        match self.facts.kind().listing() {
            RoleListing::Never => false,
            RoleListing::Always => true,
            RoleListing::WithContent => {
                let states = self.facts.states();
                let takes_keys = self.facts.offers(Pattern::Invoke) && states.has(State::Focusable);
                let is_in_use = states.has(State::Clickable) || states.has(State::Focused);
                !self.name().is_empty() || has_value || takes_keys || is_in_use
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::facts::testing::{YES, control, text};
    use crate::protocol::property::Property as P;
    use crate::protocol::property_value::PropertyValue;

    fn element(control_type: i32, properties: &[(P, PropertyValue)]) -> Element {
        let id = (P::RuntimeId, PropertyValue::Integers(vec![1, 2]));
        let facts = control(control_type, &[&[id], properties].concat());
        Element::new(WindowHandle(7), facts, Rect::new(1, 2, 30, 40))
    }

    #[test]
    fn a_control_has_all_that_its_element_reports() {
        let properties = [(P::Name, text(" First name ")), (P::ValueAvailable, YES), (P::Value, text("Ann"))];
        let control = element(50004, &properties).control();
        assert_eq!((control.role, control.name.as_str()), (Role::Edit, "First name"));
        assert_eq!((control.value.as_deref(), control.rect), (Some("Ann"), Rect::new(1, 2, 30, 40)));
        assert_eq!(control.node().unwrap().0, "uia 7 1.2");
        assert!(control.states.has(State::Editable) && control.label.is_none());
    }

    #[test]
    fn a_choice_is_no_name() {
        let chosen = |name: &str| {
            let properties = [(P::Name, text(name)), (P::ValueAvailable, YES), (P::Value, text("Red"))];
            element(50003, &properties).control().name
        };
        assert_eq!((chosen("Red").as_str(), chosen("Colour").as_str()), ("", "Colour"));
    }

    #[test]
    fn frames_are_listed_where_they_say_or_do_something() {
        let pane = 50033;
        assert!(!element(pane, &[]).is_worth_listing());
        assert!(element(pane, &[(P::Name, text("Files"))]).is_worth_listing());
        assert!(element(pane, &[(P::InvokeAvailable, YES)]).is_worth_listing());
        assert!(element(pane, &[(P::HasKeyboardFocus, YES)]).is_worth_listing());
        assert!(element(50000, &[]).is_worth_listing());
        assert!(!element(50000, &[(P::IsOffscreen, YES)]).is_worth_listing());
        assert!(!element(50032, &[(P::Name, text("Notepad"))]).is_worth_listing());
        let nameless = Element { rect: Rect::default(), ..element(50000, &[]) };
        assert!(!nameless.is_worth_listing());
        let unidentified = Element::new(WindowHandle(7), control(50000, &[]), Rect::new(1, 2, 30, 40));
        assert!(!unidentified.is_worth_listing());
    }

    #[test]
    fn a_tool_tip_comes_and_goes() {
        assert_eq!(element(50022, &[]).surface, Surface::ToolTip);
        assert_eq!(element(50020, &[]).surface, Surface::Window);
    }
}
