//! The truth about a window at one moment, read another way than Deskpilot reads it. Pure.

use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many pixels a blinking caret changes at most.
const CARET_PIXELS: usize = 120;

/// What a window says about itself: its recorder has its widgets, its DOM or its document at hand.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(crate) struct WindowState {
    /// The control with the focus; empty where none has it or it is not known.
    #[serde(default)]
    pub(crate) focus: String,
    /// The part of that control that has it.
    #[serde(default)]
    pub(crate) focused_part: String,
    /// The properties of each control by its name.
    #[serde(default)]
    pub(crate) controls: BTreeMap<String, BTreeMap<String, Value>>,
    /// Why nothing is known.
    #[serde(default)]
    pub(crate) unknown: Option<String>,
}

/// What the X server says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ScreenState {
    /// The windows by their titles and places; menus and the like have no title.
    pub(crate) windows: BTreeMap<u32, String>,
    /// The window that has the keyboard.
    pub(crate) active: u32,
    /// Where the pointer is.
    pub(crate) pointer: (i16, i16),
    /// How often something was copied.
    pub(crate) copies: u32,
    /// The pixels, where the recorder of a window does not know all that it shows.
    pub(crate) pixels: Option<Vec<u8>>,
}

/// Both.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Truth {
    pub(crate) state: WindowState,
    pub(crate) screen: ScreenState,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HappeningKind {
    /// A value, a state, a window, the clipboard.
    Content,
    /// The caret or the selected text.
    Caret,
    /// The focus.
    Focus,
    /// The place of the pointer.
    Pointer,
    /// Pixels alone.
    Pixels,
}

/// Something that happened between two moments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Happening {
    pub(crate) kind: HappeningKind,
    what: String,
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Truth {
    /// Whether the window answered.
    pub(crate) fn is_known(&self) -> bool {
        self.state.unknown.is_none() && !self.state.controls.is_empty()
    }

    /// A property of a control.
    pub(crate) fn property(&self, control: &str, property: &str) -> Option<&Value> {
        self.state.controls.get(control)?.get(property)
    }

    /// The text of a control.
    pub(crate) fn text(&self, control: &str) -> Option<&str> {
        self.property(control, "text")?.as_str()
    }

    /// Whether it is the cell of a sheet: it has its text only once something ends its writing.
    pub(crate) fn is_cell(&self, control: &str) -> bool {
        self.text(control).is_some()
            && self.property(control, "caret").is_none()
            && self.property(control, "shown").is_none()
    }

    /// Whether nothing is different. A caret that blinks is no difference.
    pub(crate) fn is_same(&self, other: &Truth) -> bool {
        self.since(other).is_empty()
    }

    /// What happened since then.
    pub(crate) fn since(&self, before: &Truth) -> Vec<Happening> {
        let of = |kind, what| Happening { kind, what };
        let mut all = self.changed_properties(before);
        let windows = changes(&before.screen.windows, &self.screen.windows);
        all.extend(windows.map(|it| of(HappeningKind::Content, it)));
        if self.screen.copies != before.screen.copies {
            all.push(of(HappeningKind::Content, "something was copied".into()));
        }
        if self.state.focus != before.state.focus {
            let (was, is) = (&before.state.focus, &self.state.focus);
            all.push(of(HappeningKind::Focus, format!("the focus went from {was:?} to {is:?}")));
        } else if self.state.focused_part != before.state.focused_part {
            let (was, is) = (&before.state.focused_part, &self.state.focused_part);
            all.push(of(HappeningKind::Focus, format!("the focus went from {was} to {is} within it")));
        }
        if self.screen.pointer != before.screen.pointer {
            all.push(of(HappeningKind::Pointer, format!("the pointer is at {:?}", self.screen.pointer)));
        }
        let drawn = differing_pixels(&before.screen, &self.screen);
        if drawn > CARET_PIXELS {
            all.push(of(HappeningKind::Pixels, format!("{drawn} pixels are different")));
        }
        all
    }

    fn changed_properties(&self, before: &Truth) -> Vec<Happening> {
        let names: BTreeSet<&String> =
            before.state.controls.keys().chain(self.state.controls.keys()).collect();
        let mut all = Vec::new();
        for name in names {
            let none = BTreeMap::new();
            let was = before.state.controls.get(name).unwrap_or(&none);
            let is = self.state.controls.get(name).unwrap_or(&none);
            let properties: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
            for property in properties.into_iter().filter(|it| was.get(*it) != is.get(*it)) {
                let kind = match property.as_str() {
                    "caret" => HappeningKind::Caret,
                    // A browser has a focus of its own besides that of its page.
                    "focus" => HappeningKind::Focus,
                    _ => HappeningKind::Content,
                };
                let shown =
                    |value: Option<&Value>| value.map_or("nothing".into(), |it| short(&it.to_string()));
                let (from, to) = (shown(was.get(property)), shown(is.get(property)));
                all.push(Happening { kind, what: format!("{property} of {name:?}: {from} -> {to}") });
            }
        }
        all
    }
}

/// What opened, closed or has another title.
fn changes<'a>(
    before: &'a BTreeMap<u32, String>,
    after: &'a BTreeMap<u32, String>,
) -> impl Iterator<Item = String> + 'a {
    let closed = before.iter().filter(|(id, _)| !after.contains_key(id));
    let opened = after.iter().filter(|(id, _)| !before.contains_key(id));
    let titled = after.iter().filter(|(id, title)| before.get(id).is_some_and(|was| was != *title));
    closed
        .map(|(_, title)| format!("window {title:?} closed"))
        .chain(opened.map(|(_, title)| format!("window {title:?} opened")))
        .chain(titled.map(|(_, title)| format!("a window is now {title:?}")))
}

fn differing_pixels(before: &ScreenState, after: &ScreenState) -> usize {
    let (Some(was), Some(is)) = (&before.pixels, &after.pixels) else { return 0 };
    was.chunks(4).zip(is.chunks(4)).filter(|(was, is)| was != is).count()
}

/// The beginning and the end of a long text.
pub(crate) fn short(text: &str) -> String {
    const PART: usize = 120;
    let all = text.chars().count();
    if all <= 2 * PART {
        return text.to_owned();
    }
    let begin: String = text.chars().take(PART).collect();
    format!("{begin}…{}", text.chars().skip(all - PART).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_happened_is_what_differs_and_a_blinking_caret_is_nothing() {
        let state = |text: &str, caret: usize| -> WindowState {
            serde_json::from_value(
                json!({"focus": "Note", "controls": {"Note": {"text": text, "caret": [caret, caret]}}}),
            )
            .unwrap()
        };
        let screen = |title: &str, drawn: usize| ScreenState {
            windows: BTreeMap::from([(1, title.to_owned())]),
            pixels: Some([vec![1; drawn * 4], vec![0; 4000 - drawn * 4]].concat()),
            ..ScreenState::default()
        };
        let before = Truth { state: state("a", 1), screen: screen("one", 0) };
        for (after, expected) in [
            (Truth { state: state("a", 1), screen: screen("one", 30) }, ""),
            (Truth { state: state("a", 0), screen: screen("one", 0) }, "caret of \"Note\": [1,1] -> [0,0]"),
            (
                Truth { state: state("ab", 1), screen: screen("two", 500) },
                "text of \"Note\": \"a\" -> \"ab\"; a window is now \"two\"; 500 pixels are different",
            ),
        ] {
            let found: Vec<String> = after.since(&before).iter().map(ToString::to_string).collect();
            assert_eq!(found.join("; "), expected);
        }
        assert!(!Truth::default().is_known() && before.is_known());
    }
}
