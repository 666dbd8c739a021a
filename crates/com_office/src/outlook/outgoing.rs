//! The text of replies and of what is forwarded, which stands before the message itself.

use crate::dispatch::{error::CallError, object::Object};

/// A message in HTML (`olFormatHTML`).
const HTML: i64 = 2;

/// Puts a text before that of a message, whose own looks stay.
pub(super) fn put_text_in_front(draft: &Object, text: &str) -> Result<(), CallError> {
    let text = text.replace("\r\n", "\n");
    if draft.integer("BodyFormat")? == HTML {
        let html = draft.text("HTMLBody")?;
        return draft.put("HTMLBody", with_html_in_front(&html, &as_html(&text)));
    }
    let body = draft.text("Body")?;
    draft.put("Body", format!("{}\r\n\r\n{body}", text.replace('\n', "\r\n")))
}

/// A page whose body begins with a part.
fn with_html_in_front(page: &str, part: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let body = lower.find("<body").and_then(|at| Some(at + lower[at..].find('>')? + 1)).unwrap_or_default();
    format!("{}{part}{}", &page[..body], &page[body..])
}

/// A text as a part of a page, on lines of its own.
fn as_html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<div>{}</div><br>", escaped.replace('\n', "<br>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_the_body_of_a_page_and_none_of_it_is_read_as_marks() {
        let part = as_html("a < b & c\nd");
        assert_eq!(part, "<div>a &lt; b &amp; c<br>d</div><br>");
        assert_eq!(
            with_html_in_front("<html><BODY lang=\"de\"><p>x</p></BODY></html>", "+"),
            "<html><BODY lang=\"de\">+<p>x</p></BODY></html>"
        );
        assert_eq!(with_html_in_front("<p>x</p>", "+"), "+<p>x</p>");
    }
}
