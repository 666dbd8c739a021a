//! Text as XML.

/// The text with its reserved characters escaped.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text with `**bold**` and `*italic*` words as spans.
pub(super) fn spans(text: &str) -> String {
    let bold = marked(&escape(text), "**", "Strong_20_Emphasis");
    marked(&bold, "*", "Emphasis")
}

/// The text with everything between two marks as spans of this style. A mark alone stays as it is.
fn marked(text: &str, mark: &str, style: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, behind)) = rest.split_once(mark)
        && let Some((words, after)) = behind.split_once(mark)
    {
        out.push_str(&format!("{before}<text:span text:style-name=\"{style}\">{words}</text:span>"));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_words_are_spans_and_reserved_characters_are_escaped() {
        let shown = spans("a & b **c** *d* 2 * 3");
        let expected = "a &amp; b <text:span text:style-name=\"Strong_20_Emphasis\">c</text:span> \
                        <text:span text:style-name=\"Emphasis\">d</text:span> 2 * 3";
        assert_eq!(shown, expected);
        assert_eq!(escape("\"<>\""), "&quot;&lt;&gt;&quot;");
    }
}
