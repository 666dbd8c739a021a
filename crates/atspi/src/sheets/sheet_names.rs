//! Names the sheets of a spreadsheet by their tabs. LibreOffice keeps the name that a sheet had when somebody first asked for
//! it, also after the sheet is renamed, and its tab has the new one. Pure.

use crate::nodes::element::Element;
use deskpilot_core::{Role, State};

/// Gives each sheet of these elements the name of the one selected tab below it.
pub(crate) fn name_sheets(elements: &mut [Element]) {
    for at in 0..elements.len() {
        if is_sheet(&elements[at..])
            && let Some(name) = selected_tab(elements, at)
        {
            elements[at].name = name;
        }
    }
}

/// Whether the first of these elements is a table of cells that have addresses, or one whose cells were not read in time.
fn is_sheet(elements: &[Element]) -> bool {
    let [table, next, ..] = elements else { return false };
    let is_unread = next.level <= table.level;
    let is_cell = next.facts.kind() == Role::Cell && is_address(&next.name);
    table.facts.kind() == Role::Table && (is_unread || is_cell)
}

/// Whether it names a column and a row, such as `AB12`.
fn is_address(name: &str) -> bool {
    let row = name.trim_start_matches(|it: char| it.is_ascii_uppercase());
    row.len() < name.len() && !row.is_empty() && row.bytes().all(|it| it.is_ascii_digit())
}

/// The name of the selected tab in the list of tabs that follows the document around this table; `None` where several are
/// selected.
fn selected_tab(elements: &[Element], table: usize) -> Option<String> {
    let is_around = |it: &&Element| it.level < elements[table].level;
    let document = elements[..table].iter().rfind(is_around)?;
    if document.facts.kind() != Role::Document {
        return None;
    }
    let mut following = elements[table..].iter().skip_while(|it| it.level > document.level);
    following.by_ref().find(|it| it.level <= document.level && it.facts.kind() == Role::TabList)?;
    let tabs = following.take_while(|it| it.level > document.level);
    let mut selected = tabs.filter(|it| it.facts.kind() == Role::TabItem && it.states().has(State::Selected));
    let name = selected.next()?.name.clone();
    selected.next().is_none().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::element::testing::element;
    use crate::protocol::translate::{bit, role};

    const DOCUMENT: u32 = 92;
    const TAB_LIST: u32 = 38;
    const TABLE: u32 = 55;
    const CELL: u32 = 56;
    const TAB: u32 = 37;

    fn window(cell: &str, selected: &[&str]) -> Vec<Element> {
        let of = |role, name, level| Element { level, ..element(role, name) };
        let mut elements = vec![
            of(DOCUMENT, "costs", 1),
            of(TABLE, "Sheet Sheet1", 2),
            of(CELL, cell, 3),
            of(CELL, "B1", 3),
            of(TAB_LIST, "", 1),
        ];
        for name in ["Costs", "Notes"] {
            let mut tab = of(TAB, name, 2);
            tab.facts.states = u64::from(selected.contains(&name)) << bit::SELECTED;
            elements.push(tab);
        }
        elements
    }

    #[test]
    fn a_sheet_has_the_name_of_its_tab_and_other_tables_keep_theirs() {
        for (cell, selected, expected) in [
            ("A1", &["Costs"][..], "Costs"),
            ("AB12", &["Notes"], "Notes"),
            ("A1", &["Costs", "Notes"], "Sheet Sheet1"),
            ("A1", &[], "Sheet Sheet1"),
            ("Name", &["Costs"], "Sheet Sheet1"),
        ] {
            let mut elements = window(cell, selected);
            name_sheets(&mut elements);
            assert_eq!(elements[1].name, expected, "{cell} {selected:?}");
        }
        let mut unread = window("A1", &["Costs"]);
        unread.drain(2..=3);
        name_sheets(&mut unread);
        assert_eq!(unread[1].name, "Costs");
        let mut without_document = window("A1", &["Costs"]);
        without_document[0].facts.role = role::ROOT_PANE;
        name_sheets(&mut without_document);
        assert_eq!(without_document[1].name, "Sheet Sheet1");
    }
}
