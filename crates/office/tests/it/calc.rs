//! The commands of spreadsheets.

use crate::{calc_copy, calc_view, office_desktop::OfficeDesktop};
use deskpilot_testkit::tried;
use serde_json::json;
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_commands_of_spreadsheets_do_is_read_back_from_the_file() {
    let mut calc = OfficeDesktop::open("calc", "fods", r#"<table:table table:name="Stock"/>"#).await;
    Box::pin(a_table_is_filled_ordered_and_read_back_from_the_file(&mut calc)).await;
    Box::pin(rows_columns_and_sums_by_groups_are_read_back_from_the_file(&mut calc)).await;
    Box::pin(a_chart_of_each_kind_is_what_it_was_to_be(&mut calc)).await;
    Box::pin(calc_view::hidden_rows_and_shown_texts_are_reported_with_what_is_read_and_written(&mut calc))
        .await;
    Box::pin(calc_copy::cells_are_copied_to_another_place_sheet_and_document(&mut calc)).await;
    Box::pin(sheets_come_and_go_and_copies_are_saved_in_many_formats(&mut calc)).await;
}

async fn a_table_is_filled_ordered_and_read_back_from_the_file(calc: &mut OfficeDesktop) {
    let rows =
        json!([["Item", "Price", "Count", "Sum"], ["tea", 2.125, 3, "=B2*C2"], ["milk", 1.1, 12, "=B3*C3"]]);
    let shown = calc.change("set_cells", json!({"range": "A1", "rows": rows})).await;
    assert!(shown.contains("| tea | 2.125 | 3 | 6.375 |"), "{shown}");
    assert!(calc.effect("set_cells", json!({"range": "A1", "rows": rows})).await.starts_with("no change"));
    calc.change("set_cell_value", json!({"cell": "A4", "value": "rice"})).await;
    calc.change("insert_excel_table", json!({"rows": [[0.5, 40]], "row": 4, "column": 2})).await;
    calc.change("auto_fill", json!({"range": "D3:D4"})).await;
    let whole = calc.read("table2markdown", json!({})).await;
    assert!(whole.contains("| rice | 0.5 | 40 | 20 |"), "no decimal is lost: {whole}");
    calc.change("reorder_columns", json!({"columns": ["Item", "Count", "Price", "Sum"]})).await;
    let formulas = calc.read("get_range_values", json!({"range": "A2:D2", "formulas": true})).await;
    assert_eq!(formulas, "tea\t3\t2.125\t=C2*B2");
    calc.change("sort_range", json!({"by": ["Sum"], "descending": ["Sum"]})).await;
    assert_eq!(calc.read("get_range_values", json!({"range": "A2:A4"})).await, "rice\nmilk\ntea");
    calc.change("format_cells", json!({"range": "A1:D1", "bold": true, "fill_color": "#ffeeaa"})).await;
    let formats = json!([["D2:D4", "number_format", "0.00"], ["B2;C2", "italic", true, "size", 12]]);
    assert_eq!(
        calc.effect("format_cells", json!({"formats": formats})).await,
        "confirmed: D2:D4: 1 format; B2: 2 formats; C2: 2 formats, read back"
    );
    for formats in [json!([["A1", "bold"]]), json!([["A1", "bold", 1]]), json!([["A1", "colour", "red"]])] {
        let answer = calc.effect("format_cells", json!({"formats": formats})).await;
        assert!(answer.contains("formats must be rows such as"), "{answer}");
    }
    for (rows, columns, size) in [(1, 0, "1 row and 0 columns"), (2, 3, "2 rows and 3 columns")] {
        let panes = calc.effect("freeze_panes", json!({"rows": rows, "columns": columns})).await;
        assert_eq!(panes, format!("confirmed: {size} are frozen, read back"));
    }
    assert!(calc.effect("freeze_panes", json!({"rows": 2, "columns": 3})).await.starts_with("no change"));
    calc.change("name_range", json!({"name": "Sums", "range": "D2:D4"})).await;
    calc.change("highlight_cells", json!({"range": "D2:D4", "formula": "D2>15", "fill_color": "#ffcccc"}))
        .await;
    calc.change("filter_rows", json!({"column": "Count", "condition": "greater", "value": "5"})).await;
    // As many rows as before, and others.
    calc.change("filter_rows", json!({"column": "Count", "condition": "less", "value": "20"})).await;
    calc.change("filter_rows", json!({})).await;
    assert!(calc.effect("filter_rows", json!({})).await.starts_with("no change: all "));
    let nameless = calc.effect("rename_sheet", json!({"name": ""})).await;
    assert!(nameless.contains("name must be a name that LibreOffice takes for a sheet"), "{nameless}");
    let beyond = calc.effect("insert_rows", json!({"before": 5000, "count": 3})).await;
    assert!(beyond.starts_with("no change"), "{beyond}");
    calc.change("insert_chart", json!({"range": "A1:B4", "kind": "pie", "title": "Stock"})).await;
    calc.change("select_table_range", json!({"range": "B2:C3"})).await;
    let file = calc.saved().await;
    for part in [
        r#"office:value="2.125""#,
        "of:=[.C4]*[.B4]",
        r##"fo:background-color="#ffeeaa""##,
        r#"table:name="Sums""#,
        "chart:circle",
        ">20.00<",
    ] {
        assert!(file.contains(part), "{part} is not in the file");
    }
    assert!(
        file.contains(r##"calcext:value="formula-is([.D2]&gt;15)""##) || file.contains("formula-is("),
        "no condition"
    );
}

async fn sheets_come_and_go_and_copies_are_saved_in_many_formats(calc: &mut OfficeDesktop) {
    calc.open_next("sheets", r#"<table:table table:name="One"/>"#).await;
    calc.change("set_cells", json!({"range": "A1:B2", "rows": [[1, "a,b"], [true, null]]})).await;
    calc.change("add_sheet", json!({"name": "Two"})).await;
    calc.change("copy_sheet", json!({"name": "Three", "sheet": "One"})).await;
    calc.change("rename_sheet", json!({"name": "Second", "sheet": "Two"})).await;
    calc.change("remove_sheet", json!({"sheet": "Second"})).await;
    assert_eq!(calc.read("list_sheets", json!({})).await, "One: A1:B2 (in front)\nThree: A1:B2");
    calc.change("undo", json!({})).await;
    assert!(calc.read("list_sheets", json!({})).await.contains("Second"));
    let wrong = calc.effect("set_cells", json!({"range": "C1", "rows": [["=1/0"], ["=NOSUCH(1)"]]})).await;
    assert!(wrong.contains("2 formulas give an error") && wrong.contains("C2 =nosuch(1)"), "{wrong}");
    assert!(calc.read("check_formulas", json!({})).await.contains("#DIV/0!"));
    calc.change("select_table_range", json!({"range": "A1", "sheet": "One"})).await;
    for (name, magic) in [
        ("a.csv", &b"1,\"a,b\""[..]),
        ("a.xlsx", b"PK\x03\x04"),
        ("a.pdf", b"%PDF-1."),
        ("a.ods", b"PK\x03\x04"),
    ] {
        let path = calc.sibling_path(name);
        calc.change("save_as", json!({"path": path})).await;
        assert!(
            OfficeDesktop::begin_of(&path).starts_with(magic),
            "{name}: {:?}",
            String::from_utf8_lossy(&fs::read(&path).unwrap())
        );
    }
}

async fn rows_columns_and_sums_by_groups_are_read_back_from_the_file(calc: &mut OfficeDesktop) {
    calc.open_next("groups", r#"<table:table table:name="Sales"/>"#).await;
    let rows =
        json!([["City", "Kind", "Sum"], ["Rome", "tea", 3], ["Oslo", "tea", 4.5], ["Rome", "milk", "=C2*2"]]);
    calc.change("set_cells", json!({"range": "A1", "rows": rows})).await;
    let pivot = json!({"rows": ["City"], "columns": ["Kind"], "values": "Sum", "name": "By city"});
    let shown = calc.change("create_pivot_table", pivot.clone()).await;
    assert!(shown.contains("| Rome | 6 | 3 | 9 |") && shown.contains("| Oslo |  | 4.5 | 4.5 |"), "{shown}");
    assert!(calc.effect("create_pivot_table", pivot).await.contains("there is a sheet By city"));
    calc.change("insert_rows", json!({"before": 2, "count": 2, "sheet": "Sales"})).await;
    calc.change("insert_columns", json!({"before": "B", "sheet": "Sales"})).await;
    let moved = json!({"range": "A4:D6", "sheet": "Sales", "formulas": true});
    assert_eq!(
        calc.read("get_range_values", moved.clone()).await,
        "Rome\t\ttea\t3\nOslo\t\ttea\t4.5\nRome\t\tmilk\t=D4*2"
    );
    calc.change("remove_rows", json!({"first": 5, "sheet": "Sales"})).await;
    calc.change("remove_columns", json!({"first": "B", "sheet": "Sales"})).await;
    assert!(
        calc.effect("remove_rows", json!({"first": 50, "sheet": "Sales"})).await.starts_with("no change")
    );
    calc.change("set_column_width", json!({"columns": "A:B", "width": 4, "sheet": "Sales"})).await;
    calc.change("merge_cells", json!({"range": "A2:C2", "sheet": "Sales"})).await;
    let covered = json!({"range": "A1:B1", "sheet": "Sales"});
    assert!(calc.effect("merge_cells", covered).await.contains("would be hidden"));
    for (command, args, expected) in [
        ("merge_cells", json!({"range": "A2:C2"}), "no change: "),
        ("merge_cells", json!({"range": "B2"}), "no change: B2 is a part of A2:C2, which is one cell"),
        ("merge_cells", json!({"range": "B3"}), "no change: "),
        ("merge_cells", json!({"range": "B2", "merged": false}), "no change: B2 is a part of A2:C2"),
        ("set_column_width", json!({"columns": "A:B", "width": 4}), "no change: "),
        ("set_column_width", json!({"columns": "B", "width": 0}), "refused: width must be a length of more"),
    ] {
        let mut on_sheet = args;
        on_sheet["sheet"] = json!("Sales");
        let answer = calc.effect(command, on_sheet.clone()).await;
        assert!(answer.starts_with(expected), "{command} {on_sheet}: {answer}");
    }
    let file = calc.saved().await;
    for part in [
        r#"table:name="By city""#,
        r#"table:orientation="column""#,
        r#"table:number-columns-spanned="3""#,
        r#"style:column-width="1.5752in""#,
        "of:=[.C4]*2",
    ] {
        assert!(file.contains(part), "{part} is not in the file");
    }
    calc.change("undo", json!({"steps": 7})).await;
    assert!(calc.read("list_sheets", json!({})).await.starts_with("Sales: A1:C4"));
}

async fn a_chart_of_each_kind_is_what_it_was_to_be(calc: &mut OfficeDesktop) {
    calc.open_next("charts", r#"<table:table table:name="Days"/>"#).await;
    let rows = json!([["Day", "Volume", "Low", "High", "Last"], ["1", 9, 2, 5, 4], ["2", 8, 3, 6, 5]]);
    calc.change("set_cells", json!({"range": "A1", "rows": rows})).await;
    let kinds = ["column", "bar", "pie", "donut", "bubble", "stock", "line", "area", "scatter", "net"];
    // The file shows of which kind the first are.
    let kinds = tried(&kinds, |it| kinds[..6].contains(it));
    for kind in &kinds {
        let answer = calc.effect("insert_chart", json!({"range": "A1:E3", "kind": kind, "name": kind})).await;
        assert!(answer.starts_with(&format!("confirmed: {kind} is a {kind} chart")), "{answer}");
    }
    calc.change("add_sheet", json!({"name": "Charts"})).await;
    let several = json!({"range": "A1:A3; Days.C1:C3; E1:E3", "kind": "line", "name": "Prices", "title": "Prices",
        "x_title": "Day", "y_title": "Money", "sheet": "Days", "target_sheet": "Charts"});
    assert_eq!(
        calc.effect("insert_chart", several).await,
        "confirmed: Prices is a line chart of A1:A3; C1:C3; E1:E3 at A1 of Charts: 2 series, with a legend, read back"
    );
    let one = json!({"range": "A1:B3", "kind": "line", "name": "Volume", "sheet": "Days"});
    let answer = calc.effect("insert_chart", one).await;
    assert!(answer.ends_with("1 series, without a legend, read back"), "{answer}");
    // What would show nothing is not drawn, or goes again.
    let texts = json!({"range": "A5", "rows": [["n", "t"], [1, "x"]], "sheet": "Days"});
    calc.change("set_cells", texts).await;
    for (range, sentence) in [
        ("G1:H3", "G1:H3 of Days holds no number: the chart would be empty"),
        ("A5:B6", "a column chart of A5:B6 has no series with numbers"),
    ] {
        let answer = calc.effect("insert_chart", json!({"range": range, "sheet": "Days"})).await;
        assert!(answer.starts_with("refused") && answer.contains(sentence), "{answer}");
    }
    let file = calc.saved().await;
    assert_eq!(file.matches("<chart:chart ").count(), kinds.len() + 2);
    assert!(file.contains("<text:p>Money</text:p>"), "no title of an axis");
    let begins: Vec<&str> =
        file.split("<chart:chart ").skip(1).map(|it| it.split('>').next().unwrap()).collect();
    for (class, charts) in [("bar", 2), ("circle", 1), ("ring", 1), ("stock", 1), ("bubble", 1)] {
        let class = format!(r#"chart:class="chart:{class}""#);
        assert_eq!(begins.iter().filter(|it| it.contains(&class)).count(), charts, "{class}");
    }
    assert_eq!(file.matches(r#"chart:vertical="true""#).count(), 1, "one has bars that lie");
}
