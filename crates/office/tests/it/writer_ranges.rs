//! Cells of a spreadsheet that is not open, as a table of a letter.

use crate::office_desktop::{END_OF_SCRIPTS, OfficeDesktop, cell, flat};
use serde_json::json;
use std::{fs, path::Path};

/// A format with two decimals.
const DECIMALS: &str = r#"<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><number:number-style style:name="N2">
  <number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1"/></number:number-style>
  <style:style style:name="money" style:family="table-cell" style:data-style-name="N2"/></office:automatic-styles>"#;

/// A sheet with prices, one of whose rows is hidden, and an empty one.
fn prices() -> String {
    let row = |visibility: &str, name: &str, price: &str| {
        format!("<table:table-row{visibility}>{}{price}</table:table-row>", cell(name))
    };
    let price = |value: &str| {
        format!(
            r#"<table:table-cell table:style-name="money" office:value-type="float" office:value="{value}"/>"#
        )
    };
    let rows = [
        row("", "Item", &cell("Price")),
        row("", "tea", &price("3.2")),
        row(r#" table:visibility="collapse""#, "milk", &price("1.5")),
        row("", "0012", &price("12")),
    ];
    format!(
        r#"{DECIMALS}{END_OF_SCRIPTS}<table:table table:name="Stock">{}</table:table><table:table table:name="Empty"/>"#,
        rows.concat()
    )
}

pub(crate) async fn a_range_of_a_sheet_is_put_into_a_letter_as_it_is_shown(writer: &mut OfficeDesktop) {
    writer.open_next("prices", "<text:p>Prices:</text:p>").await;
    let before = writer.read("get_text", json!({})).await;
    let path = writer.sibling_path("stock.fods");
    fs::write(&path, flat("fods", &prices())).unwrap();
    let whole = writer.run("insert_range_table", json!({"path": path, "after": 1})).await.unwrap();
    let effect = whole.effect.to_string();
    for part in [
        "confirmed: the table Table1 has 3 rows × 2 columns: A1:B4 of Stock in stock.fods as it is shown, read back whole",
        "what is hidden there is left out: row 3 is hidden by hand",
    ] {
        assert!(effect.contains(part), "{part} is not in {effect}");
    }
    let shown = "| Item | Price |\n| --- | --- |\n| tea | 3.20 |\n| 0012 | 12.00 |";
    assert_eq!(whole.output.as_deref(), Some(shown));
    assert!(!Path::new(&writer.sibling_path(".~lock.stock.fods#")).exists(), "the spreadsheet is locked");
    let file = writer.saved().await;
    for part in
        ["<table:table-header-rows", r#"fo:text-align="end""#, r#"fo:font-weight="bold""#, ">3.20<", ">0012<"]
    {
        assert!(file.contains(part), "{part} is not in the file");
    }
    writer.change("undo", json!({})).await;
    assert_eq!(writer.read("get_text", json!({})).await, before);
    let part = json!({"path": path, "range": "Stock.B2:B2", "header_row": false});
    assert!(writer.change("insert_range_table", part).await.starts_with("| 3.20 |"));
    for (args, sentence) in [
        (json!({"path": path, "sheet": "None"}), "there are Stock, Empty"),
        (json!({"path": path, "sheet": "Empty"}), "the sheet Empty is empty"),
        (json!({"path": path, "range": "A3:B3"}), "shows nothing: all of it is hidden"),
        (json!({"path": path, "range": "A1:AZZ9"}), "range must be at most 1000 rows, 50 columns"),
        (json!({"path": writer.sibling_path("none.ods")}), "path must be the file of a spreadsheet"),
        (json!({"path": writer.document}), "is no spreadsheet"),
    ] {
        let refused = writer.effect("insert_range_table", args.clone()).await;
        assert!(refused.starts_with("refused") && refused.contains(sentence), "{args}: {refused}");
    }
}
