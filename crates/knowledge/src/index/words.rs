//! Finds chunks by their words: BM25 of SQLite's FTS5 over stems.
//!
//! Chinese, Japanese and Korean letters are indexed one by one, because words are not separated there, and a query looks for each
//! two that follow one another.

use rusqlite::{Connection, Transaction};
use std::{borrow::Cow, collections::BTreeSet, iter};

/// The maximum number of words of a query that are searched for.
const MOST_WORDS: usize = 32;

/// How many chunks all words of a query together may be in; beyond that the most frequent words are left out, which would
/// take milliseconds each and say little. If every word is more frequent, the first so many chunks with the two rarest. Chosen for answers within 5 ms among 50,000 chunks (`cargo xtask bench knowledge`).
pub(super) const MOST_ROWS: usize = 4000;

/// Words that say nothing about what is wanted. They are ignored if the query has other words.
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
    let is_stop = |it: &String| is_stop_word(it);
    let telling: Vec<String> = all.iter().filter(|it| !is_stop(it)).take(MOST_WORDS).cloned().collect();
    if telling.is_empty() { all.into_iter().take(MOST_WORDS).collect() } else { telling }
}

/// Whether a word in lower case says nothing about what is wanted.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// A word, or its searched parts in a script without spaces.
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

/// Chunks with words of a query.
#[derive(Default)]
pub(super) struct FoundWords {
    /// Chunks with any of the words, each with a score that is higher the better it fits, in no order.
    pub(super) scores: Vec<(i64, f64)>,
    /// The chunks with each word; none for a word that is too frequent.
    pub(super) chunks: Vec<Option<Vec<i64>>>,
}

/// The chunks with any of these words.
pub(super) fn find(
    connection: &Connection,
    words: &[String],
    most_rows: usize,
) -> rusqlite::Result<FoundWords> {
    let chunks = words.iter().map(|word| rows(connection, &quoted(word), most_rows));
    let chunks: Vec<Option<Vec<i64>>> = chunks.collect::<rusqlite::Result<_>>()?;
    let wanted = rare(words, &chunks, most_rows);
    if wanted.is_empty() {
        return Ok(FoundWords { scores: Vec::new(), chunks });
    }
    let mut statement =
        connection.prepare("SELECT rowid, bm25(words) FROM words WHERE words MATCH ?1 LIMIT ?2")?;
    let most = i64::try_from(most_rows).unwrap_or(i64::MAX);
    // FTS5 gives better matches smaller numbers.
    let score = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, -row.get::<_, f64>(1)?));
    let scores = statement.query_map((wanted, most), score)?.collect::<rusqlite::Result<_>>()?;
    Ok(FoundWords { scores, chunks })
}

/// The chunks that match; `None` if there are more than this.
fn rows(connection: &Connection, matching: &str, most: usize) -> rusqlite::Result<Option<Vec<i64>>> {
    let mut statement = connection.prepare("SELECT rowid FROM words WHERE words MATCH ?1 LIMIT ?2")?;
    let limit = i64::try_from(most + 1).unwrap_or(i64::MAX);
    let rows = statement.query_map((matching, limit), |row| row.get(0))?;
    let rows: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(Some(rows).filter(|it| it.len() <= most))
}

/// A quoted word is never an operator.
fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

/// What to match: the words from the rarest to the most frequent that there is room for; empty if the index has none of them.
fn rare(words: &[String], chunks: &[Option<Vec<i64>>], most_rows: usize) -> String {
    let counts = chunks.iter().map(|it| it.as_ref().map_or(most_rows + 1, Vec::len));
    let mut counted: Vec<(usize, String)> = counts.zip(words.iter().map(|it| quoted(it))).collect();
    counted.retain(|(count, _)| *count > 0);
    counted.sort();
    let mut left = most_rows;
    let fits = |(count, _): &&(usize, String)| {
        let fits = *count <= left;
        left = left.saturating_sub(*count);
        fits
    };
    let fitting: Vec<&str> = counted.iter().take_while(fits).map(|(_, word)| word.as_str()).collect();
    // Without a rare word, chunks that have the two rarest ones together.
    match counted.as_slice() {
        _ if !fitting.is_empty() => fitting.join(" OR "),
        [(_, first), (_, second), ..] => format!("{first} AND {second}"),
        [(_, only)] => only.clone(),
        [] => String::new(),
    }
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
