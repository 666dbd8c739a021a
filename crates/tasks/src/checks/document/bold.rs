//! Resolves whether a style is bold, by itself or through its parent styles.

use std::collections::HashMap;

/// The maximum length of a chain of parent styles.
const DEEPEST: usize = 32;

/// The styles of a document, by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<(String, String), Style>);

/// One style.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    /// Whether it sets bold on or off, if it sets it.
    pub(super) bold: Option<bool>,
    /// Its parent style.
    pub(super) parent: Option<String>,
}

impl Styles {
    pub(super) fn insert(&mut self, family: &str, name: &str, style: Style) {
        self.0.insert((family.to_owned(), name.to_owned()), style);
    }

    /// The bold setting of the style or its nearest ancestor that has one; `None` if none has.
    pub(super) fn resolve_bold(&self, family: &str, name: &str) -> Option<bool> {
        let mut name = name.to_owned();
        for _ in 0..DEEPEST {
            let style = self.0.get(&(family.to_owned(), name))?;
            match (style.bold, &style.parent) {
                (Some(bold), _) => return Some(bold),
                (None, Some(parent)) => name = parent.clone(),
                (None, None) => return None,
            }
        }
        None
    }
}
