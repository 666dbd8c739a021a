//! Thoughts that a model writes into its reply between tags, which are no answer.

/// The tags of thoughts, as models write them.
const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
];

/// A tag at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThoughtTag {
    /// It opens a thought that ends this many bytes later, its closing tag included.
    Closed(usize),
    /// It opens a thought that never ends.
    Unclosed(&'static str),
    /// It closes a thought, and has this many bytes. Where nothing opened the thought, a server has cut off its beginning.
    Closing(usize),
}

/// The tag of a thought with which the text begins.
pub(super) fn thought_tag(text: &str) -> Option<ThoughtTag> {
    TAGS.iter().find_map(|(opening, closing)| {
        if begins_with(text, closing) {
            return Some(ThoughtTag::Closing(closing.len()));
        }
        begins_with(text, opening).then(|| match find(text, closing) {
            Some(at) => ThoughtTag::Closed(at + closing.len()),
            None => ThoughtTag::Unclosed(opening),
        })
    })
}

/// Whether the text begins with a tag, in any case.
fn begins_with(text: &str, tag: &str) -> bool {
    text.as_bytes().get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag.as_bytes()))
}

fn find(text: &str, tag: &str) -> Option<usize> {
    text.as_bytes().windows(tag.len()).position(|it| it.eq_ignore_ascii_case(tag.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_closed_or_it_is_the_rest() {
        for (text, expected) in [
            ("<think>a</think>b", Some(ThoughtTag::Closed(16))),
            ("<Thinking>a</THINKING>b", Some(ThoughtTag::Closed(22))),
            ("<think>a</thinking>b", Some(ThoughtTag::Unclosed("<think>"))),
            ("[THINK]ä", Some(ThoughtTag::Unclosed("[THINK]"))),
            ("</thought>b", Some(ThoughtTag::Closing(10))),
            ("◁think▷a◁/think▷", Some(ThoughtTag::Closed("◁think▷a◁/think▷".len()))),
            ("<thinker>", None),
            ("think>", None),
            ("", None),
        ] {
            assert_eq!(thought_tag(text), expected, "{text}");
        }
    }
}
