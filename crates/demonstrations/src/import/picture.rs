//! Checks the pictures of an archive by their content, not by their names.

use super::limits::Limits;
use crate::{Picture, PictureKind};
use deskpilot_core::Size;
use deskpilot_desktop::photographer::{decode_png, encode_png, size_of_png};

/// A picture that can be kept. A PNG is decoded and encoded again; a JPEG is passed on if its header is
/// valid.
pub(super) fn checked(file: &[u8], limits: Limits) -> Result<Picture, String> {
    let (kind, size) = match file {
        [0x89, b'P', b'N', b'G', ..] => (PictureKind::Png, size_of_png(file)),
        [0xff, 0xd8, 0xff, ..] => (PictureKind::Jpeg, size_of_jpeg(file)),
        _ => return Err("is neither PNG nor JPEG".into()),
    };
    let size = size.ok_or("is damaged: it does not say how large it is")?;
    let pixels = u64::from(size.width) * u64::from(size.height);
    if pixels == 0 || pixels > limits.pixels {
        return Err(format!("has {pixels} pixels, and not 1 to {}", limits.pixels));
    }
    let bytes = match kind {
        PictureKind::Png => {
            decode_png(file).and_then(|it| encode_png(&it)).map_err(|error| format!("is damaged: {error}"))?
        }
        PictureKind::Jpeg => file.to_vec(),
    };
    Ok(Picture { kind, bytes })
}

/// The size in the frame header of a JPEG; `None` if it has no such header.
fn size_of_jpeg(file: &[u8]) -> Option<Size> {
    let mut rest = file.get(2..)?;
    loop {
        let [0xff, marker, after @ ..] = rest else { return None };
        // Markers may be padded, and some have no content.
        if matches!(marker, 0xff) {
            rest = rest.get(1..)?;
            continue;
        }
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            rest = after;
            continue;
        }
        let length = usize::from(u16::from_be_bytes(*after.first_chunk()?));
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            let height = u16::from_be_bytes(*after.get(3..)?.first_chunk()?);
            let width = u16::from_be_bytes(*after.get(5..)?.first_chunk()?);
            return Some(Size { width: width.into(), height: height.into() });
        }
        if matches!(marker, 0xd9 | 0xda) || length < 2 {
            return None;
        }
        rest = after.get(length..)?;
    }
}
