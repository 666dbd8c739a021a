//! Commands that stand for several actions. Each of these is checked, judged and reported as if the model had written it.

use super::{args::Args, commands::UI_COMMANDS, wire::complain};
use deskpilot_core::{
    CommandSpec, Complaint, ParamKind, SideEffects, Window,
    command_table::{optional, required},
};
use serde_json::{Map, Value, json};
use std::borrow::Cow::Borrowed;

/// A command, and the actions that it stands for.
#[derive(Debug)]
pub struct CompoundCommand {
    /// Its name, its sentence and its parameters.
    pub spec: CommandSpec,
    /// The windows that it is for.
    serves: Serves,
    /// Its actions in a window, as a reply has them.
    pub(super) actions: fn(&Args, &Window) -> Result<Vec<WireAction>, Complaint>,
}

/// The applications in whose windows a command is of use.
#[derive(Debug)]
enum Serves {
    /// These.
    Only(&'static [&'static str]),
    /// All but these.
    AllBut(&'static [&'static str]),
}

impl Serves {
    fn includes(&self, application: &str) -> bool {
        match self {
            Serves::Only(these) => these.contains(&application),
            Serves::AllBut(these) => !these.contains(&application),
        }
    }
}

/// Browsers, where the keys for another name take a picture of the page.
const BROWSERS: &[&str] = &[
    "chrome",
    "chromium",
    "chromium-browser",
    "firefox",
    "firefox-esr",
    "google-chrome",
    "google-chrome-stable",
    "msedge",
];

/// An action as a reply has it.
type WireAction = Map<String, Value>;

/// The commands that stand for several actions.
pub const COMPOUND_COMMANDS: &[CompoundCommand] = &[
    CompoundCommand {
        spec: CommandSpec {
            name: Borrowed("save_as"),
            doc: Borrowed("Saves the document under another name, in the format that the name ends with."),
            params: Borrowed(&[
                required("path", ParamKind::Text, "the whole path"),
                optional(
                    "format",
                    ParamKind::Text,
                    "the format as the application calls it, such as Text CSV; default that of the name",
                ),
            ]),
            side_effects: SideEffects::Unstated,
        },
        serves: Serves::AllBut(BROWSERS),
        actions: save_as,
    },
    CompoundCommand {
        spec: CommandSpec {
            name: Borrowed("set_cells"),
            doc: Borrowed("Writes rows, each a list of cells, into a sheet of LibreOffice."),
            params: Borrowed(&[
                required("range", ParamKind::Range, "the cells, such as B2:D4, or the first one"),
                required("rows", ParamKind::Rows, "the rows, each a list of cells; null leaves one empty"),
            ]),
            side_effects: SideEffects::Unstated,
        },
        serves: Serves::Only(&["libreoffice-calc"]),
        actions: set_cells,
    },
    CompoundCommand {
        spec: CommandSpec {
            name: Borrowed("restart_application"),
            doc: Borrowed(
                "Ends the program of the window as end_application does, starts it again, and goes on in its new window.",
            ),
            params: Borrowed(&[required("path", ParamKind::Text, "the file that it opens, or empty")]),
            side_effects: SideEffects::Unstated,
        },
        serves: Serves::AllBut(&[]),
        actions: restart_application,
    },
];

/// The commands that a prompt describes in a window of this application where no native command of Deskpilot's own does the same;
/// all of them if no window is known.
pub(crate) fn offered_commands<'a>(application: Option<&str>) -> impl Iterator<Item = &'a CommandSpec> {
    let serves = move |it: &&CompoundCommand| application.is_none_or(|name| it.serves.includes(name));
    let compound = COMPOUND_COMMANDS.iter().filter(serves).map(|it| &it.spec);
    UI_COMMANDS.iter().map(|it| &it.spec).chain(compound)
}

/// The formats of LibreOffice: how a name ends, how the question before saving calls it, and how the list of types does.
/// The list has a dash where the question has a hyphen.
const FORMATS: &[(&str, &str, &str)] = &[
    ("csv", "Text CSV", "Text CSV (.csv)"),
    ("docx", "Word 2007-365", "Word 2007–365 (.docx)"),
    ("odp", "ODF", "ODF Presentation (.odp)"),
    ("ods", "ODF", "ODF Spreadsheet (.ods)"),
    ("odt", "ODF", "ODF Text Document (.odt)"),
    ("pptx", "PowerPoint 2007-365", "PowerPoint 2007–365 (.pptx)"),
    ("rtf", "Rich Text", "Rich Text (.rtf)"),
    ("txt", "Text", "Text (.txt)"),
    ("xlsx", "Excel 2007-365", "Excel 2007–365 (.xlsx)"),
];

/// The list of types in the dialog in which LibreOffice saves.
const TYPES: &str = "ComboBox \"Select which types of files are shown\" if there";

fn save_as(args: &Args, _: &Window) -> Result<Vec<WireAction>, Complaint> {
    let path = args.text("path").unwrap_or("").trim();
    let name = path.rsplit('/').next().unwrap_or("");
    if name.is_empty() {
        return Err(complain("save_as needs a path that ends with the name of a file"));
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    let known = FORMATS.iter().find(|(it, ..)| Some(*it) == ending.as_deref());
    let mut actions = vec![action("keyboard_input", "", json!({"keys": "Ctrl+Shift+S"}))];
    actions.extend(known.map(|(.., label)| action("select_item", TYPES, json!({"item": label}))));
    actions.push(action(
        "set_edit_text",
        "Edit \"Name:\"",
        json!({"text": path, "clear_current_text": true}),
    ));
    actions.push(action("click_input", "Button \"Save\"", json!({})));
    if let Some(format) = args.text("format").or(known.map(|(_, name, _)| *name)) {
        actions.push(action("click_input", &format!("Button \"Use {format} Format!\" if there"), json!({})));
    }
    if ending.as_deref() == Some("csv") {
        // LibreOffice asks once more how a CSV file is to be written.
        actions.push(action("click_input", "Button \"OK\" if there", json!({})));
    }
    Ok(actions)
}

fn set_cells(args: &Args, _: &Window) -> Result<Vec<WireAction>, Complaint> {
    let range = args.text("range").unwrap_or("").trim().to_uppercase();
    let (first, last) = range.split_once(':').map_or((range.as_str(), None), |(it, last)| (it, Some(last)));
    let not_cells = || complain(format!("set_cells needs cells such as B2 or B2:D4, and {range:?} are none"));
    let start = cell(first).ok_or_else(not_cells)?;
    let rows = typed_rows(args.list("rows"))?;
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if let Some(last) = last {
        let end = cell(last).ok_or_else(not_cells)?;
        let size = (end.0 + 1).checked_sub(start.0).zip((end.1 + 1).checked_sub(start.1));
        let given = (width, rows.len());
        if size != Some(given) {
            let (columns, rows) = given;
            return Err(complain(format!("the rows are {columns} wide and {rows} high, and {range} is not")));
        }
    }
    let text: String = rows.iter().map(|row| format!("{}\n", row.join("\t"))).collect();
    Ok(vec![
        // Ctrl+Shift+T goes to the name box of Calc, where the name of a cell and Enter select it.
        action("keyboard_input", "", json!({"keys": format!("{{CTRL+SHIFT+T}}{first}{{ENTER}}")})),
        action("type_text", "", json!({"text": text})),
    ])
}

// The same application starts again, not the usual one of such a document.
fn restart_application(args: &Args, window: &Window) -> Result<Vec<WireAction>, Complaint> {
    let path = args.text("path").unwrap_or("").trim();
    let file = Some(path).filter(|it| !it.is_empty());
    let opened = json!({"path": file, "application": window.application});
    Ok(vec![action("end_application", "", json!({})), action("open_document", "", opened)])
}

/// The cells of each row as they are typed.
fn typed_rows(rows: &[Value]) -> Result<Vec<Vec<String>>, Complaint> {
    let none = || complain("set_cells needs rows: a list of cells for each");
    let cells = |row: &Value| row.as_array().map(|cells| cells.iter().map(typed_cell).collect());
    let typed: Option<Vec<Vec<String>>> = rows.iter().map(cells).collect();
    let typed = typed.filter(|it| !it.is_empty()).ok_or_else(none)?;
    match typed.iter().flatten().any(|it| it.contains(['\n', '\r', '\t'])) {
        true => Err(complain("set_cells needs cells without line breaks and tabs, which go to other cells")),
        false => Ok(typed),
    }
}

fn typed_cell(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(is) => is.to_string().to_uppercase(),
        other => other.to_string(),
    }
}

/// Column and row of a cell such as `B2`, from 1.
fn cell(name: &str) -> Option<(usize, usize)> {
    let digits = name.find(|it: char| it.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let is_column = (1..=3).contains(&letters.len()) && letters.bytes().all(|it| it.is_ascii_uppercase());
    let column = letters.bytes().fold(0, |all, it| all * 26 + usize::from(it - b'A') + 1);
    // The rows of a sheet in LibreOffice and Excel.
    let row = row.parse().ok().filter(|row| (1..=1_048_576).contains(row))?;
    is_column.then_some((column, row))
}

fn action(function: &str, control: &str, args: Value) -> WireAction {
    let parts = [("Function", json!(function)), ("ControlText", json!(control)), ("Args", args)];
    parts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        fixtures::window,
        prompt::{CommandOffer, OfferContext},
        reply::read_app,
    };
    use deskpilot_core::{AppDecision, AppView};

    #[test]
    fn an_application_is_ended_and_the_same_one_is_started_again() {
        for (args, opened) in [
            (r#"{"path": "/tmp/a.ods"}"#, "path=\"/tmp/a.ods\", application=\"libreoffice-calc\""),
            (r#"{"path": ""}"#, "application=\"libreoffice-calc\""),
        ] {
            let expected = ["end_application()".to_owned(), format!("open_document({opened})")];
            assert_eq!(actions_after_first("restart_application", args), expected, "{args}");
        }
        let nothing = actions_after_first("open_document", "{}");
        assert_eq!(
            nothing,
            ["open_document needs a path, or an application that it starts without a document"]
        );
    }

    fn actions_after_first(function: &str, args: &str) -> Vec<String> {
        let view: AppView = AppView::of(window(1, "plan.ods - LibreOffice Calc", "libreoffice-calc"), vec![]);
        let first = r#"{"Function": "wait", "Args": {"seconds": 1}}"#;
        let reply = format!(
            r#"{{"ActionList": [{first}, {{"Function": "{function}", "Args": {args}}}], "Status": "CONTINUE"}}"#
        );
        match read_app(&reply, &view, &CommandOffer::new(&[], OfferContext::default())).map(|it| it.decision)
        {
            Ok(AppDecision::Act { actions, .. }) => actions.iter().skip(1).map(ToString::to_string).collect(),
            Ok(other) => vec![format!("{other:?}")],
            Err(complaint) => vec![complaint.to_string()],
        }
    }

    #[test]
    fn saving_under_a_name_answers_the_question_about_its_format() {
        let click = |name: &str| format!("click_input() on Button {name:?}");
        let begins = |path: &str, label: Option<&str>| {
            let types = "ComboBox \"Select which types of files are shown\"";
            let chosen = label.map(|it| format!("select_item(item={it:?}) on {types}"));
            let named = format!("set_edit_text(text={path:?}, clear_current_text=true) on Edit \"Name:\"");
            let first = ["keyboard_input(keys=\"Ctrl+Shift+S\")".to_owned()];
            first.into_iter().chain(chosen).chain([named, click("Save")]).collect::<Vec<_>>()
        };
        for (args, path, label, answers) in [
            (
                r#"{"path": "/tmp/a.odt"}"#,
                "/tmp/a.odt",
                Some("ODF Text Document (.odt)"),
                vec![click("Use ODF Format!")],
            ),
            (
                r#"{"path": "a.csv"}"#,
                "a.csv",
                Some("Text CSV (.csv)"),
                vec![click("Use Text CSV Format!"), click("OK")],
            ),
            (r#"{"path": "a.md"}"#, "a.md", None, vec![]),
            (r#"{"path": "a.x", "format": "Own"}"#, "a.x", None, vec![click("Use Own Format!")]),
        ] {
            let expected = [begins(path, label), answers].concat();
            assert_eq!(actions_after_first("save_as", args), expected, "{args}");
        }
        let complaint = "save_as needs a path that ends with the name of a file";
        assert_eq!(actions_after_first("save_as", r#"{"path": "/tmp/"}"#), [complaint]);
    }

    #[test]
    fn cells_are_written_row_by_row_from_the_first() {
        let written = |first: &str, text: &str| {
            let keys = format!("{{CTRL+SHIFT+T}}{first}{{ENTER}}");
            vec![format!("keyboard_input(keys={keys:?})"), format!("type_text(text={text:?})")]
        };
        for (args, expected) in [
            (r#"{"range": "b2:c3", "rows": [["a", 1.5], [null, true]]}"#, written("B2", "a\t1.5\n\tTRUE\n")),
            (r#"{"range": "AA10", "rows": [["a"]]}"#, written("AA10", "a\n")),
            (
                r#"{"range": "B2:D3", "rows": [["a", "1"], ["b", "2"]]}"#,
                vec!["the rows are 2 wide and 2 high, and B2:D3 is not".into()],
            ),
            (
                r#"{"range": "C3:B2", "rows": [["a"]]}"#,
                vec!["the rows are 1 wide and 1 high, and C3:B2 is not".into()],
            ),
            (
                r#"{"range": "Sheet", "rows": [["a"]]}"#,
                vec!["set_cells needs cells such as B2 or B2:D4, and \"SHEET\" are none".into()],
            ),
            (r#"{"range": "B2", "rows": []}"#, vec!["set_cells needs rows: a list of cells for each".into()]),
            (
                r#"{"range": "B2", "rows": [["a\tb"]]}"#,
                vec!["set_cells needs cells without line breaks and tabs, which go to other cells".into()],
            ),
        ] {
            assert_eq!(actions_after_first("set_cells", args), expected, "{args}");
        }
    }
}
