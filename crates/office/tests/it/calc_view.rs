//! Hidden rows, and cells that show something else than their value.

use crate::office_desktop::{END_OF_SCRIPTS, OfficeDesktop, cell};
use serde_json::json;

/// The style of a sheet that is hidden.
const HIDDEN_SHEET: &str = r#"<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">
  <style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>
  </office:automatic-styles>"#;

/// A row with a text and a number.
fn row(visibility: &str, text: &str) -> String {
    let number = r#"<table:table-cell office:value-type="float" office:value="3.2"/>"#;
    format!("<table:table-row{visibility}>{}{number}</table:table-row>", cell(text))
}

pub(crate) async fn hidden_rows_and_shown_texts_are_reported_with_what_is_read_and_written(
    calc: &mut OfficeDesktop,
) {
    let rows = [
        row("", "head"),
        row(r#" table:visibility="collapse""#, "b"),
        row(r#" table:visibility="filter""#, "a"),
        row("", "c"),
    ];
    let sheet = format!(
        r#"{HIDDEN_SHEET}{END_OF_SCRIPTS}<table:table table:name="One">{}</table:table>
        <table:table table:name="Two" table:style-name="gone">{}</table:table>
        <table:table table:name="Three"><table:table-column/><table:table-column table:visibility="collapse"/>{}</table:table>"#,
        rows.concat(),
        row("", "kept"),
        row("", "known"),
    );
    calc.open_next("view", &sheet).await;
    calc.change("set_cell_value", json!({"cell": "B4", "value": "46112"})).await;
    let formats = json!([["B1:B2", "number_format", "0.00"], ["B4", "number_format", "YYYY-MM-DD"]]);
    calc.change("format_cells", json!({"formats": formats})).await;
    let hidden = "row 2 is hidden by hand; row 3 is hidden by a filter";
    assert_eq!(
        calc.effect("get_range_values", json!({})).await,
        format!(
            "confirmed: read A1:B4 of One: 4 rows of 2 cells; shown otherwise: B1 as 3.20; B2 as 3.20; \
             B4 as 2026-03-31; {hidden}"
        )
    );
    let values = calc.read("get_range_values", json!({})).await;
    assert_eq!(values, "head\t3.2\nb\t3.2\na\t3.2\nc\t46112");
    let across = json!({"range": "C1", "rows": [[1], [2], [3], [4]]});
    let written = calc.effect("set_cells", across).await;
    assert!(written.starts_with("confirmed") && written.ends_with(hidden), "{written}");
    assert!(written.contains("2 hidden rows changed too"), "{written}");
    hidden_sheets_and_columns_are_reported(calc).await;
    only_shown_rows_are_filled(calc).await;
    many_shown_texts_follow_the_values(calc).await;
    // Rows that would be torn apart are not sorted.
    let by = json!({"by": ["A"], "range": "A1:E4"});
    let refused = calc.effect("sort_range", by.clone()).await;
    assert!(refused.starts_with("refused") && refused.contains("a filter hides row 3"), "{refused}");
    calc.change("merge_cells", json!({"range": "D3:E4"})).await;
    let refused = calc.effect("sort_range", by).await;
    assert!(refused.contains("merged cells cannot be sorted: D3:E4"), "{refused}");
    let removed = calc.effect("remove_rows", json!({"first": 1, "count": 2})).await;
    assert!(removed.ends_with("; row 2 was hidden and went too"), "{removed}");
}

async fn hidden_sheets_and_columns_are_reported(calc: &mut OfficeDesktop) {
    let listed = calc.read("list_sheets", json!({})).await;
    assert!(listed.ends_with("\nTwo: A1:B1 (hidden)\nThree: A1:B1"), "{listed}");
    for (sheet, expected) in [("Two", "; the sheet Two is hidden"), ("Three", "; column B is hidden")] {
        let read = calc.effect("get_range_values", json!({"sheet": sheet})).await;
        assert!(read.starts_with("confirmed") && read.ends_with(expected), "{read}");
    }
}

/// Of four rows the second and the third are hidden, and the third column holds their numbers.
async fn only_shown_rows_are_filled(calc: &mut OfficeDesktop) {
    let shown = json!({"range": "C1", "rows": [["x"], ["y"]], "shown_only": true});
    let filled = calc.effect("set_cells", shown).await;
    assert!(
        filled.starts_with("confirmed: C1; C4 of One holds 2 rows of 1 cell, read back; hidden rows"),
        "{filled}"
    );
    assert_eq!(calc.read("get_range_values", json!({"range": "C1:C4"})).await, "x\n2\n3\ny");
    let fewer = json!({"range": "C1:C4", "rows": [["x"], ["y"], ["z"]], "shown_only": true});
    let refused = calc.effect("set_cells", fewer).await;
    assert!(refused.contains("range must be cells of 3 rows that are shown, as in rows: 2 are"), "{refused}");
    calc.change("set_cells", json!({"range": "F1", "rows": [[1]]})).await;
    let dragged = calc.effect("auto_fill", json!({"range": "F1:F4"})).await;
    assert!(dragged.contains("; no hidden row changed; row 2 is hidden by hand"), "{dragged}");
    assert_eq!(calc.read("get_range_values", json!({"range": "F1:F4"})).await, "1\n\n\n2");
}

async fn many_shown_texts_follow_the_values(calc: &mut OfficeDesktop) {
    let rows: Vec<_> = (1..=41).map(|number| [number]).collect();
    calc.change("set_cells", json!({"range": "H1", "rows": rows})).await;
    calc.change("format_cells", json!({"range": "H1:H41", "number_format": "0.00"})).await;
    let values = calc.read("get_range_values", json!({"range": "H1:H41"})).await;
    assert!(values.ends_with("\n40.00\n41.00") && values.contains("\n41\nas shown:\n1.00\n"), "{values}");
    calc.change("undo", json!({"steps": 2})).await;
}
