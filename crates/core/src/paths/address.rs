//! `file:` addresses: the path behind the scheme, percent-decoded.

use url::Url;

/// What follows `file:`, written in any case, and behind `view-source:` too.
pub(super) fn behind_file(text: &str) -> Option<&str> {
    behind(behind(text, "view-source:").unwrap_or(text), "file:")
}

fn behind<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// The path of a `file:` address as it is on the disk.
pub(super) fn decoded(rest: &str) -> String {
    let Ok(url) = Url::parse(&format!("file:{rest}")) else { return rest.to_owned() };
    let bytes = url.path().as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match escaped(bytes, at) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The byte that `%XX` at this place stands for.
fn escaped(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = bytes.get(at..at + 3)?.strip_prefix(b"%")?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
