//! The comments of the person in the page of the Steps Recorder.

use html5gum::{Token, Tokenizer};
use std::collections::HashMap;

/// The word before a comment.
const MARK: &str = "comment:";
/// The longest comment, in bytes.
const LONGEST: usize = 4_000;
/// Elements that end a comment.
const BLOCKS: [&[u8]; 7] = [b"div", b"p", b"img", b"hr", b"table", b"a", b"b"];

/// Where in the page the reader is.
#[derive(Default)]
struct CommentReader {
    comments: HashMap<u32, String>,
    /// The number of the step.
    step: Option<u32>,
    /// The bold text so far, while one is open.
    bold: Option<String>,
    is_comment: bool,
}

/// The comments, by the numbers of their steps.
pub(super) fn comments(html: &str) -> HashMap<u32, String> {
    let mut reader = CommentReader::default();
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::StartTag(tag) => {
                let id = tag.attributes.iter().find(|(name, _)| name.as_slice() == b"id");
                reader.open(&tag.name, id.map(|(_, value)| String::from_utf8_lossy(value).into_owned()));
            }
            Token::EndTag(tag) => reader.close(&tag.name),
            Token::String(text) => reader.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    reader.comments.retain(|_, text| !text.trim().is_empty());
    reader
        .comments
        .into_iter()
        .map(|(step, text)| (step, text.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect()
}

impl CommentReader {
    fn open(&mut self, name: &[u8], id: Option<String>) {
        self.is_comment = self.is_comment && !BLOCKS.contains(&name);
        if name == b"b" || name == b"strong" {
            self.bold = Some(String::new());
        }
        if let Some(number) = id.and_then(|id| id.strip_prefix("Step")?.parse().ok()) {
            self.step = Some(number);
        }
    }

    fn close(&mut self, name: &[u8]) {
        if name == b"b" || name == b"strong" {
            let bold = self.bold.take();
            self.is_comment = bold.is_some_and(|it| it.trim().to_lowercase() == MARK);
        } else if BLOCKS.contains(&name) {
            self.is_comment = false;
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(bold) = &mut self.bold {
            // Only one word is searched for, so the rest of a long text is not collected.
            if bold.len() <= MARK.len() * 4 {
                bold.push_str(text);
            }
        } else if let (true, Some(step)) = (self.is_comment, self.step) {
            let comment = self.comments.entry(step).or_default();
            if comment.len() + text.len() <= LONGEST {
                comment.push_str(text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_the_text_after_its_bold_word() {
        let html = "<b>Comment: </b>nobody's<div id=\"Steps\"><div id=Step1><b>Step 1: x</b> not this<br>\
            <B>Comment: </B>\"a &amp; b\"\n &lt;i&gt; <p>not this</div>\
            <div id=\"Step2\"><b>Comments</b> no</div><div id=\"Step12\"><strong>Comment:</strong> last</div></div>";
        let parsed = comments(html);
        assert_eq!(parsed.get(&1).map(String::as_str), Some("\"a & b\" <i>"));
        assert_eq!(parsed.get(&12).map(String::as_str), Some("last"));
        assert_eq!(parsed.len(), 2);
        let long = format!("<div id=Step1><b>Comment:</b>{}", "x".repeat(5000));
        assert!(comments(&long).is_empty());
    }
}
