//! Writes JPEG files, for the parts of a screen that PNG cannot make small: photographs and films.

use crate::Image;
use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};
use thiserror::Error;

/// A picture that cannot be written as JPEG.
#[derive(Debug, Error)]
pub enum JpegError {
    /// It has more rows or columns than the format counts.
    #[error("a picture of {0} x {1} pixels is too large for JPEG")]
    TooLarge(u32, u32),
    /// It has no pixels.
    #[error("the picture cannot be written as JPEG")]
    NotEncoded(#[source] EncodingError),
}

/// How much of a picture a JPEG file keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JpegQuality {
    /// Letters on a coloured background have frayed edges, and can be read.
    Coarse,
    /// A person who looks for it sees the difference. Colours are kept at every pixel, so that coloured letters stay sharp.
    Medium,
    /// A person hardly sees the difference.
    Fine,
}

impl JpegQuality {
    /// The quality on the scale of the JPEG group, from 1 to 100.
    const fn percent(self) -> u8 {
        match self {
            JpegQuality::Coarse => 60,
            JpegQuality::Medium => 80,
            JpegQuality::Fine => 92,
        }
    }

    /// Of how many pixels one has a colour of its own.
    const fn sampling(self) -> SamplingFactor {
        match self {
            JpegQuality::Coarse => SamplingFactor::R_4_2_0,
            JpegQuality::Medium | JpegQuality::Fine => SamplingFactor::R_4_4_4,
        }
    }
}

/// Encodes a picture as JPEG. A picture without pixels is an error.
///
/// # Errors
/// The picture has no pixels, or more than 65,535 in a row or a column.
pub fn encode_jpeg(image: &Image, quality: JpegQuality) -> Result<Vec<u8>, JpegError> {
    let (width, height) = (image.size.width, image.size.height);
    let (Ok(columns), Ok(rows)) = (u16::try_from(width), u16::try_from(height)) else {
        return Err(JpegError::TooLarge(width, height));
    };
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality.percent());
    encoder.set_sampling_factor(quality.sampling());
    encoder.encode(&image.rgb, columns, rows, ColorType::Rgb).map_err(JpegError::NotEncoded)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    /// A picture that no two neighbours of are alike, as in a photograph of sand.
    fn sand(size: Size) -> Image {
        let mut image = Image::filled(size, Point::default(), [0, 0, 0]);
        let mut grain = 1_u32;
        for byte in image.rgb.iter_mut() {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = grain.to_be_bytes()[0];
        }
        image
    }

    #[test]
    fn a_picture_becomes_a_jpeg_of_its_size_and_less_of_it_takes_fewer_bytes() {
        let image = sand(Size { width: 70, height: 40 });
        let of = |quality| encode_jpeg(&image, quality).unwrap();
        let (coarse, medium, fine) =
            (of(JpegQuality::Coarse), of(JpegQuality::Medium), of(JpegQuality::Fine));
        for file in [&coarse, &medium, &fine] {
            assert!(file.starts_with(&[0xff, 0xd8]) && file.ends_with(&[0xff, 0xd9]));
            // The frame header: its marker, its length, eight bits, rows, columns.
            let frame = [0xff, 0xc0, 0, 17, 8, 0, 40, 0, 70];
            assert!(file.windows(frame.len()).any(|it| it == frame));
        }
        assert!(coarse.len() < medium.len() && medium.len() < fine.len());
    }

    #[test]
    fn a_picture_without_pixels_and_one_that_is_too_large_are_errors() {
        let of = |width, height| Image {
            rgb: crate::Pixels::default(),
            ..Image::filled(Size { width, height }, Point::default(), [0; 3])
        };
        assert!(matches!(encode_jpeg(&of(0, 0), JpegQuality::Fine), Err(JpegError::NotEncoded(_))));
        assert!(matches!(
            encode_jpeg(&of(70_000, 0), JpegQuality::Fine),
            Err(JpegError::TooLarge(70_000, 0))
        ));
    }
}
