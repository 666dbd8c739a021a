//! Names and files under which passwords, keys and settings are kept.

use super::super::{
    Finding, PolicyContext,
    lexicon::{Lexicon, WordList},
    places,
    risk::Risk,
};
use super::shown::ShownPlaces;
use crate::Operation;

/// The risk of a name under which passwords are kept, if one of these is.
pub(super) fn guarded_name(names: &[&str], lexicon: &Lexicon) -> Option<Finding> {
    let sign = |name: &&str| {
        lexicon.word_of(WordList::Guarded, &lexicon.read(name)).map(|word| format!("the name {word:?}"))
    };
    names.iter().find_map(sign).map(|sign| Finding { risk: Risk::Guarded, sign })
}

/// The risk of naming a file with keys or settings: changing these gives control over everything.
pub(super) fn guarded_file(
    operation: &Operation,
    context: &PolicyContext<'_>,
    shown: &ShownPlaces,
) -> Option<Finding> {
    let file = files(operation, context, shown).find(|it| context.paths().is_guarded(it))?;
    Some(Finding { risk: Risk::Guarded, sign: format!("the name {file:?}") })
}

/// The canonical paths of the files that an operation names, and of those that its window shows.
pub(super) fn files(
    operation: &Operation,
    context: &PolicyContext<'_>,
    shown: &ShownPlaces,
) -> impl Iterator<Item = String> {
    let named = places::named_files(operation, context.spec(operation), context.paths()).into_iter();
    let shown = shown.files.iter().filter_map(|it| context.paths().resolve(it));
    named.chain(shown).chain(context.places.iter().cloned())
}
