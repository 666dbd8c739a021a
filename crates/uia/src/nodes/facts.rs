//! What an application reports about one element. Pure.

use crate::protocol::control_type::{self, is_terminal, role_of, role_of_page};
use crate::protocol::node::{RuntimeId, WindowHandle};
use crate::protocol::pattern::{Pattern, Patterns};
use crate::protocol::property::Property;
use crate::protocol::property_value::PropertyValue;
use deskpilot_core::{Rect, Role};

/// What the calculator of Windows calls its display, whose name is a sentence that ends with the number.
const CALCULATOR_DISPLAY: &str = "CalculatorResults";
/// The most characters of a value in a tree. A cut value ends with a note of its full length.
const MOST_CHARACTERS: usize = 2000;

/// Whether something can be expanded, and is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// It cannot.
    #[default]
    None,
    /// It can be expanded.
    Collapsed,
    /// It is expanded, at least in part.
    Expanded,
}

/// What an application reports about one element.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its identity; empty where its application gives it none.
    pub runtime_id: RuntimeId,
    /// Its process.
    pub process: u32,
    /// Its own window; 0 where it has none.
    pub native_window: WindowHandle,
    /// UI Automation's number of its control type.
    pub control_type: i32,
    /// Its name; may be empty.
    pub name: String,
    /// The name that its developers gave it; may be empty, and is not always unique.
    pub automation_id: String,
    /// The class of its window or widget.
    pub class_name: String,
    /// Its help text, such as a tool tip.
    pub help_text: String,
    /// The toolkit that reports it, such as `Win32`, `WPF`, `XAML` or `Chrome`.
    pub framework: String,
    /// Its patterns.
    pub patterns: Patterns,
    /// The rectangle that its application reports, in physical pixels; empty where it has none.
    pub rect: Rect,
    /// Whether its application says that nobody can see it.
    pub is_offscreen: bool,
    pub(crate) aria_role: String,
    pub(crate) aria_properties: String,
    pub(crate) is_enabled: bool,
    pub(crate) is_focused: bool,
    pub(crate) is_focusable: bool,
    pub(crate) is_password: bool,
    pub(crate) is_selected: bool,
    pub(crate) is_checked: bool,
    pub(crate) is_modal: bool,
    pub(crate) is_dialog: bool,
    pub(crate) is_value_read_only: bool,
    pub(crate) expansion: Expansion,
    /// The bits of MSAA; `None` where it does not report itself over it.
    pub(crate) legacy_state: Option<u32>,
    /// Its text; `None` for passwords and where it has no pattern for one.
    pub(crate) text_value: Option<String>,
    pub(crate) range_value: Option<f64>,
}

impl Facts {
    /// The facts of the element whose properties `of` returns. Values of patterns that it does not have are not asked for: UI
    /// Automation would invent some.
    pub(crate) fn read<E>(mut of: impl FnMut(Property) -> Result<PropertyValue, E>) -> Result<Facts, E> {
        let patterns = Patterns::read(|property| Ok(of(property)?.is_true()))?;
        let is_password = of(Property::IsPassword)?.is_true();
        let mut facts = Facts {
            runtime_id: RuntimeId::new(&of(Property::RuntimeId)?.integers()),
            process: of(Property::ProcessId)?.integer().map_or(0, i32::cast_unsigned),
            native_window: window_of(&of(Property::NativeWindowHandle)?),
            control_type: of(Property::ControlType)?.integer().unwrap_or_default(),
            name: of(Property::Name)?.into_text(),
            automation_id: of(Property::AutomationId)?.into_text(),
            class_name: of(Property::ClassName)?.into_text(),
            help_text: of(Property::HelpText)?.into_text(),
            framework: of(Property::FrameworkId)?.into_text(),
            patterns,
            rect: of(Property::BoundingRectangle)?.rect(),
            is_offscreen: of(Property::IsOffscreen)?.is_true(),
            aria_role: of(Property::AriaRole)?.into_text(),
            aria_properties: of(Property::AriaProperties)?.into_text(),
            is_enabled: of(Property::IsEnabled)?.is_true(),
            is_focused: of(Property::HasKeyboardFocus)?.is_true(),
            is_focusable: of(Property::IsKeyboardFocusable)?.is_true(),
            is_dialog: of(Property::IsDialog)?.is_true(),
            is_password,
            ..Facts::default()
        };
        facts.read_patterns(of)?;
        Ok(facts)
    }

    fn read_patterns<E>(
        &mut self,
        mut of: impl FnMut(Property) -> Result<PropertyValue, E>,
    ) -> Result<(), E> {
        if self.offers(Pattern::Legacy) {
            self.legacy_state = of(Property::LegacyState)?.integer().map(i32::cast_unsigned);
        }
        if self.offers(Pattern::Value) {
            self.is_value_read_only = of(Property::ValueIsReadOnly)?.is_true();
            // What a password field holds does not even enter this process's strings.
            if !self.hides() {
                self.text_value = Some(of(Property::Value)?.into_text());
            }
        }
        if self.offers(Pattern::RangeValue) {
            self.range_value = of(Property::RangeValue)?.number();
            self.is_value_read_only |=
                !self.offers(Pattern::Value) && of(Property::RangeValueIsReadOnly)?.is_true();
        }
        if self.offers(Pattern::ExpandCollapse) {
            self.expansion = match of(Property::ExpandCollapseState)?.integer() {
                Some(0) => Expansion::Collapsed,
                Some(1 | 2) => Expansion::Expanded,
                _ => Expansion::None,
            };
        }
        self.is_selected = self.offers(Pattern::SelectionItem) && of(Property::IsSelected)?.is_true();
        self.is_checked = self.offers(Pattern::Toggle) && of(Property::ToggleState)?.integer() == Some(1);
        self.is_modal = self.offers(Pattern::Window) && of(Property::WindowIsModal)?.is_true();
        Ok(())
    }

    /// Whether it has this pattern.
    pub fn offers(&self, pattern: Pattern) -> bool {
        self.patterns.has(pattern)
    }

    /// Its role as a core [`Role`]: its control type, and what its patterns and its page add to it.
    pub fn kind(&self) -> Role {
        if is_terminal(&self.class_name) {
            return Role::Terminal;
        }
        if let Some(role) = role_of_page(&self.aria_role) {
            return role;
        }
        match self.control_type {
            control_type::BUTTON if self.offers(Pattern::Toggle) => Role::ToggleButton,
            control_type::MENU_ITEM if self.expansion != Expansion::None => Role::Menu,
            control_type::DATA_ITEM | control_type::CUSTOM if self.offers(Pattern::GridItem) => Role::Cell,
            control_type::WINDOW if self.is_modal || self.is_dialog => Role::Dialog,
            control_type => role_of(control_type),
        }
    }

    /// Whether it stands for an item that its application has not created yet.
    pub fn is_virtual(&self) -> bool {
        self.offers(Pattern::VirtualizedItem) && self.rect.is_empty()
    }

    /// The address of the page that it shows; `None` for anything but a page. Browsers report it as the document's value.
    pub fn page_address(&self) -> Option<&str> {
        let address = self.text_value.as_deref().filter(|_| self.control_type == control_type::DOCUMENT)?;
        let is_address = address.split_once(':').is_some_and(|(scheme, rest)| {
            let is_scheme = scheme.len() > 1 && scheme.chars().all(|it| it.is_ascii_alphanumeric());
            is_scheme && !rest.is_empty() && !address.contains(char::is_whitespace)
        });
        (is_address && self.is_page()).then_some(address)
    }

    /// Whether a browser reports it.
    fn is_page(&self) -> bool {
        matches!(self.framework.as_str(), "Chrome" | "Gecko" | "InternetExplorer" | "MicrosoftEdge")
    }

    /// Its text, number or choice, cut to the visible length; `None` for passwords.
    pub(crate) fn value(&self) -> Option<String> {
        if self.hides() || self.page_address().is_some() {
            return None;
        }
        match self.kind() {
            Role::Edit | Role::Document | Role::Terminal | Role::ComboBox | Role::Cell => self.cut_text(),
            Role::Text if self.name.is_empty() => self.cut_text(),
            Role::Text if self.automation_id == CALCULATOR_DISPLAY => {
                self.name.split_whitespace().last().map(str::to_owned)
            }
            Role::Spinner => self.cut_text().or_else(|| self.range_value.map(format_number)),
            Role::Slider | Role::ProgressBar | Role::ScrollBar => {
                self.range_value.map(format_number).or_else(|| self.cut_text())
            }
            _ => None,
        }
    }

    fn cut_text(&self) -> Option<String> {
        let text = self.text_value.as_deref()?;
        if self.kind() == Role::Cell && (text.is_empty() || text == self.name) {
            return None;
        }
        match text.char_indices().nth(MOST_CHARACTERS) {
            None => Some(text.to_owned()),
            Some((end, _)) => {
                let count = text.chars().count();
                Some(format!("{}… (the first {MOST_CHARACTERS} of {count} characters)", &text[..end]))
            }
        }
    }
}

/// The window with the number that a property holds. Numbers of windows have 32 bits and come signed.
fn window_of(value: &PropertyValue) -> WindowHandle {
    WindowHandle(value.integer().map_or(0, |number| number.cast_unsigned() as usize))
}

/// A number as a person would write it, rounded to 6 decimals.
fn format_number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use std::convert::Infallible;

    /// The facts of an element with these properties, and no others.
    pub(crate) fn facts(properties: &[(Property, PropertyValue)]) -> Facts {
        let of = |asked| {
            let known = properties.iter().find(|(property, _)| *property == asked);
            Ok::<_, Infallible>(known.map(|(_, value)| value.clone()).unwrap_or_default())
        };
        Facts::read(of).unwrap()
    }

    /// Enabled, of this control type, with these properties besides.
    pub(crate) fn control(control_type: i32, properties: &[(Property, PropertyValue)]) -> Facts {
        let mut all = vec![
            (Property::ControlType, PropertyValue::Integer(i64::from(control_type))),
            (Property::IsEnabled, PropertyValue::Bool(true)),
        ];
        all.extend_from_slice(properties);
        facts(&all)
    }

    pub(crate) const YES: PropertyValue = PropertyValue::Bool(true);

    pub(crate) fn text(text: &str) -> PropertyValue {
        PropertyValue::Text(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{YES, control, facts, text};
    use super::*;
    use Property as P;

    #[test]
    fn every_property_lands_in_its_place() {
        let numbers = |numbers: &[i64]| PropertyValue::Integers(numbers.to_vec());
        let read = facts(&[
            (P::RuntimeId, numbers(&[42, 7])),
            (P::BoundingRectangle, PropertyValue::Numbers(vec![1.0, 2.0, 3.0, 4.0])),
            (P::ProcessId, PropertyValue::Integer(99)),
            (P::ControlType, PropertyValue::Integer(50004)),
            (P::Name, text("Name")),
            (P::AutomationId, text("id")),
            (P::ClassName, text("Edit")),
            (P::HelpText, text("help")),
            (P::FrameworkId, text("Win32")),
            (P::NativeWindowHandle, PropertyValue::Integer(-2)),
            (P::IsOffscreen, YES),
        ]);
        assert_eq!(read.runtime_id, RuntimeId::new(&[42, 7]));
        assert_eq!(read.rect, Rect::new(1, 2, 3, 4));
        assert_eq!((read.process, read.control_type, read.native_window.0), (99, 50004, 0xffff_fffe));
        let texts = [&read.name, &read.automation_id, &read.class_name, &read.help_text, &read.framework];
        assert_eq!(texts, ["Name", "id", "Edit", "help", "Win32"]);
        assert!(read.is_offscreen && !read.is_enabled && read.patterns == Patterns::default());
    }

    #[test]
    fn patterns_and_pages_decide_roles_where_the_control_type_does_not() {
        let state = |state| PropertyValue::Integer(state);
        for (control_type, properties, expected) in [
            (50000, &[][..], Role::Button),
            (50000, &[(P::ToggleAvailable, YES)], Role::ToggleButton),
            (50011, &[], Role::MenuItem),
            (50011, &[(P::ExpandCollapseAvailable, YES), (P::ExpandCollapseState, state(0))], Role::Menu),
            (50011, &[(P::ExpandCollapseAvailable, YES), (P::ExpandCollapseState, state(3))], Role::MenuItem),
            (50029, &[], Role::ListItem),
            (50029, &[(P::GridItemAvailable, YES)], Role::Cell),
            (50025, &[(P::GridItemAvailable, YES)], Role::Cell),
            (50032, &[], Role::Window),
            (50032, &[(P::WindowAvailable, YES), (P::WindowIsModal, YES)], Role::Dialog),
            (50032, &[(P::IsDialog, YES)], Role::Dialog),
            (50026, &[(P::AriaRole, text("alert"))], Role::Alert),
            (50025, &[(P::ClassName, text("TermControl"))], Role::Terminal),
        ] {
            assert_eq!(control(control_type, properties).kind(), expected, "{control_type} {properties:?}");
        }
    }

    #[test]
    fn the_value_is_what_the_role_shows_and_a_password_has_none() {
        let number = PropertyValue::Number(0.1 + 0.2);
        let value = |control_type, properties: &[_]| control(control_type, properties).value();
        let ranged = [(P::RangeValueAvailable, YES), (P::RangeValue, number)];
        let with_text = [(P::ValueAvailable, YES), (P::Value, text("Ann"))];
        assert_eq!(value(50004, &with_text).as_deref(), Some("Ann"));
        assert_eq!(value(50015, &ranged).as_deref(), Some("0.3"));
        let display = [(P::Name, text("Display is 42")), (P::AutomationId, text("CalculatorResults"))];
        assert_eq!(value(50020, &display).as_deref(), Some("42"));
        assert_eq!(value(50020, &display[..1]), None);
        assert_eq!(value(50016, &[&ranged[..], &with_text].concat()).as_deref(), Some("Ann"));
        assert_eq!(value(50000, &with_text), None);
        // A value without its pattern is one that UI Automation made up.
        assert_eq!(value(50004, &with_text[1..]), None);
        assert_eq!(value(50004, &[&with_text[..], &[(P::IsPassword, YES)]].concat()), None);
        let long = text(&"ü".repeat(2001));
        let cut = value(50030, &[(P::ValueAvailable, YES), (P::Value, long)]).unwrap();
        assert!(cut.ends_with("ü… (the first 2000 of 2001 characters)"), "{cut}");
    }

    #[test]
    fn the_value_of_a_page_is_its_address_and_that_of_a_document_its_text() {
        let document = |framework: &str, value: &str| {
            control(
                50030,
                &[(P::ValueAvailable, YES), (P::Value, text(value)), (P::FrameworkId, text(framework))],
            )
        };
        let page = document("Chrome", "https://example.org/a");
        assert_eq!((page.page_address(), page.value()), (Some("https://example.org/a"), None));
        for (framework, value) in
            [("Win32", "https://example.org/a"), ("Chrome", "Note: buy milk"), ("Chrome", "")]
        {
            let document = document(framework, value);
            assert_eq!(document.page_address(), None, "{framework} {value}");
            assert_eq!(document.value().as_deref(), Some(value));
        }
    }
}
