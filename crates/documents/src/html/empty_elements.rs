//! Empty elements of XHTML, which a reader of HTML takes for the beginning of a text.

use std::borrow::Cow;

/// Elements whose content is no HTML: without an end tag it is all that follows.
const RAW: [&str; 9] =
    ["script", "style", "title", "textarea", "iframe", "noscript", "noembed", "noframes", "xmp"];

/// The text in which each of those elements that is empty has an end tag.
pub(super) fn with_end_tags(xhtml: &str) -> Cow<'_, str> {
    if !xhtml.contains("/>") {
        return Cow::Borrowed(xhtml);
    }
    let (mut html, mut copied, mut passed) = (String::with_capacity(xhtml.len()), 0, 0);
    for (start, _) in xhtml.match_indices('<') {
        // Within a tag it is part of a value.
        if start < passed {
            continue;
        }
        let Some(name) = raw_name(&xhtml[start + 1..]) else { continue };
        let Some(end) = tag_end(&xhtml[start..]).map(|it| start + it) else { break };
        passed = end;
        if xhtml[..end].ends_with('/') {
            html.push_str(&xhtml[copied..end - 1]);
            html.push_str("></");
            html.push_str(name);
            html.push('>');
            copied = end + 1;
        }
    }
    html.push_str(&xhtml[copied..]);
    Cow::Owned(html)
}

/// The name of the element that begins here, if it is one of those.
fn raw_name(tag: &str) -> Option<&'static str> {
    let is_end = |it: char| it.is_ascii_whitespace() || it == '/';
    let begins = |name: &str| {
        let (begin, rest) = tag.split_at_checked(name.len())?;
        (begin.eq_ignore_ascii_case(name) && rest.starts_with(is_end)).then_some(())
    };
    RAW.into_iter().find(|it| begins(it).is_some())
}

/// Where the `>` of a tag is, outside of quotation marks.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    tag.char_indices().find_map(|(at, it)| match (quote, it) {
        (Some(open), it) if open == it => {
            quote = None;
            None
        }
        (None, '"' | '\'') => {
            quote = Some(it);
            None
        }
        (None, '>') => Some(at),
        _ => None,
    })
}
