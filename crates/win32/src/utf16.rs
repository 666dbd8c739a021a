//! Texts as Windows has them: units of 16 bits, ended by a zero. Pure.

/// The units of a text, with the zero that ends it.
///
/// A zero in the text would end it early, so it is left out.
pub(crate) fn terminated(text: &str) -> Vec<u16> {
    text.encode_utf16().filter(|unit| *unit != 0).chain([0]).collect()
}

/// The text before the first zero. Half a surrogate pair becomes a replacement character.
pub(crate) fn text_of(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}

/// A text on a control without the marks of the letter that is pressed with Alt: two of them stand for one that is shown.
pub(crate) fn without_mark(text: &str) -> String {
    text.replace("&&", "\0").replace('&', "").replace('\0', "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_there_and_back_and_end_at_the_zero() {
        for text in ["", "Grüße ✓", "𝒳🙂", "a\nb"] {
            let units = terminated(text);
            assert_eq!(units.last(), Some(&0));
            assert_eq!(text_of(&units), text);
        }
        assert_eq!(terminated("a\0b"), [97, 98, 0]);
        assert_eq!(text_of(&[97, 0, 98]), "a");
        assert_eq!(text_of(&[97, 0xd83d]), "a\u{fffd}");
        assert_eq!(text_of(&[97, 98]), "ab");
    }

    #[test]
    fn a_mark_is_not_shown_and_two_are_one() {
        for (text, shown) in [("&Save", "Save"), ("Salt && &pepper", "Salt & pepper"), ("no mark", "no mark")]
        {
            assert_eq!(without_mark(text), shown);
        }
    }
}
