//! Chooses the item of a list that a name means. Pure.

use deskpilot_core::{has_words, is_same_name, policy::risks_in_name};

/// How many names an error lists. An agent that names an item that is not there can choose one of them without another look.
const MOST_LISTED: usize = 60;

/// Why no item of a list was chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemChoiceError {
    /// No item has this name, or these words in its name.
    #[error("it has no item {wanted:?}{}", listed(", but ", .others))]
    Absent {
        /// The name that was wanted.
        wanted: String,
        /// The names of the items.
        others: Vec<String>,
    },
    /// Several items have these words in their names.
    #[error("several of its items have {wanted:?} in their names: name one of them in full{}", listed(": ", .candidates))]
    Several {
        /// The words that were wanted.
        wanted: String,
        /// The names of the items that have them.
        candidates: Vec<String>,
    },
    /// The only item with these words has others that indicate a risk, on which the policy could not rule.
    #[error("its only item with {wanted:?} is {item:?}: if that is meant, name it in full")]
    Riskier {
        /// The words that were wanted.
        wanted: String,
        /// The name of the item.
        item: String,
    },
}

impl ItemChoiceError {
    /// No item of these has the wanted name.
    pub fn absent(names: &[&str], wanted: &str) -> ItemChoiceError {
        let others = names.iter().filter(|name| !name.is_empty()).map(|name| (*name).to_owned()).collect();
        ItemChoiceError::Absent { wanted: wanted.to_owned(), others }
    }
}

/// The index of the item that is wanted: the one with exactly this name, else the one with the same name to a person, else the
/// only one that has the wanted words in its name.
///
/// # Errors
/// No item or several have the words, or the name that is not exactly the wanted one indicates a risk that the wanted one does not.
pub fn choose_item(names: &[&str], wanted: &str) -> Result<usize, ItemChoiceError> {
    if wanted.trim().is_empty() {
        return Err(ItemChoiceError::absent(names, wanted));
    }
    // The policy ruled on exactly this name, so its risks are known.
    if let Some(exact) = names.iter().position(|name| *name == wanted) {
        return Ok(exact);
    }
    let index = match names.iter().position(|name| is_same_name(name, wanted)) {
        Some(same) => same,
        None => only_with_words(names, wanted)?,
    };
    let item = names[index];
    if is_riskier(item, wanted) {
        return Err(ItemChoiceError::Riskier { wanted: wanted.to_owned(), item: item.to_owned() });
    }
    Ok(index)
}

fn only_with_words(names: &[&str], wanted: &str) -> Result<usize, ItemChoiceError> {
    let found: Vec<usize> = (0..names.len()).filter(|index| names_it(names[*index], wanted)).collect();
    match found.as_slice() {
        [] => Err(ItemChoiceError::absent(names, wanted)),
        [only] => Ok(*only),
        several => Err(ItemChoiceError::Several {
            wanted: wanted.to_owned(),
            candidates: several.iter().map(|index| names[*index].to_owned()).collect(),
        }),
    }
}

/// Whether a name has the wanted words. A number counts as a whole: `5 lines` does not mean `1.5 lines`.
fn names_it(name: &str, wanted: &str) -> bool {
    let has_number = |number: &str| numbers(name).any(|it| it == number);
    has_words(name, wanted) && numbers(wanted).all(has_number)
}

/// The numbers of a text, with their signs and separators.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_inner = |c: char| matches!(c, '.' | ',' | ':' | '/' | '+' | '-' | '−');
    let runs = text.split(move |c: char| !c.is_numeric() && !is_inner(c));
    runs.map(move |run| run.trim_end_matches(is_inner)).filter(|run| run.contains(char::is_numeric))
}

/// Whether the name of an item indicates a risk that the wanted name does not: the policy ruled on the wanted name.
fn is_riskier(item: &str, wanted: &str) -> bool {
    let known = risks_in_name(wanted);
    risks_in_name(item).iter().any(|risk| !known.contains(risk))
}

/// The first names behind an introduction; nothing where there are none.
fn listed(introduction: &str, names: &[String]) -> String {
    match names.len() {
        0 => String::new(),
        count if count <= MOST_LISTED => format!("{introduction}{}", names.join(", ")),
        count => {
            format!("{introduction}{} and {} more", names[..MOST_LISTED].join(", "), count - MOST_LISTED)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_that_is_not_there_is_answered_with_those_that_are() {
        let names = |count: usize| (1..=count).map(|it| format!("i{it}")).collect::<Vec<_>>();
        let sixty = names(60).join(", ");
        for (count, expected) in [
            (0, "it has no item \"x\"".to_owned()),
            (2, "it has no item \"x\", but i1, i2".to_owned()),
            (60, format!("it has no item \"x\", but {sixty}")),
            (63, format!("it has no item \"x\", but {sixty} and 3 more")),
        ] {
            let names = names(count);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            assert_eq!(ItemChoiceError::absent(&names, "x").to_string(), expected);
        }
    }

    #[test]
    fn an_item_is_chosen_by_its_exact_name_then_a_same_name_then_its_only_words() {
        for (names, wanted, expected) in [
            (&["red", "Red"][..], "Red", Ok(1)),
            (&["Red", "Blue"], " blue ", Ok(1)),
            (&["Open", "Open…"], "Open…", Ok(1)),
            (&["Frankfurt am Main", "Frankfurt"], "frankfurt", Ok(1)),
            (&["Berlin", "Frankfurt am Main"], "Frankfurt", Ok(1)),
            (&["Berlin", "Frankfurt am Main"], "am Main", Ok(1)),
            (
                &["Berlin", "Frankfurt am Main"],
                "Frank",
                Err("it has no item \"Frank\", but Berlin, Frankfurt am Main"),
            ),
            (
                &["", "1.5 lines", "2 lines"],
                "5 lines",
                Err("it has no item \"5 lines\", but 1.5 lines, 2 lines"),
            ),
            (&["0.5", "1.5"], "5", Err("it has no item \"5\", but 0.5, 1.5")),
            (&["-5 °C", "10 °C"], "5", Err("it has no item \"5\", but -5 °C, 10 °C")),
            (&["1.5 lines", "2 lines"], "1.5", Ok(0)),
            (&["A4 (210 mm)", "A5"], "A4", Ok(0)),
            (
                &["Frankfurt am Main", "Frankfurt (Oder)", "Berlin"],
                "Frankfurt",
                Err("several of its items have \"Frankfurt\" in their names: name one of them in full: \
                     Frankfurt am Main, Frankfurt (Oder)"),
            ),
            (
                &["Keep", "Delete all"],
                "all",
                Err("its only item with \"all\" is \"Delete all\": if that is meant, name it in full"),
            ),
            (&["Keep", "Delete all mails"], "delete all", Ok(1)),
            (&["", "Red"], "", Err("it has no item \"\", but Red")),
            (&[], "Red", Err("it has no item \"Red\"")),
        ] {
            let chosen = choose_item(names, wanted).map_err(|why| why.to_string());
            assert_eq!(chosen, expected.map_err(str::to_owned), "{wanted:?} in {names:?}");
        }
    }
}
