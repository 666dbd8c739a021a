//! Filling cells of spreadsheets: what Undo restores, and what the cells keep in addition to the values.

use crate::office_desktop::{OfficeDesktop, cell};
use deskpilot_core::{Aim, Gesture, Input, parse_keys};
use deskpilot_desktop::Desktop;
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

const EMPTY: &str = r#"<table:table table:name="One"/>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cells_are_filled_in_one_step_of_undo_and_keep_what_is_theirs() {
    let mut calc = OfficeDesktop::open("calc", "fods", EMPTY).await;
    Box::pin(a_formula_that_computes_past_the_deadline_is_reported_and_stays_one_step_of_undo(&mut calc))
        .await;
    Box::pin(a_table_is_one_step_of_undo_that_empties_what_was_empty(&mut calc)).await;
    Box::pin(a_comment_stays_next_to_the_values(&mut calc)).await;
    Box::pin(a_part_of_a_formula_for_many_cells_is_not_replaced(&mut calc)).await;
    Box::pin(errors_are_read_as_they_are_shown(&mut calc)).await;
}

async fn a_table_is_one_step_of_undo_that_empties_what_was_empty(calc: &mut OfficeDesktop) {
    let sheet = format!(
        r#"<table:table table:name="One"><table:table-row>{}</table:table-row></table:table>"#,
        cell("old")
    );
    calc.open_next("undo", &sheet).await;
    let rows = json!([[1, "x\ny"], [null, "=A1*2"], ["'3", true]]);
    calc.change("set_cells", json!({"range": "A1", "rows": rows})).await;
    let cells = json!({"range": "A1:B3", "formulas": true});
    let filled = calc.read("get_range_values", cells.clone()).await;
    assert_eq!(filled, "1\tx\ny\n\t=A1*2\n''3\t=TRUE()");
    calc.change("undo", json!({})).await;
    assert_eq!(calc.read("get_range_values", cells.clone()).await, "old\t\n\t\n\t");
    press(calc, "{CTRL+Y}").await;
    while calc.read("get_range_values", cells.clone()).await != filled {}
}

async fn a_comment_stays_next_to_the_values(calc: &mut OfficeDesktop) {
    calc.open_next("comment", EMPTY).await;
    calc.change("set_cell_value", json!({"cell": "A1", "value": "tea"})).await;
    press(calc, "{CTRL+ALT+C}Ask Ada{ESCAPE}").await;
    // Calc keeps a comment a moment after the keys.
    let kept = async {
        calc.saved().await;
        while !calc.on_disk().contains("Ask Ada") {
            calc.effect("save", json!({})).await;
        }
    };
    timeout(Duration::from_secs(20), kept).await.unwrap();
    calc.change("set_cells", json!({"range": "A1", "rows": [["milk", 2]]})).await;
    let file = calc.saved().await;
    for part in ["Ask Ada", ">milk<"] {
        assert!(file.contains(part), "{part} is not in the file: {file}");
    }
}

async fn a_part_of_a_formula_for_many_cells_is_not_replaced(calc: &mut OfficeDesktop) {
    let sheet = r#"<table:table table:name="One"><table:table-row><table:table-cell table:formula="=ROW()"
        table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2" office:value-type="float" office:value="1"/>
        </table:table-row><table:table-row><table:table-cell office:value-type="float" office:value="2"/></table:table-row>
        </table:table>"#;
    calc.open_next("matrix", sheet).await;
    let refused = calc.effect("set_cells", json!({"range": "A2", "rows": [[5, 6]]})).await;
    assert!(refused.contains("A2:B2 cannot be filled: some of it may belong to a formula"), "{refused}");
    assert_eq!(calc.read("get_range_values", json!({"range": "A1:B2"})).await, "1\t\n2\t");
}

async fn errors_are_read_as_they_are_shown(calc: &mut OfficeDesktop) {
    calc.open_next("errors", EMPTY).await;
    let wrong = calc.effect("set_cells", json!({"range": "A1", "rows": [["=1/0", 2.5]]})).await;
    assert!(wrong.contains("1 formulas give an error: A1 =1/0 shows #DIV/0!"), "{wrong}");
    assert_eq!(calc.read("get_range_values", json!({})).await, "#DIV/0!\t2.5");
    let again = calc.effect("set_cells", json!({"range": "A1", "rows": [["=1/0", 2.5]]})).await;
    assert!(again.starts_with("no change") && again.contains("1 formulas give an error: A1 =1/0"), "{again}");
    // Formulas in the spelling of other programs work, and formulas that break elsewhere are reported.
    calc.change("add_sheet", json!({"name": "My sales"})).await;
    let sales = json!({"range": "A1", "rows": [["x", 2], ["y", 3], ["x", 4.5]], "sheet": "My sales"});
    calc.change("set_cells", sales).await;
    let formulas = json!([[
        "=ROUND(B1/3*100,1)",
        "=SUMIF('My sales'!A1:A3,\"x\",'my sales'!B1:B3)",
        "=SUM(MMULT({1,2;3,4},{1;2}))",
        "='My sales'!B1*2"
    ]]);
    let shown = calc.change("set_cells", json!({"range": "A5", "rows": formulas, "sheet": "One"})).await;
    assert!(shown.contains("| 83.3 | 6.5 | 16 | 4 |"), "{shown}");
    let text = json!({"range": "B1", "rows": [["two"]], "sheet": "My sales"});
    let broken = calc.effect("set_cells", text).await;
    assert!(!broken.starts_with("confirmed"), "{broken}");
    assert!(
        broken.contains("1 formulas elsewhere give an error since: One.D5 =$'My sales'.B1*2 shows #VALUE!"),
        "{broken}"
    );
    let nowhere = json!({"range": "A7", "rows": [["=Nowhere!A1"]], "sheet": "One"});
    let unknown = calc.effect("set_cells", nowhere).await;
    assert!(
        !unknown.starts_with("confirmed") && unknown.contains("1 formulas give an error: A7 ="),
        "{unknown}"
    );
}

/// The product of two matrices of 400 rows and columns takes seconds, and LibreOffice cannot abort it.
const SLOW: &str = "=SUM(MMULT(ROW(A1:A400)*COLUMN(A1:OJ1);ROW(A1:A400)*COLUMN(A1:OJ1)))";

async fn a_formula_that_computes_past_the_deadline_is_reported_and_stays_one_step_of_undo(
    calc: &mut OfficeDesktop,
) {
    calc.change("set_cells", json!({"range": "C1", "rows": [["tea"]]})).await;
    let args = json!({"range": "C1", "rows": [[SLOW]]});
    let late = calc.run_within("set_cells", args, Duration::from_millis(500)).await;
    let message = late.unwrap().effect.to_string();
    assert!(message.contains("LibreOffice did not answer within 500 ms"), "{message}");
    assert!(message.contains("may still compute"), "{message}");
    // The answer comes once it has computed.
    let formulas = json!({"range": "C1", "formulas": true});
    while !calc.effect("get_range_values", formulas.clone()).await.starts_with("confirmed") {}
    assert!(calc.read("get_range_values", formulas.clone()).await.starts_with("=SUM(MMULT("));
    assert_eq!(calc.effect("undo", json!({})).await, "confirmed: undone: Set cells");
    assert_eq!(calc.read("get_range_values", formulas).await, "tea");
    calc.change("set_cells", json!({"range": "C1", "rows": [["milk"]]})).await;
    press(calc, "{CTRL+Z}").await;
    while calc.read("get_range_values", json!({"range": "C1"})).await != "tea" {}
}

async fn press(calc: &mut OfficeDesktop, keys: &str) {
    let gesture = Gesture::Keys(parse_keys(keys).unwrap());
    calc.desktop.perform(&Input { window: calc.window.id, aim: Aim::Window, gesture }).await.unwrap();
}
