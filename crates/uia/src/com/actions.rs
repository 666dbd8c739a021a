//! Actions on an element through its patterns.

use crate::com::results::{called, found};
use crate::protocol::error::CallError;
use crate::protocol::pattern::Pattern;
use crate::protocol::pattern_action::{PatternAction, WindowShape};
use deskpilot_core::ScrollBy;
use windows::Win32::UI::Accessibility::{
    IUIAutomationElement, IUIAutomationExpandCollapsePattern, IUIAutomationInvokePattern,
    IUIAutomationRangeValuePattern, IUIAutomationScrollItemPattern, IUIAutomationScrollPattern,
    IUIAutomationSelectionItemPattern, IUIAutomationTogglePattern, IUIAutomationValuePattern,
    IUIAutomationVirtualizedItemPattern, IUIAutomationWindowPattern, ScrollAmount, ScrollAmount_NoAmount,
    ScrollAmount_SmallDecrement, ScrollAmount_SmallIncrement, UIA_PATTERN_ID, WindowVisualState,
    WindowVisualState_Maximized, WindowVisualState_Minimized, WindowVisualState_Normal,
};
use windows_core::{BSTR, Interface};

/// How many small steps a notch of the wheel is: the three lines that Windows scrolls by default.
const STEPS_PER_NOTCH: u32 = 3;
/// The most steps of one action. Each is a call.
const MOST_STEPS: u32 = 300;

/// The pattern of an element, as it is now.
///
/// # Errors
/// [`CallError::Unsupported`] where the element does not have it.
pub(crate) fn pattern<T: Interface>(
    element: &IUIAutomationElement,
    pattern: Pattern,
) -> Result<T, CallError> {
    // SAFETY: a call of COM on the thread of the connection; `T` gives the identity of the interface that is asked for.
    let pattern = unsafe { element.GetCurrentPatternAs::<T>(UIA_PATTERN_ID(pattern.id())) };
    found(pattern)?.ok_or(CallError::Unsupported)
}

/// Does one thing with an element.
pub(crate) fn act(element: &IUIAutomationElement, action: &PatternAction) -> Result<(), CallError> {
    use PatternAction as A;
    // SAFETY: calls of COM on the thread of the connection, with values that live until they return.
    unsafe {
        called(match action {
            A::Invoke => pattern::<IUIAutomationInvokePattern>(element, Pattern::Invoke)?.Invoke(),
            A::SetText(text) => {
                pattern::<IUIAutomationValuePattern>(element, Pattern::Value)?.SetValue(&BSTR::from(text))
            }
            A::SetNumber(number) => {
                pattern::<IUIAutomationRangeValuePattern>(element, Pattern::RangeValue)?.SetValue(*number)
            }
            A::Toggle => pattern::<IUIAutomationTogglePattern>(element, Pattern::Toggle)?.Toggle(),
            A::Expand => expandable(element)?.Expand(),
            A::Collapse => expandable(element)?.Collapse(),
            A::Select => selectable(element)?.Select(),
            A::AddToSelection => selectable(element)?.AddToSelection(),
            A::RemoveFromSelection => selectable(element)?.RemoveFromSelection(),
            A::Scroll(by) => return scroll(element, *by),
            A::ScrollIntoView => return scroll_into_view(element),
            A::Focus => element.SetFocus(),
            A::Close => pattern::<IUIAutomationWindowPattern>(element, Pattern::Window)?.Close(),
            A::Show(shape) => pattern::<IUIAutomationWindowPattern>(element, Pattern::Window)?
                .SetWindowVisualState(visual_state(*shape)),
        })
    }
}

fn expandable(element: &IUIAutomationElement) -> Result<IUIAutomationExpandCollapsePattern, CallError> {
    pattern(element, Pattern::ExpandCollapse)
}

fn selectable(element: &IUIAutomationElement) -> Result<IUIAutomationSelectionItemPattern, CallError> {
    pattern(element, Pattern::SelectionItem)
}

fn visual_state(shape: WindowShape) -> WindowVisualState {
    match shape {
        WindowShape::Normal => WindowVisualState_Normal,
        WindowShape::Maximized => WindowVisualState_Maximized,
        WindowShape::Minimized => WindowVisualState_Minimized,
    }
}

/// Scrolls step by step, first up or down, then sideways.
fn scroll(element: &IUIAutomationElement, by: ScrollBy) -> Result<(), CallError> {
    let scrollable: IUIAutomationScrollPattern = pattern(element, Pattern::Scroll)?;
    let amount = |is_back| if is_back { ScrollAmount_SmallDecrement } else { ScrollAmount_SmallIncrement };
    let steps = |notches: i32| notches.unsigned_abs().saturating_mul(STEPS_PER_NOTCH).min(MOST_STEPS);
    let step = |across: ScrollAmount, down: ScrollAmount, count: u32| {
        // SAFETY: a call of COM on the thread of the connection.
        (0..count).try_for_each(|_| called(unsafe { scrollable.Scroll(across, down) }))
    };
    step(ScrollAmount_NoAmount, amount(by.up > 0), steps(by.up))?;
    step(amount(by.right < 0), ScrollAmount_NoAmount, steps(by.right))
}

/// Scrolls an item into view; creates it first where it does not exist yet, which shows it in some lists already.
fn scroll_into_view(element: &IUIAutomationElement) -> Result<(), CallError> {
    let created = match pattern::<IUIAutomationVirtualizedItemPattern>(element, Pattern::VirtualizedItem) {
        // SAFETY: a call of COM on the thread of the connection.
        Ok(item) => called(unsafe { item.Realize() }),
        Err(error) => Err(error),
    };
    match (created, pattern::<IUIAutomationScrollItemPattern>(element, Pattern::ScrollItem)) {
        (Ok(()) | Err(CallError::Unsupported), Ok(item)) => {
            // SAFETY: as above.
            called(unsafe { item.ScrollIntoView() })
        }
        (created, Err(CallError::Unsupported)) => created,
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}
