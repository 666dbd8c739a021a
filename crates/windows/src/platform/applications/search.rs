//! Finds an application by an approximate name. Pure.

use super::installed::InstalledApplication;
use deskpilot_core::{Application, edit_similarity};

/// The least similarity, from 0 to 1, of a name with a typo.
const TYPO: f64 = 0.8;
/// The least similarity, from 0 to 1, of a suggested name.
const PROPOSED: f64 = 0.6;
/// The most names to suggest.
const PROPOSALS: usize = 3;
/// Words that say nothing about which application is wanted.
const FILLERS: &[&str] = &["the", "a", "an", "app", "application", "program", "please", "open", "microsoft"];

/// How an application matched, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum MatchQuality {
    /// Similar to its name, with the similarity from 0 to 1.
    Typo(f64),
    /// Every word occurs in its names or its menu.
    Words,
    /// The words contain its name.
    NameAmongWords,
    Keyword,
    Program,
    Name,
    Identifier,
}

/// The best match; `None` when nothing matches.
pub(super) fn best<'a>(
    entries: &'a [InstalledApplication],
    wanted: &str,
) -> Option<&'a InstalledApplication> {
    let matching = entries.iter().filter_map(|it| Some((match_quality(&it.application, wanted)?, it)));
    // Of equal matches the first by name wins, so that the same words always find the same application.
    let better = |best: (MatchQuality, &'a InstalledApplication), next: (MatchQuality, _)| {
        if next.0 > best.0 { next } else { best }
    };
    matching.reduce(better).map(|(_, it)| it)
}

/// The names similar to the wanted one, the closest first.
pub(super) fn close(entries: &[InstalledApplication], wanted: &str) -> Vec<String> {
    let wanted = plain(wanted);
    let all = entries.iter().map(|it| (likeness(&it.application, &wanted), &it.application.name));
    let mut close: Vec<(f64, &String)> = all.filter(|(likeness, _)| *likeness >= PROPOSED).collect();
    close.sort_by(|one, other| other.0.total_cmp(&one.0));
    close.into_iter().take(PROPOSALS).map(|(_, name)| name.clone()).collect()
}

fn match_quality(application: &Application, wanted: &str) -> Option<MatchQuality> {
    let (exact, wanted) = (wanted.trim().to_lowercase(), plain(wanted));
    let is = |name: &str| plain(name) == wanted;
    if wanted.is_empty() {
        None
    } else if application.id == exact || application.aliases.contains(&exact) {
        Some(MatchQuality::Identifier)
    } else if is(&application.name) {
        Some(MatchQuality::Name)
    } else if is(&application.program) {
        Some(MatchQuality::Program)
    } else if application.keywords.iter().any(|keyword| is(keyword)) {
        Some(MatchQuality::Keyword)
    } else {
        loose_match(application, &wanted)
    }
}

fn loose_match(application: &Application, wanted: &str) -> Option<MatchQuality> {
    let name = plain(&application.name);
    let text = plain(
        &[&application.keywords.join(" "), &application.name, &application.program]
            .map(String::as_str)
            .join(" "),
    );
    if !name.is_empty() && format!(" {wanted} ").contains(&format!(" {name} ")) {
        Some(MatchQuality::NameAmongWords)
    } else if wanted.split(' ').all(|word| text.split(' ').any(|it| it == word)) {
        Some(MatchQuality::Words)
    } else {
        Some(MatchQuality::Typo(likeness(application, wanted))).filter(|it| *it >= MatchQuality::Typo(TYPO))
    }
}

fn likeness(application: &Application, wanted: &str) -> f64 {
    let names = application.keywords.iter().chain([&application.name, &application.program]);
    let names = names.map(|it| plain(it)).filter(|it| !it.is_empty());
    names.map(|name| edit_similarity(&name, wanted)).fold(0.0, f64::max)
}

/// Small letters, without punctuation, the ending of programs and filler words.
fn plain(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    let words = name.split(|it: char| !it.is_alphanumeric() && !"+#".contains(it));
    let words = words.filter(|word| !word.is_empty());
    let (fillers, telling): (Vec<_>, Vec<_>) = words.partition(|word| FILLERS.contains(word));
    if telling.is_empty() { fillers.join(" ") } else { telling.join(" ") }
}
