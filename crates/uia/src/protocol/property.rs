//! The properties that one cache request asks of every element of a window.

/// A property of an element, with UI Automation's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of UI Automation")]
#[repr(i32)]
pub enum Property {
    RuntimeId = 30000,
    BoundingRectangle = 30001,
    ProcessId = 30002,
    ControlType = 30003,
    Name = 30005,
    HasKeyboardFocus = 30008,
    IsKeyboardFocusable = 30009,
    IsEnabled = 30010,
    AutomationId = 30011,
    ClassName = 30012,
    HelpText = 30013,
    IsPassword = 30019,
    NativeWindowHandle = 30020,
    IsOffscreen = 30022,
    FrameworkId = 30024,
    ExpandCollapseAvailable = 30028,
    GridItemAvailable = 30029,
    GridAvailable = 30030,
    InvokeAvailable = 30031,
    RangeValueAvailable = 30033,
    ScrollAvailable = 30034,
    ScrollItemAvailable = 30035,
    SelectionItemAvailable = 30036,
    SelectionAvailable = 30037,
    TableAvailable = 30038,
    TextAvailable = 30040,
    ToggleAvailable = 30041,
    ValueAvailable = 30043,
    WindowAvailable = 30044,
    Value = 30045,
    ValueIsReadOnly = 30046,
    RangeValue = 30047,
    RangeValueIsReadOnly = 30048,
    ExpandCollapseState = 30070,
    WindowIsModal = 30077,
    IsSelected = 30079,
    ToggleState = 30086,
    LegacyAvailable = 30090,
    LegacyState = 30096,
    AriaRole = 30101,
    AriaProperties = 30102,
    ItemContainerAvailable = 30108,
    VirtualizedItemAvailable = 30109,
    Text2Available = 30119,
    IsDialog = 30174,
}

impl Property {
    /// Every property, in the order of their numbers.
    pub const ALL: &'static [Property] = &[
        Property::RuntimeId,
        Property::BoundingRectangle,
        Property::ProcessId,
        Property::ControlType,
        Property::Name,
        Property::HasKeyboardFocus,
        Property::IsKeyboardFocusable,
        Property::IsEnabled,
        Property::AutomationId,
        Property::ClassName,
        Property::HelpText,
        Property::IsPassword,
        Property::NativeWindowHandle,
        Property::IsOffscreen,
        Property::FrameworkId,
        Property::ExpandCollapseAvailable,
        Property::GridItemAvailable,
        Property::GridAvailable,
        Property::InvokeAvailable,
        Property::RangeValueAvailable,
        Property::ScrollAvailable,
        Property::ScrollItemAvailable,
        Property::SelectionItemAvailable,
        Property::SelectionAvailable,
        Property::TableAvailable,
        Property::TextAvailable,
        Property::ToggleAvailable,
        Property::ValueAvailable,
        Property::WindowAvailable,
        Property::Value,
        Property::ValueIsReadOnly,
        Property::RangeValue,
        Property::RangeValueIsReadOnly,
        Property::ExpandCollapseState,
        Property::WindowIsModal,
        Property::IsSelected,
        Property::ToggleState,
        Property::LegacyAvailable,
        Property::LegacyState,
        Property::AriaRole,
        Property::AriaProperties,
        Property::ItemContainerAvailable,
        Property::VirtualizedItemAvailable,
        Property::Text2Available,
        Property::IsDialog,
    ];

    /// UI Automation's number.
    pub const fn id(self) -> i32 {
        self as i32
    }

    /// The property with this number, if it is one of these.
    pub fn of(id: i32) -> Option<Property> {
        Property::ALL.iter().copied().find(|property| property.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_is_listed_once_and_found_by_its_number() {
        assert!(Property::ALL.is_sorted_by(|a, b| a.id() < b.id()));
        assert!(Property::ALL.iter().all(|it| Property::of(it.id()) == Some(*it)));
        assert_eq!(Property::of(30004), None);
    }
}
