//! Hidden rows, and cells that show something else than their value.

use crate::office_desktop::{OfficeDesktop, cell};
use serde_json::json;

/// A row with a text and a number.
fn row(visibility: &str, text: &str) -> String {
    let number = r#"<table:table-cell office:value-type="float" office:value="3.2"/>"#;
    format!("<table:table-row{visibility}>{}{number}</table:table-row>", cell(text))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hidden_rows_and_shown_texts_are_reported_with_what_is_read_and_written() {
    let rows = [
        row("", "head"),
        row(r#" table:visibility="collapse""#, "b"),
        row(r#" table:visibility="filter""#, "a"),
        row("", "c"),
    ];
    let sheet = format!(r#"<table:table table:name="One">{}</table:table>"#, rows.concat());
    let mut calc = OfficeDesktop::open("calc", "fods", &sheet).await;
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
    // Rows that would be torn apart are not sorted.
    let by = json!({"by": ["A"], "range": "A1:E4"});
    let refused = calc.effect("sort_range", by.clone()).await;
    assert!(refused.starts_with("refused") && refused.contains("a filter hides row 3"), "{refused}");
    calc.change("merge_cells", json!({"range": "D3:E4"})).await;
    let refused = calc.effect("sort_range", by).await;
    assert!(refused.contains("merged cells cannot be sorted: D3:E4"), "{refused}");
}
