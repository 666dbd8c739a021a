//! The control filters TEXT, SEMANTIC and ICON: ways to put controls first that a request is about. None hides any.

use super::likeness::Likeness;
use super::words::telling;
use deskpilot_core::{Control, Role};

/// One way to tell which controls a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Controls whose name or value has words of the request.
    Text,
    /// Controls whose name is like the request by a [`Likeness`].
    Semantic,
    /// Where no name has a word of the request: controls without any text that look like icons, for it is likely one of
    /// them that is meant. It looks at their size and shape, not at what is painted on them.
    Icon,
}

impl Filter {
    /// Every filter.
    pub const ALL: &'static [Filter] = &[Filter::Text, Filter::Semantic, Filter::Icon];

    /// The word for it in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Filter::Text => "text",
            Filter::Semantic => "semantic",
            Filter::Icon => "icon",
        }
    }
}

/// From where on a name counts as like a request.
const ALIKE: f32 = 0.6;
/// What a control is worth that may be meant, as no other seems to be.
const PERHAPS: f32 = 0.3;
/// Sides of an icon that can be pressed, in pixels, and how much longer one may be than the other.
const ICON_SIDES: std::ops::RangeInclusive<u32> = 8..=72;
const ICON_STRETCH: u32 = 2;

/// How much each control is what the texts are about, 0 to 1. The first text weighs most. Each filter lifts no more than
/// `top` controls, those that fit best and of equals the first.
pub(super) fn scores(
    controls: &[Control],
    about: &[&str],
    filters: &[Filter],
    likeness: &dyn Likeness,
    top: usize,
) -> Vec<f32> {
    let mut best = vec![0.0_f32; controls.len()];
    for filter in filters {
        let scores = match filter {
            Filter::Text => by_text(controls, about),
            Filter::Semantic => by_likeness(controls, about, likeness),
            Filter::Icon => by_shape(controls, about),
        };
        for (at, score) in highest(&scores, top) {
            best[at] = best[at].max(score);
        }
    }
    best
}

/// What the first text weighs against the ones after it.
fn weight(place: usize) -> f32 {
    1.0 / (1.0 + place as f32 / 4.0)
}

fn by_text(controls: &[Control], about: &[&str]) -> Vec<f32> {
    let asked: Vec<Vec<String>> = about.iter().map(|text| telling(text)).collect();
    let score = |control: &Control| {
        let said = telling(control.text());
        let fits = |asked: &Vec<String>| shared(&said, asked);
        asked.iter().enumerate().map(|(place, asked)| fits(asked) * weight(place)).fold(0.0, f32::max)
    };
    controls.iter().map(score).collect()
}

/// Which part of the words that are said was asked for; nothing said is not asked for.
fn shared(said: &[String], asked: &[String]) -> f32 {
    if said.is_empty() {
        return 0.0;
    }
    said.iter().filter(|word| asked.contains(word)).count() as f32 / said.len() as f32
}

fn by_likeness(controls: &[Control], about: &[&str], likeness: &dyn Likeness) -> Vec<f32> {
    let named: Vec<usize> =
        (0..controls.len()).filter(|at| !controls[*at].text().trim().is_empty()).collect();
    let names: Vec<&str> = named.iter().map(|at| controls[*at].text()).collect();
    let mut scores = vec![0.0_f32; controls.len()];
    for (place, text) in about.iter().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        for (at, alike) in named.iter().zip(likeness.of(text, &names)) {
            if alike >= ALIKE {
                scores[*at] = scores[*at].max(alike.min(1.0) * weight(place));
            }
        }
    }
    scores
}

fn by_shape(controls: &[Control], about: &[&str]) -> Vec<f32> {
    let is_named = by_text(controls, &about[..about.len().min(1)]).iter().any(|score| *score > 0.0);
    let score = |control: &Control| if !is_named && is_icon(control) { PERHAPS } else { 0.0 };
    controls.iter().map(score).collect()
}

fn is_icon(control: &Control) -> bool {
    use Role::{
        Button, CheckBox, Hyperlink, Image, ListItem, Menu, MenuItem, RadioButton, TabItem, ToggleButton,
    };
    let (width, height) = (control.rect.width, control.rect.height);
    let is_small = ICON_SIDES.contains(&width) && ICON_SIDES.contains(&height);
    let is_square = width.max(height) <= width.min(height) * ICON_STRETCH;
    let is_pressed = matches!(
        control.role,
        Button
            | CheckBox
            | Hyperlink
            | Image
            | ListItem
            | Menu
            | MenuItem
            | RadioButton
            | TabItem
            | ToggleButton
    );
    control.label.is_some() && control.text().trim().is_empty() && is_small && is_square && is_pressed
}

/// The highest scores above zero with their places, of equals the first.
fn highest(scores: &[f32], top: usize) -> Vec<(usize, f32)> {
    let mut ranked: Vec<(usize, f32)> =
        scores.iter().copied().enumerate().filter(|(_, score)| *score > 0.0).collect();
    ranked.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    ranked.truncate(top);
    ranked
}

#[cfg(test)]
mod tests {
    use super::super::likeness::Spelling;
    use super::super::testing::{control, icon};
    use super::*;

    /// The names of the controls that are lifted, the highest first.
    fn lifted(filter: Filter, names: &[&str], about: &[&str], top: usize) -> String {
        let controls: Vec<Control> = names
            .iter()
            .map(|name| match name.strip_prefix("icon") {
                Some(_) => icon(),
                None => control(Role::Button, name),
            })
            .collect();
        let scores = scores(&controls, about, &[filter], &Spelling, top);
        let lifted = highest(&scores, usize::MAX);
        lifted.iter().map(|(at, _)| names[*at]).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn text_lifts_what_has_words_of_the_request() {
        for (names, about, expected) in [
            (&["Save", "Open", ""][..], &["save the file"][..], "Save"),
            (&["save as", "SAVE", "Saver"], &["Save it"], "save as, SAVE"),
            (&["", "   ", "…"], &["save"], ""),
            (&["保存", "打开", "关闭"], &["请保存文件"], "保存"),
            (&["Größe ändern", "Grosse"], &["die GRÖSSE ändern", "größe"], "Größe ändern"),
            (&["7", "8", "70"], &["compute 7 x 8"], "7, 8"),
            (&["Close", "Send"], &["write it", "send it", "close it"], "Send, Close"),
            (&["The"], &["click the button"], ""),
        ] {
            assert_eq!(lifted(Filter::Text, names, about, 9), expected, "{names:?} for {about:?}");
        }
        assert_eq!(lifted(Filter::Text, &["Save 1", "Save", "Save 2"], &["save"], 2), "Save, Save 1");
    }

    #[test]
    fn semantic_lifts_what_is_like_the_request() {
        for (names, about, expected) in [
            (&["Printing", "Pointing", ""][..], &["print the page"][..], "Printing"),
            (&["Prefrences", "Quit"], &["open the preferences"], "Prefrences"),
            (&["", " "], &["print"], ""),
            (&["Save"], &["", " "], ""),
        ] {
            assert_eq!(lifted(Filter::Semantic, names, about, 9), expected, "{names:?} for {about:?}");
        }
    }

    #[test]
    fn the_scores_of_any_likeness_count() {
        struct Model;
        impl Likeness for Model {
            fn of(&self, _: &str, texts: &[&str]) -> Vec<f32> {
                texts.iter().map(|text| if *text == "Discard" { 0.9 } else { 0.1 }).collect()
            }
        }
        let controls = [control(Role::Button, "Save"), control(Role::Button, "Discard")];
        assert_eq!(scores(&controls, &["throw away"], &[Filter::Semantic], &Model, 9), [0.0, 0.9]);
    }

    #[test]
    fn icon_lifts_what_has_no_name_where_no_name_is_meant() {
        for (names, about, expected) in [
            (&["icon", "Save", "icon 2", ""][..], &["make it bold"][..], "icon, icon 2"),
            (&["icon", "Save"], &["save"], ""),
            (&["Save"], &["make it bold"], ""),
        ] {
            assert_eq!(lifted(Filter::Icon, names, about, 9), expected, "{names:?} for {about:?}");
        }
    }
}
