//! Sentences that tell why something is asked for, and ask for nothing themselves: `I have to do my taxes`.

use super::{numbers::in_words, vocabulary::Vocabulary, words::Word};

/// Words with which people tell of themselves.
const BEGINNINGS: &[&str] = &[
    "i", "i'm", "im", "i've", "ive", "i'll", "we", "we're", "we've", "my", "our", "ich", "wir", "mein",
    "meine", "unser", "unsere", "je", "j'", "nous", "mon", "ma", "mes", "notre",
];

/// Words before what belongs to somebody.
const OWNED: &[&str] = &["my", "our", "mein", "meine", "unser", "unsere", "mon", "ma", "mes", "notre"];

/// Verbs of sentences about what belongs to somebody.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "comes", "came", "gets", "got", "needs", "wants",
    "goes", "broke", "said", "says", "ist", "sind", "war", "hat", "haben", "kommt", "kommen", "will",
    "braucht", "est", "sont", "a", "ont", "vient", "viennent", "veut", "arrive",
];

/// Words of a sentence that is about what is to be done, or asks for something.
const ASKING: &[&str] = &[
    "you",
    "u",
    "your",
    "please",
    "pls",
    "it",
    "them",
    "this",
    "that",
    "these",
    "should",
    "would",
    "could",
    "can",
    "shall",
    "don't",
    "dont",
    "not",
    "never",
    "no",
    "without",
    "only",
    "also",
    "too",
    "like",
    "du",
    "dir",
    "dich",
    "sie",
    "ihr",
    "bitte",
    "es",
    "soll",
    "sollte",
    "sollen",
    "nicht",
    "kein",
    "keine",
    "ohne",
    "auch",
    "nur",
    "moechte",
    "haette",
    "brauche",
    "brauch",
    "brauchen",
    "braeuchte",
    "kann",
    "tu",
    "te",
    "vous",
    "toi",
    "ca",
    "cela",
    "pas",
    "sans",
    "aussi",
    "voudrais",
    "aimerais",
    "peux",
    "peut",
    "aide",
    "help",
    "hilfe",
    "helfen",
    "how",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "was",
    "wie",
    "wer",
    "wo",
    "wann",
    "combien",
    "quel",
    "quelle",
    "comment",
    "percent",
    "prozent",
    "rabatt",
    "discount",
    "off",
];

/// What people ask computers for, and Deskpilot's built-in model does not do.
const TASKS: &[&str] = &[
    "bestell",
    "bestelle",
    "kauf",
    "kaufe",
    "ruf",
    "rufe",
    "buch",
    "buche",
    "such",
    "suche",
    "spiel",
    "spiele",
    "lies",
    "sag",
    "erzaehl",
    "druck",
    "drucke",
    "schick",
    "schicke",
    "commande",
    "achete",
    "appelle",
    "joue",
    "lis",
    "dis",
    "buy",
    "fix",
    "repair",
    "turn",
    "switch",
    "email",
    "e-mail",
    "mail",
    "emails",
    "mails",
    "send",
    "print",
    "search",
    "google",
    "book",
    "order",
    "call",
    "text",
    "message",
    "translate",
    "play",
    "listen",
    "watch",
    "remind",
    "reminder",
    "alarm",
    "timer",
    "download",
    "install",
    "draw",
    "record",
    "scan",
    "upload",
    "post",
    "reply",
    "answer",
    "ask",
    "tell",
    "read",
    "look",
    "see",
    "know",
    "hear",
    "drucken",
    "ausdrucken",
    "suchen",
    "buchen",
    "bestellen",
    "anrufen",
    "uebersetzen",
    "spielen",
    "hoeren",
    "erinnern",
    "schicken",
    "senden",
    "zeichnen",
    "lesen",
    "sehen",
    "wissen",
    "imprimer",
    "chercher",
    "reserver",
    "commander",
    "appeler",
    "traduire",
    "jouer",
    "ecouter",
    "rappeler",
    "envoyer",
    "dessiner",
    "lire",
    "voir",
    "savoir",
    "courriel",
    "photo",
    "photos",
    "music",
    "musik",
    "musique",
    "picture",
    "pictures",
    "bild",
    "bilder",
    "video",
    "videos",
    "website",
    "webseite",
    "bold",
    "font",
    "red",
    "blue",
    "line",
    "lines",
    "zeile",
    "zeilen",
    "ligne",
    "lignes",
    "folder",
    "ordner",
    "dossier",
    "desktop",
    "pdf",
];

/// Classes whose words ask for something in any sentence.
const CLASSES: &[&str] = &[
    "open",
    "type",
    "typed",
    "put",
    "save",
    "saved",
    "file",
    "editor",
    "calculator",
    "result",
    "destroy",
    "browser",
    "files",
    "terminal",
    "spreadsheet",
    "writer",
    "add-numbers",
    "subtract-numbers",
    "multiply-numbers",
    "divide-numbers",
    "note",
    "create",
];

/// Verbs of what people do themselves, behind `I want to`.
const OWN: &[&str] = &[
    "do", "plan", "check", "prepare", "study", "learn", "practice", "go", "count", "manage", "organise",
    "organize", "finish", "pay", "budget", "track", "keep", "sort", "compare",
];

/// Words of writing and making that people do themselves behind `I have to`: what they make is no file.
const MAKING: &[&str] =
    &["write", "make", "do", "machen", "schreiben", "faire", "ecrire", "prepare", "preparer", "note"];

/// Words that say that one has to do it oneself.
const HAVING_TO: &[&str] = &[
    "to", "muss", "muessen", "must", "dois", "devons", "faut", "gotta", "vais", "allons", "will", "want",
    "need",
];

/// Whether the words only tell something of the one who asks.
pub(super) fn is_talk(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    let reason = vocabulary.longest("reason", words);
    let rest = &words[reason..];
    let Some(first) = rest.first() else { return false };
    let begins = reason > 0 || BEGINNINGS.contains(&first.folded.as_str());
    let says_to = rest.iter().any(|it| HAVING_TO.contains(&it.folded.as_str()));
    // `My glasses` alone are a thing that is asked for.
    let is_sentence = reason > 0
        || !OWNED.contains(&first.folded.as_str())
        || rest.iter().any(|it| VERBS.contains(&it.folded.as_str()));
    // Behind a mark or a joint something else may be asked for.
    let inner = &rest[..rest.len() - 1];
    let is_one = inner.iter().all(|it| it.marks.is_empty())
        && (0..rest.len()).all(|at| vocabulary.longest("joint", &rest[at..]) == 0);
    rest.len() > 1
        && is_one
        && begins
        && is_sentence
        && wants_nothing(rest)
        && rest.iter().all(|it| tells(vocabulary, it, says_to))
}

/// Whether nothing is wanted but what people do themselves.
fn wants_nothing(words: &[Word]) -> bool {
    let texts: Vec<&str> = words.iter().map(|it| it.folded.as_str()).collect();
    let is_own =
        |at: usize| texts.get(at + 1) == Some(&"to") && texts.get(at + 2).is_some_and(|it| OWN.contains(it));
    texts.iter().enumerate().all(|(at, it)| !matches!(*it, "want" | "need" | "wanna" | "wish") || is_own(at))
}

/// Whether a word tells, and asks for nothing.
fn tells(vocabulary: &Vocabulary, word: &Word, says_to: bool) -> bool {
    let text = word.folded.as_str();
    let is_letters = text.chars().all(|it| it.is_alphabetic() || matches!(it, '\'' | '-'));
    let is_number = in_words(&[text]).is_some_and(|(number, _)| number > 1);
    let is_own = says_to && MAKING.contains(&text);
    word.quoted.is_none()
        && is_letters
        && !is_number
        && !word.marks.contains(':')
        && !ASKING.contains(&text)
        && !TASKS.contains(&text)
        && (is_own || !CLASSES.iter().any(|class| vocabulary.has_word(class, word)))
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn a_sentence_that_asks_for_something_is_no_talk() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("i have to do my taxes", true),
            ("My grandson is coming on Sunday", true),
            ("I want to plan my budget", true),
            ("because I have to check my bills", true),
            ("ich muss meine Steuern machen", true),
            ("je dois faire mes comptes", true),
            ("it is for my class", true),
            ("I have to write an essay for school", true),
            ("i have to email my boss", false),
            ("I want a pizza", false),
            ("I want to watch a film", false),
            ("I get 10 percent off", false),
            ("my text should be red", false),
            ("I need it in bold", false),
            ("ich möchte einen Kaffee", false),
            ("it is red", false),
            ("I write a file", false),
            ("my glasses", false),
            ("ich habe Hunger. Bestell eine Pizza", false),
            ("ich habe Hunger und bestell eine Pizza", false),
        ] {
            assert_eq!(is_talk(&vocabulary, &words(text)), expected, "{text}");
        }
    }
}
