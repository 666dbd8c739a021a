//! Pictures of pages, for who reads the text in them.

use crate::{DocumentError, Format};

/// The picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Three bytes a pixel, `3 * width * height` in all.
    pub rgb: Vec<u8>,
}

/// A line of text in the picture of a page, with its place in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureLine {
    /// The text.
    pub text: String,
    /// The left edge.
    pub left: i32,
    /// The top edge.
    pub top: i32,
    /// Pixels from left to right.
    pub width: i32,
    /// Pixels from top to bottom.
    pub height: i32,
}

/// Reads the text in the picture of a page, in the order of its lines. An error is a sentence, and the document is not read then.
pub type ReadPicture<'a> = &'a dyn Fn(PagePicture) -> Result<Vec<PictureLine>, String>;

impl PagePicture {
    /// The picture in a file of the format PPM, as poppler writes it.
    pub(crate) fn of_ppm(file: &[u8]) -> Result<PagePicture, DocumentError> {
        let damaged = || DocumentError::damaged(Format::Pdf, &"the picture of a page is damaged");
        let mut fields = file.splitn(4, u8::is_ascii_whitespace);
        let mut field = || fields.next().and_then(|it| str::from_utf8(it).ok());
        let (kind, width, height) = (field(), number(field()), number(field()));
        let (Some("P6"), Some(width), Some(height)) = (kind, width, height) else { return Err(damaged()) };
        let rgb = fields.next().and_then(|it| it.strip_prefix(b"255\n")).ok_or_else(damaged)?;
        let is_whole = rgb.len() as u64 == 3 * u64::from(width) * u64::from(height);
        is_whole.then(|| PagePicture { width, height, rgb: rgb.to_vec() }).ok_or_else(damaged)
    }
}

/// A number of pixels: none of a page is larger.
fn number(field: Option<&str>) -> Option<u32> {
    field?.parse().ok().filter(|it| *it <= 1 << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_poppler_is_read() {
        let picture = PagePicture::of_ppm(b"P6\n2 1\n255\n\n\x00\x01 \x02\x03").unwrap();
        assert_eq!(picture, PagePicture { width: 2, height: 1, rgb: b"\n\x00\x01 \x02\x03".to_vec() });
        for file in [&b""[..], b"P5\n1 1\n255\nabc", b"P6\n1 1\n255\nab", b"P6\n99999999 1\n255\nab"] {
            assert!(PagePicture::of_ppm(file).is_err(), "{file:?}");
        }
    }
}
