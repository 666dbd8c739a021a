//! Tasks in text documents.

use super::{Check, Holds, Subject, Task, click, fill, keys, save, save_keys, tell, wait};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The file of the document.
const DOCUMENT: &str = "document.odt";
/// The style of paragraphs that were given none.
const STANDARD: &str = "Standard";

/// The tasks.
pub(super) fn tasks() -> Vec<Task> {
    vec![styled(), pdf(), replaced(), table(), page_numbers()]
}

/// Sixty paragraphs, of which every second has the word.
fn lines() -> Vec<String> {
    let word = |number: usize| if number.is_multiple_of(2) { "tomorrow" } else { "on Monday" };
    (1..=60).map(|number| format!("Parcel {number} arrives {}.", word(number))).collect()
}

/// The document has these paragraphs, those with the first and the last number and between them in a style.
fn paragraphs(lines: &[String], style: &str, styled: RangeInclusive<usize>) -> Check {
    let of = |(at, line): (usize, &String)| {
        let style = if styled.contains(&(at + 1)) { style } else { STANDARD };
        (style.to_owned(), line.clone())
    };
    Check::Saved(DOCUMENT, Holds::Paragraphs(lines.iter().enumerate().map(of).collect()))
}

fn on_letter(name: &'static str, window: Vec<Value>, native: Vec<Value>, checks: Vec<Check>) -> Task {
    let body = lines().iter().map(|it| format!("<text:p>{it}</text:p>")).collect();
    Task {
        name,
        subject: Subject::document(OfficeKind::Writer, body),
        shows: "Parcel 1 arrives",
        window,
        native,
        checks,
    }
}

fn styled() -> Task {
    let window = vec![
        keys("{CTRL+HOME}{DOWN}{SHIFT+DOWN 49}{SHIFT+END}"),
        click("Menu \"Styles\""),
        click("MenuItem \"Quotations\""),
        save_keys(),
    ];
    let native = vec![tell("set_style", &json!({"style": "Quotations", "paragraph": 2, "end": 51})), save()];
    on_letter("give 50 paragraphs a style", window, native, vec![paragraphs(&lines(), "Quotations", 2..=51)])
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
    on_letter("export a PDF", window, native, vec![Check::Pdf("letter.pdf", lines())])
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
    let after: Vec<String> = lines().iter().map(|it| it.replace("on Monday", "on Friday")).collect();
    let red = Holds::Bold("#c9211e", vec!["on Friday".to_owned(); 30]);
    let checks = vec![paragraphs(&after, STANDARD, 1..=60), Check::Saved(DOCUMENT, red)];
    on_letter("replace a text in 30 places, bold and red", window, native, checks)
}

fn table() -> Task {
    let rows = [["Parcel", "Weight"], ["Tea", "2 kg"], ["Milk", "3 kg"], ["Rice", "5 kg"], ["Salt", "8 kg"]];
    let after = rows.iter().map(|row| row.map(str::to_owned).into()).collect();
    let texts =
        "{HOME}Parcel{TAB}Weight{TAB}Tea{TAB}2 kg{TAB}Milk{TAB}3 kg{TAB}Rice{TAB}5 kg{TAB}Salt{TAB}8 kg";
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
    let checks = vec![Check::Saved(DOCUMENT, Holds::Rows(after))];
    on_letter("insert a table with texts", window, native, checks)
}

fn page_numbers() -> Task {
    let window = vec![
        click("Menu \"Insert\""),
        click("Menu \"Header and Footer\""),
        click("Menu \"Footer\""),
        click("MenuItem \"Default Page Style\""),
        keys("Page{SPACE}"),
        click("Menu \"Insert\""),
        click("MenuItem \"Page Number\""),
        save_keys(),
    ];
    let native = vec![tell("set_header_footer", &json!({"footer": "Page ", "page_number": true})), save()];
    let checks = vec![
        paragraphs(&lines(), STANDARD, 1..=60),
        Check::Saved(DOCUMENT, Holds::Xml("Page <text:page-number", 1)),
    ];
    on_letter("number the pages in the footer", window, native, checks)
}
