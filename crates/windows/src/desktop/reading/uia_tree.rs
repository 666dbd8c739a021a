//! The controls of a window by UI Automation, and what its answer says about the application.

use super::element::Element;
use crate::desktop::backend::UiaAnswer;
use deskpilot_core::Truncation;
use deskpilot_desktop::Budget;
use deskpilot_uia::{CallError, Uia, WindowHandle};
use deskpilot_win32::{Hwnd, frame};
use tokio::time::Instant;

/// What UI Automation says of a window.
pub(super) struct UiaTree {
    /// The controls worth listing.
    pub(super) elements: Vec<Element>,
    /// What was left out.
    pub(super) truncated: Option<Truncation>,
    /// Whether controls may be missing because the application replaced them meanwhile.
    pub(super) may_lack: bool,
}

/// Reads a window; an answer where the other way to read it has to do.
///
/// # Errors
/// [`CallError::Denied`] alone: it holds for the other way too.
pub(super) async fn read(
    uia: &Uia,
    window: Hwnd,
    budget: Budget,
) -> Result<Result<UiaTree, UiaAnswer>, CallError> {
    let handle = WindowHandle(window.0.cast_unsigned());
    let read = uia.until(Instant::now() + budget.deadline).read(handle, budget.controls).await;
    let tree = match read {
        Ok(tree) => tree,
        Err(CallError::Denied) => return Err(CallError::Denied),
        Err(error) => return Ok(Err(answer_of(&error))),
    };
    let frame = frame();
    let elements: Vec<Element> = tree.elements.iter().map(|it| Element::of_uia(it, frame)).collect();
    if !elements.iter().any(|it| it.control.role.is_interactive()) {
        return Ok(Err(UiaAnswer::Nothing));
    }
    let (truncated, may_lack) = (tree.omissions.truncation(budget), tree.omissions.may_lack_nodes());
    Ok(Ok(UiaTree { elements, truncated, may_lack }))
}

/// What an error says of the application.
const fn answer_of(error: &CallError) -> UiaAnswer {
    match error {
        CallError::Unsupported => UiaAnswer::Unsupported,
        CallError::Late | CallError::Busy => UiaAnswer::Late,
        // What is gone, or failed once, may be read the next time.
        _ => UiaAnswer::Nothing,
    }
}
