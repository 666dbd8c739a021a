//! Rows are sorted, filtered and copied.

use super::excel;
use serde_json::json;

const BEGIN: &str = r#"
    get @window.ActiveSheet -> @sheet
    get @sheet.ProtectContents -> false
"#;

#[test]
fn rows_are_sorted_by_heads_and_letters_and_the_order_is_read_back() {
    let sort = |now: &str| {
        format!(
            r#"
            {BEGIN}
            get @sheet.Range("B1:C3") -> @cells
            get @cells.Address(false, false) -> "B1:C3"
            get @cells.MergeCells -> false
            get @sheet.FilterMode -> false
            get @cells.Value2 -> [["Name", "Sum"], ["a", 1.0], ["b", 2.0]]
            get @cells.Column -> 2
            get @sheet.Sort -> @sort
            get @sort.SortFields -> @fields
            call @fields.Clear()
            get @cells.Columns -> @all
            get @all.Item(2) -> @sum
            call @fields.Add(@sum, SortOn: 0, Order: 2)
            get @cells.Columns -> @all
            get @all.Item(1) -> @name
            call @fields.Add(@name, SortOn: 0, Order: 1)
            call @sort.SetRange(@cells)
            put @sort.Header = 1
            put @sort.MatchCase = false
            put @sort.Orientation = 1
            call @sort.Apply()
            get @cells.Value2 -> {now}
            "#
        )
    };
    let args = json!({"range": "B1:C3", "by": ["Sum", "b"], "descending": ["Sum"]});
    let result = excel("sort_range", &args, &sort(r#"[["Name", "Sum"], ["b", 2.0], ["a", 1.0]]"#));
    let expected = "confirmed: B1:C3 is sorted by Sum, b, read back; Excel keeps no step of Undo for it\n\
                    | Name | Sum |\n| --- | --- |\n| b | 2 |\n| a | 1 |";
    assert_eq!(result, expected);
    let unsorted = excel("sort_range", &args, &sort(r#"[["Name", "Sum"], ["a", 1.0], ["b", 2.0]]"#));
    assert!(unsorted.starts_with("partial: B1:C3 is not in this order"), "{unsorted}");
}

#[test]
fn merged_cells_and_filtered_rows_are_not_sorted() {
    let begin = format!(
        "{BEGIN}get @sheet.Range(\"A1:B9\") -> @cells\nget @cells.Address(false, false) -> \"A1:B9\"\n"
    );
    let args = json!({"range": "A1:B9", "by": ["A"]});
    let merged = excel("sort_range", &args, &format!("{begin}get @cells.MergeCells -> null"));
    assert!(merged.ends_with("A1:B9 has merged cells: split them first"), "{merged}");
    let filtered = format!("{begin}get @cells.MergeCells -> false\nget @sheet.FilterMode -> true");
    assert!(excel("sort_range", &args, &filtered).contains("a filter hides rows"));
}

#[test]
fn rows_that_match_are_shown_and_counted() {
    let filter = |shown: u8| {
        format!(
            r#"
            {BEGIN}
            get @sheet.UsedRange -> @cells
            get @cells.CountLarge -> 8
            get @cells.Value2 -> [["Name", "Sum"], ["a", 1.0], ["b", 7.0], ["c", empty]]
            get @cells.Column -> 1
            get @sheet.FilterMode -> true
            call @sheet.ShowAllData()
            call @cells.AutoFilter(2, ">=5")
            get @cells.Columns -> @all
            get @all.Item(1) -> @first
            get @first.SpecialCells(12) -> @shown
            get @shown.CountLarge -> {shown}
            "#
        )
    };
    let args = json!({"column": "Sum", "condition": "greater_equal", "value": "5"});
    let result = excel("filter_rows", &args, &filter(2));
    assert_eq!(result, "confirmed: 1 of 3 rows are shown where Sum >= 5; Excel keeps no step of Undo for it");
    assert!(
        excel("filter_rows", &args, &filter(4)).starts_with("partial: 3 of 3 rows are shown, and 1 match")
    );
    let all = format!(
        "{BEGIN}get @sheet.FilterMode -> true\ncall @sheet.ShowAllData()\nget @sheet.FilterMode -> false"
    );
    assert!(excel("filter_rows", &json!({}), &all).starts_with("confirmed: no filter hides rows"));
}

#[test]
fn cells_are_copied_with_their_formulas_or_by_their_values_alone() {
    let begin = |member: &str, source: &str, target: &str| {
        format!(
            r#"
            get @window.ActiveSheet -> @sheet
            get @sheet.Range("A1:A2") -> @source
            get @window.ActiveSheet -> @sheet
            get @sheet.ProtectContents -> false
            get @sheet.Range("C1") -> @start
            get @source.Rows -> @rows
            get @rows.Count -> 2
            get @source.Columns -> @columns
            get @columns.Count -> 1
            get @start.Item(1, 1) -> @first
            get @first.Resize(2, 1) -> @target
            get @source.{member} -> {source}
            get @target.{member} -> {target}
            "#
        )
    };
    let names =
        "get @target.Address(false, false) -> \"C1:C2\"\nget @source.Address(false, false) -> \"A1:A2\"\n";
    let both = r#"[["=RC[1]"], ["3"]]"#;
    let copy = begin("FormulaR1C1", both, r#"[[""], [""]]"#)
        + &format!("call @source.Copy(@target)\nget @target.FormulaR1C1 -> {both}\n{names}");
    let result = excel("copy_range", &json!({"range": "A1:A2", "cell": "C1"}), &copy);
    assert_eq!(
        result,
        "confirmed: C1:C2 has what A1:A2 had: all, read back; Excel keeps no step of Undo for it"
    );

    let values = r#"[["007"], [3.0]]"#;
    let put = begin("Value2", values, "[[empty], [empty]]")
        + &format!("put @target.Value2 = [[\"'007\"], [3.0]]\nget @target.Value2 -> {values}\n{names}");
    let args = json!({"range": "A1:A2", "cell": "C1", "what": "values"});
    assert!(excel("copy_range", &args, &put).starts_with("confirmed: C1:C2 has what A1:A2 had: values"));
    let formats = excel("copy_range", &json!({"range": "A1", "cell": "C1", "what": "formats"}), "");
    assert!(formats.starts_with("refused: ") && formats.contains("clipboard"), "{formats}");
}

#[test]
fn another_document_gives_its_values_and_must_be_open() {
    let recording = r#"
        get @excel.Workbooks -> @books
        get @books.Count -> 1
        get @books.Item(1) -> @book
        get @book.FullName -> "C:\\other.xlsx"
    "#;
    let args = json!({"range": "A1", "cell": "C1", "path": "C:\\sums.xlsx"});
    let result = excel("copy_range", &args, recording);
    assert!(result.ends_with("C:\\sums.xlsx is not open in this Excel: open_document opens it"), "{result}");
}
