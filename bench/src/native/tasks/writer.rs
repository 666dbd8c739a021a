//! Tasks in text documents.

use super::{Check, Task, click, document, fill, keys, tell, wait};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};

/// The tasks.
pub(super) fn tasks() -> Vec<Task> {
    vec![styled(), pdf(), replaced(), table()]
}

/// Sixty paragraphs, of which every second has the word.
fn letter() -> String {
    let word = |number: usize| if number.is_multiple_of(2) { "tomorrow" } else { "on Monday" };
    (1..=60).map(|number| format!("<text:p>Parcel {number} arrives {}.</text:p>", word(number))).collect()
}

fn on_letter(name: &'static str, window: Vec<Value>, native: Vec<Value>, checks: Vec<Check>) -> Task {
    Task {
        name,
        kind: OfficeKind::Writer,
        body: letter(),
        prepared: Vec::new(),
        shows: "Parcel 1 arrives",
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

fn styled() -> Task {
    let window = vec![
        keys("{CTRL+HOME}{DOWN}{SHIFT+DOWN 50}"),
        click("Menu \"Styles\""),
        click("MenuItem \"Quotations\""),
        save_keys(),
    ];
    let native = vec![tell("set_style", &json!({"style": "Quotations", "paragraph": 2, "end": 51})), save()];
    let checks = vec![Check::Document("text:style-name=\"Quotations\"".into(), 50)];
    on_letter("give 50 paragraphs a style", window, native, checks)
}

fn pdf() -> Task {
    let window = vec![
        click("Menu \"File\""),
        click("Menu \"Export As\""),
        click("MenuItem \"Export as PDF...\""),
        click("Button \"Export\""),
        fill("Edit \"Name:\"", "{home}/letter.pdf"),
        click("Button \"Export\""),
    ];
    let native = vec![tell("save_as", &json!({"path": "{home}/letter.pdf"}))];
    on_letter("export a PDF", window, native, vec![Check::File("letter.pdf", "%PDF-1.")])
}

fn replaced() -> Task {
    let window = vec![
        keys("Ctrl+H"),
        wait("Replace All"),
        fill("Edit \"Find:\"", "on Monday"),
        fill("Edit \"Replace:\"", "on Friday"),
        click("Button \"Replace All\""),
        fill("Edit \"Find:\"", "on Friday"),
        click("Button \"Find All\""),
        click("Button \"Close\""),
        keys("Ctrl+B"),
        click("Button \"Font Color\""),
        save_keys(),
    ];
    let native = vec![
        tell("replace_text", &json!({"find": "on Monday", "replace": "on Friday"})),
        tell("set_font", &json!({"text": "on Friday", "bold": true, "text_color": "#c9211e"})),
        save(),
    ];
    let checks = vec![Check::Document("on Friday</text:span>".into(), 30), document("fo:color=\"#c9211e\"")];
    on_letter("replace a text in 30 places, bold and red", window, native, checks)
}

fn table() -> Task {
    let rows =
        json!([["Parcel", "Weight"], ["one", "2 kg"], ["two", "3 kg"], ["three", "5 kg"], ["four", "8 kg"]]);
    let texts = "Parcel{TAB}Weight{TAB}one{TAB}2 kg{TAB}two{TAB}3 kg{TAB}three{TAB}5 kg{TAB}four{TAB}8 kg";
    let window = vec![
        keys("Ctrl+F12"),
        wait("Insert Table"),
        fill("Spinner \"Columns:\"", "2"),
        fill("Spinner \"Rows:\"", "5"),
        click("Button \"Insert\""),
        keys(texts),
        save_keys(),
    ];
    let native = vec![tell("insert_table", &json!({"rows": 5, "columns": 2, "values": rows})), save()];
    let checks = vec![document("<table:table "), document(">8 kg</text:p>")];
    on_letter("insert a table with texts", window, native, checks)
}
