//! Finds chunks by their words: BM25 of SQLite's FTS5 over stems.
//!
//! Chinese, Japanese and Korean letters are indexed one by one, because words are not separated there, and a query looks for each
//! two that follow one another.

use rusqlite::{Connection, Transaction};
use std::{borrow::Cow, collections::BTreeSet, iter};

/// The most words of a query that are looked for.
const MOST_WORDS: usize = 32;

/// How many chunks all words of a query together may be in; beyond that the most frequent words are left out, which would
/// take milliseconds each and say little. If every word is more frequent, the first so many chunks with the two rarest. Chosen for answers within 5 ms among 50,000 chunks (`cargo xtask bench knowledge`).
pub(super) const MOST_ROWS: usize = 4000;

/// Words that say nothing about what is wanted. Used only if there are others.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "does", "for",
    "from", "get", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on",
    "or", "please", "so", "some", "that", "the", "their", "them", "then", "there", "this", "to", "up",
    "want", "was", "what", "when", "where", "which", "while", "will", "with", "you", "your",
];

/// Puts the words of a chunk into the index.
pub(super) fn put(
    transaction: &Transaction<'_>,
    chunk: i64,
    heading: &str,
    text: &str,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO words (rowid, heading, text) VALUES (?1, ?2, ?3)";
    let mut statement = transaction.prepare(sql)?;
    statement.execute((chunk, separated(heading), separated(text))).map(drop)
}

/// Puts the words of all chunks into the index again.
pub(super) fn put_all(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute("INSERT INTO words (words) VALUES ('delete-all')", [])?;
    let mut statement = transaction.prepare("SELECT id, heading, text FROM chunks")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        put(transaction, row.get(0)?, row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?)?;
    }
    Ok(())
}

/// The text with spaces around each letter of a script without spaces.
fn separated(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unspaced) {
        return Cow::Borrowed(text);
    }
    let mut separated = String::with_capacity(2 * text.len());
    for letter in text.chars() {
        match is_unspaced(letter) {
            true => separated.extend([' ', letter, ' ']),
            false => separated.push(letter),
        }
    }
    Cow::Owned(separated)
}

/// Whether words are not, or not always, separated in the script of this letter: Chinese characters, kana, Hangul.
const fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}')
}

/// The different words of a text that are worth looking for, in lower case; of scripts without spaces each two letters that
/// follow one another, with a space between them.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words = text.split(|it: char| !it.is_alphanumeric() && !is_apostrophe(it)).map(without_suffix);
    let words = words.flat_map(parts).filter(|it| !it.is_empty()).map(|it| it.to_lowercase());
    let all: Vec<String> = words.filter(|it| seen.insert(it.clone())).take(4 * MOST_WORDS).collect();
    let is_stop = |it: &String| STOP_WORDS.contains(&it.as_str());
    let telling: Vec<String> = all.iter().filter(|it| !is_stop(it)).take(MOST_WORDS).cloned().collect();
    if telling.is_empty() { all.into_iter().take(MOST_WORDS).collect() } else { telling }
}

/// A word, or what is looked for of one in a script without spaces.
fn parts(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let runs = letters.chunk_by(|one, other| is_unspaced(*one) == is_unspaced(*other));
    let pair = |it: &[char]| it.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let of_run = |run: &[char]| match run {
        [first, _, ..] if is_unspaced(*first) => run.windows(2).map(pair).collect(),
        _ => iter::once(run.iter().collect()).collect::<Vec<String>>(),
    };
    runs.flat_map(of_run).collect()
}

const fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’')
}

/// The longest part of a word with an apostrophe: `what` of "what's".
fn without_suffix(word: &str) -> &str {
    word.split(is_apostrophe).max_by_key(|it| it.len()).unwrap_or(word)
}

/// The chunks with any of these words, with a score that is higher the better they fit, in no order.
pub(super) fn find(
    connection: &Connection,
    words: &[String],
    most_rows: usize,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let words = rare(connection, words, most_rows)?;
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare("SELECT rowid, bm25(words) FROM words WHERE words MATCH ?1 LIMIT ?2")?;
    let most = i64::try_from(most_rows).unwrap_or(i64::MAX);
    let rows =
        statement.query_map((words.join(" OR "), most), |row| Ok((row.get(0)?, row.get::<_, f64>(1)?)))?;
    // FTS5 gives better matches smaller numbers.
    rows.map(|row| row.map(|(id, score)| (id, -score))).collect()
}

/// The words, quoted, from the rarest to the most frequent that there is room for.
fn rare(connection: &Connection, words: &[String], most_rows: usize) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)";
    let mut statement = connection.prepare(sql)?;
    let mut counted = Vec::new();
    for word in words {
        // A quoted word is never an operator.
        let quoted = format!("\"{word}\"");
        let most = i64::try_from(most_rows + 1).unwrap_or(i64::MAX);
        let count: i64 = statement.query_row((&quoted, most), |row| row.get(0))?;
        counted.push((usize::try_from(count).unwrap_or(0), quoted));
    }
    counted.retain(|(count, _)| *count > 0);
    counted.sort();
    let mut left = most_rows;
    let fits = |(count, _): &(usize, String)| {
        let fits = *count <= left;
        left = left.saturating_sub(*count);
        fits
    };
    let fitting: Vec<String> = counted.iter().cloned().take_while(fits).map(|(_, word)| word).collect();
    // Without a rare word, chunks that have the two rarest ones together.
    let [(_, first), rest @ ..] = counted.as_slice() else { return Ok(fitting) };
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    let together = rest.first().map_or_else(|| first.clone(), |(_, second)| format!("{first} AND {second}"));
    Ok(vec![together])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_say_something() {
        let long = "save ".repeat(1000) + &(0..1000).map(|it| format!("w{it} ")).collect::<String>();
        for (text, expected) in [
            ("How do I make the text BOLD?", &["make", "text", "bold"][..]),
            ("what is it", &["what", "is", "it"]),
            ("what's the user’s 'own' l'archivio", &["user", "own", "archivio"]),
            ("Ctrl+S \"OR\" NEAR(x) -y *", &["ctrl", "s", "near", "x", "y"]),
            ("Größe ändern", &["größe", "ändern"]),
            ("Firefoxを開く", &["firefox", "を 開", "開 く"]),
            ("字", &["字"]),
            ("打印 文档。", &["打 印", "文 档"]),
            ("", &[]),
            ("?!", &[]),
        ] {
            assert_eq!(words_of(text), expected, "{text}");
        }
        assert_eq!(words_of(&long).len(), MOST_WORDS);
    }
}
