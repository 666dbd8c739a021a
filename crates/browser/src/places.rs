//! Where elements of a page are on the desktop.

use crate::{page::Page, text, trouble::Trouble};
use deskpilot_core::{BeyondView, Point, Rect, Role};
use deskpilot_desktop::{DetectedElement, PageHit, PageReading};
use serde::Deserialize;
use serde_json::json;

/// The maximum number of elements of a page to list in addition to its controls.
const MOST: usize = 60;
/// The longest name, in characters.
const LONGEST: usize = 120;
/// By what share the horizontal and the vertical scale, from the browser's size of the page to the window's, may differ: the
/// place of a page that scrolls or zooms during the request is unknown.
const TOLERANCE: f64 = 0.02;

/// What a page answers.
#[derive(Deserialize)]
struct Answer {
    view: View,
    /// `None` where the page does not know.
    found: Option<Vec<PlacedElement>>,
    /// The controls out of view; none where the page was asked for one place.
    #[serde(default)]
    beyond: BeyondView,
}

/// The part of a page that is in view, in CSS pixels.
#[derive(Clone, Copy, Deserialize)]
struct View {
    width: f64,
    height: f64,
}

/// An element and its part that is in view, in CSS pixels.
#[derive(Deserialize)]
struct PlacedElement {
    role: String,
    name: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Page<'_> {
    /// What reacts to clicks although the accessibility tree does not have it, or has it without a name, and how many controls are
    /// out of view. `area` is where the window shows the page.
    pub(crate) async fn clickables(self, area: Rect) -> Result<PageReading, Trouble> {
        let answer: Answer = self.ask("clickables", &json!({"most": MOST})).await?;
        let beyond = answer.beyond;
        Ok(PageReading { elements: answer.placed(area).unwrap_or_default(), beyond })
    }

    /// What takes a click at a point of the desktop.
    pub(crate) async fn element_at(self, area: Rect, point: Point) -> Result<PageHit, Trouble> {
        let share = |at: i32, from: i32, of: u32| (f64::from(at - from) + 0.5) / f64::from(of.max(1));
        let (x, y) = (share(point.x, area.x, area.width), share(point.y, area.y, area.height));
        let answer: Answer = self.ask("elementAt", &json!({"x": x, "y": y})).await?;
        Ok(match answer.placed(area) {
            None => PageHit::Unknown,
            Some(found) => found.into_iter().next().map_or(PageHit::Nothing, PageHit::Element),
        })
    }
}

impl Answer {
    /// The elements on the desktop; `None` where the page does not know, or the window shows it in another size.
    fn placed(self, area: Rect) -> Option<Vec<DetectedElement>> {
        let scale = self.view.scale(area)?;
        Some(self.found?.into_iter().map(|it| it.placed(area, scale)).collect())
    }
}

impl View {
    /// Desktop pixels for each CSS pixel; `None` where the two sides disagree.
    fn scale(self, area: Rect) -> Option<f64> {
        let (across, down) = (f64::from(area.width) / self.width, f64::from(area.height) / self.height);
        ((across - down).abs() <= TOLERANCE * across).then_some(across)
    }
}

impl PlacedElement {
    fn placed(self, area: Rect, scale: f64) -> DetectedElement {
        let at = |from: i32, along: f64| from.saturating_add((along * scale).round() as i32);
        let long = |length: f64| (length * scale).round().max(0.0) as u32;
        let rect = Rect::new(at(area.x, self.x), at(area.y, self.y), long(self.width), long(self.height));
        let (role, name) = (role_of(&self.role), text::line(&self.name, LONGEST));
        DetectedElement { role, name, rect: rect.intersection(area), confidence: 1.0 }
    }
}

/// The role of an element of a page; one that has none and reacts to clicks is a button.
fn role_of(role: &str) -> Role {
    match role {
        "link" => Role::Hyperlink,
        "checkbox" | "switch" | "menuitemcheckbox" => Role::CheckBox,
        "radio" | "menuitemradio" => Role::RadioButton,
        "textbox" | "searchbox" | "password" | "date" => Role::Edit,
        "combobox" => Role::ComboBox,
        "listbox" => Role::List,
        "option" => Role::ListItem,
        "slider" => Role::Slider,
        "spinbutton" => Role::Spinner,
        "menuitem" => Role::MenuItem,
        "tab" => Role::TabItem,
        "treeitem" => Role::TreeItem,
        _ => Role::Button,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(width: f64, height: f64) -> Answer {
        let found = PlacedElement {
            role: String::new(),
            name: "Star".into(),
            x: 10.0,
            y: 20.0,
            width: 30.0,
            height: 40.0,
        };
        Answer { view: View { width, height }, found: Some(vec![found]), beyond: BeyondView::default() }
    }

    #[test]
    fn places_in_a_page_become_places_on_the_desktop() {
        let area = Rect::new(100, 200, 1000, 500);
        for (width, height, expected) in [
            (1000.0, 500.0, Some(Rect::new(110, 220, 30, 40))),
            (500.0, 250.0, Some(Rect::new(120, 240, 60, 80))),
            (500.0, 500.0, None),
            (0.0, 0.0, None),
            (1000.0, 0.0, None),
        ] {
            let placed = answer(width, height).placed(area).map(|it| it[0].rect);
            assert_eq!(placed, expected, "{width}x{height}");
        }
    }

    #[test]
    fn what_a_page_says_of_places_beyond_it_stays_in_it() {
        let mut far = answer(1000.0, 500.0);
        let one = far.found.take().unwrap().remove(0);
        let (x, y) = (1e300, -1e300);
        far.found = Some(vec![PlacedElement { x, y, width: 1e300, height: f64::MAX, ..one }]);
        let area = Rect::new(100, 200, 1000, 500);
        let placed = far.placed(area).unwrap()[0].rect;
        assert!(placed.is_empty(), "{placed:?}");
    }
}
