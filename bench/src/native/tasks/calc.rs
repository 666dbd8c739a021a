//! Tasks in spreadsheets.

use super::{Check, Task, click, document, fill, keys, tell, wait};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};
use std::fmt::Write;

/// The orders: their heads, and a row for each number.
const HEADS: [&str; 4] = ["Number", "City", "Item", "Sum"];

/// The tasks.
pub(super) fn tasks() -> Vec<Task> {
    vec![filled_table(), columns(), sorted_chart(), other_format(), reading(), number_format()]
}

fn sheet(rows: usize) -> String {
    let cell = |text: &str| match text.parse::<f64>() {
        Ok(_) => format!(
            r#"<table:table-cell office:value-type="float" office:value="{text}"><text:p>{text}</text:p></table:table-cell>"#
        ),
        Err(_) => format!(
            r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#
        ),
    };
    let mut all = r#"<table:table table:name="Orders">"#.to_owned();
    let heads = HEADS.map(str::to_owned);
    for row in std::iter::once(heads).chain((1..=rows).map(order)) {
        let cells: String = row.iter().map(|it| cell(it)).collect();
        // Writing to a string cannot fail.
        let _ = write!(all, "<table:table-row>{cells}</table:table-row>");
    }
    all + "</table:table>"
}

/// The order of this number. Its sum is the number times 37 modulo 997, so that the order of the sums is another one.
fn order(number: usize) -> [String; 4] {
    let city = ["Oslo", "Rome", "Lima", "Cairo"][number % 4].to_owned();
    let item = ["tea", "milk", "rice"][number % 3].to_owned();
    [number.to_string(), city, item, (number * 37 % 997).to_string()]
}

fn on_orders(name: &'static str, rows: usize, roads: (Vec<Value>, Vec<Value>), checks: Vec<Check>) -> Task {
    let (window, native) = roads;
    Task {
        name,
        kind: OfficeKind::Calc,
        body: sheet(rows),
        prepared: Vec::new(),
        shows: HEADS[2],
        window,
        native,
        checks,
    }
}

fn save_keys() -> Value {
    keys("Ctrl+S")
}

fn save() -> Value {
    tell("save", &json!({}))
}

fn filled_table() -> Task {
    let rows: Vec<Vec<i32>> =
        (1..=200).map(|row| (1..=8).map(|column| row * 10 + column).collect()).collect();
    let texts =
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join("\t") + "\n");
    let text = texts.collect::<String>();
    let window = vec![
        go_to("F2"),
        tell("write_clipboard", &json!({"text": text})),
        keys("Ctrl+V"),
        wait("Text Import"),
        click("Button \"OK\""),
        save_keys(),
    ];
    let native = vec![tell("set_cells", &json!({"range": "F2", "rows": rows})), save()];
    let checks = vec![document(r#"office:value="11""#), document(r#"office:value="2008""#)];
    on_orders("fill a table of 200 x 8", 2, (window, native), checks)
}

/// The keys that put the cursor on cells.
fn go_to(cells: &str) -> Value {
    keys(&format!("{{CTRL+SHIFT+T}}{cells}{{ENTER}}"))
}

fn columns() -> Task {
    let window = vec![
        go_to("D1:D41"),
        keys("Ctrl+X"),
        go_to("A1"),
        keys("Ctrl+Shift+V"),
        wait("Shift Cells"),
        click("RadioButton \"Right\""),
        click("Button \"OK\""),
        save_keys(),
    ];
    let native =
        vec![tell("reorder_columns", &json!({"columns": ["Sum", "Number", "City", "Item"]})), save()];
    on_orders(
        "put columns in another order",
        40,
        (window, native),
        vec![document("Sum</text:p></table:table-cell><table:table-cell")],
    )
}

fn sorted_chart() -> Task {
    let window = vec![
        go_to("D2"),
        click("Button \"Sort Ascending\""),
        go_to("A2"),
        click("Button \"Freeze Rows and Columns\""),
        go_to("C1:D41"),
        click("Menu \"Insert\""),
        click("MenuItem \"Chart...\""),
        click("Cell \"Pie\""),
        click("Button \"Finish\""),
        keys("{ESCAPE}"),
        save_keys(),
    ];
    let native = vec![
        tell("sort_range", &json!({"by": ["Sum"]})),
        tell("insert_chart", &json!({"range": "C1:D41", "kind": "pie"})),
        tell("freeze_panes", &json!({})),
        save(),
    ];
    let checks = vec![document("chart:circle"), document("VerticalSplitMode\" config:type=\"short\">2<")];
    on_orders("sort, draw a chart, freeze the head", 40, (window, native), checks)
}

fn other_format() -> Task {
    let path = "{home}/orders.xlsx";
    let save_as = tell("save_as", &json!({"path": path}));
    let checks = vec![Check::File("orders.xlsx", "PK\u{3}\u{4}")];
    on_orders("save in another format", 40, (vec![save_as.clone()], vec![save_as]), checks)
}

fn reading() -> Task {
    let window = vec![keys("Ctrl+A"), keys("Ctrl+C"), tell("read_clipboard", &json!({}))];
    let part = |range: &str| tell("get_range_values", &json!({"range": range}));
    let native = vec![part("A1:D200"), part("A201:D400"), part("A401:D501")];
    let text = |number| Check::Output(order(number).join("\t"));
    on_orders("read a table of 500 rows", 500, (window, native), vec![text(1), text(250), text(500)])
}

fn number_format() -> Task {
    let window = vec![
        go_to("D2:D41"),
        keys("Ctrl+1"),
        click("TabItem \"Numbers\""),
        fill("Edit \"Format Code\"", "#,##0.00"),
        click("Button \"OK\""),
        save_keys(),
    ];
    let native = vec![tell("format_cells", &json!({"range": "D2:D41", "number_format": "#,##0.00"})), save()];
    on_orders(
        "give a column a number format",
        40,
        (window, native),
        vec![document(r#"number:grouping="true""#)],
    )
}
