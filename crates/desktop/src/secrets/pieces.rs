//! A long text in pieces, in which secrets are searched one piece at a time.

/// The usual length of a piece in bytes.
pub(super) const PIECE: usize = 64 * 1024;
/// How far back the beginning of a word is looked for.
const LONGEST_WORD: usize = 256;

/// The text in pieces. Each begins with at least the last `shared` bytes of the one before, so that what is no longer than
/// that is complete in one of them; words are not cut.
pub(super) fn of(text: &str, shared: usize) -> impl Iterator<Item = &str> {
    let length = PIECE.max(4 * shared);
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = match text.len() - start <= length {
            true => text.len(),
            false => word_start(text, start + length),
        };
        next = (end < text.len()).then(|| word_start(text, end - shared));
        Some(&text[start..end])
    })
}

/// The blank before the word at this byte; the byte itself, or the character that it belongs to, where the word is too long.
fn word_start(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let from = text.floor_char_boundary(at.saturating_sub(LONGEST_WORD));
    text[from..at].rfind(char::is_whitespace).map_or(at, |nth| from + nth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_overlap_and_cover_the_text_without_cutting_words() {
        for text in ["", "short", "wörter ".repeat(PIECE / 2).as_str(), "ä".repeat(PIECE).as_str()] {
            let (mut covered, mut shortest) = (0, usize::MAX);
            for piece in of(text, 100) {
                let start = piece.as_ptr() as usize - text.as_ptr() as usize;
                assert!(start <= covered, "no gap before byte {start}");
                shortest = if start == 0 { shortest } else { shortest.min(covered - start) };
                covered = start + piece.len();
                let is_cut = |at: usize| text[..at].ends_with("wört") || text[at..].starts_with("örter");
                assert!(!is_cut(start) && !is_cut(covered), "bytes {start} to {covered}");
            }
            assert_eq!(covered, text.len());
            assert!(shortest >= 100, "{shortest} bytes are in two pieces");
        }
    }
}
