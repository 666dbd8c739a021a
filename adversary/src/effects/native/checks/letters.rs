//! How letters look, in texts and on slides. Pure.

use super::{Case, met_if};
use crate::effects::{
    fulfilment::Fulfilment,
    native::{
        flat::{FlatDocument, runs},
        xml::Element,
    },
};
use serde_json::Value;

/// What a command wants of letters: a property of the file, and its value.
struct Look {
    property: &'static str,
    wanted: Wanted,
}

/// A value of a property.
enum Wanted {
    Is(String),
    IsNot(&'static str),
}

impl Look {
    fn all(case: Case<'_>) -> Vec<Look> {
        let mut looks = Vec::new();
        let mut add = |property, wanted| looks.push(Look { property, wanted });
        for (name, property, on) in
            [("bold", "fo:font-weight", "bold"), ("italic", "fo:font-style", "italic")]
        {
            match case.flag(name) {
                Some(true) => add(property, Wanted::Is(on.into())),
                Some(false) => add(property, Wanted::IsNot(on)),
                None => {}
            }
        }
        if let Some(color) = case.text("text_color") {
            let digits = color.trim().trim_start_matches('#').to_lowercase();
            add("fo:color", Wanted::Is(format!("#{digits}")));
        }
        if let Some(size) = case.call.args.get("size").and_then(Value::as_f64) {
            add("fo:font-size", Wanted::Is(format!("{size}pt")));
        }
        looks
    }

    fn is_met(&self, there: Option<&str>) -> bool {
        match &self.wanted {
            Wanted::Is(wanted) => there == Some(wanted.as_str()),
            Wanted::IsNot(wanted) => there != Some(*wanted),
        }
    }
}

/// Whether all letters of a paragraph, or those of a text in it, look as the call wants; unknown where it wants nothing that is known.
/// `below` is what looks where neither the letters nor the paragraph say: a family of styles and a name.
pub(super) fn look(
    case: Case<'_>,
    paragraph: &Element,
    text: Option<&str>,
    below: Option<(&str, &str)>,
) -> Fulfilment {
    let looks = Look::all(case);
    if looks.is_empty() {
        return Fulfilment::Unknown;
    }
    let part = match text {
        Some(text) => paragraph.text().find(text).map(|begin| begin..begin + text.len()),
        None => Some(0..usize::MAX),
    };
    let Some(part) = part else { return Fulfilment::Unknown };
    let own = paragraph.attribute("text:style-name").unwrap_or_default();
    let mut begin = 0;
    for (run, style) in runs(paragraph) {
        let is_meant = begin < part.end && begin + run.len() > part.start && !run.trim().is_empty();
        begin += run.len();
        let missed = looks.iter().filter(|_| is_meant).find_map(|look| {
            let there = property(case.after, look.property, style, own, below);
            (!look.is_met(there)).then(|| format!("{} of {run:?} is {there:?}", look.property))
        });
        if let Some(missed) = missed {
            return Fulfilment::Missed(missed);
        }
    }
    met_if(begin > 0, || "the paragraph is empty".into())
}

fn property<'a>(
    document: &'a FlatDocument,
    property: &str,
    letters: Option<&str>,
    paragraph: &str,
    below: Option<(&str, &str)>,
) -> Option<&'a str> {
    let styles = &document.styles;
    let own = letters.and_then(|it| styles.property("text", it, property));
    let below = || below.and_then(|(family, name)| styles.property(family, name, property));
    own.or_else(|| styles.property("paragraph", paragraph, property)).or_else(below)
}
