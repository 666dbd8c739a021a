//! The control filters TEXT, SEMANTIC and ICON, which rank controls relevant to a request higher. They hide none.

use super::addresses::meant_cells;
use super::cells::Cells;
use super::similarity::TextSimilarity;
use super::words::content_words;
use deskpilot_core::{CellAddress, Control, Role};

/// A way to find the controls relevant to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Controls whose name or value has words of the request, and cells of a sheet whose addresses it means.
    Text,
    /// Controls whose name is similar to the request by a [`TextSimilarity`].
    Semantic,
    /// If no name has a word of the request: controls without text that have the size and shape of an icon, because the
    /// request probably means one of them. It does not look at their picture.
    Icon,
}

impl Filter {
    /// Every filter.
    pub const ALL: &'static [Filter] = &[Filter::Text, Filter::Semantic, Filter::Icon];

    /// Its name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Filter::Text => "text",
            Filter::Semantic => "semantic",
            Filter::Icon => "icon",
        }
    }
}

/// The similarity from which a name counts.
const SIMILAR: f32 = 0.6;
/// The score of an icon that may be relevant.
const ICON_SCORE: f32 = 0.3;
/// The sides of an icon in pixels.
const ICON_SIDES: std::ops::RangeInclusive<u32> = 8..=72;
/// The maximum ratio of an icon's longer side to the shorter.
const ICON_STRETCH: u32 = 2;

/// The relevance of each control to the texts, 0 to 1. The first text weighs most. Each filter scores only its `top` best
/// controls, of equals the first.
pub(super) fn scores(
    controls: &[Control],
    cells: &Cells,
    about: &[&str],
    filters: &[Filter],
    similarity: &dyn TextSimilarity,
    top: usize,
) -> Vec<f32> {
    let mut best = vec![0.0_f32; controls.len()];
    for filter in filters {
        let scores = match filter {
            Filter::Text => by_text(controls, cells, about),
            Filter::Semantic => by_similarity(controls, cells, about, similarity),
            Filter::Icon => by_shape(controls, cells, about),
        };
        for (at, score) in highest(&scores, top) {
            best[at] = best[at].max(score);
        }
    }
    best
}

/// The weight of the text at this index; the first weighs 1.
fn weight(place: usize) -> f32 {
    1.0 / (1.0 + place as f32 / 4.0)
}

fn by_text(controls: &[Control], cells: &Cells, about: &[&str]) -> Vec<f32> {
    let asked: Vec<Vec<String>> = about.iter().map(|text| content_words(text)).collect();
    let meant: Vec<Vec<CellAddress>> = about.iter().map(|text| meant_cells(text, cells.used())).collect();
    let score = |at: usize| {
        if let Some(address) = cells.address(at) {
            let place = meant.iter().position(|meant| meant.contains(&address));
            return place.map_or(0.0, weight);
        }
        let words = content_words(controls[at].text());
        let fits = |asked: &Vec<String>| shared(&words, asked);
        asked.iter().enumerate().map(|(place, asked)| fits(asked) * weight(place)).fold(0.0, f32::max)
    };
    (0..controls.len()).map(score).collect()
}

/// The share of these words that the request has; 0 if there are none.
fn shared(words: &[String], asked: &[String]) -> f32 {
    if words.is_empty() {
        return 0.0;
    }
    words.iter().filter(|word| asked.contains(word)).count() as f32 / words.len() as f32
}

/// Addresses are no texts that are similar to others.
fn by_similarity(
    controls: &[Control],
    cells: &Cells,
    about: &[&str],
    similarity: &dyn TextSimilarity,
) -> Vec<f32> {
    let has_text = |at: &usize| !cells.is_in_sheet(*at) && !controls[*at].text().trim().is_empty();
    let named: Vec<usize> = (0..controls.len()).filter(has_text).collect();
    let names: Vec<&str> = named.iter().map(|at| controls[*at].text()).collect();
    let mut scores = vec![0.0_f32; controls.len()];
    for (place, text) in about.iter().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        for (at, similar) in named.iter().zip(similarity.of(text, &names)) {
            if similar >= SIMILAR {
                scores[*at] = scores[*at].max(similar.min(1.0) * weight(place));
            }
        }
    }
    scores
}

fn by_shape(controls: &[Control], cells: &Cells, about: &[&str]) -> Vec<f32> {
    let is_named = by_text(controls, cells, &about[..about.len().min(1)]).iter().any(|score| *score > 0.0);
    let score = |control: &Control| if !is_named && is_icon(control) { ICON_SCORE } else { 0.0 };
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

/// The highest scores above zero with their indices, of equals the first.
fn highest(scores: &[f32], top: usize) -> Vec<(usize, f32)> {
    let mut ranked: Vec<(usize, f32)> =
        scores.iter().copied().enumerate().filter(|(_, score)| *score > 0.0).collect();
    ranked.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    ranked.truncate(top);
    ranked
}

#[cfg(test)]
mod tests {
    use super::super::similarity::SpellingSimilarity;
    use super::super::testing::{control, icon};
    use super::*;
    use deskpilot_core::Outline;

    fn cells(controls: &[Control]) -> Cells {
        Cells::of(controls, &Outline::of(controls, &[]), &[])
    }

    /// The names of the controls that are lifted, the highest first.
    fn lifted(filter: Filter, names: &[&str], about: &[&str], top: usize) -> String {
        let controls: Vec<Control> = names
            .iter()
            .map(|name| match name.strip_prefix("icon") {
                Some(_) => icon(),
                None => control(Role::Button, name),
            })
            .collect();
        let scores = scores(&controls, &cells(&controls), about, &[filter], &SpellingSimilarity, top);
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
        impl TextSimilarity for Model {
            fn of(&self, _: &str, texts: &[&str]) -> Vec<f32> {
                texts.iter().map(|text| if *text == "Discard" { 0.9 } else { 0.1 }).collect()
            }
        }
        let controls = [control(Role::Button, "Save"), control(Role::Button, "Discard")];
        let scores = scores(&controls, &cells(&controls), &["throw away"], &[Filter::Semantic], &Model, 9);
        assert_eq!(scores, [0.0, 0.9]);
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

    #[test]
    fn a_cell_is_lifted_where_the_request_means_its_address() {
        let controls: Vec<Control> = ["A1", "B1", "A2", "K2"]
            .into_iter()
            .map(|name| Control {
                value: (name == "A1").then(|| "Model".to_owned()),
                ..control(Role::Cell, name)
            })
            .collect();
        for (about, expected) in [
            (&["compare the models K1 and K2"][..], &[0.0_f32, 0.0, 0.0, 0.0][..]),
            (&["write it into cell K2", "then fill A2"], &[0.0, 0.0, 0.8, 1.0]),
        ] {
            let filters = [Filter::Text, Filter::Semantic];
            let scores = scores(&controls, &cells(&controls), about, &filters, &SpellingSimilarity, 9);
            assert_eq!(scores, expected, "{about:?}");
        }
    }
}
