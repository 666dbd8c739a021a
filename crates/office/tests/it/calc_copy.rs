//! Copying cells to other places, sheets and documents.

use crate::office_desktop::{OfficeDesktop, cell};
use deskpilot_core::Launch;
use deskpilot_desktop::Desktop;
use serde_json::json;
use std::{
    fs,
    time::{Duration, Instant},
};

pub(crate) async fn cells_are_copied_to_another_place_sheet_and_document(calc: &mut OfficeDesktop) {
    let sheets = format!(
        r#"<table:table table:name="One"><table:table-row>{}</table:table-row></table:table>
        <table:table table:name="Two"/>"#,
        cell("=1+1")
    );
    calc.open_next("copied", &sheets).await;
    calc.change("set_cells", json!({"range": "B1", "rows": [[2, "=B1 * 2"]], "sheet": "One"})).await;
    calc.change("format_cells", json!({"range": "B1", "number_format": "0.00", "fill_color": "#ffeeaa"}))
        .await;
    let whole = json!({"range": "A1:C1", "cell": "A3", "target_sheet": "Two"});
    assert_eq!(
        calc.effect("copy_range", whole).await,
        "confirmed: A3:C3 of Two has the values, formulas and formats of A1:C1 of One, read back"
    );
    let values = json!({"range": "A3:C3", "sheet": "Two"});
    assert_eq!(calc.read("get_range_values", values.clone()).await, "=1+1\t2\t4");
    let read = calc.effect("get_range_values", values.clone()).await;
    assert!(read.ends_with("shown otherwise: B3 as 2.00"), "{read}");
    calc.change("set_cells", json!({"range": "B3", "rows": [[5]], "sheet": "Two"})).await;
    assert_eq!(calc.read("get_range_values", values).await, "=1+1\t5\t10", "a formula goes with its cells");
    for (what, start, copy) in [("formulas", "A5", "A5:C5"), ("values", "A6", "A6:C6")] {
        calc.change("copy_range", json!({"range": "A1:C1", "cell": start, "what": what})).await;
        let read = calc.run("get_range_values", json!({"range": copy})).await.unwrap();
        assert_eq!(read.output.as_deref(), Some("=1+1\t2\t4"), "{what}");
        assert!(
            !read.effect.to_string().contains("shown otherwise"),
            "{what} have no formats: {}",
            read.effect
        );
    }
    assert!(calc.read("check_formulas", json!({})).await.is_empty());
    calc.change("set_cells", json!({"range": "B5", "rows": [[7], [7]]})).await;
    assert_eq!(calc.read("get_range_values", json!({"range": "C5:C6"})).await, "14\n4");
    // From another document come no formulas.
    calc.change("save", json!({})).await;
    let other = calc.sibling_path("other.fods");
    fs::copy(&calc.document, &other).unwrap();
    let foreign = json!({"range": "A1:C1", "cell": "A9", "path": other});
    let closed = calc.effect("copy_range", foreign.clone()).await;
    assert!(closed.contains("is not open as a spreadsheet"), "{closed}");
    let launch = Launch { application: "calc".into(), file: Some(other.clone()), ..Launch::default() };
    calc.desktop.launch(&launch, &[]).await.unwrap();
    let mut copied = closed.clone();
    let deadline = Instant::now() + Duration::from_secs(60);
    while copied == closed && Instant::now() < deadline {
        copied = calc.effect("copy_range", foreign.clone()).await;
    }
    assert_eq!(
        copied,
        "confirmed: A9:C9 of One has the values and formats of A1:C1 of One in other.fods, read back"
    );
    assert_eq!(calc.read("get_range_values", json!({"range": "C9", "formulas": true})).await, "4");
    let read = calc.effect("get_range_values", json!({"range": "A9:C9"})).await;
    assert!(read.ends_with("shown otherwise: B9 as 2.00"), "{read}");
    let formulas = json!({"range": "A1:C1", "cell": "A9", "path": other, "what": "formulas"});
    let refused = calc.effect("copy_range", formulas).await;
    assert!(refused.contains("what must be all, values or formats"), "{refused}");
    assert_eq!(calc.effect("undo", json!({})).await, "confirmed: undone: Copy cells");
    assert_eq!(calc.read("get_range_values", json!({"range": "A9:C9"})).await, "\t\t");
}
