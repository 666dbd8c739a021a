//! Finds an application by an approximate name.

use super::desktop_entry::DesktopEntry;
use deskpilot_core::edit_similarity;

/// The least similarity, from 0 to 1, of a name with a typo.
const TYPO: f64 = 0.8;
/// The least similarity, from 0 to 1, of a suggested name.
const PROPOSED: f64 = 0.6;
/// The most names to suggest.
const PROPOSALS: usize = 3;

/// Words that say nothing about which application is wanted.
const FILLERS: &[&str] = &["the", "a", "an", "app", "application", "program", "please", "open"];

/// How an application matched, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum MatchQuality {
    /// Similar to its name, with the similarity from 0 to 1.
    Typo(f64),
    /// Every word occurs in its names, keywords, categories or description.
    Words,
    /// The words contain its name.
    NameAmongWords,
    Category,
    Keyword,
    GenericName,
    Program,
    Name,
    Identifier,
}

/// The best match; `None` when nothing matches.
pub(super) fn best<'a>(entries: &'a [DesktopEntry], wanted: &str) -> Option<&'a DesktopEntry> {
    let wanted = plain(wanted);
    let fitting = entries.iter().filter_map(|entry| Some((match_quality(entry, &wanted)?, entry)));
    let order = |(quality, entry): &(MatchQuality, &DesktopEntry)| (*quality, entry.shown, !entry.terminal);
    // Of equal matches the first by name wins, so that the same words always find the same application.
    let better = |best: (MatchQuality, &'a DesktopEntry), next: (MatchQuality, &'a DesktopEntry)| {
        if order(&next) > order(&best) { next } else { best }
    };
    fitting.reduce(better).map(|(_, entry)| entry)
}

/// Names of menu applications similar to the wanted one, the closest first.
pub(super) fn close(entries: &[DesktopEntry], wanted: &str) -> Vec<String> {
    let wanted = plain(wanted);
    let shown = entries.iter().filter(|entry| entry.shown);
    let mut close: Vec<(f64, &str)> = shown
        .map(|entry| (likeness(entry, &wanted), entry.application.name.as_str()))
        .filter(|(likeness, _)| *likeness >= PROPOSED)
        .collect();
    close.sort_by(|one, other| other.0.total_cmp(&one.0));
    close.into_iter().take(PROPOSALS).map(|(_, name)| name.to_owned()).collect()
}

fn match_quality(entry: &DesktopEntry, wanted: &str) -> Option<MatchQuality> {
    let application = &entry.application;
    let is = |name: &str| plain(name) == wanted;
    if wanted.is_empty() {
        None
    } else if is(&application.id) || is(last_part(&application.id)) {
        Some(MatchQuality::Identifier)
    } else if is(&application.name) || is(&entry.plain_name) {
        Some(MatchQuality::Name)
    } else if entry.program().is_some_and(|program| is(&program)) {
        Some(MatchQuality::Program)
    } else if is(&application.generic_name) {
        Some(MatchQuality::GenericName)
    } else if application.keywords.iter().any(|keyword| is(keyword)) {
        Some(MatchQuality::Keyword)
    } else if entry.categories.iter().any(|category| is(&spaced(category))) {
        Some(MatchQuality::Category)
    } else {
        loose_match(entry, wanted)
    }
}

fn loose_match(entry: &DesktopEntry, wanted: &str) -> Option<MatchQuality> {
    let text = searchable_text(entry);
    let names = [&entry.application.name, &entry.plain_name].map(|name| plain(name));
    let words = || wanted.split(' ');
    if names.iter().any(|name| contains_words(wanted, name)) {
        Some(MatchQuality::NameAmongWords)
    } else if words().all(|word| text.split(' ').any(|it| it == word)) {
        Some(MatchQuality::Words)
    } else {
        Some(MatchQuality::Typo(likeness(entry, wanted)))
            .filter(|quality| *quality >= MatchQuality::Typo(TYPO))
    }
}

/// Whether the words of `part` occur in `whole` side by side.
fn contains_words(whole: &str, part: &str) -> bool {
    !part.is_empty() && format!(" {whole} ").contains(&format!(" {part} "))
}

fn searchable_text(entry: &DesktopEntry) -> String {
    let application = &entry.application;
    let categories = entry.categories.iter().map(|category| spaced(category));
    let texts = [&application.name, &application.generic_name, &entry.plain_name, &entry.comment];
    let all: Vec<String> =
        texts.into_iter().chain(&application.keywords).cloned().chain(categories).collect();
    plain(&all.join(" "))
}

fn likeness(entry: &DesktopEntry, wanted: &str) -> f64 {
    let application = &entry.application;
    let program = entry.program().unwrap_or_default();
    let names = [&application.name, &entry.plain_name, &application.generic_name, &program];
    let keywords = application.keywords.iter().chain(names);
    let names = keywords.filter(|it| !it.is_empty());
    names.map(|name| edit_similarity(&plain(name), wanted)).fold(0.0, f64::max)
}

/// Lower case, without punctuation, file suffix and filler words.
fn plain(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".desktop").unwrap_or(&name);
    let words: Vec<&str> = name.split(|it: char| !it.is_alphanumeric() && !"+.#".contains(it)).collect();
    let words = words.into_iter().map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
    let (fillers, telling): (Vec<_>, Vec<_>) = words.partition(|word| FILLERS.contains(word));
    if telling.is_empty() { fillers.join(" ") } else { telling.join(" ") }
}

/// `org.xfce.mousepad` without the reversed domain: `mousepad`.
fn last_part(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or(id)
}

/// `TextEditor` as words: `Text Editor`.
fn spaced(category: &str) -> String {
    let mut text = String::new();
    for character in category.chars() {
        if character.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.push(character);
    }
    text
}
