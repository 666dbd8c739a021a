//! Pictures as PNG files.

use crate::Image;
use deskpilot_core::{Point, Size};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};
use std::io::Cursor;
use thiserror::Error;

/// A picture that cannot be written or read.
#[derive(Debug, Error)]
#[error("the picture is not a usable PNG: {0}")]
pub struct BadPicture(String);

/// The largest picture that is read, in bytes of its pixels.
const LARGEST: usize = 256 * 1024 * 1024;

/// The bytes of a PNG file, quick to make rather than small. A picture without pixels is an error.
pub fn encode_png(image: &Image) -> Result<Vec<u8>, BadPicture> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, image.size.width, image.size.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().map_err(bad)?;
    writer.write_image_data(&image.rgb).map_err(bad)?;
    writer.finish().map_err(bad)?;
    Ok(file)
}

/// How large the picture in a PNG file is; `None` where it is no such file. Its pixels are not looked at.
pub fn size_of_png(file: &[u8]) -> Option<Size> {
    let reader = Decoder::new(Cursor::new(file)).read_info().ok()?;
    let (width, height) = reader.info().size();
    Some(Size { width, height })
}

/// The picture in a PNG file of any kind, told from 0,0. What is transparent in it is shown as if it were not.
pub fn decode_png(file: &[u8]) -> Result<Image, BadPicture> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(bad)?;
    let length = reader.output_buffer_size().filter(|it| *it <= LARGEST);
    let mut bytes = vec![0; length.ok_or_else(|| BadPicture("it is too large".into()))?];
    let frame = reader.next_frame(&mut bytes).map_err(bad)?;
    bytes.truncate(frame.buffer_size());
    let size = Size { width: frame.width, height: frame.height };
    Ok(Image { size, origin: Point { x: 0, y: 0 }, rgb: rgb(bytes, frame.color_type) })
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

fn bad(error: impl std::fmt::Display) -> BadPicture {
    BadPicture(error.to_string())
}
