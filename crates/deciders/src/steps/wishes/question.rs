//! What a question at the end of a story asks for, by the words that it is made of: none of them is another.

use super::{
    numbers::in_words,
    periods::{Period, period},
    words::Word,
};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The sum of the amounts.
    Total,
    /// What the first amount is without the others.
    Left,
    /// What one of several people has of an amount.
    Each,
    /// What is given back of a note.
    Change,
    /// What an amount of one period is in so many of another.
    Over(String, Period),
}

/// Words with which a question begins.
const BEGINNINGS: &[&str] = &[
    "how", "what", "whats", "what's", "wie", "wieviel", "was", "combien", "quel", "quelle", "que", "ca",
    "c'", "je", "qu'", "il", "on",
];

/// Words of questions that say nothing more.
const AROUND: &[&str] = &[
    "er",
    "jetzt",
    "he",
    "one",
    "their",
    "our",
    "share",
    "cette",
    "ce",
    "maintenant",
    "elle",
    "auf",
    "mein",
    "meine",
    "teil",
    "part",
    "as",
    "how",
    "much",
    "what",
    "whats",
    "what's",
    "is",
    "are",
    "was",
    "does",
    "do",
    "did",
    "will",
    "would",
    "must",
    "should",
    "have",
    "has",
    "to",
    "i",
    "we",
    "you",
    "it",
    "that",
    "this",
    "a",
    "the",
    "my",
    "our",
    "in",
    "for",
    "of",
    "on",
    "total",
    "altogether",
    "together",
    "all",
    "everything",
    "sum",
    "amount",
    "price",
    "final",
    "cost",
    "costs",
    "pay",
    "paid",
    "spend",
    "spent",
    "earn",
    "get",
    "make",
    "makes",
    "save",
    "need",
    "come",
    "comes",
    "be",
    "money",
    "after",
    "then",
    "so",
    "and",
    "at",
    "end",
    "bill",
    "now",
    "new",
    "over",
    "whole",
    "with",
    "they",
    "them",
    "if",
    "wie",
    "viel",
    "wieviel",
    "ist",
    "sind",
    "macht",
    "kostet",
    "kosten",
    "zahle",
    "zahlt",
    "zahlen",
    "bezahle",
    "bezahlt",
    "bezahlen",
    "muss",
    "muessen",
    "gebe",
    "geben",
    "ausgegeben",
    "aus",
    "habe",
    "hab",
    "haben",
    "ich",
    "wir",
    "pro",
    "das",
    "es",
    "alles",
    "zusammen",
    "insgesamt",
    "noch",
    "mir",
    "uns",
    "bekomme",
    "bekommt",
    "bekommen",
    "kriege",
    "kriegt",
    "verdiene",
    "spare",
    "gespart",
    "kommt",
    "da",
    "im",
    "einem",
    "einer",
    "nach",
    "am",
    "ende",
    "die",
    "der",
    "den",
    "summe",
    "preis",
    "dann",
    "und",
    "von",
    "fuer",
    "kosten",
    "sich",
    "man",
    "je",
    "combien",
    "quel",
    "quelle",
    "est",
    "ca",
    "fait",
    "font",
    "coute",
    "coutent",
    "on",
    "nous",
    "il",
    "me",
    "te",
    "se",
    "dois",
    "doit",
    "doivent",
    "payer",
    "paie",
    "paye",
    "paient",
    "par",
    "tout",
    "en",
    "au",
    "ensemble",
    "la",
    "le",
    "l'",
    "gagne",
    "depense",
    "j'",
    "ai",
    "y",
    "bout",
    "d'",
    "un",
    "une",
    "apres",
    "pour",
    "que",
    "qu'",
    "donc",
    "alors",
    "et",
    "c'",
    "prix",
    "somme",
    "recois",
    "va",
    "vont",
    "per",
    "us",
    "when",
    "give",
    "gives",
    "due",
    "avoir",
];

/// Words that say what is asked for.
const ASKED: &[(&[&str], Question)] = &[
    (&["left", "remaining", "remain", "remains", "bleibt", "uebrig", "reste"], Question::Left),
    (
        &[
            "each",
            "everyone",
            "everybody",
            "person",
            "personne",
            "apiece",
            "jeder",
            "jede",
            "einzelne",
            "chacun",
            "chacune",
        ],
        Question::Each,
    ),
    (
        &["change", "back", "zurueck", "rueckgeld", "wechselgeld", "rend", "rendre", "monnaie", "rendu"],
        Question::Change,
    ),
];

/// The question behind a story: where it begins, and what it asks for.
pub(super) fn question(words: &[Word]) -> Option<(usize, Question)> {
    (1..words.len()).find_map(|at| Some((at, asked(&words[at..])?)))
}

fn asked(words: &[Word]) -> Option<Question> {
    let texts: Vec<&str> = words.iter().map(|it| it.folded.as_str()).collect();
    let joints = texts
        .iter()
        .take_while(|it| ["so", "and", "then", "und", "et", "alors", "also"].contains(it))
        .count();
    let first = texts.get(joints)?;
    (BEGINNINGS.contains(first) && (texts.len() - joints > 1 || *first == "combien")).then_some(())?;
    let mut asked: Option<Question> = None;
    let mut at = joints;
    while at < texts.len() {
        let (found, length) = match over(&texts[at..]) {
            Some((question, length)) => (Some(question), length),
            None => (ASKED.iter().find(|(words, _)| words.contains(&texts[at])).map(|(_, it)| it.clone()), 1),
        };
        match (&asked, found) {
            (_, None) if !AROUND.contains(&texts[at]) => return None,
            (_, None) => {}
            (Some(one), Some(other)) if *one != other => return None,
            (_, Some(found)) => asked = Some(found),
        }
        at += length;
    }
    let is_short = matches!(texts[joints], "je" | "il" | "on" | "ca" | "c'" | "que" | "qu'");
    // `Je paie combien` is a question, and `je paie` none.
    (!is_short || texts.contains(&"combien")).then(|| asked.unwrap_or(Question::Total))
}

/// `6 months`, `one year`, `month`, and how many words that takes.
fn over(texts: &[&str]) -> Option<(Question, usize)> {
    let article = ["a", "an", "one", "ein", "einem", "einer", "un", "une"];
    let (count, length) = match texts.first()? {
        first if first.bytes().all(|it| it.is_ascii_digit()) => ((*first).to_owned(), 1),
        first if article.contains(first) && texts.len() > 1 => ("1".to_owned(), 1),
        _ => match in_words(texts) {
            Some((count, length)) => (count.to_string(), length),
            None => ("1".to_owned(), 0),
        },
    };
    let period = period(texts.get(length)?)?;
    Some((Question::Over(count, period), length + 1))
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn a_question_is_known_by_its_words() {
        for (text, expected) in [
            ("x, how much is that in one year?", Some(Question::Over("1".into(), Period::Year))),
            ("x how much do i pay for 6 months", Some(Question::Over("6".into(), Period::Month))),
            ("x, what does each of us pay", Some(Question::Each)),
            ("x, what does each pay", Some(Question::Each)),
            ("x, wie viel bekomme ich zurück", Some(Question::Change)),
            ("x, combien il me reste", Some(Question::Left)),
            ("x, was kostet das zusammen", Some(Question::Total)),
            ("x, how much does he owe me", None),
            ("x, how much is left for each", None),
            ("x, was 12", None),
        ] {
            assert_eq!(question(&words(text)).map(|(_, it)| it), expected, "{text}");
        }
    }
}
