//! Bodies that are no JSON, in words. Pure.

use crate::shorten::shorten;

/// The most characters of an excerpt.
const EXCERPT: usize = 100;

/// What web pages begin with, in lower case.
const PAGE_BEGINNINGS: &[&str] = &["<!doctype html", "<html"];

/// The body without the byte order mark that some servers and proxies put before it.
pub(super) fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body)
}

/// Whether a body is a web page, such as that of a proxy or a login.
pub(super) fn is_page(body: &str) -> bool {
    let beginning: String = body.trim_start().chars().take(20).collect::<String>().to_lowercase();
    PAGE_BEGINNINGS.iter().any(|it| beginning.starts_with(it))
}

/// What a body is that is no JSON, and how it begins. The body must hold no secret: an excerpt could end within one.
pub(super) fn body_in_words(body: &str) -> String {
    if body.trim().is_empty() {
        return "an empty body".to_owned();
    }
    let what = if is_page(body) { "an HTML page" } else { "text" };
    format!("{what} that begins: {}", shorten(body, EXCERPT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_named_and_quoted() {
        let long = format!("<!DOCTYPE html><title>{}", "a".repeat(200));
        for (body, expected) in [
            ("", "an empty body".to_owned()),
            (" \r\n", "an empty body".to_owned()),
            ("\n<HTML><body>no", "an HTML page that begins: <HTML><body>no".to_owned()),
            (&long, format!("an HTML page that begins: {}…", &long[..100])),
            ("upstream is gone", "text that begins: upstream is gone".to_owned()),
        ] {
            assert_eq!(body_in_words(body), expected);
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_body() {
        assert_eq!(without_mark("\u{feff}{}".as_bytes()), b"{}");
        assert_eq!(without_mark(b"{}"), b"{}");
    }
}
