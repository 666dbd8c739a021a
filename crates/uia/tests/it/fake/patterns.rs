//! The patterns of the fake: what they do to a control is written down, and changes it.

use super::Value;
use super::element::{bare, bare_all};
use super::stubs::{
    rest_of_expand_collapse_pattern, rest_of_grid_pattern, rest_of_range_value_pattern,
    rest_of_scroll_pattern, rest_of_selection_item_pattern, rest_of_table_pattern, rest_of_text_pattern,
    rest_of_text_pattern2, rest_of_toggle_pattern, rest_of_value_pattern, rest_of_window_pattern,
};
use super::text::{range, ranges};
use super::world::{Held, World, nothing};
use deskpilot_uia::Property;
use std::sync::Arc;
use windows::Win32::Foundation::POINT;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::*;
use windows_core::{BOOL, BSTR, IUnknown, Ref, Result as ComResult, implement};

/// All patterns of a control.
#[implement(
    IUIAutomationInvokePattern,
    IUIAutomationValuePattern,
    IUIAutomationTogglePattern,
    IUIAutomationExpandCollapsePattern,
    IUIAutomationSelectionItemPattern,
    IUIAutomationScrollPattern,
    IUIAutomationScrollItemPattern,
    IUIAutomationRangeValuePattern,
    IUIAutomationTextPattern2,
    IUIAutomationTablePattern,
    IUIAutomationWindowPattern,
    IUIAutomationGridPattern,
    IUIAutomationItemContainerPattern,
    IUIAutomationVirtualizedItemPattern
)]
struct FakePatterns {
    node: usize,
    held: Held,
}

/// The patterns of a control, as any of their interfaces.
pub(crate) fn pattern(world: &Arc<World>, node: usize) -> IUnknown {
    FakePatterns { node, held: Held::new(world) }.into()
}

impl FakePatterns_Impl {
    fn world(&self) -> &Arc<World> {
        self.held.world()
    }

    /// Writes down what is done, where the application takes it.
    fn done(&self, call: &'static str, what: &str) -> ComResult<()> {
        self.world().call(call, Some(self.node))?;
        self.world().log(self.node, what);
        Ok(())
    }
}

impl IUIAutomationInvokePattern_Impl for FakePatterns_Impl {
    fn Invoke(&self) -> ComResult<()> {
        self.done("Invoke", "invoke")
    }
}

impl IUIAutomationValuePattern_Impl for FakePatterns_Impl {
    fn SetValue(&self, value: &BSTR) -> ComResult<()> {
        self.done("SetValue", &format!("set {value}"))?;
        self.world().set(self.node, Property::Value, Value::Text(value.to_string()));
        Ok(())
    }

    fn CurrentValue(&self) -> ComResult<BSTR> {
        self.world().call("CurrentValue", Some(self.node))?;
        Ok(self.world().text(self.node, Property::Value).into())
    }

    rest_of_value_pattern!();
}

impl IUIAutomationTogglePattern_Impl for FakePatterns_Impl {
    fn Toggle(&self) -> ComResult<()> {
        self.done("Toggle", "toggle")?;
        self.world().set(self.node, Property::ToggleState, Value::Integer(1));
        Ok(())
    }

    rest_of_toggle_pattern!();
}

impl IUIAutomationExpandCollapsePattern_Impl for FakePatterns_Impl {
    fn Expand(&self) -> ComResult<()> {
        self.done("Expand", "expand")
    }

    fn Collapse(&self) -> ComResult<()> {
        self.done("Collapse", "collapse")
    }

    rest_of_expand_collapse_pattern!();
}

impl IUIAutomationSelectionItemPattern_Impl for FakePatterns_Impl {
    fn Select(&self) -> ComResult<()> {
        self.done("Select", "select")
    }

    fn AddToSelection(&self) -> ComResult<()> {
        self.done("AddToSelection", "select too")
    }

    fn RemoveFromSelection(&self) -> ComResult<()> {
        self.done("RemoveFromSelection", "deselect")
    }

    rest_of_selection_item_pattern!();
}

impl IUIAutomationScrollPattern_Impl for FakePatterns_Impl {
    fn Scroll(&self, across: ScrollAmount, down: ScrollAmount) -> ComResult<()> {
        self.done("Scroll", &format!("scroll {},{}", across.0, down.0))
    }

    rest_of_scroll_pattern!();
}

impl IUIAutomationScrollItemPattern_Impl for FakePatterns_Impl {
    fn ScrollIntoView(&self) -> ComResult<()> {
        self.done("ScrollIntoView", "scroll into view")
    }
}

impl IUIAutomationRangeValuePattern_Impl for FakePatterns_Impl {
    fn SetValue(&self, value: f64) -> ComResult<()> {
        self.done("SetNumber", &format!("set {value}"))
    }

    rest_of_range_value_pattern!();
}

impl IUIAutomationTextPattern_Impl for FakePatterns_Impl {
    fn GetSelection(&self) -> ComResult<IUIAutomationTextRangeArray> {
        self.world().call("GetSelection", Some(self.node))?;
        let selected = self.world().state().nodes[self.node].selection;
        Ok(ranges(self.world(), self.node, selected))
    }

    fn DocumentRange(&self) -> ComResult<IUIAutomationTextRange> {
        self.world().call("DocumentRange", Some(self.node))?;
        let whole = (0, self.world().text(self.node, Property::Value).len());
        Ok(range(self.world(), self.node, whole))
    }

    rest_of_text_pattern!();
}

impl IUIAutomationTextPattern2_Impl for FakePatterns_Impl {
    fn GetCaretRange(&self, has_keyboard: *mut BOOL) -> ComResult<IUIAutomationTextRange> {
        self.world().call("GetCaretRange", Some(self.node))?;
        let caret = self.world().state().nodes[self.node].caret;
        // SAFETY: the caller gives the address of a number.
        unsafe { *has_keyboard = caret.is_some().into() };
        let at = caret.unwrap_or_default();
        Ok(range(self.world(), self.node, (at, at)))
    }

    rest_of_text_pattern2!();
}

impl IUIAutomationTablePattern_Impl for FakePatterns_Impl {
    fn GetCurrentRowHeaders(&self) -> ComResult<IUIAutomationElementArray> {
        self.world().call("GetCurrentRowHeaders", Some(self.node))?;
        let heads = self.world().state().nodes[self.node].heads[0].clone();
        Ok(bare_all(self.world(), &heads))
    }

    fn GetCurrentColumnHeaders(&self) -> ComResult<IUIAutomationElementArray> {
        self.world().call("GetCurrentColumnHeaders", Some(self.node))?;
        let heads = self.world().state().nodes[self.node].heads[1].clone();
        Ok(bare_all(self.world(), &heads))
    }

    rest_of_table_pattern!();
}

impl IUIAutomationWindowPattern_Impl for FakePatterns_Impl {
    fn Close(&self) -> ComResult<()> {
        self.done("Close", "close")?;
        self.world().end(self.node);
        Ok(())
    }

    fn SetWindowVisualState(&self, state: WindowVisualState) -> ComResult<()> {
        self.done("SetWindowVisualState", &format!("show {}", state.0))
    }

    rest_of_window_pattern!();
}

impl IUIAutomationGridPattern_Impl for FakePatterns_Impl {
    fn GetItem(&self, row: i32, column: i32) -> ComResult<IUIAutomationElement> {
        self.world().call("GetItem", Some(self.node))?;
        let cell = self.world().state().nodes[self.node].cells.get(&(row, column)).copied();
        cell.map_or_else(nothing, |cell| Ok(bare(self.world(), cell)))
    }

    rest_of_grid_pattern!();
}

impl IUIAutomationItemContainerPattern_Impl for FakePatterns_Impl {
    fn FindItemByProperty(
        &self,
        _: Ref<'_, IUIAutomationElement>,
        property: UIA_PROPERTY_ID,
        value: &VARIANT,
    ) -> ComResult<IUIAutomationElement> {
        self.world().call("FindItemByProperty", Some(self.node))?;
        // SAFETY: the only property that Deskpilot looks for is the name, a text.
        let name = unsafe { value.Anonymous.Anonymous.Anonymous.bstrVal.to_string() };
        let state = self.world().state();
        let is_it =
            |it: &usize| property.0 == Property::Name.id() && state.nodes[*it].text(Property::Name) == name;
        let item = state.nodes[self.node].children.iter().copied().find(is_it);
        drop(state);
        item.map_or_else(nothing, |item| Ok(bare(self.world(), item)))
    }
}

impl IUIAutomationVirtualizedItemPattern_Impl for FakePatterns_Impl {
    fn Realize(&self) -> ComResult<()> {
        self.done("Realize", "create")?;
        let mut state = self.world().state();
        let node = &mut state.nodes[self.node];
        node.is_in_tree = true;
        let place = Value::Numbers(vec![1.0, 2.0, 3.0, 4.0]);
        node.properties.insert(Property::BoundingRectangle.id(), place);
        Ok(())
    }
}
