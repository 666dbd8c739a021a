//! What a blob is, by its bytes. Nothing that a browser could run is named as such.

use deskpilot_core::BlobKind;

/// The beginnings of pictures that browsers show and do not run.
const PICTURES: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

/// The type of what is saved and not shown.
pub(crate) const OTHER: &str = "application/octet-stream";

/// The type of a blob with these bytes.
pub(crate) fn content_type(kind: BlobKind, bytes: &[u8]) -> &'static str {
    if let Some((_, name)) = PICTURES.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return name;
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return "image/webp";
    }
    match kind {
        BlobKind::Json => "application/json",
        BlobKind::Png | BlobKind::File => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_say_what_a_blob_is_and_nothing_is_a_page() {
        for (kind, bytes, expected) in [
            (BlobKind::Png, &b"\x89PNG\r\n\x1a\n...."[..], "image/png"),
            (BlobKind::File, b"\xff\xd8\xff\xe0", "image/jpeg"),
            (BlobKind::File, b"GIF89a", "image/gif"),
            (BlobKind::File, b"RIFF1234WEBPVP8 ", "image/webp"),
            (BlobKind::File, b"RIFF", OTHER),
            (BlobKind::Json, b"{}", "application/json"),
            (BlobKind::Json, b"<html>", "application/json"),
            (BlobKind::Png, b"<svg xmlns='http://www.w3.org/2000/svg'><script>", OTHER),
            (BlobKind::File, b"<!doctype html><script>", OTHER),
            (BlobKind::File, b"", OTHER),
        ] {
            assert_eq!(content_type(kind, bytes), expected, "{bytes:?}");
        }
    }
}
