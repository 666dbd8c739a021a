//! The patterns of elements: what can be done with them without a pointer.

use super::property::Property;

/// A pattern, with UI Automation's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Pattern {
    /// It can be pressed.
    Invoke = 10000,
    /// Some of its children can be selected.
    Selection = 10001,
    /// It has a text that can be set whole.
    Value = 10002,
    /// It has a number.
    RangeValue = 10003,
    /// Its content can be scrolled.
    Scroll = 10004,
    /// It can be expanded.
    ExpandCollapse = 10005,
    /// Its cells have rows and columns.
    Grid = 10006,
    /// It is such a cell.
    GridItem = 10007,
    /// It is a window.
    Window = 10009,
    /// It can be selected.
    SelectionItem = 10010,
    /// Its rows and columns have heads.
    Table = 10012,
    /// It holds a text that can be read and selected in part.
    Text = 10014,
    /// It can be checked.
    Toggle = 10015,
    /// It can be scrolled into view.
    ScrollItem = 10017,
    /// It reports itself over MSAA too.
    Legacy = 10018,
    /// It finds items that it has not created yet.
    ItemContainer = 10019,
    /// It stands for an item that is not created yet.
    VirtualizedItem = 10020,
    /// It says where the caret is in its text.
    Text2 = 10024,
}

/// Each pattern, and the property that says whether an element has it.
const AVAILABILITY: &[(Pattern, Property)] = &[
    (Pattern::Invoke, Property::InvokeAvailable),
    (Pattern::Selection, Property::SelectionAvailable),
    (Pattern::Value, Property::ValueAvailable),
    (Pattern::RangeValue, Property::RangeValueAvailable),
    (Pattern::Scroll, Property::ScrollAvailable),
    (Pattern::ExpandCollapse, Property::ExpandCollapseAvailable),
    (Pattern::Grid, Property::GridAvailable),
    (Pattern::GridItem, Property::GridItemAvailable),
    (Pattern::Window, Property::WindowAvailable),
    (Pattern::SelectionItem, Property::SelectionItemAvailable),
    (Pattern::Table, Property::TableAvailable),
    (Pattern::Text, Property::TextAvailable),
    (Pattern::Toggle, Property::ToggleAvailable),
    (Pattern::ScrollItem, Property::ScrollItemAvailable),
    (Pattern::Legacy, Property::LegacyAvailable),
    (Pattern::ItemContainer, Property::ItemContainerAvailable),
    (Pattern::VirtualizedItem, Property::VirtualizedItemAvailable),
    (Pattern::Text2, Property::Text2Available),
];

impl Pattern {
    /// UI Automation's number.
    pub const fn id(self) -> i32 {
        self as i32
    }
}

/// The patterns of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patterns(u32);

impl Patterns {
    /// The patterns whose property is true.
    pub(crate) fn read<E>(mut is_true: impl FnMut(Property) -> Result<bool, E>) -> Result<Patterns, E> {
        let mut found = Patterns::default();
        for (pattern, property) in AVAILABILITY {
            if is_true(*property)? {
                found = found.with(*pattern);
            }
        }
        Ok(found)
    }

    /// Whether the pattern is one of them.
    pub const fn has(self, pattern: Pattern) -> bool {
        self.0 >> (pattern.id() - Pattern::Invoke.id()) & 1 == 1
    }

    /// These and this one.
    #[must_use]
    pub const fn with(self, pattern: Pattern) -> Patterns {
        Patterns(self.0 | 1 << (pattern.id() - Pattern::Invoke.id()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn each_pattern_is_known_by_its_own_property() {
        assert!(AVAILABILITY.is_sorted_by(|a, b| a.0.id() < b.0.id()));
        for (pattern, property) in AVAILABILITY {
            let found = Patterns::read(|asked| Ok::<_, Infallible>(asked == *property)).unwrap();
            assert_eq!(found, Patterns::default().with(*pattern));
            assert_eq!(AVAILABILITY.iter().filter(|(it, _)| found.has(*it)).count(), 1, "{pattern:?}");
        }
    }
}
