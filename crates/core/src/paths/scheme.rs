//! What the scheme of an address leads to, and the address within another.

use super::percent::percent_decoded;
use std::borrow::Cow;

/// Schemes before another address, which is the one that a browser goes to.
const WRAPPERS: &[&str] = &["blob", "feed", "filesystem", "jar", "view-source"];
/// Schemes of files, of sites, and of letters that a person still has to send.
const UNDERSTOOD: &[&str] = &["file", "http", "https", "mailto"];
/// Pages that show nothing and change nothing, and the places that file managers list in addition to folders.
const HARMLESS: &[&str] = &[
    "about:blank",
    "about:home",
    "about:newtab",
    "chrome://newtab",
    "chrome://newtab/",
    "computer:///",
    "network:///",
    "recent:///",
    "trash:///",
];
/// Schemes of macros, commands and settings, which applications read without a `//` after them.
const COMMANDS: &[&str] =
    &[".uno", "about", "admin", "chrome", "macro", "mailto", "resource", "service", "slot"];
/// The beginning of LibreOffice's own schemes.
const OF_LIBREOFFICE: &str = "vnd.sun.star.";
/// How often the content of an address is decoded.
/// Each decoding copies the text, which its writer can encode over and over.
const MAX_DECODINGS: usize = 8;
/// The longest scheme, in bytes.
const LONGEST: usize = 64;

/// Where an address leads that names neither a file nor a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To what the address says itself: a page, or a script for the page that is open.
    Itself,
    /// To a program that knows the scheme, and does what the address says.
    Program,
}

/// How sure it is that a text is an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// It is one.
    Address,
    /// It may be words with a colon: `://` and the schemes of commands distinguish it from those.
    Words,
}

/// What a scheme is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Understood,
    Wrapper,
    Itself,
    Other,
}

/// An address without those around it.
pub(super) struct Unwrapped<'t> {
    /// The innermost address, or the text without spaces around it.
    pub(super) inner: Cow<'t, str>,
    /// Whether others are around it.
    pub(super) is_wrapped: bool,
    /// Whether a scheme is not understood.
    has_other: bool,
    /// Whether that scheme shows that this is an address.
    is_certain: bool,
}

/// Where an address leads; `None` where it is a file's or a site's, and for texts that are no addresses.
pub(crate) fn destination(text: &str, spelling: Spelling) -> Option<Destination> {
    let unwrapped = unwrap(text);
    let is_address = unwrapped.is_certain || spelling == Spelling::Address;
    if unwrapped.has_other && is_address {
        return Some(Destination::Program);
    }
    let (scheme, after) = split_scheme(&unwrapped.inner)?;
    (kind(&scheme, &unwrapped.inner, after) == Kind::Itself).then_some(Destination::Itself)
}

/// Takes the schemes before an address away, and the encodings that they ask for.
pub(super) fn unwrap(text: &str) -> Unwrapped<'_> {
    let (mut whole, mut start, mut decodings) = (plain(text), 0, 0);
    let (mut is_wrapped, mut has_other, mut is_certain) = (false, false, false);
    while let Some((scheme, after)) = split_scheme(&whole[start..]) {
        let (address, rest) = (&whole[start..], &whole[start + after..]);
        match kind(&scheme, address, after) {
            Kind::Understood | Kind::Itself => break,
            // Browsers pass over spaces there.
            Kind::Wrapper => start = whole.len() - rest.trim_start().len(),
            Kind::Other => {
                has_other = true;
                is_certain |= is_certainly_address(&scheme, rest);
                match within(rest, &mut decodings) {
                    None => break,
                    Some(Cow::Borrowed(inner)) => start = whole.len() - inner.len(),
                    Some(Cow::Owned(inner)) => (whole, start) = (Cow::Owned(inner), 0),
                }
            }
        }
        is_wrapped = true;
    }
    let inner = match whole {
        Cow::Borrowed(whole) => Cow::Borrowed(&whole[start..]),
        Cow::Owned(whole) => Cow::Owned(whole[start..].to_owned()),
    };
    Unwrapped { inner, is_wrapped, has_other, is_certain }
}

/// The address that another one holds, such as `vnd.sun.star.zip://file%3A%2F%2F%2Fa.zip/b`.
fn within<'r>(rest: &'r str, decodings: &mut usize) -> Option<Cow<'r, str>> {
    let is_known = |scheme: &str| WRAPPERS.contains(&scheme) || UNDERSTOOD.contains(&scheme);
    let mut rest = Cow::Borrowed(rest.trim_start_matches('/'));
    loop {
        if split_scheme(&rest).is_some_and(|(scheme, _)| is_known(&scheme)) {
            return Some(rest);
        }
        let is_encoded = rest.bytes().take(LONGEST).any(|it| it == b'%');
        if !is_encoded || *decodings == MAX_DECODINGS {
            return None;
        }
        *decodings += 1;
        rest = Cow::Owned(String::from_utf8_lossy(&percent_decoded(&rest)).into_owned());
    }
}

fn kind(scheme: &str, address: &str, after: usize) -> Kind {
    let rest = &address[after..];
    match scheme {
        _ if HARMLESS.iter().any(|it| it.eq_ignore_ascii_case(address)) => Kind::Understood,
        // Some mail programs attach the file that the address names.
        "mailto" if rest.to_ascii_lowercase().contains("attach") => Kind::Other,
        "javascript" | "vbscript" => Kind::Itself,
        "data" => match rest.split_once(',') {
            // In words such as `data: one, two` a space stands before the comma; a media type has none.
            Some((kind, _)) if !kind.contains(char::is_whitespace) => Kind::Itself,
            _ => Kind::Understood,
        },
        _ if UNDERSTOOD.contains(&scheme) => Kind::Understood,
        _ if WRAPPERS.contains(&scheme) => Kind::Wrapper,
        _ => Kind::Other,
    }
}

fn is_certainly_address(scheme: &str, rest: &str) -> bool {
    let is_command = COMMANDS.contains(&scheme) || scheme.starts_with(OF_LIBREOFFICE);
    rest.starts_with("//") || (is_command && rest.starts_with(|first: char| !first.is_whitespace()))
}

/// The scheme in lower case, and where the rest begins. Neither a drive of Windows is one nor a host before its port.
fn split_scheme(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(LONGEST).position(|it| it == b':')?;
    let (scheme, rest) = (&text[..end], &text[end + 1..]);
    let has_letters = scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    // LibreOffice has `.uno:`, which begins with a point.
    let begins = scheme.starts_with(|first: char| first.is_ascii_alphabetic() || first == '.');
    let is_scheme = has_letters && begins && scheme.len() > 1 && !is_host(scheme, rest);
    is_scheme.then(|| (scheme.to_ascii_lowercase(), end + 1))
}

/// Whether it is a host and its port, as in `localhost:8080/x`.
fn is_host(name: &str, rest: &str) -> bool {
    let digits = rest.bytes().take(LONGEST).take_while(u8::is_ascii_digit).count();
    let is_port = digits > 0 && matches!(rest.as_bytes().get(digits), None | Some(b'/' | b'?' | b'#'));
    is_port && !name.starts_with('.') && (name.contains('.') || name.eq_ignore_ascii_case("localhost"))
}

/// The text as programs read an address: without spaces and control characters around it, and without ends of lines in it.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(|it: char| it.is_whitespace() || it <= ' ');
    if text.contains(['\t', '\n', '\r']) {
        Cow::Owned(text.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_scheme_that_is_understood_leads_to_a_file_or_a_site() {
        let (program, itself) = (Some(Destination::Program), Some(Destination::Itself));
        for (text, address, words) in [
            ("https://example.org/a", None, None),
            ("HTTP://example.org", None, None),
            ("file:///home/u/a.txt", None, None),
            ("mailto:ann@example.org", None, None),
            ("mailto:ann@example.org?Attach=/etc/passwd", program, program),
            ("about:blank", None, None),
            ("About:Config", program, program),
            ("trash:///", None, None),
            ("trash:///a.sh", program, program),
            ("chrome://newtab/", None, None),
            ("chrome://settings", program, program),
            ("macro:///Standard.Module1.Main()", program, program),
            ("MACRO:///Standard.Module1.Main()", program, program),
            ("\u{1} mac\tro:\n///Standard.Module1.Main()", program, program),
            ("macro://./Standard.Module1.Main", program, program),
            (".uno:Quit", program, program),
            ("slot:5300", program, program),
            ("service:com.sun.star.task.X", program, program),
            ("vnd.sun.star.script:a.b?language=Basic&location=user", program, program),
            ("vnd.sun.star.zip://file%3A%2F%2F%2Fhome%2Fu%2Fa.zip/b", program, program),
            ("view-source:macro:///x", program, program),
            ("admin:///etc/hosts", program, program),
            ("steam://run/1", program, program),
            ("sftp://example.org/x", program, program),
            ("x-apt:vim", program, None),
            ("javascript:alert(1)", itself, itself),
            (" JavaScript:void(0)", itself, itself),
            ("view-source:data:text/html,<b>x", itself, itself),
            ("data:,x", itself, itself),
            ("data: 1, 2, 3", None, None),
            ("https://example.org/data:,x", None, None),
            ("https://example.org/macro:///x", None, None),
            ("view-source:https://example.org", None, None),
            ("localhost:8080/x", None, None),
            ("example.org:443", None, None),
            ("C:\\notes.txt", None, None),
            ("notes.txt", None, None),
            ("TODO: macro:///x", program, None),
            ("std::vec", program, None),
            ("10:30", None, None),
            ("service: the desk", program, None),
            ("see https://example.org", None, None),
        ] {
            let spelled = |spelling| destination(text, spelling);
            assert_eq!((spelled(Spelling::Address), spelled(Spelling::Words)), (address, words), "{text}");
        }
    }

    #[test]
    fn the_innermost_address_is_found_through_schemes_and_encodings() {
        for (text, inner) in [
            ("view-source: jar:\tfile:///a!/b", "file:///a!/b"),
            ("FEED:https://example.org", "https://example.org"),
            ("vnd.sun.star.zip://file%3A%2F%2F%2Fa%2520b.zip/c", "file:///a%20b.zip/c"),
            ("vnd.sun.star.pkg://https%3A%2F%2Fexample.org/c", "https://example.org/c"),
            ("archive://file%25253A%25252F%25252F%25252Fa", "file:///a"),
            ("microsoft-edge:https://example.org", "https://example.org"),
            ("\u{0}\u{1f}fi\nle:///a", "file:///a"),
            ("admin:///a", "admin:///a"),
            ("a%3Ab", "a%3Ab"),
        ] {
            assert_eq!(unwrap(text).inner, inner, "{text}");
        }
    }

    #[test]
    fn very_many_schemes_and_encodings_are_read_in_time() {
        let encoded = format!("x1://jar%3A{}file:///a", "jar:".repeat(1 << 18));
        assert_eq!(unwrap(&encoded).inner, "file:///a");
        let endless = format!("x1://%{}3A", "25".repeat(1 << 18));
        assert_eq!(destination(&endless, Spelling::Words), Some(Destination::Program));
    }
}
