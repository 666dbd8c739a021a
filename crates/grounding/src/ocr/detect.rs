//! Finds the text lines in a picture with the detection network.

use super::{
    boxes::{ProbabilityMap, lines},
    gaps::split_at_gaps,
    resample::planes,
};
use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;
use rten::Model;
use rten_tensor::{NdTensor, prelude::*};

/// The maximum length of the picture's longer side, in pixels. Larger pictures are scaled down: the loss in
/// quality is smaller than the gain in time.
const MAX_SIDE: u32 = 1280;

/// The network halves its input five times.
const GRID: u32 = 32;

/// The scale at which a picture is searched.
pub(super) fn scale(size: Size) -> f32 {
    MAX_SIDE as f32 / size.width.max(size.height).max(MAX_SIDE) as f32
}

/// The text lines in a region of the picture, both relative to its top left corner.
pub(super) fn detect(model: &Model, picture: &Image, region: Rect) -> Result<Vec<Rect>, String> {
    let scale = scale(picture.size);
    let scaled = |side: u32| ((side as f32 * scale).round() as u32).max(1);
    let content = Size { width: scaled(region.width), height: scaled(region.height) };
    let gridded = |side: u32| side.div_ceil(GRID) * GRID;
    let whole = Size { width: gridded(content.width), height: gridded(content.height) };
    let planes = planes(picture, region, content, whole);
    let shape = [1, 3, whole.height as usize, whole.width as usize];
    let input = NdTensor::from_data(shape, planes);
    let output = model.run_one(input.view().into(), None).map_err(|error| error.to_string())?;
    let output: NdTensor<f32, 4> = output.try_into().map_err(|_| "the weights are of another network")?;
    if output.shape() != [1, 1, shape[2], shape[3]] {
        return Err("the weights are of another network".into());
    }
    let map = ProbabilityMap { width: shape[3], values: output.to_vec() };
    let placed = lines(&map).into_iter().map(|found| found.to_picture(region, scale));
    Ok(placed.filter(|rect| !rect.is_empty()).flat_map(|line| split_at_gaps(picture, line)).collect())
}
