//! The judge's pictures: some of the steps, and the final state.

use crate::{AgentError, Images, step_screenshots};
use deskpilot_core::{BlobRef, Picture, PictureLimits, fold::EvaluationRecord};
use deskpilot_log::SessionLog;

/// How many pictures of steps the judge sees, spread over the session.
const STEPS: usize = 6;

/// The pictures in chronological order, scaled to the model's limits. Pictures missing from the log are left out.
pub(super) async fn load(
    performance: &EvaluationRecord,
    images: Images,
    limits: PictureLimits,
    log: &mut dyn SessionLog,
) -> Result<Vec<Picture>, AgentError> {
    let mut pictures = Vec::new();
    if images == Images::Omitted {
        return Ok(pictures);
    }
    for (caption, blob) in choose(performance) {
        if let Ok(picture) = step_screenshots::load(blob, &caption, limits, log).await {
            pictures.push(picture);
        }
    }
    Ok(pictures)
}

fn choose(performance: &EvaluationRecord) -> Vec<(String, BlobRef)> {
    let steps: Vec<(u32, &BlobRef)> =
        performance.operations.iter().filter_map(|it| Some((it.step, it.picture.as_ref()?))).collect();
    let first = performance.first.iter().map(|it| ("the desktop before anything was done".to_owned(), it));
    let some = spread(steps.len())
        .into_iter()
        .map(|at| (format!("before an action of step {}", steps[at].0), steps[at].1));
    let window = performance.view.as_ref().and_then(|it| it.pictures.clean.as_ref());
    let last = window.map(|it| ("the last window at the end".to_owned(), it));
    let desktop = performance.desktop.clean.as_ref().map(|it| ("the desktop at the end".to_owned(), it));
    first.chain(some).chain(last).chain(desktop).map(|(caption, blob)| (caption, blob.clone())).collect()
}

/// At most [`STEPS`] indices below `count`, evenly spread, with the last index among them.
fn spread(count: usize) -> Vec<usize> {
    let shown = count.min(STEPS);
    (1..=shown).map(|nth| nth * count / shown - 1).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn the_last_step_is_always_among_them() {
        for (count, expected) in
            [(0, vec![]), (1, vec![0]), (6, vec![0, 1, 2, 3, 4, 5]), (60, vec![9, 19, 29, 39, 49, 59])]
        {
            assert_eq!(spread(count), expected);
        }
    }
}
