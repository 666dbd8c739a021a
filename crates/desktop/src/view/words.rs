//! Splits names and requests into words, in any script.

/// Words that do not distinguish one request from another.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "click", "for", "from", "in", "into", "is", "it", "of", "on", "or",
    "press", "that", "the", "then", "this", "to", "with",
];

/// The words of a text in lower case: runs of letters and digits; in scripts without blanks every pair of neighbours.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut run = String::new();
    let mut unspaced: Vec<char> = Vec::new();
    for c in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        if is_unspaced(c) {
            end_word(&mut words, &mut run);
            unspaced.push(c);
            continue;
        }
        pairs(&mut words, &mut unspaced);
        if c.is_alphanumeric() { run.push(c) } else { end_word(&mut words, &mut run) }
    }
    words
}

/// The words of a text without stop words; all of them if nothing else is left.
pub(super) fn content_words(text: &str) -> Vec<String> {
    let all = words(text);
    let content: Vec<String> =
        all.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).cloned().collect();
    if content.is_empty() { all } else { content }
}

fn end_word(words: &mut Vec<String>, run: &mut String) {
    if !run.is_empty() {
        words.push(std::mem::take(run));
    }
}

fn pairs(words: &mut Vec<String>, unspaced: &mut Vec<char>) {
    match unspaced.as_slice() {
        [] => return,
        [one] => words.push(one.to_string()),
        many => words.extend(many.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
    unspaced.clear();
}

/// Han, Kana and Thai are written without blanks between words.
const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_every_script() {
        for (text, expected) in [
            ("Save _As…", "save as"),
            ("GRÖSSE ändern", "grösse ändern"),
            ("保存文件", "保存 存文 文件"),
            ("打 x2", "打 x2"),
            ("名前を付けて Save", "名前 前を を付 付け けて save"),
            ("저장 취소", "저장 취소"),
            (" … ", ""),
        ] {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
        assert_eq!(content_words("click on the Save button").join(" "), "save button");
        assert_eq!(content_words("As of").join(" "), "as of");
    }
}
