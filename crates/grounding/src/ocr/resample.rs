//! Converts parts of a picture to network input: three planes (blue, green, red) of values from -1 to 1.

use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;

/// The region, relative to the picture's top left corner, scaled to `content` and padded with its edge pixels to
/// `whole`.
///
/// Scaling down averages the merged pixels, so that thin strokes do not vanish.
pub(super) fn planes(picture: &Image, region: Rect, content: Size, whole: Size) -> Vec<f32> {
    let columns = weights(region.width, content.width);
    let rows = weights(region.height, content.height);
    let (across, width) = (content.width as usize * 3, whole.width as usize);
    let mut narrow = vec![0f32; region.height as usize * across];
    for (row, line) in narrow.chunks_exact_mut(across).enumerate() {
        let pixels = pixels(picture, region, row);
        for (column, target) in columns.iter().zip(line.chunks_exact_mut(3)) {
            for (offset, share) in column.shares.iter().enumerate() {
                let pixel = &pixels[(column.first + offset) * 3..][..3];
                for (sum, value) in target.iter_mut().zip(pixel) {
                    *sum += share * f32::from(*value);
                }
            }
        }
    }
    let plane = width * whole.height as usize;
    let mut values = vec![0f32; plane * 3];
    for y in 0..whole.height as usize {
        let row = &rows[y.min(rows.len() - 1)];
        let mut line = vec![0f32; across];
        for (offset, share) in row.shares.iter().enumerate() {
            let source = &narrow[(row.first + offset) * across..][..across];
            line.iter_mut().zip(source).for_each(|(sum, value)| *sum += share * value);
        }
        for x in 0..width {
            let pixel = &line[x.min(content.width as usize - 1) * 3..][..3];
            for (channel, value) in pixel.iter().rev().enumerate() {
                values[channel * plane + y * width + x] = value / 127.5 - 1.0;
            }
        }
    }
    values
}

/// The pixels from the start of one row of the region to the end of the picture's row.
fn pixels(picture: &Image, region: Rect, row: usize) -> &[u8] {
    let across = picture.size.width as usize * 3;
    let (x, y) = (region.x.max(0) as usize, region.y.max(0) as usize + row);
    &picture.rgb[y * across + x * 3..(y + 1) * across]
}

/// The sources of one target pixel.
struct SourceWeights {
    first: usize,
    shares: Vec<f32>,
}

/// The source weights of each target pixel along one side: a triangle as wide as the scale, at least one pixel.
fn weights(from: u32, to: u32) -> Vec<SourceWeights> {
    let scale = from as f32 / to as f32;
    let reach = scale.max(1.0);
    let last = from.saturating_sub(1) as usize;
    (0..to)
        .map(|target| {
            let center = (target as f32 + 0.5) * scale - 0.5;
            let first = ((center - reach).ceil().max(0.0) as usize).min(last);
            let end = ((center + reach).floor().max(0.0) as usize).clamp(first, last);
            let shares: Vec<f32> =
                (first..=end).map(|source| (1.0 - (source as f32 - center).abs() / reach).max(0.0)).collect();
            let sum: f32 = shares.iter().sum();
            if sum <= 0.0 {
                return SourceWeights { first, shares: vec![1.0; 1] };
            }
            SourceWeights { first, shares: shares.iter().map(|share| share / sum).collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Point;

    /// Red from 0 to 255 over four columns.
    fn picture() -> Image {
        let size = Size { width: 4, height: 2 };
        let mut image = Image::filled(size, Point { x: 0, y: 0 }, [0, 0, 0]);
        image.rgb.chunks_exact_mut(3).enumerate().for_each(|(n, pixel)| pixel[0] = (n % 4 * 85) as u8);
        image
    }

    fn reds(region: Rect, content: (u32, u32), whole: (u32, u32)) -> Vec<i32> {
        let size = |(width, height)| Size { width, height };
        let planes = planes(&picture(), region, size(content), size(whole));
        let plane = planes.len() / 3;
        planes[plane * 2..].iter().map(|value| ((value + 1.0) * 127.5).round() as i32).collect()
    }

    #[test]
    fn a_part_is_scaled_and_filled_up() {
        let all = Rect::new(0, 0, 4, 2);
        assert_eq!(reds(all, (4, 2), (4, 2)), [0, 85, 170, 255, 0, 85, 170, 255]);
        assert_eq!(reds(Rect::new(1, 1, 2, 1), (2, 1), (2, 1)), [85, 170]);
        assert_eq!(reds(Rect::new(1, 0, 1, 1), (1, 1), (3, 2)), [85; 6]);
        let half = reds(all, (2, 1), (2, 1));
        assert!((30..70).contains(&half[0]) && (185..225).contains(&half[1]), "{half:?}");
        let double = reds(all, (8, 1), (8, 1));
        assert!(double.is_sorted() && double[0] == 0 && double[7] == 255, "{double:?}");
    }

    #[test]
    fn blue_comes_first() {
        let planes = planes(
            &picture(),
            Rect::new(3, 0, 1, 1),
            Size { width: 1, height: 1 },
            Size { width: 1, height: 1 },
        );
        assert_eq!(planes, [-1.0, -1.0, 1.0]);
    }
}
