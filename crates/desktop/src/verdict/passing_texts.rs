//! Remembers which texts came and went in the looks at a window. Pure.

use super::snapshot::{ReadCoverage, WindowSnapshot};
use deskpilot_core::{Role, WindowId};
use std::collections::{HashMap, HashSet};

/// The most texts to remember; with more, as in a long document, it starts over.
const MOST: usize = 1000;

/// The texts of one window, and whether each came or went between two looks.
#[derive(Debug, Default)]
pub struct PassingTexts {
    window: Option<WindowId>,
    texts: HashMap<String, Sighting>,
}

/// Whether a text was there at the last look, and whether that was otherwise before.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    is_there: bool,
    has_passed: bool,
}

impl PassingTexts {
    /// Records which texts a look shows, if all of them were read.
    pub fn record(&mut self, window: WindowId, look: &WindowSnapshot) {
        if look.coverage != ReadCoverage::Complete {
            return;
        }
        let is_first = self.window != Some(window) || self.texts.len() > MOST;
        if is_first {
            *self = PassingTexts { window: Some(window), texts: HashMap::new() };
        }
        let texts = look.controls.iter().filter(|it| it.role == Role::Text && !it.name.is_empty());
        let there: HashSet<String> = texts.map(|it| it.id().to_string()).collect();
        for (text, sighting) in &mut self.texts {
            let is_there = there.contains(text);
            *sighting =
                Sighting { is_there, has_passed: sighting.has_passed || is_there != sighting.is_there };
        }
        for text in there {
            // At the first look every text is new to us, and none of them has come.
            self.texts.entry(text).or_insert(Sighting { is_there: true, has_passed: !is_first });
        }
    }

    /// The texts of a window that came or went.
    pub fn of(&self, window: WindowId) -> HashSet<String> {
        let passed = self.texts.iter().filter(|(_, it)| self.window == Some(window) && it.has_passed);
        passed.map(|(text, _)| text.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Control;

    #[test]
    fn what_came_or_went_once_passes() {
        let text = |name: &str| Control { role: Role::Text, ..Control::deferred(Role::Text, name) };
        let look = |names: &[&str]| {
            let controls = names.iter().map(|name| text(name)).collect();
            WindowSnapshot { controls, ..WindowSnapshot::default() }
        };
        let (one, other) = (WindowId(1), WindowId(2));
        let mut texts = PassingTexts::default();
        texts.record(one, &look(&["Name", "Saved"]));
        assert!(texts.of(one).is_empty());
        texts.record(one, &look(&["Name"]));
        assert_eq!(texts.of(one), ["Text \"Saved\"".to_owned()].into());
        texts.record(one, &look(&["Name", "Saved", "Copied"]));
        assert_eq!(texts.of(one), ["Text \"Saved\"".to_owned(), "Text \"Copied\"".to_owned()].into());
        assert!(texts.of(other).is_empty());
        texts.record(other, &look(&["Saved"]));
        assert!(texts.of(other).is_empty() && texts.of(one).is_empty());
    }
}
