//! Documents are saved, and nothing counts as saved that was not written.

use super::excel;
use serde_json::json;

const SAVE: &str = r#"
    get @document.FileFormat -> 51
    get @document.Path -> "C:\\"
    get @document.Saved -> false
    get @document.FullName -> "C:\\a.xlsx"
    file "C:\\a.xlsx" -> 10 bytes at 1
    get @excel.DisplayAlerts -> true
    put @excel.DisplayAlerts = false
    call @document.Save()
    put @excel.DisplayAlerts = true
    get @document.Saved -> true
"#;

#[test]
fn a_document_is_saved_once_its_file_is_another() {
    let written = format!("{SAVE}file \"C:\\\\a.xlsx\" -> 12 bytes at 2");
    assert_eq!(excel("save", &json!({}), &written), "confirmed: C:\\a.xlsx was written, 12 bytes");
    let unwritten = format!("{SAVE}file \"C:\\\\a.xlsx\" -> 10 bytes at 1");
    let result = excel("save", &json!({}), &unwritten);
    assert_eq!(
        result,
        "unverified: save began, and then C:\\a.xlsx was not written: read what it did before you repeat it"
    );
}

#[test]
fn a_document_without_a_file_and_one_that_is_saved_and_a_csv_file_are_left_alone() {
    let begin = |path: &str| format!("get @document.FileFormat -> 51\nget @document.Path -> \"{path}\"\n");
    let result = excel("save", &json!({}), &begin(""));
    assert_eq!(result, "refused: save cannot do this: the document has no file yet: save_as gives it one");
    let result = excel("save", &json!({}), &format!("{}get @document.Saved -> true", begin("C:")));
    assert_eq!(result, "no change: the document was saved already");
    let csv = "get @document.FileFormat -> 6\nget @document.Saved -> false";
    assert!(excel("save", &json!({}), csv).starts_with("refused: save cannot do this: nothing was saved"));
}

#[test]
fn a_copy_and_another_name_are_other_calls() {
    let csv = r#"
        get @document.Worksheets -> @sheets
        get @sheets.Count -> 3
        file "C:\\a.csv" -> none
        get @excel.DisplayAlerts -> true
        put @excel.DisplayAlerts = false
        call @document.SaveAs("C:\\a.csv", FileFormat: 62, AddToMru: false)
        put @excel.DisplayAlerts = true
        get @document.FullName -> "c:\\A.csv"
        file "C:\\a.csv" -> 5 bytes at 1
    "#;
    assert_eq!(
        excel("save_as", &json!({"path": "C:\\a.csv"}), csv),
        "confirmed: C:\\a.csv was written, 5 bytes; a CSV file holds one sheet: 2 other sheets are not in it"
    );
    let pdf = r#"
        file "C:\\a.pdf" -> none
        call @document.ExportAsFixedFormat(0, "C:\\a.pdf", OpenAfterPublish: false)
        file "C:\\a.pdf" -> 5 bytes at 1
    "#;
    assert_eq!(
        excel("save_as", &json!({"path": "C:\\a.pdf"}), pdf),
        "confirmed: C:\\a.pdf was written, 5 bytes"
    );
    for (args, why) in [
        (json!({"path": "a.xlsx"}), "a whole path"),
        (json!({"path": "C:\\a.fods"}), "one of xlsx, ods, csv, html, pdf"),
        (json!({"path": "C:\\a.txt", "format": "xlsx"}), "a name that ends with .xlsx"),
    ] {
        let result = excel("save_as", &args, "");
        assert!(result.starts_with("refused: ") && result.contains(why), "{result}");
    }
}

#[test]
fn a_new_document_has_its_file_and_replaces_none() {
    let recording = r#"
        file "C:\\new.xlsx" -> none
        get @excel.Workbooks -> @books
        call @books.Add() -> @book
        call @book.SaveAs("C:\\new.xlsx", FileFormat: 51)
        call @book.Activate()
        get @excel.ActiveWorkbook -> @book
        get @book.FullName -> "C:\\new.xlsx"
        file "C:\\new.xlsx" -> 5 bytes at 1
    "#;
    assert_eq!(
        excel("new_document", &json!({"path": "C:\\new.xlsx"}), recording),
        "confirmed: C:\\new.xlsx was written, 5 bytes; it is an empty document, whose window is in front"
    );
    let there = "file \"C:\\\\new.xlsx\" -> 1 bytes at 1";
    assert!(excel("new_document", &json!({"path": "C:\\new.xlsx"}), there).contains("is there already"));
}
