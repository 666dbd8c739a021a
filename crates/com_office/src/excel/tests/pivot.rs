//! Tables are summed up.

use super::excel;
use serde_json::json;

const BEGIN: &str = r#"
    get @window.ActiveSheet -> @sheet
    get @sheet.Range("A1:C9") -> @cells
"#;

#[test]
fn a_pivot_table_stands_on_a_sheet_of_its_own_and_is_read_back() {
    let recording = |function: i64| {
        format!(
            r#"
            {BEGIN}
            get @cells.Value2 -> [["Shop", "Kind", "Sum"], ["N", "tea", 1.0], ["S", "tea", 2.0]]
            get @document.Worksheets -> @sheets
            get @sheets.Count -> 1
            get @sheets.Item(1) -> @sales
            get @sales.Name -> "Sales"
            get @document.PivotCaches -> @caches
            call @caches.Create(1, @cells) -> @cache
            get @document.Worksheets -> @sheets
            get @sheets.Item(1) -> @sales
            call @sheets.Add(After: @sales) -> @made
            put @made.Name = "By shop"
            get @made.Range("A1") -> @corner
            call @cache.CreatePivotTable(@corner, "By shop") -> @pivot
            get @pivot.PivotFields("Shop") -> @shop
            put @shop.Orientation = 1
            get @pivot.PivotFields("Kind") -> @kind
            put @kind.Orientation = 2
            get @pivot.PivotFields("Sum") -> @sum
            call @pivot.AddDataField(@sum, Function: -4106)
            call @pivot.RowAxisLayout(1)
            get @pivot.TableRange1 -> @shown
            get @shown.Value2 -> [["Average", "tea"], ["N", 1.0], ["S", 2.0]]
            get @made.Name -> "By shop"
            get @cells.Address(false, false) -> "A1:C9"
            get @cells.EntireRow -> @rows
            get @rows.Hidden -> null
            get @cells.EntireColumn -> @columns
            get @columns.Hidden -> false
            get @sheet.Visible -> -1
            get @pivot.PivotFields("Shop") -> @shop
            get @shop.Orientation -> 1
            get @pivot.PivotFields("Kind") -> @kind
            get @kind.Orientation -> 2
            get @pivot.DataFields -> @data
            get @data.Count -> 1
            get @data.Item(1) -> @field
            get @field.SourceName -> "Sum"
            get @field.Function -> {function}
            "#
        )
    };
    let args = json!({
        "range": "A1:C9", "rows": ["Shop"], "columns": ["Kind"], "values": "Sum", "function": "average", "name": "By shop",
    });
    assert_eq!(
        excel("create_pivot_table", &args, &recording(-4106)),
        "confirmed: the sheet By shop has the average of Sum by Shop, of A1:C9; some of its rows are hidden, read back; Excel \
         keeps no step of Undo for it\n| Average | tea |\n| --- | --- |\n| N | 1 |\n| S | 2 |"
    );
    let other = excel("create_pivot_table", &args, &recording(-4157));
    assert!(
        other.starts_with("partial: the sheet By shop has a pivot table, and it is not as wanted"),
        "{other}"
    );
}

#[test]
fn heads_that_the_table_lacks_or_that_are_named_twice_and_columns_without_one_are_refused() {
    let heads = |heads: &str| format!("{BEGIN}get @cells.Value2 -> [[{heads}], [1.0, 2.0, 3.0]]");
    let whole = heads(r#""Shop", "Kind", "Sum""#);
    for (rows, values, recording, why) in [
        (&["Shop"][..], "Tax", &whole, "refused: values must be heads of the table: Shop, Kind, Sum"),
        (&["Town"], "Sum", &whole, "refused: rows must be heads of the table: Shop, Kind, Sum"),
        (
            &["Shop", "Shop"],
            "Sum",
            &whole,
            "refused: rows must be heads that are used once; Shop is used twice",
        ),
        (
            &["Shop"],
            "Sum",
            &heads(r#""Shop", empty, "Sum""#),
            "refused: create_pivot_table cannot do this: column 2 of the table has no head: give it one first",
        ),
    ] {
        let args = json!({"range": "A1:C9", "rows": rows, "values": values});
        assert_eq!(excel("create_pivot_table", &args, recording), why);
    }
    let none = excel("create_pivot_table", &json!({"rows": [], "values": "Sum"}), "");
    assert_eq!(none, "refused: rows must be one head or more");
}
