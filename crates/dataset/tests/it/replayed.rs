//! Rows of an export are run as pyautogui would run them, on a model of a sheet, in milliseconds: what the picture shows comes out. The tests
//! of the command run twenty tasks with pyautogui itself, on a private desktop.

use crate::results::{RunResults, Task};
use deskpilot_dataset::{ExportFormat, ExportOptions, HeldOutFraction, export};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

/// The window of the results: its place on the desktop and its size.
const WINDOW: (f64, f64, f64, f64) = (100.0, 50.0, 64.0, 40.0);
/// The place of the cell A1, and the size of each cell, in pixels of the desktop.
const FIRST: (f64, f64) = (104.0, 54.0);
const CELL: (f64, f64) = (20.0, 8.0);
const LAST_COLUMN: u32 = 3;

/// Column and row from 1.
type Place = (u32, u32);

/// Where the keyboard is.
enum Keyboard {
    /// On the cell with the cursor.
    Cell,
    /// In the text of that cell.
    Text(String),
    /// In the field that names the cell to go to.
    Name(String),
}

/// A sheet as a person uses it.
struct Sheet {
    cells: BTreeMap<Place, String>,
    cursor: Place,
    keyboard: Keyboard,
}

impl Sheet {
    fn of(cells: &[(Place, &str)]) -> Sheet {
        let cells = cells.iter().map(|(at, text)| (*at, (*text).to_owned())).collect();
        Sheet { cells, cursor: (1, 1), keyboard: Keyboard::Cell }
    }

    /// Runs the code of a row.
    fn run(&mut self, code: &str) {
        for line in code.lines() {
            let call = line.strip_prefix("pyautogui.").and_then(|it| it.strip_suffix(')'));
            let (function, args) = call.and_then(|it| it.split_once('(')).unwrap();
            match function {
                "click" => self.click(args),
                "press" | "hotkey" => self.keys(&args.trim_matches(['[', ']']).replace(['\'', ' '], "")),
                "write" => self.write(&text_of(args.strip_prefix("message=").unwrap())),
                other => unreachable!("{other} is no function of the test"),
            }
        }
    }

    fn click(&mut self, args: &str) {
        let number = |name: &str| -> f64 {
            let arg = args.split(", ").find_map(|it| it.strip_prefix(name));
            arg.unwrap().parse().unwrap()
        };
        let (left, top, width, height) = WINDOW;
        let (x, y) = (left + number("x=") * width, top + number("y=") * height);
        let index = |place: f64, first: f64, size: f64| ((place - first) / size).floor() as u32 + 1;
        self.commit((0, 0));
        self.cursor = (index(x, FIRST.0, CELL.0), index(y, FIRST.1, CELL.1));
    }

    fn keys(&mut self, keys: &str) {
        match keys {
            "enter" => self.write("\n"),
            "tab" => self.write("\t"),
            "delete" => drop(self.cells.remove(&self.cursor)),
            "end" => self.cursor.0 = LAST_COLUMN,
            "f2" => self.keyboard = Keyboard::Text(self.cells.get(&self.cursor).cloned().unwrap_or_default()),
            "ctrl,shift,t" => self.keyboard = Keyboard::Name(String::new()),
            other => unreachable!("{other} does nothing in the test"),
        }
    }

    fn write(&mut self, text: &str) {
        for letter in text.chars() {
            match (letter, &mut self.keyboard) {
                ('\n', Keyboard::Name(name)) => {
                    self.cursor = place(name);
                    self.keyboard = Keyboard::Cell;
                }
                ('\n', _) => self.commit((0, 1)),
                ('\t', _) => self.commit((1, 0)),
                (letter, Keyboard::Text(text) | Keyboard::Name(text)) => text.push(letter),
                (letter, Keyboard::Cell) => self.keyboard = Keyboard::Text(letter.to_string()),
            }
        }
    }

    /// Puts what was typed into its cell and moves on. Enter after a row goes back to its first column.
    fn commit(&mut self, (right, down): Place) {
        if let Keyboard::Text(text) = std::mem::replace(&mut self.keyboard, Keyboard::Cell) {
            self.cells.insert(self.cursor, text);
        }
        let column = if down > 0 { 1 } else { self.cursor.0 + right };
        self.cursor = (column, self.cursor.1 + down);
    }
}

fn place(name: &str) -> Place {
    let (letter, row) = name.split_at(1);
    (u32::from(letter.as_bytes()[0] - b'A') + 1, row.parse().unwrap())
}

/// A literal of the export.
fn text_of(literal: &str) -> String {
    match literal.strip_prefix('\'') {
        Some(text) => text.trim_end_matches('\'').to_owned(),
        None => serde_json::from_str(literal).unwrap(),
    }
}

fn window() -> Value {
    json!({
        "label": null, "id": 7, "title": "grades.ods - LibreOffice Calc", "application": "libreoffice-calc",
        "process": 42, "rect": { "x": WINDOW.0 as i32, "y": WINDOW.1 as i32, "width": WINDOW.2 as u32, "height": WINDOW.3 as u32 },
        "state": "normal", "focused": true,
    })
}

fn cell(name: &str) -> Value {
    let (column, row) = place(name);
    let at = (FIRST.0 + f64::from(column - 1) * CELL.0, FIRST.1 + f64::from(row - 1) * CELL.1);
    json!({ "control": {
        "label": null, "role": "Cell", "name": name, "value": null, "states": ["enabled"],
        "rect": { "x": at.0 as i32, "y": at.1 as i32, "width": CELL.0 as u32, "height": CELL.1 as u32 },
        "source": { "accessibility": { "node": ":1.2 /a/9" } },
    } })
}

fn action(command: &str, aim: &Value, gesture: &Value) -> Value {
    let call = json!({ "command": command, "args": {} });
    json!({ "call": call, "window": window(), "aim": aim, "verb": { "gesture": gesture } })
}

fn text(aim: &Value, text: &str, mode: &str) -> Value {
    action("set_edit_text", aim, &json!({ "text": { "text": text, "mode": mode } }))
}

/// The two actions with which `set_cells` fills cells from this one on.
fn fill(first: &str, rows: &str) -> [Value; 2] {
    let char = |letter: char| json!({ "held": [], "key": { "char": letter } });
    let mut chords = vec![json!({ "held": ["control", "shift"], "key": { "char": "t" } })];
    chords.extend(first.chars().map(char));
    chords.push(json!({ "held": [], "key": "enter" }));
    let goes = action("keyboard_input", &json!("window"), &json!({ "keys": chords }));
    [goes, text(&json!("window"), rows, "append")]
}

/// The code of each row of an export of these actions; the last row ends the task.
fn rows(actions: Vec<Value>) -> Vec<Option<String>> {
    let sheet = Task {
        app: deskpilot_dataflow::OfficeApplication::Calc,
        template: "grades.ods".into(),
        actions,
        ..Task::new("c1", "Fill the sheet")
    };
    let (results, out) = (RunResults::of(&[sheet]), tempfile::tempdir().unwrap());
    let held_out = HeldOutFraction::new(0.0).unwrap();
    let options = ExportOptions { held_out, ..ExportOptions::of(ExportFormat::AgentNet) };
    export(&results.whole(), &[], &options, out.path()).unwrap();
    let line = fs::read_to_string(out.path().join("train.jsonl")).unwrap();
    let task: Value = serde_json::from_str(&line).unwrap();
    let steps = task["traj"].as_array().unwrap();
    let codes: Vec<Option<String>> =
        steps.iter().map(|it| it["value"]["code"].as_str().map(str::to_owned)).collect();
    codes[..codes.len() - 1].to_vec()
}

#[test]
fn a_row_that_types_into_a_cell_changes_that_cell_and_no_other() {
    for (action, expected) in [
        (text(&cell("B2"), "12", "replace"), "12"),
        (text(&cell("B2"), "12", "append"), "old12"),
        (text(&cell("B2"), "1 \"x\"\n", "replace"), "1 \"x\""),
    ] {
        let rows = rows(vec![action]);
        let mut sheet = Sheet::of(&[((1, 1), "head"), ((2, 2), "old"), ((3, 2), "end")]);
        // Each row runs alone, with the cursor where the last person left it.
        sheet.cursor = (3, 3);
        rows.iter().for_each(|it| sheet.run(it.as_deref().unwrap()));
        let after = Sheet::of(&[((1, 1), "head"), ((2, 2), expected), ((3, 2), "end")]);
        assert_eq!(sheet.cells, after.cells, "{rows:?}");
    }
}

#[test]
fn a_cell_is_emptied_where_its_text_is_replaced_by_nothing() {
    let rows = rows(vec![text(&cell("A2"), "", "replace")]);
    let mut sheet = Sheet::of(&[((1, 1), "head"), ((1, 2), "old")]);
    rows.iter().for_each(|it| sheet.run(it.as_deref().unwrap()));
    assert_eq!(sheet.cells, Sheet::of(&[((1, 1), "head")]).cells, "{rows:?}");
}

#[test]
fn rows_that_fill_cells_by_keys_fill_those_cells() {
    let rows = rows(fill("A2", "1\t2\n3\t4\n").to_vec());
    let mut sheet = Sheet::of(&[((1, 1), "head")]);
    rows.iter().for_each(|it| sheet.run(it.as_deref().unwrap()));
    let expected = [((1, 1), "head"), ((1, 2), "1"), ((2, 2), "2"), ((1, 3), "3"), ((2, 3), "4")];
    assert_eq!(sheet.cells, Sheet::of(&expected).cells, "{rows:?}");
}

#[test]
fn a_cell_that_is_not_in_the_picture_has_no_code() {
    assert_eq!(rows(vec![text(&cell("B9"), "12", "replace")]), [None::<String>]);
}
