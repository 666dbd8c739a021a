//! Numbers in words: English and French ones are added, German ones are written together.

/// English and French number words that are added, with their values.
const PARTS: &[(&str, u64)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fourty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("un", 1),
    ("deux", 2),
    ("trois", 3),
    ("quatre", 4),
    ("cinq", 5),
    ("sept", 7),
    ("huit", 8),
    ("neuf", 9),
    ("dix", 10),
    ("onze", 11),
    ("douze", 12),
    ("treize", 13),
    ("quatorze", 14),
    ("quinze", 15),
    ("seize", 16),
    ("vingt", 20),
    ("vingts", 20),
    ("trente", 30),
    ("quarante", 40),
    ("cinquante", 50),
    ("soixante", 60),
    ("septante", 70),
    ("huitante", 80),
    ("nonante", 90),
];

/// German number words, which are written together.
const GERMAN: &[(&str, u64)] = &[
    ("null", 0),
    ("ein", 1),
    ("eins", 1),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
    ("fuenf", 5),
    ("sechs", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("zehn", 10),
    ("elf", 11),
    ("zwoelf", 12),
    ("dreizehn", 13),
    ("vierzehn", 14),
    ("fuenfzehn", 15),
    ("sechzehn", 16),
    ("siebzehn", 17),
    ("achtzehn", 18),
    ("neunzehn", 19),
    ("zwanzig", 20),
    ("dreissig", 30),
    ("vierzig", 40),
    ("fuenfzig", 50),
    ("sechzig", 60),
    ("siebzig", 70),
    ("achtzig", 80),
    ("neunzig", 90),
];

/// The number that the words at the start say, and how many words these are.
pub(super) fn in_words(words: &[&str]) -> Option<(u64, usize)> {
    if let Some(number) = words.first().and_then(|it| german(it)) {
        return Some((number, 1));
    }
    (1..=words.len().min(MOST_WORDS)).rev().find_map(|count| Some((added(&words[..count])?, count)))
}

/// The most words of a number: `nine hundred and ninety nine thousand nine hundred and ninety nine`.
const MOST_WORDS: usize = 12;

/// The number of English or French words that are added.
fn added(words: &[&str]) -> Option<u64> {
    let parts: Vec<&str> = words.iter().flat_map(|it| it.split('-')).collect();
    let (mut thousands, mut below) = (0_u64, 0_u64);
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        let before = at.checked_sub(1).map(|it| parts[it]);
        match *part {
            "a" if at == 0 && parts.get(1).is_some_and(|it| is_scale(it)) => below = 1,
            // `five cents` are money.
            "cent" | "cents" if parts[..at].iter().any(|it| is_english(it)) => return None,
            "hundred" | "cent" | "cents" if below < 100 => below = below.max(1) * 100,
            "thousand" | "mille" if thousands == 0 => {
                thousands = below.max(1) * 1_000;
                below = 0;
            }
            "and" if !is_last && below.is_multiple_of(100) && below + thousands > 0 => {}
            "et" if !is_last && below.is_multiple_of(10) && below % 100 >= 20 => {}
            "vingt" | "vingts" if before == Some("quatre") => below += 80 - 4,
            part => {
                let value = PARTS.iter().find(|(word, _)| *word == part).map(|(_, value)| *value)?;
                fits_behind(below, value, at == 0).then_some(())?;
                below += value;
            }
        }
    }
    Some(thousands + below)
}

/// Whether a number word is one of English; `six` is one of both languages.
fn is_english(word: &str) -> bool {
    PARTS.iter().take_while(|(it, _)| *it != "un").any(|(it, _)| *it == word) || word == "a"
}

fn is_scale(word: &str) -> bool {
    matches!(word, "hundred" | "thousand")
}

/// Whether a part may follow what is there: `twenty five`, `soixante quinze`, and not `five six`.
fn fits_behind(below: u64, value: u64, is_first: bool) -> bool {
    match value {
        _ if is_first => true,
        0 => false,
        1..=9 => below.is_multiple_of(10) && (below % 100 != 10 || value >= 7),
        10..=19 => matches!(below % 100, 0 | 60 | 80),
        _ => below.is_multiple_of(100),
    }
}

/// The number of a German word: `siebenhundertzwanzig`, `einundzwanzig`.
fn german(word: &str) -> Option<u64> {
    let scaled = |scale: &str, value: u64| {
        let (count, rest) = word.split_once(scale)?;
        let count = if count.is_empty() { 1 } else { german(count)? };
        let rest = rest.strip_prefix("und").unwrap_or(rest);
        let rest = if rest.is_empty() { 0 } else { german(rest)? };
        (rest < value).then_some(count * value + rest)
    };
    if word.contains("tausend") {
        return scaled("tausend", 1_000);
    }
    if word.contains("hundert") {
        return scaled("hundert", 100);
    }
    let base = |word: &str| GERMAN.iter().find(|(it, _)| *it == word).map(|(_, value)| *value);
    base(word)
        .filter(|_| word != "ein")
        .or_else(|| {
            let (one, tens) = word.split_once("und")?;
            let (one, tens) = (base(one)?, base(tens)?);
            (one < 10 && tens >= 20).then_some(tens + one)
        })
        .or_else(|| (word == "ein").then_some(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_words_of_three_languages_are_read_as_far_as_they_go() {
        for (text, expected) in [
            ("seven hundred and twenty divided", Some((720, 4))),
            ("fifteen", Some((15, 1))),
            ("two thousand five hundred", Some((2_500, 4))),
            ("a hundred and one", Some((101, 4))),
            ("twenty-five", Some((25, 1))),
            ("five six", Some((5, 1))),
            ("five and six", Some((5, 1))),
            ("siebenhundertzwanzig", Some((720, 1))),
            ("einundzwanzig", Some((21, 1))),
            ("zweitausenddreihundertfuenf", Some((2_305, 1))),
            ("hundert geteilt", Some((100, 1))),
            ("quatre-vingt-dix divise", Some((90, 1))),
            ("soixante et onze", Some((71, 3))),
            ("deux cent trente", Some((230, 3))),
            ("dix-sept", Some((17, 1))),
            ("mille", Some((1_000, 1))),
            ("and five", None),
            ("five cents", Some((5, 1))),
            ("rain", None),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(in_words(&words), expected, "{text}");
        }
    }
}
