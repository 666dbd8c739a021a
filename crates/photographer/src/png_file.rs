//! Reads and writes PNG files.

use crate::Image;
use deskpilot_core::{Point, Size};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Transformations};
use std::io::Cursor;
use thiserror::Error;

/// A picture that cannot be encoded or decoded.
#[derive(Debug, Error)]
#[error("the picture is not a usable PNG: {0}")]
pub struct PngError(String);

/// The maximum size of a decoded picture, in bytes.
const LARGEST: usize = 256 * 1024 * 1024;

/// Encodes a picture as PNG, fast rather than small. A picture without pixels is an error.
pub fn encode_png(image: &Image) -> Result<Vec<u8>, PngError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, image.size.width, image.size.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    // To choose a filter for each line takes four times as long, and saves 2 to 6 % of the bytes of windows' pictures.
    encoder.set_filter(Filter::Paeth);
    let mut writer = encoder.write_header().map_err(png_error)?;
    writer.write_image_data(&image.rgb).map_err(png_error)?;
    writer.finish().map_err(png_error)?;
    Ok(file)
}

/// The size of the picture in a PNG file, from its header; `None` if it is not a PNG file.
pub fn size_of_png(file: &[u8]) -> Option<Size> {
    let reader = Decoder::new(Cursor::new(file)).read_info().ok()?;
    let (width, height) = reader.info().size();
    Some(Size { width, height })
}

/// Decodes a PNG file of any colour type, with its origin at 0,0. Transparency is ignored.
pub fn decode_png(file: &[u8]) -> Result<Image, PngError> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(png_error)?;
    let length = reader.output_buffer_size().filter(|it| *it <= LARGEST);
    let mut bytes = vec![0; length.ok_or_else(|| PngError("it is too large".into()))?];
    let frame = reader.next_frame(&mut bytes).map_err(png_error)?;
    bytes.truncate(frame.buffer_size());
    let size = Size { width: frame.width, height: frame.height };
    Ok(Image { size, origin: Point { x: 0, y: 0 }, rgb: rgb(bytes, frame.color_type).into() })
}

fn rgb(bytes: Vec<u8>, kind: ColorType) -> Vec<u8> {
    match kind {
        // Palettes are expanded before they come here.
        ColorType::Rgb | ColorType::Indexed => bytes,
        ColorType::Rgba => {
            bytes.as_chunks().0.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect()
        }
        ColorType::Grayscale => bytes.iter().flat_map(|grey| [*grey; 3]).collect(),
        ColorType::GrayscaleAlpha => bytes.as_chunks().0.iter().flat_map(|[grey, _]| [*grey; 3]).collect(),
    }
}

fn png_error(error: impl std::fmt::Display) -> PngError {
    PngError(error.to_string())
}
