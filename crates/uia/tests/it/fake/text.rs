//! Parts of the text of a control.

use super::stubs::rest_of_text_range;
use super::world::{Held, World, error, nothing};
use deskpilot_uia::Property;
use std::cell::Cell;
use std::sync::Arc;
use windows::Win32::Foundation::E_INVALIDARG;
use windows::Win32::System::Com::SAFEARRAY;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::*;
use windows_core::{BOOL, BSTR, Interface, Ref, Result as ComResult, implement};

/// A part of the text of a control, in bytes.
#[implement(IUIAutomationTextRange)]
struct FakeTextRange {
    node: usize,
    part: Cell<(usize, usize)>,
    held: Held,
}

/// Some of them.
#[implement(IUIAutomationTextRangeArray)]
struct FakeTextRanges(Vec<IUIAutomationTextRange>, Held);

pub(crate) fn range(world: &Arc<World>, node: usize, part: (usize, usize)) -> IUIAutomationTextRange {
    FakeTextRange { node, part: Cell::new(part), held: Held::new(world) }.into()
}

pub(crate) fn ranges(world: &Arc<World>, node: usize, part: (usize, usize)) -> IUIAutomationTextRangeArray {
    FakeTextRanges(vec![range(world, node, part)], Held::new(world)).into()
}

impl FakeTextRange_Impl {
    fn world(&self) -> &Arc<World> {
        self.held.world()
    }

    fn text(&self) -> String {
        let text = self.world().text(self.node, Property::Value);
        let (start, end) = self.part.get();
        text.get(start..end).unwrap_or_default().to_owned()
    }
}

impl IUIAutomationTextRange_Impl for FakeTextRange_Impl {
    fn FindText(&self, text: &BSTR, _: BOOL, _: BOOL) -> ComResult<IUIAutomationTextRange> {
        self.world().call("FindText", Some(self.node))?;
        let text = text.to_string();
        let start = self.text().find(&text);
        start.map_or_else(nothing, |start| Ok(range(self.world(), self.node, (start, start + text.len()))))
    }

    fn GetText(&self, most: i32) -> ComResult<BSTR> {
        self.world().call("GetText", Some(self.node))?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(self.text().chars().take(most).collect::<String>().into())
    }

    fn Select(&self) -> ComResult<()> {
        self.world().call("SelectRange", Some(self.node))?;
        self.world().state().nodes[self.node].selection = self.part.get();
        Ok(())
    }

    fn MoveEndpointByRange(
        &self,
        end: TextPatternRangeEndpoint,
        to: Ref<'_, IUIAutomationTextRange>,
        which: TextPatternRangeEndpoint,
    ) -> ComResult<()> {
        self.world().call("MoveEndpointByRange", Some(self.node))?;
        let (start, until) = to.ok()?.cast_object_ref::<FakeTextRange>()?.part.get();
        let place = if which == TextPatternRangeEndpoint_Start { start } else { until };
        let (start, until) = self.part.get();
        // An end that would come before the other one takes it along.
        self.part.set(match end == TextPatternRangeEndpoint_Start {
            true => (place, until.max(place)),
            false => (start.min(place), place),
        });
        Ok(())
    }

    fn ScrollIntoView(&self, _: BOOL) -> ComResult<()> {
        self.world().call("ScrollRangeIntoView", Some(self.node))
    }

    rest_of_text_range!();
}

impl IUIAutomationTextRangeArray_Impl for FakeTextRanges_Impl {
    fn Length(&self) -> ComResult<i32> {
        Ok(self.0.len() as i32)
    }

    fn GetElement(&self, index: i32) -> ComResult<IUIAutomationTextRange> {
        self.1.world().local("GetRange")?;
        let range = usize::try_from(index).ok().and_then(|index| self.0.get(index).cloned());
        range.ok_or_else(|| error(E_INVALIDARG.0.cast_unsigned()))
    }
}
