//! A target for fuzzing: every answer of a grounding service is a list of elements or an error.

use super::answer::parse_answer;
use deskpilot_core::Rect;
use std::hint::black_box;

/// The body of an answer.
pub fn grounding_answer(bytes: &[u8]) {
    drop(black_box(parse_answer(bytes, Rect::new(1000, 500, 200, 100))));
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_answer_is_a_list_of_elements_or_an_error() {
        let words = [
            "\"parsed_content_list\":",
            "\"bbox\":[",
            "'bbox': [",
            "\"content\":",
            "True",
            "\"score\":",
            "1e308",
        ];
        deskpilot_fuzz::fuzz("grounding_answer", &words, super::grounding_answer);
    }
}
