//! Tables are inserted, filled and read.

use super::{UNPROTECTED, count, paragraph, step, word};
use serde_json::json;

/// The calls for the texts of a table of two columns.
fn texts(cells: &str) -> String {
    format!(
        "get @table.Uniform -> true\nget @table.Columns -> @columns\nget @columns.Count -> 2\nget @table.Range -> @inside\n\
         get @inside.Text -> \"{}\"\n",
        cells.replace('|', "\\r\\u0007")
    )
}

const SECOND: &str =
    "get @document.Tables -> @tables\nget @tables.Count -> 2\nget @tables.Item(2) -> @table\n";

#[test]
fn a_table_is_read_by_its_number_or_its_title() {
    let table = "confirmed: read table 2: 2 rows of 2 cells\n| a | b |\n| --- | --- |\n|  | d\\|e |";
    let cells = texts("a|b||").replace("\"\n", "")
        + &"|dXe||".replace('X', "\u{1}").replace('|', "\\r\\u0007").replace('\u{1}', "|")
        + "\"";
    assert_eq!(word("read_table", &json!({"table": "2"}), &format!("{SECOND}{cells}")), table);
    let titled = "get @document.Tables -> @tables\nget @tables.Count -> 2\nget @tables.Item(1) -> @one\nget @one.Title -> \"\"\n\
                  get @tables.Item(2) -> @table\nget @table.Title -> \"Sums\"\n";
    assert_eq!(word("read_table", &json!({"table": "Sums"}), &format!("{titled}{cells}")), table);
    let none =
        word("read_table", &json!({"table": "3"}), "get @document.Tables -> @tables\nget @tables.Count -> 2");
    assert_eq!(none, "refused: read_table cannot do this: there is no table 3; the document has 2");
    let merged = word("read_table", &json!({"table": "2"}), &format!("{SECOND}get @table.Uniform -> false"));
    assert!(merged.ends_with("the table has merged cells: use its window"), "{merged}");
}

#[test]
fn cells_are_filled_one_by_one_and_read_back_at_once() {
    let fill = "get @table.Cell(1, 1) -> @cell\nget @cell.Range -> @in\nput @in.Text = \"x\"\n\
                get @table.Cell(1, 2) -> @cell\nget @cell.Range -> @in\nput @in.Text = \"1.5\"";
    let recording = |now: &str| {
        format!("{UNPROTECTED}{SECOND}{}{}{}", texts("a|b||c|d||"), step("Set table", fill), texts(now))
    };
    let args = json!({"rows": [["x", 1.5]], "table": "2"});
    let result = word("set_table", &args, &recording("x|1.5||c|d||"));
    assert_eq!(result, "confirmed: the first 1 row of 2 cells of table 2 hold this, read back");
    let result = word("set_table", &args, &recording("x|b||c|d||"));
    assert_eq!(result, "partial: the first 1 row of 2 cells of table 2 hold something else");
    let same = format!("{UNPROTECTED}{SECOND}{}", texts("x|1.5||c|d||"));
    assert_eq!(word("set_table", &args, &same), "no change: table 2 held this");
    let wide = json!({"rows": [[1, 2, 3]], "table": "2"});
    let result = word("set_table", &wide, &format!("{UNPROTECTED}{SECOND}{}", texts("a|b||")));
    assert!(result.starts_with("refused: ") && result.contains("at most 1 row of 2 cells"), "{result}");
}

#[test]
fn a_table_is_inserted_after_a_paragraph_with_its_head() {
    let calls = paragraph(3, "p")
        + r#"
        get @p.Range -> @range
        call @range.InsertParagraphAfter()
        get @p.Next -> @next
        get @next.Range -> @place
        get @document.Tables -> @tables
        call @tables.Add(@place, 2, 2) -> @table
        get @table.Borders -> @borders
        put @borders.Enable = true
        get @table.Cell(1, 1) -> @cell
        get @cell.Range -> @in
        put @in.Text = "Day"
        get @table.Rows -> @rows
        get @rows.Item(1) -> @head
        put @head.HeadingFormat = true
        get @head.Range -> @in
        get @in.Font -> @font
        put @font.Bold = true
        get @head.Shading -> @shade
        put @shade.BackgroundPatternColor = 14277081
        "#;
    let recording = format!(
        "{UNPROTECTED}{}get @document.Tables -> @tables\nget @tables.Count -> 0\n{}{}get @document.Tables -> @tables\nget @tables.Count -> 1",
        count(3),
        step("Insert table", &calls),
        texts("Day|||||||").replace("\\r\\u0007\\r\\u0007\"", "\"")
    );
    let args = json!({"rows": 2, "columns": 2, "values": [["Day"]], "header_row": true, "after": 3});
    let result = word("insert_table", &args, &recording);
    assert_eq!(result, "confirmed: a table of 2 rows of 2 cells is inserted, read back");
    let result = word("insert_table", &json!({"rows": 1, "columns": 1, "values": [["a", "b"]]}), "");
    assert!(result.starts_with("refused: ") && result.contains("at most 1 rows of 1 cells"), "{result}");
}

#[test]
fn paragraphs_become_the_rows_of_a_table() {
    let begin = UNPROTECTED.to_owned()
        + &count(2)
        + &paragraph(1, "a")
        + "get @a.Range -> @ra\n"
        + &paragraph(2, "b")
        + "get @b.Range -> @rb\nget @ra.Start -> 0\nget @rb.End -> 8\nget @document.Range(0, 8) -> @range\n\
           get @range.Text -> \"a;b\\rc;d\\r\"\n";
    let calls = "call @range.ConvertToTable(\";\") -> @table\nget @table.Borders -> @borders\nput @borders.Enable = true";
    let recording = |now: &str| format!("{begin}{}{}", step("Table of text", calls), texts(now));
    let args = json!({"separator": ";", "paragraph": 1, "end": 2});
    let result = word("text_to_table", &args, &recording("a|b||c|d||"));
    assert_eq!(result, "confirmed: paragraphs 1 to 2 became a table of 2 rows of 2 cells, read back");
    assert!(word("text_to_table", &args, &recording("a;b|||c;d|||")).starts_with("partial: "));
}
