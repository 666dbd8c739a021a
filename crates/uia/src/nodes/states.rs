//! The core states of an element, from its properties, its patterns and the bits of MSAA. Pure.

use crate::nodes::facts::{Expansion, Facts};
use crate::protocol::control_type::{DOCUMENT, RADIO_BUTTON, is_set};
use crate::protocol::pattern::Pattern;
use deskpilot_core::{Role, State, States};

/// Bits of MSAA that UI Automation has no property for.
mod legacy {
    // `STATE_SYSTEM_…` of oleacc.h, written out so that the tests here run without Windows.
    pub(crate) const READ_ONLY: u32 = 0x40;
    pub(crate) const BUSY: u32 = 0x800;
    pub(crate) const PROTECTED: u32 = 0x2000_0000;
}

impl Facts {
    /// Its states as core [`States`].
    pub fn states(&self) -> States {
        let states = [
            (State::Enabled, self.is_enabled),
            (State::Focused, self.is_focused),
            (State::Focusable, self.is_focusable),
            // A radio button is chosen by selecting it.
            (State::Checked, self.is_checked || (self.control_type == RADIO_BUTTON && self.is_selected)),
            (State::Selected, self.is_selected),
            (State::Expanded, self.expansion == Expansion::Expanded),
            (State::Expandable, self.expansion != Expansion::None),
            (State::Editable, self.is_editable()),
            (State::ReadOnly, self.is_read_only()),
            (State::MultiLine, self.has_lines()),
            (State::Protected, self.hides()),
            (State::Modal, self.is_modal),
            (State::Busy, self.has_legacy(legacy::BUSY) || is_set(&self.aria_properties, "busy")),
            (State::Clickable, self.is_clickable()),
        ];
        states.into_iter().filter(|(_, holds)| *holds).map(|(state, _)| state).collect()
    }

    /// Whether it never shows its content.
    pub(crate) fn hides(&self) -> bool {
        self.is_password || self.has_legacy(legacy::PROTECTED)
    }

    fn has_legacy(&self, bit: u32) -> bool {
        self.legacy_state.is_some_and(|state| state & bit != 0)
    }

    /// Whether its text can be changed. A document without the pattern for values says so over MSAA alone.
    fn is_editable(&self) -> bool {
        let role = self.kind();
        let may_be = role.holds_text() || matches!(role, Role::ComboBox | Role::Spinner | Role::Cell);
        let by_value = self.offers(Pattern::Value) && !self.is_value_read_only;
        let by_msaa = !self.offers(Pattern::Value)
            && self.offers(Pattern::Text)
            && self.is_focusable
            && self.legacy_state.is_some_and(|state| state & legacy::READ_ONLY == 0);
        // The value of a page is its address.
        may_be && (by_value || by_msaa) && self.page_address().is_none()
    }

    fn is_read_only(&self) -> bool {
        let has_text = self.offers(Pattern::Text) || self.offers(Pattern::Value);
        self.kind().holds_text() && has_text && !self.is_editable()
    }

    /// Whether it holds several lines. UI Automation has no property for that: fields of several lines are documents.
    fn has_lines(&self) -> bool {
        is_set(&self.aria_properties, "multiline") || (self.control_type == DOCUMENT && self.is_editable())
    }

    /// Whether a click does something, although the role does not say so.
    fn is_clickable(&self) -> bool {
        let is_part =
            matches!(self.kind(), Role::Group | Role::Other | Role::Image | Role::Text | Role::Header);
        is_part && (self.offers(Pattern::Invoke) || self.offers(Pattern::Toggle))
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::facts::testing::{YES, control, facts, text};
    use crate::protocol::property::Property as P;
    use crate::protocol::property_value::PropertyValue;

    const EDIT: i32 = 50004;
    const DOCUMENT: i32 = 50030;

    fn number(number: i64) -> PropertyValue {
        PropertyValue::Integer(number)
    }

    #[test]
    fn an_element_that_does_not_say_that_it_is_enabled_is_not() {
        assert_eq!(facts(&[(P::ControlType, number(50000))]).states().iter().count(), 0);
    }

    #[test]
    fn states_come_from_properties_patterns_and_msaa() {
        let value = || (P::ValueAvailable, YES);
        let msaa = |state| [(P::LegacyAvailable, YES), (P::LegacyState, number(state))];
        let expandable = |state| [(P::ExpandCollapseAvailable, YES), (P::ExpandCollapseState, number(state))];
        let text_only = [&[(P::TextAvailable, YES), (P::IsKeyboardFocusable, YES)][..], &msaa(0)].concat();
        for (control_type, properties, expected) in [
            (50000, vec![], "Enabled"),
            (50002, vec![(P::ToggleAvailable, YES), (P::ToggleState, number(1))], "Enabled Checked"),
            (50002, vec![(P::ToggleAvailable, YES), (P::ToggleState, number(2))], "Enabled"),
            (50002, vec![(P::ToggleState, number(1))], "Enabled"),
            (50013, vec![(P::SelectionItemAvailable, YES), (P::IsSelected, YES)], "Enabled Checked Selected"),
            (50007, vec![(P::SelectionItemAvailable, YES), (P::IsSelected, YES)], "Enabled Selected"),
            (50003, expandable(1).to_vec(), "Enabled Expanded Expandable"),
            (50024, expandable(0).to_vec(), "Enabled Expandable"),
            (50024, expandable(3).to_vec(), "Enabled"),
            (EDIT, vec![value(), (P::HasKeyboardFocus, YES)], "Enabled Focused Editable"),
            (EDIT, vec![value(), (P::ValueIsReadOnly, YES)], "Enabled ReadOnly"),
            (EDIT, vec![value(), (P::IsPassword, YES)], "Enabled Editable Protected"),
            (EDIT, [&[value()][..], &msaa(0x2000_0000)].concat(), "Enabled Editable Protected"),
            (EDIT, vec![value(), (P::AriaProperties, text("multiline=true"))], "Enabled Editable MultiLine"),
            (DOCUMENT, vec![value()], "Enabled Editable MultiLine"),
            (DOCUMENT, vec![(P::TextAvailable, YES)], "Enabled ReadOnly"),
            (DOCUMENT, text_only, "Enabled Focusable Editable MultiLine"),
            (DOCUMENT, [&[(P::TextAvailable, YES)][..], &msaa(0x840)].concat(), "Enabled ReadOnly Busy"),
            (50032, vec![(P::WindowAvailable, YES), (P::WindowIsModal, YES)], "Enabled Modal"),
            (50006, vec![(P::InvokeAvailable, YES)], "Enabled Clickable"),
            (50000, vec![(P::InvokeAvailable, YES)], "Enabled"),
        ] {
            let facts = control(control_type, &properties);
            let states: Vec<_> = facts.states().iter().map(|it| format!("{it:?}")).collect();
            assert_eq!(states.join(" "), expected, "{control_type} {properties:?}");
        }
    }
}
