//! What a skill expects, as any format of its file has it. In format 1, what becomes of windows is a sentence.

use super::{EffectKind, ExpectedEffect};
use crate::Template;
use deskpilot_core::WindowChange;
use serde::Deserialize;

/// An expectation in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredExpectation {
    kind: EffectKind,
    #[serde(default)]
    shows: Option<Template>,
    #[serde(default)]
    windows: Vec<WindowChange<Template>>,
    #[serde(default)]
    changes: Vec<Template>,
}

impl From<StoredExpectation> for ExpectedEffect {
    fn from(stored: StoredExpectation) -> ExpectedEffect {
        let StoredExpectation { kind, shows, windows, changes } = stored;
        match (kind, shows) {
            (EffectKind::Window, Some(sentence)) => match windows_of(&sentence) {
                Some(windows) => ExpectedEffect { kind, shows: None, windows, changes },
                // What a page reported about a title is a report in the current format.
                None => ExpectedEffect { kind: EffectKind::State, shows: Some(sentence), windows, changes },
            },
            (kind, shows) => ExpectedEffect { kind, shows, windows, changes },
        }
    }
}

/// The changes in a sentence with parameters.
fn windows_of(sentence: &Template) -> Option<Vec<WindowChange<Template>>> {
    let changes = WindowChange::all_of_sentence(&sentence.to_string())?;
    changes.iter().map(|it| it.try_map(|title| Template::try_from(title.clone()).ok())).collect()
}
