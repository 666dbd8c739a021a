//! Charts on slides, with numbers of their own.

use super::{STEP, front, powerpoint};
use serde_json::json;

/// The calls until the chart is there.
fn begin() -> String {
    format!(
        "{}get @document.PageSetup -> @setup\nget @setup.SlideWidth -> 720.0\nget @setup.SlideHeight -> 405.0\n\
         get @slide.Shapes -> @shapes\nget @shapes.Count -> 1\n{STEP}\
         call @shapes.AddChart2(-1, 51, 72.0, 144.0, 288.0, 261.0) -> @shape\nget @shape.Chart -> @chart\n\
         get @chart.ChartData -> @data\n",
        front(2)
    )
}

/// The calls that fill its sheet.
const FILL: &str = r#"
    call @data.Activate()
    get @data.Workbook -> @book
    get @book.Worksheets -> @sheets
    get @sheets.Item(1) -> @sheet
    get @sheet.Cells -> @all
    call @all.ClearContents()
    get @sheet.Range("A1") -> @corner
    get @corner.Resize(3, 3) -> @cells
    get @sheet.ListObjects -> @tables
    get @tables.Count -> 1
    get @tables.Item(1) -> @table
    call @table.Resize(@cells)
    put @cells.Value2 = [[empty, "Tea", "Milk"], ["May", 1.0, 2.5], ["'2026", empty, 3.0]]
    get @sheet.Name -> "Ada's"
    get @cells.Address -> "$A$1:$C$3"
    call @chart.SetSourceData("='Ada''s'!$A$1:$C$3", 2)
    call @book.Close()
"#;

fn series(name: &str, at: u8, values: &str) -> String {
    format!(
        "get @all.Item({at}) -> @series\nget @series.Name -> \"{name}\"\nget @series.XValues -> [[\"May\", \"2026\"]]\n\
         get @series.Values -> {values}\n"
    )
}

const ROWS: &str = r#"[[null, "Tea", "Milk"], ["May", 1, 2.5], ["2026", null, 3]]"#;

#[test]
fn a_chart_gets_its_numbers_in_a_sheet_of_its_own_and_is_read_back() {
    let recording = |milk: &str| {
        let rest = "get @chart.ChartTitle -> @title\nget @title.Text -> \"Sums\"\nget @chart.HasLegend -> true\nget @shapes.Count -> 2";
        format!(
            "{}{FILL}put @chart.HasTitle = true\nget @chart.ChartTitle -> @title\nput @title.Text = \"Sums\"\nput @chart.HasLegend = true\n\
             get @chart.SeriesCollection -> @all\nget @chart.ChartType -> 51\nget @all.Count -> 2\n{}{}{}",
            begin(),
            series("Tea", 1, "[[1.0, empty]]"),
            series("Milk", 2, milk),
            if milk == "[[2.5, 3.0]]" { rest } else { "" }
        )
    };
    let rows: serde_json::Value = serde_json::from_str(ROWS).unwrap();
    let args = json!({"rows": rows, "title": "Sums", "left": 2.54, "top": 5.08, "width": 10.16});
    let result = powerpoint("insert_chart", &args, &recording("[[2.5, 3.0]]"));
    assert_eq!(result, "confirmed: slide 2 has a column chart of 2 series, read back");
    let result = powerpoint("insert_chart", &args, &recording("[[2.5, 4.0]]"));
    assert_eq!(result, "partial: slide 2 has a column chart of 2 series, and it is not as wanted");
}

#[test]
fn a_chart_whose_numbers_excel_does_not_take_is_removed_again() {
    let rows: serde_json::Value = serde_json::from_str(ROWS).unwrap();
    let args = json!({"rows": rows, "left": 2.54, "top": 5.08, "width": 10.16});
    let recording = |left: u8| {
        format!(
            "{}call @data.Activate() -> ! exception Excel is not there.\ncall @shape.Delete()\nget @shapes.Count -> {left}",
            begin()
        )
    };
    let result = powerpoint("insert_chart", &args, &recording(1));
    assert!(
        result.starts_with("no change: no chart is on slide 2") && result.ends_with("Excel is not there."),
        "{result}"
    );
    assert!(powerpoint("insert_chart", &args, &recording(2)).starts_with("unverified: "));
    let filled = FILL.split("get @book.Worksheets").next().unwrap_or_default().to_owned();
    let closed = format!(
        "{}{filled}get @book.Worksheets -> ! gone\ncall @book.Close()\ncall @shape.Delete()\nget @shapes.Count -> 1",
        begin()
    );
    assert!(powerpoint("insert_chart", &args, &closed).starts_with("no change: "));
}

#[test]
fn rows_that_make_no_chart_and_titles_that_it_has_not_are_refused() {
    for (args, why) in [
        (json!({"rows": [[null, "Tea"]]}), "the names of the series behind an empty cell"),
        (json!({"rows": [["x"], ["May"]]}), "the names of the series behind an empty cell"),
        (json!({"rows": [[null, "Tea"], ["May", "many"]]}), "numbers behind the names; \"many\" is none"),
        (json!({"rows": [[null, "Tea"], ["May", null]]}), "numbers behind the names, and there is none"),
        (
            json!({"rows": [[null, "Tea"], ["May", 1]], "kind": "pie", "x_title": "x"}),
            "a pie chart has no titles at axes",
        ),
    ] {
        let result = powerpoint("insert_chart", &args, "");
        assert!(result.starts_with("refused: ") && result.contains(why), "{result}");
    }
    let no_room = format!(
        "{}get @document.PageSetup -> @setup\nget @setup.SlideWidth -> 72.0\nget @setup.SlideHeight -> 405.0",
        front(1)
    );
    let args = json!({"rows": [[null, "Tea"], ["May", 1]], "left": 2.54});
    let result = powerpoint("insert_chart", &args, &no_room);
    assert!(result.starts_with("refused: ") && result.contains("there is no room for a chart"), "{result}");
}
