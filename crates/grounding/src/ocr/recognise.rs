//! Recognises the text of one line with the recognition network.

use super::{alphabet::Alphabet, resample::planes};
use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;
use rten::{Model, RunOptions, ThreadPool};
use rten_tensor::{NdTensor, prelude::*};
use std::sync::Arc;

/// The text of a line, with its confidence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecognisedLine {
    pub(super) text: String,
    pub(super) confidence: f32,
}

/// The line height in pixels that the network was trained on.
const HEIGHT: u32 = 48;

/// The maximum width in pixels; longer lines are squeezed.
const MAX_WIDTH: u32 = 3200;

/// The network halves the width of its input three times.
const GRID: u32 = 8;

/// The text in the rectangle, which is relative to the picture's top left corner.
pub(super) fn recognise(
    model: &Model,
    alphabet: &Alphabet,
    picture: &Image,
    line: Rect,
    threads: &Arc<ThreadPool>,
) -> Result<RecognisedLine, String> {
    let width = (u64::from(line.width) * u64::from(HEIGHT)).div_ceil(u64::from(line.height.max(1)));
    let width = u32::try_from(width).unwrap_or(MAX_WIDTH).clamp(GRID, MAX_WIDTH);
    let content = Size { width, height: HEIGHT };
    let whole = Size { width: width.div_ceil(GRID) * GRID, height: HEIGHT };
    let planes = planes(picture, line, content, whole);
    let input = NdTensor::from_data([1, 3, whole.height as usize, whole.width as usize], planes);
    let options = RunOptions::default().with_thread_pool(Some(Arc::clone(threads)));
    let output = model.run_one(input.view().into(), Some(options)).map_err(|error| error.to_string())?;
    let output: NdTensor<f32, 3> = output.try_into().map_err(|_| "the weights are of another network")?;
    if output.size(2) != alphabet.len() {
        return Err("the weights are of another network".into());
    }
    let (text, confidence) = alphabet.decode(output.data().unwrap_or_default());
    Ok(RecognisedLine { text, confidence })
}
