//! Cells are filled, read, selected and formatted.

use super::excel;
use serde_json::json;

#[test]
fn a_table_is_put_at_once_its_formulas_one_by_one_and_all_is_read_back() {
    let rows = json!([["Region", 7, "007"], ["=1/0", true, null]]);
    let result = excel(
        "set_cells",
        &json!({"range": "B2", "rows": rows}),
        r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.Range("B2") -> @start
        get @start.Rows -> @rows
        get @rows.Count -> 1
        get @start.Columns -> @columns
        get @columns.Count -> 1
        get @start.Row -> 2
        get @start.Column -> 2
        get @start.Resize(2, 3) -> @cells
        get @sheet.ProtectContents -> false
        get @cells.Formula -> [["", "", ""], ["", "", ""]]
        get @cells.Value2 -> [[empty, empty, empty], [empty, empty, empty]]
        put @cells.Value2 = [["Region", 7.0, "'007"], [empty, true, empty]]
        get @cells.Item(2, 1) -> @formula
        put @formula.Formula2 = "=1/0"
        get @formula.Value2 -> #DIV/0!
        get @cells.Value2 -> [["Region", 7.0, "007"], [#DIV/0!, true, empty]]
        get @cells.Formula -> [["Region", "7", "007"], ["=1/0", "TRUE", ""]]
        get @cells.Value2 -> [["Region", 7.0, "007"], [#DIV/0!, true, empty]]
        get @cells.Address(false, false) -> "B2:D3"
        get @cells.Value2 -> [["Region", 7.0, "007"], [#DIV/0!, true, empty]]
        get @cells.Formula -> [["Region", "7", "007"], ["=1/0", "TRUE", ""]]
        get @cells.Row -> 2
        get @cells.Column -> 2
        get @cells.EntireRow -> @lines
        get @lines.Hidden -> null
        get @cells.EntireColumn -> @lines
        get @lines.Hidden -> false
        get @sheet.Visible -> -1
        get @sheet.Name -> "Sales"
        "#,
    );
    assert_eq!(
        result,
        "partial: B2:D3 of Sales holds 2 rows of 3 cells, read back; some of its rows are hidden; 1 formula gives an error: \
         B3 =1/0 shows #DIV/0!; Excel keeps no step of Undo for it"
    );
}

/// What comes before the values of one cell are put.
const ONE_CELL: &str = r#"
    get @window.ActiveSheet -> @sheet
    get @sheet.Range("A1") -> @cell
    get @cell.Rows -> @rows
    get @rows.Count -> 1
    get @cell.Columns -> @columns
    get @columns.Count -> 1
    get @sheet.ProtectContents -> false
    get @cell.Formula -> "3"
    get @cell.Value2 -> 3.0
"#;

/// What comes after a cell was found as wanted, with this value and this formula.
fn read_back(value: &str, formula: &str) -> String {
    format!(
        r#"
        get @cell.Formula -> {formula}
        get @cell.Value2 -> {value}
        get @cell.Address(false, false) -> "A1"
        get @cell.Value2 -> {value}
        get @cell.Formula -> {formula}
        get @cell.EntireRow -> @lines
        get @lines.Hidden -> false
        get @cell.EntireColumn -> @lines
        get @lines.Hidden -> false
        get @sheet.Visible -> -1
        "#
    )
}

#[test]
fn one_cell_is_put_as_a_number_or_a_text_and_what_was_there_is_no_change() {
    let put = r#"
        put @cell.Value2 = 4.5
        get @cell.Value2 -> 4.5
    "#;
    let end = r#"
        get @sheet.Name -> "A"
        get @cell.Value -> date 4.5
    "#;
    let recording = format!("{ONE_CELL}{put}{}{end}", read_back("4.5", "\"4.5\""));
    assert_eq!(
        excel("set_cell_value", &json!({"cell": "A1", "value": "4.5"}), &recording),
        "confirmed: A1 of A holds 1 row of 1 cell, read back; Excel keeps no step of Undo for it\n\
         | 1900-01-03 12:00:00 |\n| --- |"
    );

    let put = "put @cell.Value2 = 3.0\nget @cell.Value2 -> 3.0";
    let recording = format!("{ONE_CELL}{put}{}", read_back("3.0", "\"3\""));
    let result = excel("set_cell_value", &json!({"cell": "A1", "value": "3"}), &recording);
    assert_eq!(result, "no change: A1 already held this");
}

#[test]
fn a_text_that_excel_takes_for_something_else_is_put_once_more_and_else_it_is_said() {
    let put = |again: &str| {
        format!(
            r#"
            put @cell.Value2 = "WAHR"
            get @cell.Value2 -> true
            get @cell.Item(1, 1) -> @cell
            put @cell.Value2 = "'WAHR"
            get @cell.Value2 -> {again}
            "#
        )
    };
    let end = "get @sheet.Name -> \"A\"\nget @cell.Value -> \"WAHR\"";
    let recording = format!("{ONE_CELL}{}{}{end}", put("\"WAHR\""), read_back("\"WAHR\"", "\"WAHR\""));
    let args = json!({"cell": "A1", "value": "WAHR"});
    assert!(excel("set_cell_value", &args, &recording).starts_with("confirmed: A1 of A holds"));

    let end = r#"
        get @cell.Address(false, false) -> "A1"
        get @cell.Formula -> "TRUE"
        get @cell.Value2 -> true
        get @cell.Address(false, false) -> "A1"
    "#;
    let plain = "put @cell.Value2 = \"WAHR\"\nget @cell.Value2 -> true";
    let result = excel("set_cell_value", &args, &format!("{ONE_CELL}{}{plain}{end}", put("true")));
    assert_eq!(result, "partial: of A1 these hold something else: A1; Excel keeps no step of Undo for it");
}

#[test]
fn a_formula_is_put_as_programs_spell_it_or_in_the_words_of_the_user() {
    let put = r#"
        put @cell.Formula2 = "=SUMME(B1;B2)" -> ! unknown
        put @cell.Formula = "=SUMME(B1;B2)" -> ! exception It is wrong.
        put @cell.FormulaLocal = "=SUMME(B1;B2)"
        get @cell.Value2 -> 5.0
        get @cell.Value2 -> 5.0
    "#;
    let put = put.replacen("put", "get @cell.Item(1, 1) -> @cell\nput", 1);
    let end = "get @sheet.Name -> \"A\"\nget @cell.Value -> 5.0";
    let recording = format!("{ONE_CELL}{put}{}{end}", read_back("5.0", "\"=SUM(B1,B2)\""));
    let result = excel("set_cell_value", &json!({"cell": "A1", "value": "=SUMME(B1;B2)"}), &recording);
    assert!(result.starts_with("confirmed: A1 of A holds"), "{result}");

    let put = r#"
        get @cell.Item(1, 1) -> @cell
        put @cell.Formula2 = "=(" -> ! exception It is wrong.
        put @cell.FormulaLocal = "=(" -> ! exception Es ist falsch.
    "#;
    let result = excel("set_cell_value", &json!({"cell": "A1", "value": "=("}), &format!("{ONE_CELL}{put}"));
    assert!(
        result.starts_with("unverified: ") && result.contains("Excel cannot read the formula =("),
        "{result}"
    );
}

#[test]
fn only_rows_that_are_shown_are_filled_where_that_is_wanted() {
    let args = json!({"range": "A2", "rows": [["a"], ["b"]], "shown_only": true});
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.Range("A2") -> @start
        get @start.Rows -> @rows
        get @rows.Count -> 1
        get @start.Columns -> @columns
        get @columns.Count -> 1
        get @start.Item(1, 1) -> @first
        get @first.Row -> 2
        get @sheet.Range("2:2") -> @row
        get @row.Hidden -> false
        get @sheet.Range("3:3") -> @row
        get @row.Hidden -> true
        get @first.Row -> 2
        get @first.Column -> 1
        get @first.Resize(1, 1) -> @one
        get @sheet.Range("4:4") -> @row
        get @row.Hidden -> false
        get @first.Row -> 2
        get @first.Column -> 1
        get @first.Offset(2, 0) -> @third
        get @third.Resize(1, 1) -> @two
        get @sheet.ProtectContents -> true
        get @sheet.Name -> "A"
    "#;
    let result = excel("set_cells", &args, recording);
    assert_eq!(result, "refused: set_cells cannot do this: the sheet A is protected: unprotect it first");
}

#[test]
fn cells_are_read_with_their_dates_and_what_is_hidden() {
    let recording = r#"
        get @document.Worksheets -> @sheets
        get @sheets.Item("Sales") -> @sheet
        get @sheet.Name -> "Sales"
        get @sheet.UsedRange -> @cells
        get @cells.CountLarge -> 4
        get @cells.Rows -> @rows
        get @rows.Count -> 2
        get @cells.Columns -> @columns
        get @columns.Count -> 2
        get @cells.Value2 -> [["Day", "Sum"], [46112.0, 0.1]]
        get @cells.Value -> [["Day", "Sum"], [date 46112.0, 0.1]]
        get @cells.Row -> 1
        get @cells.Column -> 27
        get @cells.EntireRow -> @lines
        get @lines.Hidden -> true
        get @cells.EntireColumn -> @lines
        get @lines.Hidden -> false
        get @sheet.Visible -> 0
        get @cells.Address(false, false) -> "AA1:AB2"
    "#;
    assert_eq!(
        excel("get_range_values", &json!({"sheet": "Sales"}), recording),
        "confirmed: read AA1:AB2 of Sales: 2 rows of 2 cells; dates: AA2 is 2026-03-31; its rows are hidden; the sheet is hidden\n\
         Day\tSum\n46112\t0.1"
    );
}

#[test]
fn a_sheet_and_a_range_that_are_not_there_are_named_with_those_that_are() {
    let recording = r#"
        get @document.Worksheets -> @sheets
        get @sheets.Item("Sums") -> ! exception Subscript out of range
        get @document.Worksheets -> @sheets
        get @sheets.Count -> 2
        get @sheets.Item(1) -> @one
        get @one.Name -> "A"
        get @sheets.Item(2) -> @two
        get @two.Name -> "B"
    "#;
    let result = excel("table2markdown", &json!({"sheet": "Sums"}), recording);
    assert_eq!(result, "refused: table2markdown cannot do this: there is no sheet \"Sums\"; there are A, B");

    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.Name -> "A"
        get @sheet.Range("ZZZ") -> ! exception wrong
    "#;
    let result = excel("get_range_values", &json!({"range": "ZZZ"}), recording);
    assert!(
        result.starts_with("refused: ") && result.contains("cells such as A1 or A1:C5; \"ZZZ\" names none"),
        "{result}"
    );
}

#[test]
fn formulas_with_errors_are_listed_and_constants_are_none() {
    let recording = r##"
        get @window.ActiveSheet -> @sheet
        get @sheet.UsedRange -> @cells
        get @cells.CountLarge -> 3
        get @cells.Value2 -> [[#N/A, #N/A, 1.0]]
        get @cells.Formula -> [["=NA()", "#N/A", "=1"]]
        get @cells.Row -> 4
        get @cells.Column -> 2
    "##;
    let result = excel("check_formulas", &json!({}), recording);
    assert_eq!(result, "confirmed: 1 formula gives an error\nB4 =NA() shows #N/A");
}

#[test]
fn a_selection_is_read_back_from_the_window() {
    let recording = |now: &str| {
        format!(
            r#"
            get @window.ActiveSheet -> @sheet
            get @sheet.Name -> "A"
            get @sheet.Range("B2:C3") -> @cells
            get @cells.Address(false, false) -> "B2:C3"
            call @sheet.Activate()
            call @cells.Select()
            get @window.RangeSelection -> @now
            get @now.Address(false, false) -> "{now}"
            "#
        )
    };
    let args = json!({"range": "B2:C3"});
    let front = "get @window.ActiveSheet -> @sheet\nget @sheet.Name -> \"A\"";
    let result = excel("select_table_range", &args, &format!("{}{front}", recording("B2:C3")));
    assert_eq!(result, "confirmed: B2:C3 of A is selected");
    let result = excel("select_table_range", &args, &recording("A1"));
    assert_eq!(result, "partial: A1 is selected instead");
}

#[test]
fn formats_are_put_where_they_differ_and_are_read_back() {
    let args = json!({
        "range": "A1:B1", "bold": true, "fill_color": "#ff8800",
        "formats": [["Sales!C1", "number_format", "0.00", "align", "right"]],
    });
    let begin = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("A1:B1") -> @cells
        get @cells.Address(false, false) -> "A1:B1"
        get @document.Worksheets -> @sheets
        get @sheets.Item("Sales") -> @sales
        get @sales.ProtectContents -> false
        get @sales.Range("C1") -> @other
        get @other.Address(false, false) -> "C1"
    "#;
    let read = |bold: &str, align: &str| {
        format!(
            r#"
            get @cells.Font -> @font
            get @font.Bold -> {bold}
            get @cells.Interior -> @inside
            get @inside.Color -> 35071.0
            get @other.NumberFormat -> "0.00"
            get @other.HorizontalAlignment -> {align}
            "#
        )
    };
    let put = r#"
        get @cells.Font -> @font
        put @font.Bold = true
        get @cells.Interior -> @inside
        put @inside.Color = 35071
        put @other.NumberFormat = "0.00"
        put @other.HorizontalAlignment = -4152
    "#;
    let good = format!("{begin}{}{put}{}", read("null", "1"), read("true", "-4152"));
    assert_eq!(
        excel("format_cells", &args, &good),
        "confirmed: A1:B1: 2 formats; C1: 2 formats, read back; Excel keeps no step of Undo for it"
    );
    let half = format!("{begin}{}{put}{}", read("null", "1"), read("true", "1"));
    assert_eq!(
        excel("format_cells", &args, &half),
        "partial: HorizontalAlignment of C1 did not change; Excel keeps no step of Undo for it"
    );
    let same = excel("format_cells", &args, &format!("{begin}{}", read("true", "-4152")));
    assert_eq!(same, "no change: A1:B1; C1 looked so already");
}

#[test]
fn cells_are_filled_from_those_at_an_edge() {
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("A1:A9") -> @cells
        get @cells.Rows -> @rows
        get @rows.Count -> 9
        get @cells.Columns -> @columns
        get @columns.Count -> 1
        get @cells.Offset(7, 0) -> @last
        get @last.Resize(2, missing) -> @source
        get @cells.Formula -> [["", "7", "8"]]
        call @source.AutoFill(@cells, 0)
        get @cells.Address(false, false) -> "A1:A9"
        get @cells.Formula -> [["6", "7", "8"]]
        get @cells.Value2 -> [[6.0, 7.0, 8.0]]
        get @cells.Formula -> [["6", "7", "8"]]
        get @cells.EntireRow -> @lines
        get @lines.Hidden -> false
        get @cells.EntireColumn -> @lines
        get @lines.Hidden -> false
        get @sheet.Visible -> -1
    "#;
    let result = excel("auto_fill", &json!({"range": "A1:A9", "direction": "up", "count": 2}), recording);
    assert_eq!(result, "confirmed: A1:A9 is filled up; Excel keeps no step of Undo for it");
}
