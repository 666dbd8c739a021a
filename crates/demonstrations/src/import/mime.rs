//! A page with its pictures as one MIME message, as RFC 2557 describes it.

use super::{
    encoding::{decode, text},
    limits::Limits,
};

/// The longest line of headers that is read, once it is unfolded.
const LONGEST_HEADER: usize = 8 << 10;
/// The most headers of a part.
const MOST_HEADERS: usize = 100;
/// The longest boundary, by RFC 2046.
const LONGEST_BOUNDARY: usize = 70;

/// The parts of a page.
#[derive(Debug)]
pub(super) struct Page {
    parts: Vec<Part>,
}

/// One part, decoded.
#[derive(Debug)]
struct Part {
    /// The last name of its location, in lower case.
    name: String,
    kind: String,
    charset: String,
    body: Vec<u8>,
}

/// The headers of a part: names in lower case.
struct Headers(Vec<(String, String)>);

impl Page {
    /// Parses a message.
    pub(super) fn parse(bytes: &[u8], limits: Limits) -> Result<Page, String> {
        let (headers, body) = headers(bytes)?;
        let boundary = headers.parameter("content-type", "boundary").ok_or(
            "it is no page with pictures: its header names no boundary. Choose the .zip or .mht that the Steps Recorder wrote",
        )?;
        if boundary.is_empty() || boundary.len() > LONGEST_BOUNDARY {
            return Err("its boundary is not one of 1 to 70 characters".into());
        }
        let mut parts = Vec::new();
        for part in split(body, &format!("--{boundary}")) {
            if parts.len() >= limits.parts {
                return Err(format!("its page has more than {} parts", limits.parts));
            }
            parts.push(Part::parse(part, limits)?);
        }
        Ok(Page { parts })
    }

    /// The text of the page itself.
    pub(super) fn html(&self) -> Result<String, String> {
        let main = self.parts.iter().find(|it| it.name == "main.htm");
        let page = main.or_else(|| self.parts.iter().find(|it| it.kind == "text/html"));
        let page = page.ok_or("there is no page main.htm in it")?;
        text(&page.body, &page.charset)
    }

    /// The content of the part with this name; case does not matter.
    pub(super) fn part(&self, name: &str) -> Option<&[u8]> {
        let name = name.trim().to_lowercase();
        let found = self.parts.iter().find(|it| !name.is_empty() && it.name == name);
        found.map(|it| it.body.as_slice())
    }
}

impl Part {
    fn parse(bytes: &[u8], limits: Limits) -> Result<Part, String> {
        let (headers, body) = headers(bytes)?;
        let location = headers.value("content-location").unwrap_or("").to_lowercase();
        let kind = headers.value("content-type").unwrap_or("");
        Ok(Part {
            name: location.rsplit(['/', '\\']).next().unwrap_or("").trim().to_owned(),
            kind: kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase(),
            charset: headers.parameter("content-type", "charset").unwrap_or_default(),
            body: decode(body, headers.value("content-transfer-encoding").unwrap_or(""), limits.part)?,
        })
    }
}

/// The parts between lines with this delimiter; text before the first and after the last delimiter is
/// ignored.
fn split<'b>(body: &'b [u8], delimiter: &str) -> Vec<&'b [u8]> {
    let mut parts = Vec::new();
    let (mut begun, mut at) = (None::<usize>, 0);
    for line in body.split_inclusive(|it| *it == b'\n') {
        let next = at + line.len();
        if let Some(rest) = line.trim_ascii_end().strip_prefix(delimiter.as_bytes())
            && matches!(rest, b"" | b"--")
        {
            // The line break before a delimiter belongs to it.
            parts.extend(begun.map(|begun| without_line_break(&body[begun..at])));
            begun = (rest.is_empty()).then_some(next);
            if !rest.is_empty() {
                return parts;
            }
        }
        at = next;
    }
    parts.extend(begun.map(|begun| &body[begun..]));
    parts
}

fn without_line_break(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// The headers, unfolded, and what follows the empty line after them.
fn headers(bytes: &[u8]) -> Result<(Headers, &[u8]), String> {
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut at = 0;
    for line in bytes.split_inclusive(|it| *it == b'\n') {
        at += line.len();
        let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        if line.is_empty() {
            break;
        }
        let too_long = || "it has a header that is too long".to_owned();
        if line.starts_with([' ', '\t']) {
            let Some((_, value)) = headers.last_mut() else { continue };
            value.push(' ');
            value.push_str(line.trim());
            if value.len() > LONGEST_HEADER {
                return Err(too_long());
            }
            continue;
        }
        if headers.len() >= MOST_HEADERS || line.len() > LONGEST_HEADER {
            return Err(too_long());
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    Ok((Headers(headers), &bytes[at..]))
}

impl Headers {
    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A parameter of a header, with or without quotation marks.
    fn parameter(&self, name: &str, parameter: &str) -> Option<String> {
        let mut rest = self.value(name)?;
        loop {
            rest = after_semicolon(rest)?;
            let (key, value) = rest.split_once('=')?;
            let value = value.trim_start();
            if key.trim().eq_ignore_ascii_case(parameter) {
                return Some(unquoted(value));
            }
            rest = value;
        }
    }
}

/// What follows the first semicolon outside of quotation marks.
fn after_semicolon(text: &str) -> Option<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = text.char_indices().find(|(_, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            ';' => return !is_quoted,
            _ => {}
        }
        false
    });
    end.map(|(at, _)| &text[at + 1..])
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else {
        return value.split([';', ' ', '\t']).next().unwrap_or("").to_owned();
    };
    let (mut text, mut is_escaped) = (String::new(), false);
    for c in inner.chars() {
        match c {
            _ if is_escaped => {
                is_escaped = false;
                text.push(c);
            }
            '\\' => is_escaped = true,
            '"' => break,
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Result<Page, String> {
        Page::parse(text.as_bytes(), Limits { parts: 2, part: 20, ..Limits::USUAL })
    }

    #[test]
    fn a_message_is_split_at_the_boundary_of_its_header() {
        for header in [
            "Content-Type: multipart/related; boundary=\"b;=\\\"x\"; type=\"text/html\"",
            "content-type: multipart/related; type=\"text;boundary=wrong\";\r\n\tBOUNDARY=\"b;=\\\"x\"",
        ] {
            let text = format!(
                "{header}\r\n\r\nboundary=no\r\n--b;=\"x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Location: main.htm\r\n\r\n\
                <p>\r\n--b;=\"xy\r\n\r\n--b;=\"x\r\nContent-Location: file:///C:\\a\\Shot.JPEG\r\n\r\nx\r\n--b;=\"x--\r\nafter"
            );
            let page = page(&text).unwrap();
            assert_eq!(page.html().unwrap(), "<p>\r\n--b;=\"xy\r\n");
            assert_eq!(page.part("shot.jpeg"), Some(&b"x"[..]));
            assert_eq!((page.part(""), page.part("other")), (None, None));
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let many = "--b\n\nx\n".repeat(3);
        for (text, why) in [
            ("hello".to_owned(), "names no boundary"),
            ("Content-Type: text/html; boundary=\"\"\n\n".into(), "1 to 70"),
            (format!("Content-Type: a/b; boundary={}\n\n", "x".repeat(71)), "1 to 70"),
            (format!("Content-Type: a/b; boundary=b\n\n{many}"), "more than 2 parts"),
            (format!("Content-Type: a/b; boundary=b\n\n--b\n\n{}", "x".repeat(21)), "larger than 20"),
            (format!("A: {}\n\n", "x".repeat(9000)), "too long"),
            (format!("A: x\n{}", " xxxxxxxxx\n".repeat(1000)), "too long"),
            ("A: x\n".repeat(101), "too long"),
        ] {
            let error = page(&text).map(|page| format!("{page:?}")).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
