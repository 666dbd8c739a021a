//! Tables on slides.

use super::{STEP, front, powerpoint, shapes};
use serde_json::json;

/// The calls for the texts of a table of one column.
fn texts(rows: &[&str]) -> String {
    let cells = (1..).zip(rows).map(|(row, text)| format!("{}get @text.Text -> \"{text}\"\n", cell(row)));
    format!(
        "get @table.Rows -> @rows\nget @rows.Count -> {}\nget @table.Columns -> @columns\nget @columns.Count -> 1\n{}",
        rows.len(),
        cells.collect::<String>()
    )
}

fn cell(row: u32) -> String {
    format!(
        "get @table.Cell({row}, 1) -> @cell\nget @cell.Shape -> @in\nget @in.TextFrame -> @frame\nget @frame.TextRange -> @text\n"
    )
}

const SECOND: &str = "get @title.HasTable -> 0\nget @grid.HasTable -> -1\nget @grid.Table -> @table\n";

#[test]
fn a_table_is_read_filled_and_gets_the_rows_that_it_lacks() {
    let begin = front(1) + &shapes(&["title", "grid"]) + SECOND;
    let read = powerpoint("read_table", &json!({}), &format!("{begin}{}", texts(&["a", "b\\r1"])));
    assert_eq!(read, "confirmed: read table 1 of slide 1: 2 rows of 1 cell\n| a |\n| --- |\n| b 1 |");

    let fill = format!("{}put @text.Text = \"x\"\n{}put @text.Text = \"2\"\n", cell(1), cell(2));
    let recording = |now: &[&str]| {
        format!(
            "{begin}{}{STEP}get @table.Rows -> @rows\ncall @rows.Add()\n{fill}{}",
            texts(&["a"]),
            texts(now)
        )
    };
    let args = json!({"rows": [["x"], [2]]});
    let result = powerpoint("set_table", &args, &recording(&["x", "2"]));
    assert_eq!(result, "confirmed: the first 2 rows of 1 cell of table 1 of slide 1 hold this, read back");
    assert!(powerpoint("set_table", &args, &recording(&["x", ""])).starts_with("partial: "));

    let none = front(1) + &shapes(&["title"]) + "get @title.HasTable -> 0";
    assert_eq!(
        powerpoint("read_table", &json!({}), &none),
        "refused: read_table cannot do this: slide 1 has 0 tables"
    );
}

#[test]
fn a_table_is_put_on_a_slide_within_its_room() {
    let recording = format!(
        "{}get @document.PageSetup -> @setup\nget @setup.SlideWidth -> 360.0\n{STEP}get @slide.Shapes -> @shapes\n\
         call @shapes.AddTable(1, 1, 72.0, 144.0, 288.0) -> @shape\nget @shape.Table -> @table\n{}put @text.Text = \"x\"\n{}",
        front(3),
        cell(1),
        texts(&["x"])
    );
    let args = json!({"rows": [["x"]], "left": 2.54, "top": 5.08});
    let result = powerpoint("insert_table", &args, &recording);
    assert_eq!(result, "confirmed: a table of 1 row of 1 cell is on slide 3, read back");
}
