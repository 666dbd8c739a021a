//! Makes a picture as large as a model sees best, and tells where its pixels are on the desktop.

use crate::Image;
use deskpilot_core::{PictureLimits, Point, Rect, Size};
use std::borrow::Cow;

/// How a part of the desktop is shown in a picture of another size. Exact: it is counted in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The part of the desktop that is shown.
    pub from: Rect,
    /// How large it is shown.
    pub to: Size,
}

/// A picture at the size a model sees best.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled<'a> {
    /// The picture; the one that was given where it is not too large.
    pub image: Cow<'a, Image>,
    /// Where its pixels are on the desktop.
    pub scale: Scale,
}

/// The picture, no larger than the limits allow. It is never made larger than it is.
pub fn fit(picture: &Image, limits: PictureLimits) -> Scaled<'_> {
    let scale = Scale::fitting(picture.rect(), limits);
    let image =
        if scale.to == picture.size { Cow::Borrowed(picture) } else { Cow::Owned(shrink(picture, scale.to)) };
    Scaled { image, scale }
}

impl Scale {
    /// The largest size within the limits at which a part of the desktop can be shown, its proportions kept as far as
    /// the multiple allows.
    pub fn fitting(from: Rect, limits: PictureLimits) -> Scale {
        let (width, height) = (f64::from(from.width.max(1)), f64::from(from.height.max(1)));
        let by_side = f64::from(limits.longest_side.max(1)) / width.max(height);
        let by_pixels = (limits.pixels.max(1) as f64 / (width * height)).sqrt();
        let factor = by_side.min(by_pixels).min(1.0);
        let multiple = limits.multiple.max(1);
        let side = |length: u32| {
            let scaled = (f64::from(length) * factor).floor() as u32;
            let whole = scaled / multiple * multiple;
            // Less than one multiple is shown as it is: nothing would be left of it.
            if whole == 0 { scaled.max(1).min(length) } else { whole }
        };
        Scale { from, to: Size { width: side(from.width), height: side(from.height) } }
    }

    /// The point of the desktop that a point of the picture shows: the middle of what became of that pixel. Points
    /// outside the picture are held at its edges.
    pub fn to_desktop(&self, point: Point) -> Point {
        Point {
            x: self.from.x.saturating_add_unsigned(along(point.x, self.to.width, self.from.width)),
            y: self.from.y.saturating_add_unsigned(along(point.y, self.to.height, self.from.height)),
        }
    }

    /// The point of the picture that shows a point of the desktop. Points outside are held at the edges.
    pub fn from_desktop(&self, point: Point) -> Point {
        let (x, y) = (point.x.saturating_sub(self.from.x), point.y.saturating_sub(self.from.y));
        Point {
            x: along(x, self.from.width, self.to.width).cast_signed(),
            y: along(y, self.from.height, self.to.height).cast_signed(),
        }
    }

    /// The part of the picture that shows a part of the desktop; at least one pixel of what is not empty.
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

/// Where the middle of a pixel of one row is in another row of another length.
fn along(place: i32, of: u32, to: u32) -> u32 {
    let place = u64::from(place.max(0).unsigned_abs().min(of.saturating_sub(1)));
    let middle = (2 * place + 1) * u64::from(to) / (2 * u64::from(of.max(1)));
    u32::try_from(middle).unwrap_or(u32::MAX).min(to.saturating_sub(1))
}

/// Where a piece of one row is in another row of another length, its ends rounded.
fn span(start: i32, length: u32, of: u32, to: u32) -> (i32, u32) {
    let round = |place: u64| (2 * place * u64::from(to) + u64::from(of)) / (2 * u64::from(of.max(1)));
    let start = u64::from(start.max(0).unsigned_abs());
    let first = round(start).min(u64::from(to.saturating_sub(1)));
    let last = round(start + u64::from(length)).max(first + 1);
    (i32::try_from(first).unwrap_or(i32::MAX), u32::try_from(last - first).unwrap_or(u32::MAX))
}

/// The picture at a smaller size: each pixel is the mean of what it covers, so that thin strokes stay.
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
    Image { size: to, origin: picture.origin, rgb }
}

/// What share of which pixels of a row becomes one pixel, in parts of [`WHOLE`].
struct Share {
    first: usize,
    head: u16,
    /// Of how many between the first and the last, all of the same weight.
    between: (usize, u16),
    tail: u16,
}

/// What the shares of one pixel come to. Its product with a byte fits into 16 bits, and it is fine enough for pictures that
/// become up to some twenty times smaller.
const WHOLE: u16 = 256;

impl Share {
    fn weights(&self) -> impl Iterator<Item = u16> {
        let (count, weight) = self.between;
        let rest = std::iter::repeat_n(weight, count).chain([self.tail]);
        [self.head].into_iter().chain(rest)
    }

    /// The mean of pixels whose parts were weighed once already.
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
        // Half is rounded up; 255 times 256 times 256 leaves room for it.
        sum.map(|sum| ((sum + (1 << 15)) >> 16) as u8)
    }
}

/// The shares of a row of this length that become a shorter one.
fn shares(from: u32, to: u32) -> Vec<Share> {
    let (from, to) = (u64::from(from), u64::from(to));
    // Counted in units of which one pixel of the longer row has `to` and one of the shorter has `from`.
    let weight = |units: u64| u16::try_from(units * u64::from(WHOLE) / from).unwrap_or(WHOLE);
    let share = |index: u64| {
        let (start, end) = (index * from, (index + 1) * from);
        let (first, last) = (start / to, (end - 1) / to);
        let place = usize::try_from(first).unwrap_or(0);
        if first == last {
            return Share { first: place, head: WHOLE, between: (0, 0), tail: 0 };
        }
        let between = (usize::try_from(last - first - 1).unwrap_or(0), weight(to));
        // What rounding loses goes to the ends, so that white stays white.
        let ends = WHOLE - between.1 * u16::try_from(between.0).unwrap_or(0);
        let head = weight((first + 1) * to - start).min(ends);
        Share { first: place, head, between, tail: ends - head }
    };
    (0..to).map(share).collect()
}

#[cfg(test)]
mod tests;
