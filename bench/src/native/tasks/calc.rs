//! Tasks in spreadsheets.

use super::{Check, Holds, Subject, Task, click, fill, keys, save, save_keys, tell, wait};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};
use std::fmt::Write;

/// The orders: their heads, and a row for each number.
const HEADS: [&str; 4] = ["Number", "City", "Item", "Sum"];

/// The file of the document.
const DOCUMENT: &str = "document.ods";

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
    for row in orders(rows) {
        let cells: String = row.iter().map(|it| cell(it)).collect();
        // Writing to a string cannot fail.
        let _ = write!(all, "<table:table-row>{cells}</table:table-row>");
    }
    all + "</table:table>"
}

/// The heads and so many orders.
fn orders(rows: usize) -> Vec<Vec<String>> {
    std::iter::once(HEADS.map(str::to_owned)).chain((1..=rows).map(order)).map(Vec::from).collect()
}

/// The saved document has these rows.
fn rows(rows: Vec<Vec<String>>) -> Check {
    Check::Saved(DOCUMENT, Holds::Rows(rows))
}

/// This text is so often in the saved document.
const fn xml(text: &'static str, times: usize) -> Check {
    Check::Saved(DOCUMENT, Holds::Xml(text, times))
}

/// The order of this number. Its sum is the number times 37 modulo 997, so that the order of the sums is another one.
fn order(number: usize) -> [String; 4] {
    let city = ["Oslo", "Rome", "Lima", "Cairo"][number % 4].to_owned();
    let item = ["tea", "milk", "rice"][number % 3].to_owned();
    [number.to_string(), city, item, (number * 37 % 997).to_string()]
}

fn on_orders(
    name: &'static str,
    rows: usize,
    window: Vec<Value>,
    native: Vec<Value>,
    checks: Vec<Check>,
) -> Task {
    Task {
        name,
        subject: Subject::document(OfficeKind::Calc, sheet(rows)),
        shows: HEADS[2],
        window,
        native,
        checks,
    }
}

fn filled_table() -> Task {
    let table: Vec<Vec<i32>> =
        (1..=200).map(|row| (1..=8).map(|column| row * 10 + column).collect()).collect();
    let shown: Vec<Vec<String>> =
        table.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    let text: String = shown.iter().map(|row| row.join("\t") + "\n").collect();
    let window = vec![
        go_to("F2"),
        tell("write_clipboard", &json!({"text": text})),
        keys("Ctrl+V"),
        wait("Text Import"),
        click("Button \"OK\""),
        save_keys(),
    ];
    let native = vec![tell("set_cells", &json!({"range": "F2", "rows": table})), save()];
    let mut after = orders(2);
    // The table begins in the second row, one column behind the orders.
    after.resize(201, vec![String::new(); 4]);
    let added = after.iter_mut().skip(1).zip(shown);
    added.for_each(|(row, more)| row.extend(std::iter::once(String::new()).chain(more)));
    on_orders("fill a table of 200 x 8", 2, window, native, vec![rows(after)])
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
    let mut after = orders(40);
    after.iter_mut().for_each(|row| row.rotate_right(1));
    on_orders("put columns in another order", 40, window, native, vec![rows(after)])
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
    let mut after = orders(40);
    after[1..].sort_by_key(|row| row[3].parse::<u32>().ok());
    let checks = vec![
        rows(after),
        xml("chart:class=\"chart:circle\"", 2),
        xml("values-cell-range-address=\"Orders.D2:Orders.D41\"", 1),
        xml("VerticalSplitMode\" config:type=\"short\">2<", 1),
        xml("VerticalSplitPosition\" config:type=\"int\">1<", 1),
    ];
    on_orders("sort, draw a chart, freeze the head", 40, window, native, checks)
}

fn other_format() -> Task {
    let path = "{home}/orders.xlsx";
    let save_as = tell("save_as", &json!({"path": path}));
    let checks = vec![Check::Saved("orders.xlsx", Holds::Rows(orders(40)))];
    on_orders("save in another format", 40, vec![save_as.clone()], vec![save_as], checks)
}

fn reading() -> Task {
    let window = vec![keys("Ctrl+A"), keys("Ctrl+C"), tell("read_clipboard", &json!({}))];
    let part = |range: &str| tell("get_range_values", &json!({"range": range}));
    let native = vec![part("A1:D200"), part("A201:D400"), part("A401:D501")];
    let lines = orders(500).iter().map(|row| row.join("\t")).collect();
    on_orders("read a table of 500 rows", 500, window, native, vec![Check::Output(lines)])
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
    let mut after = orders(40);
    after.iter_mut().skip(1).for_each(|row| row[3] += ".00");
    let checks = vec![rows(after), xml("number:grouping=\"true\"", 1)];
    on_orders("give a column a number format", 40, window, native, checks)
}
