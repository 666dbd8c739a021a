//! Requests in free words, as people write them who have not read the manual, in English, German and French: all of such a request is
//! turned into steps of the grammar, or none of it.
//!
//! A request is divided into clauses ([`request`]); patterns over classes of words ([`vocabulary`]) show what each wants ([`clause`]);
//! and the wishes are joined to steps ([`compose`]), which the plan of a run shows.

mod answers;
mod arithmetic;
mod clause;
mod compose;
mod facts;
mod file_name;
mod functions;
mod groups;
mod ledger;
mod letters;
mod likely_text;
mod lines;
mod manner;
mod matcher;
mod number_words;
mod numbers;
mod parts;
mod patterns;
mod percent;
mod periods;
mod question;
mod request;
mod slips;
mod stories;
mod sums;
mod talk;
mod tellings;
mod text_words;
mod thanks;
mod tokens;
mod units;
mod vocabulary;
mod wish;
mod words;

pub(super) use compose::Keyboard;

use lines::Division;
use numbers::Commas;
use vocabulary::Vocabulary;
use words::{Word, words};

/// The steps of a request in free words; `None` where not all of it is understood. The error is that of a request that is understood,
/// and has two readings or lacks something.
pub(super) fn steps_of(request: &str, keyboard: Keyboard) -> Result<Option<Vec<String>>, String> {
    let vocabulary = Vocabulary::new();
    let words = vocabulary.without_slips(words(request));
    let commas = commas(&words);
    let (words, division) = match lines::without_division(&vocabulary, &words) {
        Some(words) => (words, Division::Lines),
        None => (words, Division::Written),
    };
    match request::wishes(&vocabulary, request, &words, commas, division)? {
        Some(wishes)
            if !wishes.is_empty()
                && (division == Division::Written || wishes.iter().any(|it| it.text().is_some())) =>
        {
            compose::steps(wishes, keyboard).map(|steps| Some(steps).filter(|it| !it.is_empty()))
        }
        _ => Ok(None),
    }
}

/// Whether a comma stands before decimals in this request.
pub(super) fn has_decimal_commas(request: &str) -> bool {
    commas(&words(request)) == Commas::Decimals
}

/// Words that are common in German or French and in no English request.
const WITH_DECIMAL_COMMAS: &[&str] = &[
    "ist",
    "sind",
    "wieviel",
    "rechne",
    "berechne",
    "bitte",
    "und",
    "den",
    "das",
    "mal",
    "geteilt",
    "durch",
    "prozent",
    "von",
    "was",
    "wie",
    "viel",
    "ich",
    "der",
    "die",
    "kannst",
    "ergibt",
    "combien",
    "font",
    "calcule",
    "fois",
    "et",
    "le",
    "les",
    "ca",
    "fait",
    "divise",
    "par",
    "stp",
    "svp",
    "merci",
    "bonjour",
    "additionne",
    "moins",
    "combien",
    "je",
    "quel",
    "calculez",
    "pour",
    "danke",
    "addiere",
    "weniger",
    "zusammen",
    "hoch",
];

/// Whether a comma stands before decimals, by the language of the request.
fn commas(words: &[Word]) -> Commas {
    match words.iter().any(|it| WITH_DECIMAL_COMMAS.contains(&it.folded.as_str())) {
        true => Commas::Decimals,
        false => Commas::Thousands,
    }
}
