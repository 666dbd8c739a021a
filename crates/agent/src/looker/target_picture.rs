//! The picture of an action's target.

use crate::{AgentError, journal::Journal, observation::AppObservation, step_screenshots};
use deskpilot_core::{Action, Aim, BlobRef, Point, Rect};

/// How many pixels a picture of a target shows around it.
const MARGIN: i32 = 160;

/// The part of the observation's picture around the action's target, which is outlined.
pub(super) async fn target_picture(
    action: &Action,
    observation: &AppObservation,
    journal: &mut Journal,
) -> Result<Option<BlobRef>, AgentError> {
    let Some(clean) = &observation.view.pictures.clean else { return Ok(None) };
    let origin = observation.view.pictures.origin.unwrap_or_default();
    step_screenshots::store_detail(clean, origin, place(&action.aim), journal.log.as_mut()).await
}

/// The target of an action on the desktop and the area around it; `None` for the whole window.
fn place(aim: &Aim) -> Option<(Rect, Rect)> {
    let grown = |it: Rect| {
        let (x, y) = (it.x - MARGIN, it.y - MARGIN);
        Rect::new(x, y, it.width + 2 * MARGIN.unsigned_abs(), it.height + 2 * MARGIN.unsigned_abs())
    };
    match aim {
        Aim::Control(control) => Some((control.rect, grown(control.rect))),
        Aim::Point(Point { x, y }) => {
            // A point has no size: a square around it is outlined.
            let spot = Rect::new(x - 8, y - 8, 16, 16);
            Some((spot, grown(spot)))
        }
        Aim::Window => None,
    }
}
