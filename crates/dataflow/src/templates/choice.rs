//! Chooses the template whose description fits a task best, by the words that they have in common.

use super::{Template, Templates};
use crate::OfficeApplication;
use deskpilot_core::Remedy;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// How similar two words must be to count as one, from 0 to 1: `letters` and `letter`, `organise` and `organize`.
const LEAST_SIMILARITY: f64 = 0.85;
/// Words that say nothing about a document.
const STOP_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "as",
    "at",
    "by",
    "for",
    "from",
    "in",
    "into",
    "is",
    "it",
    "its",
    "of",
    "on",
    "or",
    "so",
    "that",
    "the",
    "this",
    "to",
    "with",
    "document",
    "file",
    "libreoffice",
    "how",
    "you",
    "your",
];

/// The chosen template, and how it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateChoice<'a> {
    /// The template.
    pub template: &'a Template,
    /// How it was chosen, in a sentence for people.
    pub reason: String,
}

/// Why no template was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// There is none for the application.
    #[error("there is no template for {0}: put one into the folder {0} of the templates")]
    NoTemplate(OfficeApplication),
}

impl ChoiceError {
    /// The remedy: a person must add a template.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}

impl Templates {
    /// The template whose description has most in common with the task. Rare words count more than those of many
    /// descriptions. Without any description it is a random one; `random` is any number.
    ///
    /// # Errors
    /// There is no template for the application.
    pub fn choose(
        &self,
        application: OfficeApplication,
        task: &str,
        random: u64,
    ) -> Result<TemplateChoice<'_>, ChoiceError> {
        let all = self.of(application);
        let described: Vec<(&Template, BTreeSet<String>)> = all.iter().filter_map(words_of).collect();
        if described.is_empty() {
            let at = (random % all.len().max(1) as u64) as usize;
            let template = all.get(at).ok_or(ChoiceError::NoTemplate(application))?;
            let reason = format!("{} was chosen at random, because no template is described", template.name);
            return Ok(TemplateChoice { template, reason });
        }
        let rarity = rarity(&described);
        let wanted = words(task);
        let score = |known: &BTreeSet<String>| -> f64 {
            wanted.iter().filter_map(|word| best_weight(word, known, &rarity)).sum()
        };
        // The first of equals, so that the same task gets the same template every time.
        let scored = described.iter().rev().map(|(template, known)| (score(known), *template));
        let best = scored.max_by(|one, other| one.0.total_cmp(&other.0));
        let Some((score, template)) = best else { return Err(ChoiceError::NoTemplate(application)) };
        let reason = format!("the description of {} fits the task best ({score:.2})", template.name);
        Ok(TemplateChoice { template, reason })
    }
}

/// The template with the words of its description and of its name; `None` if it is not described.
fn words_of(template: &Template) -> Option<(&Template, BTreeSet<String>)> {
    let description = template.description.as_ref()?;
    let name = template.name.rsplit_once('.').map_or(template.name.as_str(), |(name, _)| name);
    Some((template, words(&format!("{name} {description}"))))
}

fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.filter(|it| !STOP_WORDS.contains(it)).map(str::to_owned).collect()
}

/// How much each word says: the logarithm of all descriptions over those that have it (inverse document frequency).
fn rarity(described: &[(&Template, BTreeSet<String>)]) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for word in described.iter().flat_map(|(_, words)| words) {
        *counts.entry(word.clone()).or_default() += 1.0;
    }
    let all = described.len() as f64;
    counts.into_iter().map(|(word, count)| (word, (1.0 + all / count).ln())).collect()
}

/// The weight of the known word that is most like this one; `None` if none is similar enough.
fn best_weight(word: &str, known: &BTreeSet<String>, rarity: &BTreeMap<String, f64>) -> Option<f64> {
    let weight = |known: &String| {
        let similarity = if known == word { 1.0 } else { strsim::normalized_levenshtein(word, known) };
        let is_plural = known.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(known);
        let similarity = if is_plural { 0.99 } else { similarity };
        (similarity >= LEAST_SIMILARITY).then(|| similarity * rarity.get(known).copied().unwrap_or_default())
    };
    known.iter().filter_map(weight).max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn templates(all: &[(&str, Option<&str>)]) -> Templates {
        let template = |(name, description): &(&str, Option<&str>)| Template {
            name: (*name).to_owned(),
            description: description.map(str::to_owned),
            bytes: Vec::new().into(),
        };
        Templates([(OfficeApplication::Writer, all.iter().map(template).collect())].into())
    }

    #[test]
    fn the_description_with_most_in_common_wins() {
        let templates = templates(&[
            ("letter.odt", Some("A letter to a customer with a date and a signature")),
            ("shopping.odt", Some("Lines of text that wait to become a list")),
            ("report.odt", Some("A report with headings, a table and a list of figures")),
            ("other.odt", None),
        ]);
        for (task, expected) in [
            ("Turn the lines of text into a bulleted list", "shopping.odt"),
            ("Make the headings of the report blue", "report.odt"),
            ("Put today's date into the letters", "letter.odt"),
            ("Insert two pictures", "letter.odt"),
        ] {
            let choice = templates.choose(OfficeApplication::Writer, task, 7).unwrap();
            assert_eq!(choice.template.name, expected, "{task}: {}", choice.reason);
        }
    }

    #[test]
    fn without_descriptions_it_is_a_random_one_and_that_is_reported() {
        let templates = templates(&[("a.odt", None), ("b.odt", None)]);
        for (random, expected) in [(4, "a.odt"), (7, "b.odt")] {
            let choice = templates.choose(OfficeApplication::Writer, "x", random).unwrap();
            assert_eq!(choice.template.name, expected);
            assert!(choice.reason.contains("at random"), "{}", choice.reason);
        }
        let none = templates.choose(OfficeApplication::Calc, "x", 0).unwrap_err();
        assert!(none.to_string().starts_with("there is no template for calc"));
    }
}
