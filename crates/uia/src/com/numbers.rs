//! The numbers of the portable tables are those of Windows.

use crate::protocol::control_type;
use crate::protocol::pattern::Pattern as Of;
use crate::protocol::property::Property as P;
use windows::Win32::UI::Accessibility::*;

#[test]
fn properties_have_the_numbers_of_windows() {
    for (property, id) in [
        (P::RuntimeId, UIA_RuntimeIdPropertyId),
        (P::BoundingRectangle, UIA_BoundingRectanglePropertyId),
        (P::ProcessId, UIA_ProcessIdPropertyId),
        (P::ControlType, UIA_ControlTypePropertyId),
        (P::Name, UIA_NamePropertyId),
        (P::HasKeyboardFocus, UIA_HasKeyboardFocusPropertyId),
        (P::IsKeyboardFocusable, UIA_IsKeyboardFocusablePropertyId),
        (P::IsEnabled, UIA_IsEnabledPropertyId),
        (P::AutomationId, UIA_AutomationIdPropertyId),
        (P::ClassName, UIA_ClassNamePropertyId),
        (P::HelpText, UIA_HelpTextPropertyId),
        (P::IsPassword, UIA_IsPasswordPropertyId),
        (P::NativeWindowHandle, UIA_NativeWindowHandlePropertyId),
        (P::IsOffscreen, UIA_IsOffscreenPropertyId),
        (P::FrameworkId, UIA_FrameworkIdPropertyId),
        (P::ExpandCollapseAvailable, UIA_IsExpandCollapsePatternAvailablePropertyId),
        (P::GridItemAvailable, UIA_IsGridItemPatternAvailablePropertyId),
        (P::GridAvailable, UIA_IsGridPatternAvailablePropertyId),
        (P::InvokeAvailable, UIA_IsInvokePatternAvailablePropertyId),
        (P::RangeValueAvailable, UIA_IsRangeValuePatternAvailablePropertyId),
        (P::ScrollAvailable, UIA_IsScrollPatternAvailablePropertyId),
        (P::ScrollItemAvailable, UIA_IsScrollItemPatternAvailablePropertyId),
        (P::SelectionItemAvailable, UIA_IsSelectionItemPatternAvailablePropertyId),
        (P::SelectionAvailable, UIA_IsSelectionPatternAvailablePropertyId),
        (P::TableAvailable, UIA_IsTablePatternAvailablePropertyId),
        (P::TextAvailable, UIA_IsTextPatternAvailablePropertyId),
        (P::ToggleAvailable, UIA_IsTogglePatternAvailablePropertyId),
        (P::ValueAvailable, UIA_IsValuePatternAvailablePropertyId),
        (P::WindowAvailable, UIA_IsWindowPatternAvailablePropertyId),
        (P::Value, UIA_ValueValuePropertyId),
        (P::ValueIsReadOnly, UIA_ValueIsReadOnlyPropertyId),
        (P::RangeValue, UIA_RangeValueValuePropertyId),
        (P::RangeValueIsReadOnly, UIA_RangeValueIsReadOnlyPropertyId),
        (P::ExpandCollapseState, UIA_ExpandCollapseExpandCollapseStatePropertyId),
        (P::WindowIsModal, UIA_WindowIsModalPropertyId),
        (P::IsSelected, UIA_SelectionItemIsSelectedPropertyId),
        (P::ToggleState, UIA_ToggleToggleStatePropertyId),
        (P::LegacyAvailable, UIA_IsLegacyIAccessiblePatternAvailablePropertyId),
        (P::LegacyState, UIA_LegacyIAccessibleStatePropertyId),
        (P::AriaRole, UIA_AriaRolePropertyId),
        (P::AriaProperties, UIA_AriaPropertiesPropertyId),
        (P::ItemContainerAvailable, UIA_IsItemContainerPatternAvailablePropertyId),
        (P::VirtualizedItemAvailable, UIA_IsVirtualizedItemPatternAvailablePropertyId),
        (P::Text2Available, UIA_IsTextPattern2AvailablePropertyId),
        (P::IsDialog, UIA_IsDialogPropertyId),
    ] {
        assert_eq!(property.id(), id.0, "{property:?}");
    }
}

#[test]
fn patterns_have_the_numbers_of_windows() {
    for (pattern, id) in [
        (Of::Invoke, UIA_InvokePatternId),
        (Of::Selection, UIA_SelectionPatternId),
        (Of::Value, UIA_ValuePatternId),
        (Of::RangeValue, UIA_RangeValuePatternId),
        (Of::Scroll, UIA_ScrollPatternId),
        (Of::ExpandCollapse, UIA_ExpandCollapsePatternId),
        (Of::Grid, UIA_GridPatternId),
        (Of::GridItem, UIA_GridItemPatternId),
        (Of::Window, UIA_WindowPatternId),
        (Of::SelectionItem, UIA_SelectionItemPatternId),
        (Of::Table, UIA_TablePatternId),
        (Of::Text, UIA_TextPatternId),
        (Of::Toggle, UIA_TogglePatternId),
        (Of::ScrollItem, UIA_ScrollItemPatternId),
        (Of::Legacy, UIA_LegacyIAccessiblePatternId),
        (Of::ItemContainer, UIA_ItemContainerPatternId),
        (Of::VirtualizedItem, UIA_VirtualizedItemPatternId),
        (Of::Text2, UIA_TextPattern2Id),
    ] {
        assert_eq!(pattern.id(), id.0, "{pattern:?}");
    }
}

#[test]
fn control_types_have_the_numbers_of_windows() {
    for (number, id) in [
        (control_type::BUTTON, UIA_ButtonControlTypeId),
        (control_type::COMBO_BOX, UIA_ComboBoxControlTypeId),
        (control_type::EDIT, UIA_EditControlTypeId),
        (control_type::MENU_ITEM, UIA_MenuItemControlTypeId),
        (control_type::RADIO_BUTTON, UIA_RadioButtonControlTypeId),
        (control_type::TOOL_TIP, UIA_ToolTipControlTypeId),
        (control_type::CUSTOM, UIA_CustomControlTypeId),
        (control_type::DATA_ITEM, UIA_DataItemControlTypeId),
        (control_type::DOCUMENT, UIA_DocumentControlTypeId),
        (control_type::WINDOW, UIA_WindowControlTypeId),
    ] {
        assert_eq!(number, id.0);
    }
}
