//! What is in a picture that a program drew for us. Pure.

use deskpilot_desktop::Image;

/// Whether every pixel has the same colour. Programs that draw with the graphics card answer `PrintWindow` with success and
/// an empty picture.
pub(crate) fn is_blank(image: &Image) -> bool {
    let (pixels, _) = image.rgb.as_chunks::<3>();
    pixels.windows(2).all(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn a_picture_of_one_colour_is_blank_and_one_pixel_is_enough_against_it() {
        for colour in [[0, 0, 0], [255, 255, 255], [1, 2, 3]] {
            let mut image = Image::filled(Size { width: 5, height: 4 }, Point::default(), colour);
            assert!(is_blank(&image));
            image.rgb[58] ^= 1;
            assert!(!is_blank(&image));
        }
        assert!(is_blank(&Image::filled(Size::default(), Point::default(), [0; 3])));
    }
}
