//! Merges elements found in the picture with the controls of the accessibility tree.

use crate::DetectedElement;
use deskpilot_core::{Control, ControlSource, Rect, Role, State, States, normalized_name};
use std::collections::BTreeMap;

/// The accessible controls, followed by those found only in the picture.
///
/// An element is dropped if the tree already has it: if a control with text overlaps it by more than `overlap`
/// (intersection over union), or encloses it and has the same text, or if several controls together have its text. It is
/// kept on surfaces whose content the tree lacks: documents, canvases, lists without items. A nameless pressable control
/// gets the text found on it as its value. Of overlapping elements, a pressable one wins, then the most confident.
pub fn merge(accessible: Vec<Control>, seen: Vec<DetectedElement>, overlap: f64) -> Vec<Control> {
    let accessible_count = accessible.len();
    let mut controls = accessible;
    let mut places: Vec<usize> = Vec::new();
    let mut written: BTreeMap<usize, BTreeMap<usize, String>> = BTreeMap::new();
    // Elements that were added stand among the controls from then on, so that of two that overlap the first stays.
    for (place, element) in sorted_by_weight(seen) {
        match match_element(&element, &controls, overlap) {
            ElementMatch::Known => {}
            ElementMatch::TextOf(control) => {
                written.entry(control).or_default().insert(place, element.name);
            }
            ElementMatch::New => {
                places.push(place);
                let source = ControlSource::Vision { confidence: element.confidence };
                controls.push(control(element, source));
            }
        }
    }
    for (index, texts) in written {
        let words: Vec<String> = texts.into_values().collect();
        set_text(&mut controls[index], words.join(" "));
    }
    let mut new: Vec<_> = places.into_iter().zip(controls.drain(accessible_count..)).collect();
    // Weight decided what stays; an agent reads the rest in the order of the picture.
    new.sort_by_key(|(place, _)| *place);
    controls.extend(new.into_iter().map(|(_, control)| control));
    controls
}

/// How an element found in the picture relates to the controls.
enum ElementMatch {
    /// A control has it already.
    Known,
    /// It is the text on the nameless control of this index.
    TextOf(usize),
    /// No control has it.
    New,
}

/// The share of an element that must lie in a control to be part of it: detected boxes are a little too large.
pub(crate) const INSIDE: f64 = 0.7;

/// A line of text with less than this share in a control is more than the control's own text.
const HALF: f64 = 0.5;

/// The maximum height of a button in heights of its text.
const LINES: u32 = 6;

/// The share of an element's letters that several controls together must have.
const SPELLED: f64 = 0.7;

/// The overlap above which a list entry is the element, whatever its text.
const SAME_ENTRY: f64 = 0.5;

fn sorted_by_weight(seen: Vec<DetectedElement>) -> Vec<(usize, DetectedElement)> {
    let mut seen: Vec<_> = seen.into_iter().filter(|element| !element.rect.is_empty()).enumerate().collect();
    seen.sort_by(|(_, left), (_, right)| {
        let pressed = right.role.is_interactive().cmp(&left.role.is_interactive());
        pressed.then(right.confidence.total_cmp(&left.confidence))
    });
    seen
}

fn match_element(element: &DetectedElement, controls: &[Control], overlap: f64) -> ElementMatch {
    let matches =
        controls.iter().enumerate().filter_map(|(index, it)| match_control(element, it, index, overlap));
    let mut on_nameless = None;
    for fate in matches {
        match fate {
            ElementMatch::Known => return fate,
            // Of nested controls the smallest comes last in the tree.
            _ => on_nameless = Some(fate),
        }
    }
    match on_nameless {
        Some(fate) => fate,
        None if is_covered_by_texts(element, controls) => ElementMatch::Known,
        None => ElementMatch::New,
    }
}

/// How the element relates to one control; `None` if it does not.
fn match_control(
    element: &DetectedElement,
    control: &Control,
    index: usize,
    overlap: f64,
) -> Option<ElementMatch> {
    let shared = control.rect.overlap(element.rect);
    let alike =
        shared > overlap && (element.role != Role::Text || covered_share(element.rect, control.rect) >= HALF);
    let is_meaningful = control.role.is_interactive() || !control.text().is_empty();
    if !is_meaningful || !(alike || covered_share(element.rect, control.rect) >= INSIDE) {
        return None;
    }
    if alike && matches!(control.source, ControlSource::Vision { .. }) && !lacks_text(control, element) {
        return Some(ElementMatch::Known);
    }
    let value = control.value.as_deref().unwrap_or("");
    let fits = alike || element.rect.height.saturating_mul(LINES) >= control.rect.height;
    let is_known = match Content::of(control.role) {
        // What the picture shows within a field that reports its text is that text.
        _ if control.role.holds_text() && !value.is_empty() => true,
        Content::Surface => has_text(value, &element.name),
        _ if fits && lacks_text(control, element) => return Some(ElementMatch::TextOf(index)),
        Content::Entry => {
            shared > SAME_ENTRY || has_text(&control.name, &element.name) || has_text(value, &element.name)
        }
        Content::Single => fits || has_text(&control.name, &element.name) || has_text(value, &element.name),
    };
    is_known.then_some(ElementMatch::Known)
}

/// What else a control may contain.
enum Content {
    /// Independent elements anywhere.
    Surface,
    /// Several parts of one entry.
    Entry,
    /// Nothing: it is a single element.
    Single,
}

impl Content {
    fn of(role: Role) -> Content {
        match role {
            Role::Document | Role::Terminal => Content::Surface,
            Role::ListItem | Role::TreeItem | Role::Cell => Content::Entry,
            Role::Text | Role::Header => Content::Single,
            role if role.is_interactive() => Content::Single,
            _ => Content::Surface,
        }
    }
}

/// Whether the control has no text, the element has one, and controls of this role show their name.
pub(crate) fn lacks_text(control: &Control, element: &DetectedElement) -> bool {
    let has_visible_name = matches!(
        control.role,
        Role::Button
            | Role::ToggleButton
            | Role::CheckBox
            | Role::RadioButton
            | Role::Hyperlink
            | Role::Menu
            | Role::MenuItem
            | Role::TabItem
            | Role::ListItem
            | Role::TreeItem
            | Role::Cell
    );
    has_visible_name && control.text().is_empty() && !element.name.is_empty()
}

/// The share of the element that lies in the control.
pub(crate) fn covered_share(element: Rect, control: Rect) -> f64 {
    control.intersection(element).area() as f64 / element.area().max(1) as f64
}

/// Whether the controls that the element overlaps have its text together: detection often joins neighbouring words.
fn is_covered_by_texts(element: &DetectedElement, controls: &[Control]) -> bool {
    let mut rest = normalized_name(&element.name);
    let all = rest.chars().count();
    let is_part = |it: &&Control| {
        !matches!(Content::of(it.role), Content::Surface) && !it.rect.intersection(element.rect).is_empty()
    };
    for text in controls.iter().filter(is_part).map(|it| normalized_name(it.text())) {
        if !text.is_empty() {
            rest = rest.replacen(&text, "", 1);
        }
    }
    all > 0 && (all - rest.chars().count()) as f64 >= SPELLED * all as f64
}

/// Whether the text has what was found, allowing for a few misread letters.
fn has_text(text: &str, seen: &str) -> bool {
    let (expected, found) = (normalized_name(text), normalized_name(seen));
    // Signs alone, such as `+`, leave nothing once they are normalised.
    if found.is_empty() {
        return text.contains(seen.trim());
    }
    // In a word of up to three letters, one other letter makes another word.
    expected.contains(&found)
        || (found.chars().count() > 3 && strsim::normalized_levenshtein(&expected, &found) > 0.75)
}

/// Sets the name of a control found in the picture, or the value of an accessible one, whose name must stay to identify it.
pub(crate) fn set_text(control: &mut Control, text: String) {
    match control.source {
        ControlSource::Vision { .. } => control.name = text,
        ControlSource::Accessibility { .. }
        | ControlSource::Page
        | ControlSource::Deferred
        | ControlSource::Optional => {
            control.value = Some(text);
        }
    }
}

/// An element as a control that is known from this source.
pub(crate) fn control(element: DetectedElement, source: ControlSource) -> Control {
    let DetectedElement { role, name, rect, confidence: _ } = element;
    // Nothing shows that it is disabled.
    let states = States::default().with(State::Enabled);
    Control { label: None, role, name, value: None, states, rect, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::NodeId;

    type Place = (i32, i32, u32, u32);

    fn rect((x, y, width, height): Place) -> Rect {
        Rect::new(x, y, width, height)
    }

    fn tree_control((role, name, value, place): (Role, &str, &str, Place)) -> Control {
        Control {
            label: None,
            role,
            name: name.into(),
            value: (!value.is_empty()).then(|| value.into()),
            states: States::default().with(State::Enabled),
            rect: rect(place),
            source: ControlSource::Accessibility { node: NodeId("n".into()) },
        }
    }

    fn element((role, name, place, confidence): (Role, &str, Place, f32)) -> DetectedElement {
        DetectedElement { role, name: name.into(), rect: rect(place), confidence }
    }

    /// What is left, as role and text.
    fn shown(controls: &[Control]) -> Vec<String> {
        controls.iter().map(|it| format!("{} {}", it.role.name(), it.text())).collect()
    }

    fn check(in_tree: &[(Role, &str, &str, Place)], seen: &[(Role, &str, Place, f32)], expected: &[&str]) {
        let accessible = in_tree.iter().copied().map(tree_control).collect();
        let merged = merge(accessible, seen.iter().copied().map(element).collect(), 0.1);
        assert_eq!(shown(&merged), expected, "{in_tree:?} with {seen:?}");
    }

    const PLACE: Place = (0, 0, 80, 30);
    const LARGE: Place = (0, 0, 800, 600);
    const LINE: Place = (10, 8, 40, 14);

    #[test]
    fn what_the_tree_reports_is_not_listed_twice() {
        use Role::{Button, Cell, Document, Edit, Group, ListItem, Menu, Terminal, Text};
        let line = |name| (Text, name, LINE, 0.9);
        for (in_tree, seen, expected) in [
            // In a control that says the same, says it otherwise, or is misread.
            ((Button, "Save", "", PLACE), line("Save"), &["Button Save"] as &[&str]),
            ((Button, "Save As…", "", PLACE), line("Save as..."), &["Button Save As…"]),
            ((Button, "Add", "", PLACE), line("+"), &["Button Add"]),
            ((Button, "Undelete", "", PLACE), line("UndeIete"), &["Button Undelete"]),
            ((Edit, "", "hello world", LARGE), line("hello"), &["Edit hello world"]),
            ((Terminal, "", "$ ls\nfoo", LARGE), line("f00"), &["Terminal $ ls\nfoo"]),
            ((Edit, "", "", PLACE), line("Search"), &["Edit "]),
            // On a surface that says nothing of it.
            ((Document, "Inbox - Mail", "", LARGE), line("Inbox"), &["Document Inbox - Mail", "Text Inbox"]),
            ((Group, "Files", "", LARGE), line("Files"), &["Group Files", "Text Files"]),
            ((Role::List, "", "", LARGE), line("one"), &["List ", "Text one"]),
            ((Role::Image, "chart", "", LARGE), line("Sales"), &["Image chart", "Text Sales"]),
            ((Document, "", "Sales rise", LARGE), line("Sales"), &["Document Sales rise"]),
            // A further part of an entry.
            ((ListItem, "a.txt", "", (0, 0, 300, 20)), line("3 kB"), &["ListItem a.txt", "Text 3 kB"]),
            ((ListItem, "a.txt", "", (0, 0, 300, 20)), line("a.txt"), &["ListItem a.txt"]),
            // Written on what has no name.
            ((Button, "", "", PLACE), line("OK"), &["Button OK"]),
            ((Cell, "", "", (0, 0, 300, 20)), line("42"), &["Cell 42"]),
            ((Button, "", "", LARGE), line("OK"), &["Button ", "Text OK"]),
            // Elsewhere.
            ((Menu, "File", "", (500, 0, 50, 20)), line("File"), &["Menu File", "Text File"]),
            ((Button, "x", "", (0, 0, 0, 0)), line("File"), &["Button x", "Text File"]),
        ] {
            check(&[in_tree], &[seen], expected);
        }
    }

    #[test]
    fn a_line_over_several_controls_is_what_they_say_together() {
        let menus = [(Role::Menu, "File", "", (0, 0, 40, 20)), (Role::Menu, "Edit", "", (40, 0, 40, 20))];
        let names = ["Menu File", "Menu Edit"];
        check(&menus, &[(Role::Text, "File Edit", (4, 2, 70, 16), 0.9)], &names);
        let more = [names.as_slice(), &["Text File Edit Undo history"]].concat();
        check(&menus, &[(Role::Text, "File Edit Undo history", (4, 2, 270, 16), 0.9)], &more);
    }

    #[test]
    fn of_what_overlaps_the_one_to_press_is_kept_then_the_surest() {
        use Role::{Button, Image, Text};
        let at = |x| (x, 0, 40, 20);
        for (seen, expected) in [
            (
                vec![(Text, "a", at(0), 0.5), (Text, "b", at(1), 0.9), (Text, "c", at(60), 0.1)],
                vec!["Text b", "Text c"],
            ),
            (vec![(Text, "Send", at(0), 0.9), (Button, "", at(0), 0.2)], vec!["Button Send"]),
            (vec![(Text, "Send", (5, 4, 20, 10), 0.9), (Button, "send", at(0), 0.2)], vec!["Button send"]),
            (vec![(Text, "two", at(100), 0.9), (Text, "one", at(0), 0.9)], vec!["Text two", "Text one"]),
            (vec![(Image, "cat", at(0), 0.9), (Image, "cat", at(0), 0.8)], vec!["Image cat"]),
            (vec![(Button, "x", (0, 0, 0, 9), 0.9)], vec![]),
        ] {
            check(&[], &seen, &expected);
        }
    }

    #[test]
    fn the_writing_on_a_nameless_control_is_read_in_order_and_leaves_its_name() {
        let entry = [(Role::ListItem, "", "", (0, 0, 300, 40))];
        let seen = [
            (Role::Text, "Grace Hopper", (10, 4, 90, 14), 0.8),
            (Role::Text, "admiral", (10, 22, 60, 14), 0.9),
        ];
        check(&entry, &seen, &["ListItem Grace Hopper admiral"]);
        let merged = merge(vec![tree_control(entry[0])], seen.map(element).to_vec(), 0.1);
        assert_eq!(merged[0].name, "");
    }
}
