//! Columns get another order.

use super::excel;
use serde_json::json;

/// The calls with which the command finds out whether it can move columns.
const BEGIN: &str = r#"
    get @window.ActiveSheet -> @sheet
    get @sheet.ProtectContents -> false
    get @sheet.UsedRange -> @cells
    get @cells.CountLarge -> 6
    get @cells.MergeCells -> false
    get @sheet.FilterMode -> false
    get @sheet.ListObjects -> @tables
    get @tables.Count -> 0
    get @cells.Value2 -> [["Name", "Sum", "Day"], ["a", 1.0, 46112.0]]
"#;

#[test]
fn columns_move_one_by_one_without_the_clipboard_and_all_cells_are_read_back() {
    let recording = |now: &str| {
        format!(
            r#"
            {BEGIN}
            get @cells.Column -> 2
            get @sheet.Columns -> @columns
            get @columns.Item(2) -> @before
            call @before.Insert()
            get @sheet.Columns -> @columns
            get @columns.Item(5) -> @moved
            get @moved.ColumnWidth -> 12.5
            get @sheet.Columns -> @columns
            get @columns.Item(2) -> @place
            call @moved.Cut(@place)
            get @sheet.Columns -> @columns
            get @columns.Item(2) -> @place
            put @place.ColumnWidth = 12.5
            get @sheet.Columns -> @columns
            get @columns.Item(5) -> @left
            call @left.Delete()
            get @sheet.UsedRange -> @cells
            get @cells.CountLarge -> 6
            get @cells.Value2 -> {now}
            get @sheet.Name -> "Sales"
            "#
        )
    };
    let args = json!({"columns": ["Day", "Name", "Sum"]});
    let result =
        excel("reorder_columns", &args, &recording(r#"[["Day", "Name", "Sum"], [46112.0, "a", 1.0]]"#));
    assert_eq!(
        result,
        "confirmed: the columns of Sales are Day, Name, Sum, and all cells moved along, read back; Excel keeps no step of Undo \
         for it"
    );
    let wrong =
        excel("reorder_columns", &args, &recording(r#"[["Day", "Name", "Sum"], [46112.0, "a", #REF!]]"#));
    assert!(wrong.starts_with("partial: ") && wrong.contains("some cells show something else"), "{wrong}");
    let other =
        excel("reorder_columns", &args, &recording(r#"[["Name", "Sum", "Day"], ["a", 1.0, 46112.0]]"#));
    assert!(other.starts_with("partial: the columns of Sales are Name, Sum, Day now"), "{other}");
}

#[test]
fn an_order_that_is_there_or_names_other_columns_changes_nothing() {
    let same = excel("reorder_columns", &json!({"columns": ["Name", "Sum", "Day"]}), BEGIN);
    assert_eq!(same, "no change: the columns were in this order");
    let missing = excel("reorder_columns", &json!({"columns": ["Name", "Sum"]}), BEGIN);
    assert_eq!(missing, "refused: columns must be all heads of the table, each once: Name, Sum, Day");
}

#[test]
fn columns_that_hang_together_are_not_moved() {
    for (line, reply, why) in [
        ("get @cells.MergeCells -> false", "null", "has merged cells"),
        ("get @sheet.FilterMode -> false", "true", "a filter hides rows"),
        ("get @tables.Count -> 0", "1", "a table of Excel's own"),
    ] {
        let (begin, _) = BEGIN.split_once(line).unwrap();
        let (call, _) = line.split_once(" -> ").unwrap();
        let result =
            excel("reorder_columns", &json!({"columns": ["Name"]}), &format!("{begin}{call} -> {reply}"));
        assert!(result.starts_with("refused: ") && result.contains(why), "{result}");
    }
}
