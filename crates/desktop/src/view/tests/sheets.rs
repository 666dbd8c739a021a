//! Sheets and tables of documents.

use super::*;
use deskpilot_core::CellAddress;

/// A table with these rows and columns, whose cells touch; a cell has the value that this returns for its row and column.
fn table(
    name: &str,
    rows: &[u32],
    columns: std::ops::RangeInclusive<u32>,
    value: impl Fn(u32, u32) -> Option<String>,
) -> Vec<Control> {
    let mut controls = vec![control(Role::Table, name)];
    for (row, y) in rows.iter().zip((0..).step_by(20)) {
        for (column, x) in columns.clone().zip((0..).step_by(50)) {
            let address = CellAddress { row: *row, column }.to_string();
            controls.push(Control {
                value: value(*row, column),
                rect: Rect::new(x, y, 50, 20),
                ..control(Role::Cell, &address)
            });
        }
    }
    controls
}

/// The level of each control of such tables.
fn levels_of(controls: &[Control]) -> Vec<u16> {
    controls.iter().map(|it| u16::from(it.role == Role::Cell)).collect()
}

/// A sheet of 26 columns and 30 rows, of which B1:D26 hold something.
fn costs() -> Vec<Control> {
    let rows: Vec<u32> = (1..=30).collect();
    let is_used = |row: u32, column: u32| row <= 26 && (2..=4).contains(&column);
    label_controls(table("Costs", &rows, 1..=26, |row, column| is_used(row, column).then(|| "12".to_owned())))
}

/// The text of a sheet, within this many tokens.
fn sheet_text(controls: &[Control], tokens: usize, wanted: ViewRequest<'_>) -> TextView {
    let levels = levels_of(controls);
    shown(controls, |options| options.tokens = tokens, ViewRequest { levels: &levels, ..wanted })
}

#[test]
fn all_cells_that_hold_something_are_listed_however_many_are_empty() {
    let options = ViewOptions::default();
    let view = sheet_text(&costs(), 1500, nothing(&options));
    assert!(view.text.starts_with("Table \"Costs\"\n used B1:D26\n row 1: B1 \"12\","), "{}", view.text);
    let end = " row 26: B26 \"12\", C26 \"12\", D26 \"12\"\n … 702 more Cell, all empty: show_more 1";
    assert!(view.text.ends_with(end), "{}", view.text);
}

#[test]
fn cells_that_hold_something_and_are_not_listed_are_named() {
    let options = ViewOptions::default();
    let view = sheet_text(&costs(), 200, nothing(&options));
    let (listed, missing) = view.text.split_once(" more Cell, 702 empty, not listed but filled: ").unwrap();
    assert!(listed.contains(" row 1: B1 \"12\", C1 \"12\", D1 \"12\"\n"), "{}", view.text);
    assert!(missing.contains(":D26 (") && missing.ends_with(" cells): show_more 1"), "{}", view.text);
}

#[test]
fn a_sheet_that_is_shown_in_full_has_its_cells_in_rows() {
    let options = ViewOptions::default();
    let controls = costs();
    let opened = controls[1].clone();
    let wanted = ViewRequest { expand: std::slice::from_ref(&opened), ..nothing(&options) };
    let view = sheet_text(&controls, 1500, wanted);
    assert_eq!(labels(&view), [1], "{}", view.text);
    assert!(view.text.contains("\n 1 \"A1\"\n row 1: B1 \"12\", C1 \"12\""), "{}", view.text);
}

#[test]
fn names_of_models_in_a_request_list_no_empty_cells() {
    let options = ViewOptions::default();
    for (about, listed) in [
        (&["compare the models K1, Q1 and T28", "fill in the table"][..], &[] as &[&str]),
        (&["write the total into cell K1"], &["\"K1\""]),
        (&["write the total into D27"], &["\"D27\""]),
    ] {
        let view = sheet_text(&costs(), 1500, ViewRequest { about, ..nothing(&options) });
        for name in ["\"K1\"", "\"Q1\"", "\"T28\"", "\"D27\""] {
            assert_eq!(view.text.contains(name), listed.contains(&name), "{about:?} {name}: {}", view.text);
        }
    }
}

#[test]
fn the_frozen_rows_of_a_sheet_stay_listed() {
    let scrolled: Vec<u32> = (31..=60).collect();
    let of = |word: &'static str| move |row: u32, column: u32| Some(format!("{word} {row} {column}"));
    let mut controls = table("Costs", &scrolled, 1..=10, of("cost"));
    controls.extend(table("Costs", &[1], 1..=10, of("head")));
    let options = ViewOptions::default();
    let view = sheet_text(&label_controls(controls), 400, nothing(&options));
    for head in ["row 1: A1 \"head 1 1\"", "J1 \"head 1 10\"", "row 31: A31 \"cost 31 1\""] {
        assert!(view.text.contains(head), "{head}: {}", view.text);
    }
}

#[test]
fn hidden_rows_are_mentioned() {
    let filled = |row: u32, column: u32| Some((row * column).to_string());
    let controls = label_controls(table("Costs", &[1, 2, 3, 8, 9], 1..=2, filled));
    let options = ViewOptions::default();
    let view = sheet_text(&controls, 1500, nothing(&options));
    let extent =
        " used A1:B9, perhaps more beyond what is shown; not shown (hidden or filtered): rows 4 to 7\n";
    assert!(view.text.contains(extent), "{}", view.text);
    let truncated = Truncation { reason: "deadline of 1500 ms".into(), unread: None };
    let wanted = ViewRequest { truncated: Some(&truncated), ..nothing(&options) };
    let view = sheet_text(&controls, 1500, wanted);
    assert!(view.text.contains(" used A1:B9, perhaps more: not all was read\n"), "{}", view.text);
}

#[test]
fn the_cells_of_a_table_in_a_text_hold_their_paragraphs() {
    let paragraph = |text: &str| Control { value: Some(text.to_owned()), ..control(Role::Text, "") };
    let controls = label_controls(vec![
        control(Role::Table, "Table1"),
        control(Role::Cell, "A1"),
        paragraph("Name"),
        control(Role::Cell, "B1"),
        paragraph("Sum"),
        control(Role::Cell, "A2"),
    ]);
    let options = ViewOptions::default();
    let wanted = ViewRequest { levels: &[0, 1, 2, 1, 2, 1], ..nothing(&options) };
    let expected = "\
Table \"Table1\"
 used A1:B1, perhaps more beyond what is shown
 1 \"A1\"
  2 Text = \"Name\"
 3 \"B1\"
  4 Text = \"Sum\"
… left out: 1 Cell: find_control with a text lists them";
    assert_eq!(shown(&controls, |_| {}, wanted).text, expected);
}
