//! Scales pictures to the size a model sees best, and maps their pixels to the desktop.

use crate::Image;
use deskpilot_core::{PictureLimits, Point, Rect, Size};
use std::borrow::Cow;

/// The mapping between a part of the desktop and a picture of it in another size, exact in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageScale {
    /// The part of the desktop that the picture shows.
    pub from: Rect,
    /// The size of the picture.
    pub to: Size,
}

/// A picture at the size a model sees best.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaledImage<'a> {
    /// The picture; the original if it is small enough.
    pub image: Cow<'a, Image>,
    /// Maps its pixels to the desktop.
    pub scale: ImageScale,
}

/// Shrinks the picture to the limits; never enlarges it.
pub fn fit(picture: &Image, limits: PictureLimits) -> ScaledImage<'_> {
    let scale = ImageScale::fitting(picture.rect(), limits);
    let image =
        if scale.to == picture.size { Cow::Borrowed(picture) } else { Cow::Owned(shrink(picture, scale.to)) };
    ScaledImage { image, scale }
}

/// The picture with a square of this many pixels a side for each of its own, so that small letters become large and stay sharp.
pub fn enlarge(picture: &Image, factor: u32) -> Image {
    let Size { width, height } = picture.size;
    let (row, times) = (3 * width as usize, factor as usize);
    let mut rgb = Vec::with_capacity(picture.rgb.len() * times * times);
    for line in picture.rgb.chunks_exact(row.max(1)) {
        let pixels = line.as_chunks::<3>().0.iter();
        let wide: Vec<u8> = pixels.flat_map(|pixel| std::iter::repeat_n(*pixel, times)).flatten().collect();
        (0..times).for_each(|_| rgb.extend_from_slice(&wide));
    }
    Image {
        size: Size { width: width * factor, height: height * factor },
        origin: picture.origin,
        rgb: rgb.into(),
    }
}

impl ImageScale {
    /// The largest size within the limits at which a part of the desktop can be shown, its proportions kept as far as
    /// the multiple allows.
    pub fn fitting(from: Rect, limits: PictureLimits) -> ImageScale {
        let (width, height) = (f64::from(from.width.max(1)), f64::from(from.height.max(1)));
        let by_side = f64::from(limits.longest_side.max(1)) / width.max(height);
        let by_pixels = (limits.pixels.max(1) as f64 / (width * height)).sqrt();
        let factor = by_side.min(by_pixels).min(1.0);
        let multiple = limits.multiple.max(1);
        let side = |length: u32| {
            let scaled = (f64::from(length) * factor).floor() as u32;
            let whole = scaled / multiple * multiple;
            // A side shorter than one multiple stays as it is: rounding would leave nothing.
            if whole == 0 { scaled.max(1).min(length) } else { whole }
        };
        ImageScale { from, to: Size { width: side(from.width), height: side(from.height) } }
    }

    /// The desktop point at the centre of what a pixel of the picture shows. Points outside the picture are clamped to its
    /// edges.
    pub fn to_desktop(&self, point: Point) -> Point {
        Point {
            x: self.from.x.saturating_add_unsigned(along(point.x, self.to.width, self.from.width)),
            y: self.from.y.saturating_add_unsigned(along(point.y, self.to.height, self.from.height)),
        }
    }

    /// The pixel of the picture that shows a desktop point. Points outside are clamped to the edges.
    pub fn from_desktop(&self, point: Point) -> Point {
        let (x, y) = (point.x.saturating_sub(self.from.x), point.y.saturating_sub(self.from.y));
        Point {
            x: along(x, self.from.width, self.to.width).cast_signed(),
            y: along(y, self.from.height, self.to.height).cast_signed(),
        }
    }

    /// The part of the picture that shows a part of the desktop; at least one pixel unless that part is empty.
    pub fn rect_from_desktop(&self, rect: Rect) -> Rect {
        let rect = rect.intersection(self.from);
        if rect.is_empty() {
            return Rect::default();
        }
        let inside = rect.relative_to(self.from.origin());
        let (x, width) = span(inside.x, inside.width, self.from.width, self.to.width);
        let (y, height) = span(inside.y, inside.height, self.from.height, self.to.height);
        Rect::new(x, y, width, height)
    }
}

/// The position of the centre of a pixel of one row in a row of another length.
fn along(place: i32, of: u32, to: u32) -> u32 {
    let place = u64::from(place.max(0).unsigned_abs().min(of.saturating_sub(1)));
    let middle = (2 * place + 1) * u64::from(to) / (2 * u64::from(of.max(1)));
    u32::try_from(middle).unwrap_or(u32::MAX).min(to.saturating_sub(1))
}

/// The position and length of a piece of one row in a row of another length, its ends rounded.
fn span(start: i32, length: u32, of: u32, to: u32) -> (i32, u32) {
    let round = |place: u64| (2 * place * u64::from(to) + u64::from(of)) / (2 * u64::from(of.max(1)));
    let start = u64::from(start.max(0).unsigned_abs());
    let first = round(start).min(u64::from(to.saturating_sub(1)));
    let last = round(start + u64::from(length)).max(first + 1);
    (i32::try_from(first).unwrap_or(i32::MAX), u32::try_from(last - first).unwrap_or(u32::MAX))
}

/// Shrinks a picture: each pixel is the mean of what it covers, so that thin strokes stay visible.
fn shrink(picture: &Image, to: Size) -> Image {
    let (across, down) = (shares(picture.size.width, to.width), shares(picture.size.height, to.height));
    let row = 3 * picture.size.width as usize;
    let mut rgb = vec![0; 3 * to.width as usize * to.height as usize];
    let mut mixed = vec![0_u16; row];
    for (share, line) in down.iter().zip(rgb.chunks_exact_mut(3 * to.width as usize)) {
        mixed.fill(0);
        let rows = picture.rgb[share.first * row..].chunks_exact(row);
        for (pixels, weight) in rows.zip(share.weights()) {
            for (sum, part) in mixed.iter_mut().zip(pixels) {
                *sum += weight * u16::from(*part);
            }
        }
        let (mixed, _) = mixed.as_chunks::<3>();
        for (share, pixel) in across.iter().zip(line.as_chunks_mut::<3>().0) {
            *pixel = share.mean(&mixed[share.first..]);
        }
    }
    Image { size: to, origin: picture.origin, rgb: rgb.into() }
}

/// Which pixels of a row become one pixel, with weights in parts of [`WHOLE`].
struct Share {
    first: usize,
    head: u16,
    /// The number of pixels between the first and the last, and their common weight.
    between: (usize, u16),
    tail: u16,
}

/// The sum of the weights of one pixel. Its product with a byte fits into 16 bits, and it is precise enough to shrink a picture
/// about twenty times.
const WHOLE: u16 = 256;

impl Share {
    fn weights(&self) -> impl Iterator<Item = u16> {
        let (count, weight) = self.between;
        let rest = std::iter::repeat_n(weight, count).chain([self.tail]);
        [self.head].into_iter().chain(rest)
    }

    /// The mean of pixels whose channels are already weighted once.
    fn mean(&self, pixels: &[[u16; 3]]) -> [u8; 3] {
        let weighed = |pixel: &[u16; 3], weight: u16| pixel.map(|part| u32::from(part) * u32::from(weight));
        let plus =
            |one: [u32; 3], [red, green, blue]: [u32; 3]| [one[0] + red, one[1] + green, one[2] + blue];
        let (count, weight) = self.between;
        let mut sum = weighed(&pixels[0], self.head);
        for pixel in &pixels[1..=count] {
            sum = plus(sum, weighed(pixel, weight));
        }
        if let Some(last) = pixels.get(count + 1) {
            sum = plus(sum, weighed(last, self.tail));
        }
        // Rounds half up; 255 * 256 * 256 leaves room for it.
        sum.map(|sum| ((sum + (1 << 15)) >> 16) as u8)
    }
}

/// The weights that shrink a row from one length to a shorter one.
fn shares(from: u32, to: u32) -> Vec<Share> {
    let (from, to) = (u64::from(from), u64::from(to));
    // In units of which a pixel of the longer row has `to` and one of the shorter has `from`.
    let weight = |units: u64| u16::try_from(units * u64::from(WHOLE) / from).unwrap_or(WHOLE);
    let share = |index: u64| {
        let (start, end) = (index * from, (index + 1) * from);
        let (first, last) = (start / to, (end - 1) / to);
        let place = usize::try_from(first).unwrap_or(0);
        if first == last {
            return Share { first: place, head: WHOLE, between: (0, 0), tail: 0 };
        }
        let between = (usize::try_from(last - first - 1).unwrap_or(0), weight(to));
        // The ends get what rounding loses, so that white stays white.
        let ends = WHOLE - between.1 * u16::try_from(between.0).unwrap_or(0);
        let head = weight((first + 1) * to - start).min(ends);
        Share { first: place, head, between, tail: ends - head }
    };
    (0..to).map(share).collect()
}

#[cfg(test)]
mod tests;
