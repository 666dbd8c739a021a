//! Addresses: those within others, and the path of a `file:` address, percent-decoded.

use super::{percent::percent_decoded, scheme::unwrap};
use std::borrow::Cow;
use url::Url;

/// The innermost address of a text such as `view-source:https://example.org`, however many schemes precede it. An entry
/// of an archive (`jar:https://example.org/a.jar!/b`) is the archive's.
pub(crate) fn innermost(text: &str) -> Cow<'_, str> {
    let unwrapped = unwrap(text);
    match unwrapped.inner.find("!/") {
        // Only within another address: that of a page may itself have a `#!/`.
        Some(end) if unwrapped.is_wrapped => match unwrapped.inner {
            Cow::Borrowed(inner) => Cow::Borrowed(&inner[..end]),
            Cow::Owned(inner) => Cow::Owned(inner[..end].to_owned()),
        },
        _ => unwrapped.inner,
    }
}

/// The text after `file:` in any case, also within other addresses.
pub(super) fn strip_file_scheme(text: &str) -> Option<String> {
    let inner = innermost(text);
    let (scheme, rest) = inner.split_at_checked("file:".len())?;
    scheme.eq_ignore_ascii_case("file:").then(|| rest.to_owned())
}

/// Whether a text is an address with a scheme, such as `https://example.org`.
pub(super) fn has_scheme(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
    })
}

/// The bytes of a path as addresses of files spell them (RFC 3986): letters, digits, `-._~` and `/` stand for themselves, every
/// other byte is written as `%` and two hexadecimal digits.
pub fn percent_encoded_path(path: &[u8]) -> String {
    let spell = |byte: &u8| match *byte {
        plain if plain.is_ascii_alphanumeric() || b"-_.~/".contains(&plain) => char::from(plain).to_string(),
        other => format!("%{other:02X}"),
    };
    path.iter().map(spell).collect()
}

/// The path of a `file:` address, decoded. `None` for an address that programs read differently: with a query, a fragment, a
/// backslash, a `..` or the name of another host. One program opens the file before the `#`, another the file whose name has it.
pub(super) fn decode(rest: &str) -> Option<String> {
    let url = Url::parse(&format!("file:{rest}")).ok()?;
    let is_elsewhere = url.host_str().is_some_and(|it| !it.is_empty() && it != "localhost");
    let is_read_differently = url.query().is_some() || url.fragment().is_some() || rest.contains('\\');
    if is_elsewhere || is_read_differently || rest.split('/').any(|it| it == "..") {
        return None;
    }
    let path = String::from_utf8(percent_decoded(url.path())).ok()?;
    // Again, after decoding: an encoded `/` hides a `..` from the first look.
    let is_plain = !path.contains('\0') && path.split('/').all(|it| it != "..");
    is_plain.then_some(path)
}

/// Whether a text is a whole address of a site.
pub(crate) fn is_of_the_web(text: &str) -> bool {
    let url = Url::parse(&innermost(text));
    url.is_ok_and(|it| matches!(it.scheme(), "http" | "https"))
}
