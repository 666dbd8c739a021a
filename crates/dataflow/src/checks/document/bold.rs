//! Which styles are bold: each by itself, or by the one it builds upon.

use std::collections::HashMap;

/// How far styles may build upon each other.
const DEEPEST: usize = 32;

/// The styles of a document, by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<(String, String), Style>);

/// One style.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    /// Whether it says that text is bold, or that it is not.
    pub(super) bold: Option<bool>,
    /// The style it builds upon.
    pub(super) parent: Option<String>,
}

impl Styles {
    pub(super) fn put(&mut self, family: &str, name: &str, style: Style) {
        self.0.insert((family.to_owned(), name.to_owned()), style);
    }

    /// What the style, or those it builds upon, say; `None` where they say nothing.
    pub(super) fn bold(&self, family: &str, name: &str) -> Option<bool> {
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
