//! Rows, columns, widths, merged cells and panes.

use super::excel;
use serde_json::json;

#[test]
fn lines_are_inserted_and_removed_and_those_behind_them_moved() {
    for (command, args, range, mark, number, call) in [
        ("insert_rows", json!({"before": 3, "count": 2}), "3:4", "3:3", "Row -> 5", "Insert"),
        ("remove_rows", json!({"first": 3, "count": 2}), "3:4", "5:5", "Row -> 3", "Delete"),
        ("insert_columns", json!({"before": "aa"}), "AA:AA", "AA:AA", "Column -> 28", "Insert"),
        ("remove_columns", json!({"first": "B", "count": 3}), "B:D", "E:E", "Column -> 2", "Delete"),
    ] {
        let recording = format!(
            r#"
            get @window.ActiveSheet -> @sheet
            get @sheet.ProtectContents -> false
            get @sheet.Range("{mark}") -> @mark
            get @sheet.Range("{range}") -> @lines
            call @lines.{call}()
            get @mark.{number}
            "#
        );
        let result = excel(command, &args, &recording);
        assert!(result.starts_with("confirmed: ") && result.contains(range), "{command}: {result}");
        let unmoved = recording
            .replace(number, "Row -> 99")
            .replace("@mark.Row", &format!("@mark.{}", number.split(' ').next().unwrap()));
        assert!(excel(command, &args, &unmoved).starts_with("partial: "), "{command}");
    }
    let wrong = excel("insert_columns", &json!({"before": "B2"}), "");
    assert!(wrong.contains("the letters of a column, such as B"), "{wrong}");
}

#[test]
fn a_width_is_set_until_it_is_the_wanted_one() {
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("B:D") -> @range
        get @range.EntireColumn -> @columns
        get @columns.Address(false, false) -> "B:D"
        get @columns.Columns -> @all
        get @all.Item(1) -> @first
        get @first.Width -> 36.0
        get @first.ColumnWidth -> 8.0
        put @columns.ColumnWidth = 16.0
        get @first.Width -> 70.0
        get @first.ColumnWidth -> 16.0
        put @columns.ColumnWidth = 16.457142857142856
        get @first.Width -> 72.0
    "#;
    let result = excel("set_column_width", &json!({"columns": "B:D", "width": 2.54}), recording);
    assert_eq!(result, "confirmed: B:D is 2.54 cm wide; Excel keeps no step of Undo for it");

    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("B:B") -> @range
        get @range.EntireColumn -> @columns
        get @columns.Address(false, false) -> "B:B"
        call @columns.AutoFit()
        get @columns.Columns -> @all
        get @all.Item(1) -> @first
        get @first.Width -> 144
    "#;
    let result = excel("set_column_width", &json!({"columns": "B"}), recording);
    assert!(result.starts_with("confirmed: B:B is as wide as what it holds, the first 5.08 cm"), "{result}");
}

#[test]
fn cells_are_merged_without_a_question_unless_one_would_be_lost() {
    let begin = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("A1:B1") -> @cells
        get @cells.Address(false, false) -> "A1:B1"
        get @cells.MergeCells -> false
    "#;
    let merge = r#"
        get @cells.Value2 -> [["Title", empty]]
        get @excel.DisplayAlerts -> true
        put @excel.DisplayAlerts = false
        call @cells.Merge()
        put @excel.DisplayAlerts = true
        get @cells.MergeCells -> true
    "#;
    let result = excel("merge_cells", &json!({"range": "A1:B1"}), &format!("{begin}{merge}"));
    assert_eq!(result, "confirmed: A1:B1 are one cell; Excel keeps no step of Undo for it");
    let lost = format!("{begin}get @cells.Value2 -> [[\"Title\", 3.0]]");
    let result = excel("merge_cells", &json!({"range": "A1:B1"}), &lost);
    assert!(result.starts_with("refused: "), "{result}");
    let result = excel("merge_cells", &json!({"range": "A1:B1", "merged": false}), begin);
    assert_eq!(result, "no change: A1:B1 were cells of their own");
}

#[test]
fn the_questions_of_excel_are_as_they_were_also_after_a_failure() {
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("A1:B1") -> @cells
        get @cells.Address(false, false) -> "A1:B1"
        get @cells.MergeCells -> true
        get @excel.DisplayAlerts -> false
        put @excel.DisplayAlerts = false
        call @cells.UnMerge() -> ! busy
        put @excel.DisplayAlerts = false
    "#;
    let result = excel("merge_cells", &json!({"range": "A1:B1", "merged": false}), recording);
    assert!(
        result.starts_with("unverified: merge_cells began, and then Excel cannot do it: it is busy"),
        "{result}"
    );
}

#[test]
fn panes_are_frozen_and_released_from_the_first_cell_on() {
    let recording = |rows: u8, columns: u8, freeze: &str, now: &str| {
        format!(
            r#"
            get @window.ActiveSheet -> @sheet
            call @sheet.Activate()
            get @window.FreezePanes -> false
            get @window.SplitRow -> 0
            get @window.SplitColumn -> 0
            put @window.FreezePanes = false
            put @window.ScrollRow = 1
            put @window.ScrollColumn = 1
            put @window.SplitRow = {rows}
            put @window.SplitColumn = {columns}
            {freeze}
            get @window.FreezePanes -> {now}
            get @window.SplitRow -> {rows}
            get @window.SplitColumn -> {columns}
            "#
        )
    };
    let freeze = "put @window.FreezePanes = true";
    let result = excel("freeze_panes", &json!({"rows": 2, "columns": 1}), &recording(2, 1, freeze, "true"));
    assert!(result.starts_with("confirmed: the first 2 rows and 1 columns stay in view"), "{result}");
    let result = excel("freeze_panes", &json!({}), &recording(1, 0, freeze, "false"));
    assert!(result.starts_with("partial: "), "{result}");
}
