//! The number of sheets that a status bar shows: LibreOffice reports one that is out of date after sheets were added.

use super::cells::Cells;
use deskpilot_core::{Control, Outline, Role, State};
use std::collections::HashSet;

/// The texts of status bars that count sheets, such as `Sheet 1 of 1`, where the window lists another number of tabs.
pub(super) fn contradicted_counts(controls: &[Control], outline: &Outline, cells: &Cells) -> Vec<usize> {
    let Some(tabs) = tabs_of_sheets(controls, outline, cells) else { return Vec::new() };
    let is_in_status_bar = |at: &usize| {
        let mut places = std::iter::once(*at).chain(outline.around(*at));
        places.any(|it| controls[it].role == Role::StatusBar)
    };
    let is_contradicted = |at: &usize| counted(controls[*at].text()).is_some_and(|count| count != tabs);
    (0..controls.len()).filter(is_contradicted).filter(is_in_status_bar).collect()
}

/// How many tabs stand in the list in which the selected one has the name of a sheet; `None` where no tab has it.
fn tabs_of_sheets(controls: &[Control], outline: &Outline, cells: &Cells) -> Option<usize> {
    let sheets: HashSet<&str> = (0..controls.len())
        .filter(|at| cells.is_in_sheet(*at))
        .filter_map(|at| outline.parent(at))
        .map(|sheet| controls[sheet].name.as_str())
        .collect();
    let tabs: Vec<usize> = (0..controls.len()).filter(|at| controls[*at].role == Role::TabItem).collect();
    let names_sheet = |tab: &Control| tab.states.has(State::Selected) && sheets.contains(tab.name.as_str());
    let selected = tabs.iter().copied().find(|at| names_sheet(&controls[*at]))?;
    let list = outline.parent(selected);
    Some(tabs.into_iter().filter(|at| outline.parent(*at) == list).count())
}

/// The last number of a text of a word, a number, a word and a number, as in `Sheet 1 of 3`, in any language.
fn counted(text: &str) -> Option<usize> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [kind, at, of, all] = words.as_slice() else { return None };
    let is_word = |word: &str| !word.chars().any(char::is_numeric);
    let (at, all): (usize, usize) = (at.parse().ok()?, all.parse().ok()?);
    (is_word(kind) && is_word(of) && at <= all).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::super::testing::control;
    use super::*;

    /// Whether a status text is left out next to these tabs, of which the first is selected, under a sheet of this name.
    fn is_left_out(status: &str, sheet: &str, tabs: &[&str]) -> bool {
        let mut controls = vec![
            control(Role::Document, "costs"),
            control(Role::Table, sheet),
            control(Role::Cell, "A1"),
            control(Role::TabList, ""),
        ];
        let mut levels = vec![0, 1, 2, 0];
        for (at, name) in tabs.iter().enumerate() {
            let tab = control(Role::TabItem, name);
            let states = if at == 0 { tab.states.with(State::Selected) } else { tab.states };
            controls.push(Control { states, ..tab });
            levels.push(1);
        }
        controls.extend([control(Role::StatusBar, ""), control(Role::Text, status)]);
        levels.extend([0, 1]);
        let outline = Outline::of(&controls, &levels);
        let cells = Cells::of(&controls, &outline, &levels);
        contradicted_counts(&controls, &outline, &cells) == [controls.len() - 1]
    }

    #[test]
    fn a_count_of_sheets_is_left_out_where_the_tabs_contradict_it() {
        for (status, sheet, tabs, expected) in [
            ("Sheet 1 of 1", "Costs", &["Costs", "Notes"][..], true),
            ("Tabelle 1 von 3", "Costs", &["Costs", "Notes"], true),
            ("Sheet 1 of 2", "Costs", &["Costs", "Notes"], false),
            ("Sheet 1 of 1", "Costs", &[], false),
            ("Page 1 of 3", "Table1", &["Properties"], false),
            ("3 rows selected", "Costs", &["Costs", "Notes"], false),
            ("Sum: 12", "Costs", &["Costs", "Notes"], false),
        ] {
            assert_eq!(is_left_out(status, sheet, tabs), expected, "{status} {sheet} {tabs:?}");
        }
    }
}
