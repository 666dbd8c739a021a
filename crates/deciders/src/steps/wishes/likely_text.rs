//! Whether words behind a verb of writing are the text itself, or say what kind of text somebody else is to write.

use super::{
    super::{phrases::is_file_name, repeats::repeated},
    words::fold,
};

/// Words with which something begins that is described, or somebody to whom it is written.
const BEGINNINGS: &[&str] = &[
    "a",
    "an",
    "to",
    "some",
    "the",
    "my",
    "me",
    "his",
    "her",
    "your",
    "it",
    "that",
    "this",
    "on",
    "off",
    "up",
    "down",
    "out",
    "in",
    "into",
    "code",
    "something",
    "anything",
    "today's",
    "todays",
    "tomorrow's",
    "current",
    "what",
    "how",
    "who",
    "when",
    "where",
    "why",
    "whatever",
    "about",
    "him",
    "them",
    "eine",
    "einen",
    "ein",
    "ne",
    "meiner",
    "meinem",
    "meine",
    "mein",
    "meinen",
    "mir",
    "das",
    "den",
    "die",
    "der",
    "ihm",
    "ihr",
    "es",
    "etwas",
    "was",
    "wie",
    "wer",
    "wann",
    "wo",
    "heutiges",
    "auf",
    "un",
    "une",
    "des",
    "du",
    "au",
    "aux",
    "mon",
    "ma",
    "mes",
    "le",
    "la",
    "les",
    "lui",
    "dans",
    "quelque",
    "ce",
    "comment",
    "quand",
    "quel",
    "quelle",
    "again",
    "twice",
    "nochmal",
    "encore",
    "backwards",
];

/// Words of messages that are sent, and of how a text looks.
const OTHER_TASKS: &[&str] = &[
    "email",
    "e-mail",
    "mail",
    "sms",
    "whatsapp",
    "tweet",
    "nachricht",
    "courriel",
    "texto",
    "bold",
    "italic",
    "italics",
    "underlined",
    "uppercase",
    "capitals",
    "caps",
    "centered",
    "font",
    "fett",
    "kursiv",
    "unterstrichen",
    "grossbuchstaben",
    "gras",
    "italique",
    "majuscules",
    "souligne",
    "poem",
    "essay",
    "gedicht",
    "aufsatz",
    "poeme",
];

/// Words that say where or how something is written.
const INSIDE: &[&str] = &[
    " into ",
    " in the ",
    " in a ",
    " in my ",
    " as the ",
    " in red",
    " in blue",
    " in green",
    " in black",
    " in big ",
    " in large ",
    " in small ",
    " in german",
    " in french",
    " in english",
    " and make it ",
    " and send ",
    " auf deutsch",
    " auf englisch",
    " in rot",
    " in blau",
    " en rouge",
    " en bleu",
    " en anglais",
    " en francais",
    " dans le ",
    " dans la ",
    " dans un",
    " in die ",
    " in das ",
    " in den ",
    " ins ",
    " im ",
    " und mach ",
    " und schick",
    " et envoie",
    " and then ",
    " then ",
    " dann ",
    " danach ",
    " puis ",
    " ensuite ",
    " dass ",
    " that i",
    " que je ",
    " at the end",
    " at the top",
    " of the file",
    " am ende ",
    " a la fin ",
    "; ",
];

/// Words that say how a text is divided into lines. In quotation marks they are part of the text.
const DIVISIONS: &[&str] = &[
    " own line",
    " own lines",
    " separate line",
    " separate lines",
    " different lines",
    " new line",
    " new lines",
    " single line",
    " per line",
    " a line each",
    " line each",
    " line by line",
    " below each other",
    " under each other",
    " eigenen zeile",
    " eigene zeile",
    " eigenen zeilen",
    " neuen zeile",
    " neue zeile",
    " pro zeile",
    " je zeile",
    " zeilenweise",
    " untereinander",
    " par ligne",
    " sur une ligne",
    " a la ligne",
    " ligne par ligne",
    " l' un sous l' autre",
];

/// Words with which letters begin.
const LETTERS: &[&str] =
    &["dear", "hi", "hello", "hey", "liebe", "lieber", "hallo", "sehr", "cher", "chere", "bonjour", "salut"];

/// Whether the words are surely the text itself: `to my boss that I am sick` is none, and `hello in bold` is none.
pub(super) fn is_surely_text(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split_whitespace().map(|it| it.trim_matches([',', '.', '!', '?', ';'])).collect();
    let first = words.first().copied().unwrap_or_default();
    // A sentence that begins with a capital is written, not described.
    let is_sentence = text.starts_with(char::is_uppercase) && words.len() > 2;
    let is_described = BEGINNINGS.contains(&first) && !is_sentence;
    let is_other =
        words.iter().any(|it| OTHER_TASKS.contains(it)) || INSIDE.iter().any(|it| folded.contains(it));
    // A file at the end is a place.
    let has_file = words.len() > 1 && words.last().is_some_and(|it| is_file_name(it));
    !is_described && !is_other && !has_file && !says_how_often(&folded, &words)
}

/// Whether the words also say how the text is divided into lines: `milk and eggs, each on its own line`.
pub(super) fn says_its_lines(text: &str) -> bool {
    let folded = format!(" {}", fold(text));
    DIVISIONS.iter().any(|it| folded.contains(it))
}

/// Words before the last of a text that make it a place or a manner.
const BEFORE_LAST: &[&str] = &["on", "in", "to", "as", "auf", "im", "sur", "en", "dans", "mit", "with"];

/// Last words of a text that may say where it is saved, or how it looks.
const LAST: &[&str] = &[
    "desktop",
    "stick",
    "documents",
    "folder",
    "dokumente",
    "dokumenten",
    "ordner",
    "schreibtisch",
    "bureau",
    "dossier",
    "usb",
    "bold",
    "italics",
    "italic",
    "caps",
    "capitals",
    "uppercase",
    "lowercase",
    "letters",
    "red",
    "blue",
    "green",
    "grossbuchstaben",
    "kleinbuchstaben",
    "fett",
    "kursiv",
    "majuscules",
    "gras",
    "italique",
    "font",
    "schrift",
    "buchstaben",
];

/// Whether the last words may say where a text is saved or how it looks: `hello on my usb stick`, `hello in capital letters`.
pub(super) fn ends_with_manner(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split_whitespace().map(|it| it.trim_matches(['.', '!', ','])).collect();
    let Some((last, before)) = words.split_last() else { return false };
    LAST.contains(last) && before.iter().rev().take(4).any(|it| BEFORE_LAST.contains(it))
}

/// `hello 3 times`, `5 mal hallo`.
fn says_how_often(folded: &str, words: &[&str]) -> bool {
    let is_count = |it: &&str| it.parse::<u32>().is_ok();
    let counts = |pair: &[&str]| matches!(pair, [count, times] if is_count(count) && ["mal", "fois", "times"].contains(times));
    repeated(folded).is_some() || words.windows(2).any(counts) || words.last() == Some(&"twice")
}

/// Whether a text may be a letter, which thanks may end.
pub(super) fn is_letter(text: &str) -> bool {
    let has_sentences = [". ", "! ", "? "].iter().any(|it| text.contains(it));
    is_letter_to_somebody(text) || has_sentences
}

/// Whether a text begins as letters do.
pub(super) fn is_letter_to_somebody(text: &str) -> bool {
    let folded = fold(text);
    LETTERS.contains(&folded.split([' ', ',']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_text_is_divided_is_no_part_of_it() {
        for (text, is_said) in [
            ("milk, eggs and bread, each on own line", true),
            ("Butter und Käse, jedes in einer eigenen Zeile", true),
            ("pain et lait, un par ligne", true),
            ("the line is busy", false),
        ] {
            assert_eq!(says_its_lines(text), is_said, "{text}");
        }
    }

    #[test]
    fn a_place_or_a_manner_at_the_end_may_be_no_text() {
        for (text, expected) in [
            ("hello on my usb stick", true),
            ("hello in capital letters", true),
            ("hallo auf dem Desktop", true),
            ("two letters", false),
            ("dentist on Monday", false),
        ] {
            assert_eq!(ends_with_manner(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_described_is_not_typed() {
        for (text, is_text) in [
            ("hello world", true),
            ("Bonjour tout le monde", true),
            ("My name is Ada", true),
            ("10 bottles water", true),
            ("to my boss that I am sick", false),
            ("my mother a letter", false),
            ("hello in bold", false),
            ("hello 3 times", false),
            ("5 mal hallo", false),
            ("today's date", false),
            ("what the weather is", false),
            ("meiner Mutter eine Nachricht", false),
        ] {
            assert_eq!(is_surely_text(text), is_text, "{text}");
        }
    }
}
