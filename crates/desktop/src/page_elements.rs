//! Elements of pages that a browser reports: those that react to clicks though the accessibility tree does not say so, and
//! what is at a point now.

use crate::{
    DetectedElement, PAGE_TIMEOUT, PageHit, PageReading, Receiver, Scope,
    merge::{INSIDE, control, covered_share, lacks_text, set_text},
};
use deskpilot_core::{BeyondView, Control, ControlSource, Point, Rect, Role, State, Window};
use tokio::time::timeout;

/// The overlap (intersection over union) above which a control is the element.
const SAME: f64 = 0.5;

/// The controls of a window, with those that its browser reports in addition, and how many are out of view. Asks the receivers where
/// the window shows a page.
pub(crate) async fn with_page_elements(
    receivers: &mut [Box<dyn Receiver>],
    window: &Window,
    controls: Vec<Control>,
) -> (Vec<Control>, BeyondView) {
    let Some(page) = page_in(&controls) else { return (controls, BeyondView::default()) };
    for receiver in receivers.iter_mut().filter(|it| it.serves(Scope::Window(window))) {
        let Some(reported) = receiver.page_elements() else { continue };
        // A page that does not answer shows what the accessibility tree has.
        let asked = timeout(PAGE_TIMEOUT, reported.elements(window, page)).await;
        match asked {
            // A receiver without this page reports nothing; the next one may have it.
            Ok(Ok(found)) if found != PageReading::default() => {
                return (merged(controls, found.elements), found.beyond);
            }
            _ => {}
        }
    }
    (controls, BeyondView::default())
}

/// What the page in a window with these controls has at a point now.
pub(crate) async fn page_hit(
    receivers: &mut [Box<dyn Receiver>],
    window: &Window,
    controls: &[Control],
    point: Point,
) -> PageHit {
    let Some(page) = page_in(controls).filter(|it| it.contains(point)) else { return PageHit::Unknown };
    for receiver in receivers.iter_mut().filter(|it| it.serves(Scope::Window(window))) {
        let Some(reported) = receiver.page_elements() else { continue };
        let asked = timeout(PAGE_TIMEOUT, reported.element_at(window, page, point)).await;
        match asked {
            Ok(Ok(PageHit::Unknown) | Err(_)) | Err(_) => {}
            Ok(Ok(hit)) => return hit,
        }
    }
    PageHit::Unknown
}

/// An element that a browser reports, as a control.
pub fn page_control(element: DetectedElement) -> Control {
    control(element, ControlSource::Page)
}

/// Where a window with these controls shows a page: the largest document.
fn page_in(controls: &[Control]) -> Option<Rect> {
    let documents = controls.iter().filter(|it| it.role == Role::Document).map(|it| it.rect);
    documents.max_by_key(|it| it.area()).filter(|it| !it.is_empty())
}

/// Adds elements to the controls of the accessibility tree, each once: where the tree has the element as a text or a group, that
/// control becomes clickable. A control without a name gets the element's as its value.
fn merged(accessible: Vec<Control>, elements: Vec<DetectedElement>) -> Vec<Control> {
    let mut controls = accessible;
    let accessible_count = controls.len();
    for element in elements.into_iter().filter(|it| !it.rect.is_empty()) {
        let acts = |it: &Control| it.role.is_interactive() || it.states.has(State::Clickable);
        let known = controls.iter_mut().find(|it| acts(it) && it.rect.overlap(element.rect) > SAME);
        if let Some(known) = known {
            if lacks_text(known, &element) {
                set_text(known, element.name);
            }
            continue;
        }
        // Only among what the tree has: two elements of the page are never the same.
        let twin = controls[..accessible_count]
            .iter_mut()
            .filter(|it| may_be(it, &element))
            .min_by_key(|it| it.rect.area());
        match twin {
            Some(twin) => {
                twin.states = twin.states.with(State::Clickable);
                if twin.text().is_empty() && !element.name.is_empty() {
                    set_text(twin, element.name);
                }
            }
            None => controls.push(page_control(element)),
        }
    }
    controls
}

/// Whether a control of the accessibility tree is the element, or the text on it.
fn may_be(control: &Control, element: &DetectedElement) -> bool {
    let is_plain = matches!(control.role, Role::Group | Role::Other | Role::Image | Role::Text)
        && control.states.has(State::Enabled);
    let inside = covered_share(control.rect, element.rect);
    let is_same_text = !element.name.is_empty() && control.text().trim() == element.name;
    is_plain && (control.rect.overlap(element.rect) > SAME || (is_same_text && inside >= INSIDE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{NodeId, States};

    fn tree_control(role: Role, name: &str, rect: Rect, states: &[State]) -> Control {
        let states = states.iter().copied().chain([State::Enabled]).collect();
        let source = ControlSource::Accessibility { node: NodeId(name.into()) };
        Control { label: None, role, name: name.into(), value: None, states, rect, source }
    }

    fn element(name: &str, rect: Rect) -> DetectedElement {
        DetectedElement { role: Role::Button, name: name.into(), rect, confidence: 1.0 }
    }

    #[test]
    fn what_both_report_is_listed_once() {
        let place = Rect::new(10, 10, 100, 30);
        let words = Rect::new(40, 15, 40, 14);
        let away = Rect::new(500, 10, 100, 30);
        for (what, accessible, expected) in [
            ("a button", tree_control(Role::Button, "Open", place, &[]), vec!["Button Open"]),
            (
                "a clickable group",
                tree_control(Role::Group, "", place, &[State::Clickable]),
                vec!["Group  clickable"],
            ),
            ("a plain group", tree_control(Role::Group, "", place, &[]), vec!["Group  clickable"]),
            ("its text", tree_control(Role::Text, "Open", words, &[]), vec!["Text Open clickable"]),
            ("another text", tree_control(Role::Text, "New", words, &[]), vec!["Text New", "Button Open"]),
            (
                "its text elsewhere",
                tree_control(Role::Text, "Open", away, &[]),
                vec!["Text Open", "Button Open"],
            ),
            (
                "a disabled one",
                {
                    let it = tree_control(Role::Group, "", place, &[]);
                    Control { states: States::default(), ..it }
                },
                vec!["Group ", "Button Open"],
            ),
        ] {
            let controls = merged(vec![accessible], vec![element("Open", place)]);
            let shown: Vec<String> = controls
                .iter()
                .map(|it| {
                    let clickable = if it.states.has(State::Clickable) { " clickable" } else { "" };
                    format!("{} {}{clickable}", it.role.name(), it.name)
                })
                .collect();
            assert_eq!(shown, expected, "{what}");
        }
    }

    #[test]
    fn what_has_no_name_in_the_tree_is_called_as_the_page_calls_it() {
        let place = Rect::new(10, 10, 40, 40);
        for (role, name, expected) in [
            (Role::Button, "", Some("icon: trash")),
            (Role::Hyperlink, "", Some("icon: trash")),
            (Role::Group, "", Some("icon: trash")),
            (Role::Image, "", Some("icon: trash")),
            (Role::Button, "Delete", None),
            (Role::Edit, "", None),
        ] {
            let accessible = tree_control(role, name, place, &[]);
            let controls = merged(vec![accessible], vec![element("icon: trash", place)]);
            let named: Vec<_> = controls.iter().map(|it| (it.name.as_str(), it.value.as_deref())).collect();
            assert_eq!(named, [(name, expected)], "{role:?}");
        }
    }

    #[test]
    fn what_has_no_place_is_no_control() {
        let mut controls =
            merged(Vec::new(), vec![element("a", Rect::default()), element("b", Rect::new(0, 0, 9, 9))]);
        assert_eq!(controls.len(), 1);
        assert_eq!(controls.remove(0).source, ControlSource::Page);
    }
}
