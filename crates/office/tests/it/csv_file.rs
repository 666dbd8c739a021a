//! The facts about the file of a spreadsheet, from the part of the program in Python that needs no LibreOffice.

use crate::office_desktop::PYTHON;
use serde_json::json;
use std::process::Command;

const PROGRAM: &str = include_str!("../../bridge/csv_file.py");
const END: &str = r#"
import json
noon = (2027, 4, 3, 12, 0, 0)
at = lambda *date: int(datetime.datetime(*date).timestamp()) * 1_000_000_000
file = KnownFile(at(2027, 4, 3, 11, 0, 0), (0, 0, 0, 0, 0, 0), "stock")
opened = lambda *names: sheet_of_file(names, "stock")
print(json.dumps([
    file.is_of_another(file.time, file.saved), file.is_of_another(None, file.saved),
    file.is_of_another(at(*noon), file.saved), file.is_of_another(at(*noon), noon),
    file.is_of_another(at(2027, 4, 3, 12, 5, 0), noon),
    file.sheet_among(("new", "stock")), file.sheet_among(("renamed",)), file.sheet_among(("new", "other")),
    opened("Sheet1"), opened("new", "stock"), opened("new", "other"),
]))
"#;

#[test]
fn the_sheet_of_a_file_and_a_change_by_another_program_are_known() {
    let output = Command::new(PYTHON).args(["-I", "-c", &format!("{PROGRAM}{END}")]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let of_times = json!([false, false, true, false, true]);
    let of_sheets = json!(["stock", "renamed", null, "Sheet1", "stock", null]);
    assert_eq!(json!(&answers.as_array().unwrap()[..5]), of_times);
    assert_eq!(json!(&answers.as_array().unwrap()[5..]), of_sheets);
}
