//! Cuts the pictures of a step out of its window, without areas that must stay hidden.

use super::scene::Scene;
use crate::{Picture, PictureKind};
use deskpilot_core::{NodeId, Point, Rect, Size, State};
use deskpilot_desktop::{Image, photographer::encode_png};
use std::collections::HashSet;

/// How much is shown around a control, in pixels.
const MARGIN: u32 = 120;
/// The largest side of a picture.
const LARGEST: u32 = 900;

/// The part of the window's picture around a control; `None` where there is no picture.
pub(super) fn of_scene(scene: &Scene, rect: Rect, hidden: &HashSet<NodeId>) -> Option<Picture> {
    let mut image = scene.picture.clone()?;
    let is_hidden = |node: Option<&NodeId>| node.is_some_and(|node| hidden.contains(node));
    for control in &scene.controls {
        if control.states.has(State::Protected) || is_hidden(control.node()) {
            image.obscure(control.rect);
        }
    }
    for mask in &scene.masks {
        image.obscure(*mask);
    }
    let bytes = encode_png(&cropped(&image, rect)).ok()?;
    Some(Picture { kind: PictureKind::Png, bytes })
}

/// The part of a picture around a rectangle.
fn cropped(image: &Image, around: Rect) -> Image {
    let margin = i32::try_from(MARGIN).unwrap_or(0);
    let (width, height) = (around.width.saturating_add(2 * MARGIN), around.height.saturating_add(2 * MARGIN));
    let wanted = Rect::new(
        around.x.saturating_sub(margin),
        around.y.saturating_sub(margin),
        width.min(LARGEST),
        height.min(LARGEST),
    );
    let area = wanted.intersection(image.rect());
    let area = if area.is_empty() { image.rect() } else { area };
    let inside = area.relative_to(image.origin);
    let start = 3 * inside.x.unsigned_abs() as usize;
    let (row, length) = (3 * image.size.width as usize, 3 * inside.width as usize);
    let rows = inside.y.unsigned_abs() as usize..inside.y.unsigned_abs() as usize + inside.height as usize;
    let rgb =
        rows.filter_map(|y| image.rgb.get(y * row + start..)?.get(..length)).flatten().copied().collect();
    let size = Size { width: inside.width, height: inside.height };
    Image { size, origin: Point { x: area.x, y: area.y }, rgb }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_around_its_control() {
        let mut image = Image::filled(Size { width: 1200, height: 400 }, Point { x: 10, y: 20 }, [0; 3]);
        let at = 3 * (80 * 1200 + 590);
        image.rgb[at..at + 3].copy_from_slice(&[9, 8, 7]);
        let cut = cropped(&image, Rect::new(600, 100, 20, 10));
        assert_eq!((cut.size, cut.origin), (Size { width: 260, height: 210 }, Point { x: 480, y: 20 }));
        let at = 3 * (80 * 260 + 120);
        assert_eq!(&cut.rgb[at..at + 3], [9, 8, 7]);
        assert_eq!(cut.rgb.len(), 3 * 260 * 210);
        assert_eq!(cropped(&image, Rect::new(5000, 5000, 1, 1)).rect(), image.rect());
    }
}
