//! CSV files that are opened in Calc and saved again.

use crate::office_desktop::OfficeDesktop;
use deskpilot_core::TableFormat;
use deskpilot_desktop::WindowList as _;
use serde_json::json;
use std::fs;

/// The last record of the file below before it is changed and after.
const LAST: &[u8] = b"1,50;9.1;8;=1+1;2e3;2027-02-28;6\r\n\r\n";
const CHANGED: &[u8] = b"2.000,50;9.1;8;=1+1;2e3;2027-02-28;7\r\n\r\n";

const FILE: &[u8] = b"Teil;Name;Preis;Version;Nr;Bereich;Exp;Datum;Menge\r\n\
    1;\"caf\xE9 au lait\";1.234,56;9.10;007123;3-4;1E5;2027-02-30;5\r\n\
    2;\"Weg 1;\r\nHof\";1,50;9.1;8;=1+1;2e3;2027-02-28;6\r\n\r\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_csv_file_opens_without_a_question_and_keeps_every_byte_that_was_not_changed() {
    let mut calc = OfficeDesktop::open_file("calc", "lager.csv", |_| FILE.to_vec()).await;
    Box::pin(what_was_not_changed_is_saved_as_it_was(&mut calc)).await;

    // LibreOffice took the bytes for its own, and writes the next change into them.
    calc.change("remove_rows", json!({"first": 2})).await;
    let path = calc.sibling_path("rest.csv");
    calc.change("save_as", json!({"path": path})).await;
    let rest = fs::read(&path).unwrap();
    assert!(rest.starts_with(b"Teil;Name;") && rest.ends_with(CHANGED), "{}", String::from_utf8_lossy(&rest));
    assert!(!rest.windows(6).any(|it| it == b"007123"));

    // A sheet before the one of the file is not in it, and what another program wrote is not overwritten.
    calc.change("add_sheet", json!({"name": "Before", "position": 1})).await;
    calc.change("save", json!({})).await;
    assert_eq!(fs::read(&path).unwrap(), rest);
    fs::write(&path, "Teil\r\n3\r\n").unwrap();
    calc.change("set_cells", json!({"range": "I2", "rows": [[8]]})).await;
    let refused = calc.effect("save", json!({})).await;
    assert!(refused.contains("another program has changed the file"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), b"Teil\r\n3\r\n");
    Box::pin(formulas_that_may_be_unknown_are_confirmed_only_without_an_error(&mut calc)).await;

    // The same where the desktop writes numbers and formulas as in German.
    fs::write(&calc.document, FILE).unwrap();
    Box::pin(calc.open_again_in("de-DE")).await;
    Box::pin(what_was_not_changed_is_saved_as_it_was(&mut calc)).await;
    Box::pin(formulas_that_may_be_unknown_are_confirmed_only_without_an_error(&mut calc)).await;
    for (formula, value) in [("=1,5*2", "3"), ("=ROUND(2.36,1)", "2.4"), ("=ROUND(2.36;1)", "2.4")] {
        calc.change("set_cells", json!({"range": "L1", "rows": [[formula]]})).await;
        assert_eq!(calc.read("get_range_values", json!({"range": "L1"})).await, value, "{formula}");
        calc.change("set_cells", json!({"range": "L1", "rows": [["another"]]})).await;
    }
    Box::pin(a_text_is_read_and_saved_with_the_separator_and_the_encoding_that_are_given(&mut calc)).await;
    Box::pin(a_document_is_made_with_its_file_where_there_is_none(&mut calc)).await;
}

async fn a_document_is_made_with_its_file_where_there_is_none(calc: &mut OfficeDesktop) {
    let [path, other] = ["costs.ods", "costs.xyz"].map(|it| calc.sibling_path(it));
    let made = calc.effect("new_document", json!({"path": path})).await;
    assert!(made.starts_with("confirmed") && made.ends_with("whose window is in front"), "{made}");
    assert!(OfficeDesktop::begin_of(&path).starts_with(b"PK"));
    for (path, expected) in [(path, "is there already"), (other, "a name that ends with one of ods, ")] {
        let refused = calc.effect("new_document", json!({"path": path})).await;
        assert!(refused.starts_with("refused") && refused.contains(expected), "{refused}");
    }
    let windows = calc.desktop.windows().await.unwrap();
    assert!(windows.iter().any(|it| it.title.starts_with("costs.ods") && it.focused), "{windows:?}");
}

/// Nothing in the bytes shows that they are Polish, or that a semicolon separates nothing.
async fn a_text_is_read_and_saved_with_the_separator_and_the_encoding_that_are_given(
    calc: &mut OfficeDesktop,
) {
    let table = TableFormat { separator: Some('|'), encoding: Some("iso-8859-2".into()) };
    calc.open_table("names.txt", b"Name|Parts\nmi\xEA au lait|a;b\n", table).await;
    let shown = calc.read("get_range_values", json!({"range": "A2:B2"})).await;
    assert_eq!(shown, "mi\u{119} au lait\ta;b");
    calc.change("set_cells", json!({"range": "B2", "rows": [["a;\u{142}"]]})).await;
    calc.change("save", json!({})).await;
    assert_eq!(fs::read(&calc.document).unwrap(), b"Name|Parts\nmi\xEA au lait|a;\xB3\n");
}

async fn what_was_not_changed_is_saved_as_it_was(calc: &mut OfficeDesktop) {
    let shown = calc.read("get_range_values", json!({"range": "C2:I2"})).await;
    assert_eq!(shown, "1234.56\t9.10\t007123\t3-4\t1E5\t2027-02-30\t5");
    assert_eq!(calc.read("get_range_values", json!({"range": "F3"})).await, "=1+1", "it is a text");
    assert!(calc.effect("save", json!({})).await.starts_with("no change"));
    assert_eq!(fs::read(&calc.document).unwrap(), FILE);

    calc.change("set_cells", json!({"range": "I3", "rows": [[7]]})).await;
    calc.change("set_cells", json!({"range": "C3", "rows": [[2000.5]]})).await;
    let saved = calc.effect("save", json!({})).await;
    assert!(saved.contains("of its records 1 changed, 0 are new and 0 are gone"), "{saved}");
    let expected = [&FILE[..FILE.len() - LAST.len()], CHANGED].concat();
    assert_eq!(fs::read(&calc.document).unwrap(), expected);
}

/// German names are known where the translation of LibreOffice is installed. A bracket that is not closed is an error, or LibreOffice
/// closes it.
async fn formulas_that_may_be_unknown_are_confirmed_only_without_an_error(calc: &mut OfficeDesktop) {
    for formula in ["=SUMME(1;2)", "=WENN(1>0;\"ja\";\"nein\")", "=RUNDEN(2,36;1)", "=SUM(1;2", "=NOSUCH(1)"]
    {
        let cell = json!({"range": "K1", "rows": [[formula]]});
        let effect = calc.effect("set_cells", cell).await;
        let shown = calc.read("get_range_values", json!({"range": "K1"})).await;
        // A formula that shows itself is a text.
        let is_error = ["#", "Err:", "="].iter().any(|it| shown.starts_with(it));
        assert_eq!(effect.starts_with("confirmed"), !is_error, "{formula} shows {shown}: {effect}");
        assert!(!is_error || effect.contains("1 formulas give an error: K1 ="), "{formula}: {effect}");
    }
}
