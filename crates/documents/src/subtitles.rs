//! Subtitles of films (SubRip and WebVTT): what is said, without its times.

use crate::{
    Document, DocumentError,
    markdown::{Element, Headings, Outline},
    plain,
};

/// What stands between the beginning and the end of a cue.
const ARROW: &str = "-->";

/// The texts of the cues, each on lines of its own.
pub(crate) fn read(source: &str, name: &str) -> Result<Document, DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    let mut lines = source.lines().map(str::trim).peekable();
    let mut is_in_cue = false;
    while let Some(line) = lines.next() {
        if line.is_empty() {
            is_in_cue = false;
            outline.start(Element::Line);
        } else if line.contains(ARROW) {
            is_in_cue = true;
        // What is before the times of a cue is its number, or about the file.
        } else if is_in_cue && !is_number_of_cue(line, lines.peek()) {
            outline.text(&without_tags(line));
            outline.text(" ");
        }
    }
    plain::document(outline, name)
}

/// Whether it is the number of the next cue, which some files do not set apart.
fn is_number_of_cue(line: &str, next: Option<&&str>) -> bool {
    line.bytes().all(|it| it.is_ascii_digit()) && next.is_some_and(|it| it.contains(ARROW))
}

/// The line without marks such as `<i>` and `{\an8}`.
fn without_tags(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    // What closes no mark is not looked for again: a line may have a million signs that open one.
    let last = ['>', '}'].map(|it| line.rfind(it));
    while let Some(start) = rest.find(['<', '{']) {
        let (before, tag) = rest.split_at(start);
        let (end, last) = if tag.starts_with('<') { ('>', last[0]) } else { ('}', last[1]) };
        let is_closed = last.is_some_and(|it| it >= line.len() - tag.len());
        let is_mark = is_closed
            && tag[1..].starts_with(|it: char| it.is_ascii_alphanumeric() || matches!(it, '/' | '\\'));
        let Some((_, after)) = is_mark.then(|| tag.split_once(end)).flatten() else {
            let (sign, after) = tag.split_at(1);
            shown.push_str(before);
            shown.push_str(sign);
            rest = after;
            continue;
        };
        shown.push_str(before);
        rest = after;
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        read(source, "film").unwrap().sections.remove(0).text
    }

    #[test]
    fn signs_that_open_marks_without_end_take_no_time() {
        for line in ["<a".repeat(1 << 20), format!("{}>", "< ".repeat(1 << 20))] {
            assert!(without_tags(&line) == line);
        }
    }

    #[test]
    fn cues_are_lines_without_numbers_times_and_marks() {
        let srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Press the</i> red\r\nbutton.\r\n\r\n2\r\n\
            00:00:03,000 --> 00:00:04,000\r\n{\\an8}5 < 7\r\n12\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\nEnd.\r\n";
        assert_eq!(text(srt), "Press the red button.\n5 < 7 12 End.");
        let vtt = "WEBVTT - a film\n\nNOTE made by hand\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hello <b>you</b>";
        assert_eq!(text(vtt), "Hello you");
    }
}
