//! What a question at the end of a story asks for, by the words that it is made of: none of them is another.

use super::{
    number_words::in_words,
    periods::{Period, period},
    vocabulary::Vocabulary,
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

/// The classes of words that say what is asked for.
const ASKED: &[(&str, Question)] =
    &[("asks-left", Question::Left), ("asks-each", Question::Each), ("asks-change", Question::Change)];

/// The question behind a story: where it begins, and what it asks for.
pub(super) fn question(vocabulary: &Vocabulary, words: &[Word]) -> Option<(usize, Question)> {
    (1..words.len()).find_map(|at| Some((at, asked(vocabulary, &words[at..])?)))
}

fn asked(vocabulary: &Vocabulary, words: &[Word]) -> Option<Question> {
    let texts: Vec<&str> = words.iter().map(|it| it.folded.as_str()).collect();
    let joints = texts
        .iter()
        .take_while(|it| ["so", "and", "then", "und", "et", "alors", "also"].contains(it))
        .count();
    let first = words.get(joints)?;
    let is_question = vocabulary.has_word("question-begins", first)
        && (texts.len() - joints > 1 || first.folded == "combien");
    is_question.then_some(())?;
    let mut asked: Option<Question> = None;
    let mut at = joints;
    while at < texts.len() {
        let (found, length) = match over(&texts[at..]) {
            Some((question, length)) => (Some(question), length),
            None => {
                let mut classes = ASKED.iter().filter(|(class, _)| vocabulary.has_word(class, &words[at]));
                (classes.next().map(|(_, asked)| asked.clone()), 1)
            }
        };
        match (&asked, found) {
            (_, None) if !vocabulary.has_word("question-words", &words[at]) => return None,
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
            assert_eq!(question(&Vocabulary::new(), &words(text)).map(|(_, it)| it), expected, "{text}");
        }
    }
}
