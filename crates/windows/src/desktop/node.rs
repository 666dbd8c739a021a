//! The identity of a control that Win32 reports: its window, and the way to it from there. Pure.

use deskpilot_core::NodeId;

/// What such an identity begins with; that of UI Automation begins otherwise, so that a log says which of the two reported a control.
const PREFIX: &str = "win32 ";
/// What stands before the number of an item.
const ITEM: &str = "item ";

/// A control that Win32 reports.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Win32Node {
    /// The number of the window that it is, or in which it is drawn.
    pub(super) window: isize,
    /// Which part of that window it is.
    pub(super) part: Part,
}

/// A part of a window.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The accessible object at the end of these places, each among its siblings; the window itself without any.
    Object(Vec<u32>),
    /// The item of a list, which has no accessible object.
    Item(usize),
}

impl Win32Node {
    /// The id that a control stores.
    pub(super) fn id(&self) -> NodeId {
        let window = self.window;
        NodeId(match &self.part {
            Part::Object(places) if places.is_empty() => format!("{PREFIX}{window}"),
            Part::Object(places) => {
                let places: Vec<String> = places.iter().map(u32::to_string).collect();
                format!("{PREFIX}{window} {}", places.join("."))
            }
            Part::Item(index) => format!("{PREFIX}{window} {ITEM}{index}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_control_of_a_window_has_an_id_of_its_own() {
        for (part, expected) in [
            (Part::Object(Vec::new()), "win32 65656"),
            (Part::Object(vec![2, 0, 11]), "win32 65656 2.0.11"),
            (Part::Item(3), "win32 65656 item 3"),
        ] {
            assert_eq!(Win32Node { window: 65656, part }.id().0, expected);
        }
    }
}
