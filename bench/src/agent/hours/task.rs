//! A long task in three applications of a text desktop: its windows, its subtasks, and what is done in each.

use anyhow::{Result, anyhow};
use deskpilot_core::ControlLine;
use deskpilot_testkit::TextDesktop;
use serde_json::{Value, json};
use std::path::Path;

/// What the person asks for.
pub(super) const REQUEST: &str = "Keep the books of the shop: for each week write what happened into the journal and save the page, enter the sales of the week \
     into the till, read the till into a note, and add up the sums of the week in the calculator. Tell me at the end where the pages \
     of the journal are, and what the sums of the weeks were.";

/// The weeks of the task. Each is a subtask in each application.
const WEEKS: usize = 4;
/// The lines of the till.
const ROWS: usize = 90;

/// The windows of the desktop. A button that saves or enters also changes a field, so that its effect can be seen.
const WINDOWS: &str = r#"
window "Journal" editor
  edit "Heading"
  edit "Text" multiline focused
  edit "File"
  edit "Saved" readonly
  checkbox "Wrap"
  button "Save" -> save "Text" as edit "File", append "." to "Saved"
window "Till" till
  edit "Sheet" = "{rows}" readonly multiline
  edit "Cell"
  edit "Value"
  edit "Entered" readonly
  button "Enter" -> append "." to "Entered"
window "Calculator" calculator
  edit "Result" readonly
  button "1" -> append "1" to "Result"
  button "2" -> append "2" to "Result"
  button "3" -> append "3" to "Result"
  button "4" -> append "4" to "Result"
  button "+" -> append "+" to "Result"
  button "=" -> compute "Result"
  button "C" -> set "Result" to ""
"#;

/// A subtask, and what is done in it.
#[derive(Clone, Debug)]
pub(super) struct HourSubtask {
    /// The application of its window.
    pub(super) application: &'static str,
    /// The subtask as the HostAgent writes it.
    pub(super) line: String,
    /// The lists of actions, one for each call.
    pub(super) lists: Vec<Vec<Act>>,
    /// What its AppAgent says at the end.
    pub(super) comment: String,
    /// The names of the notes and the paths of the files that it leaves.
    pub(super) leaves: Vec<String>,
}

/// An action on a control.
#[derive(Clone, Debug)]
pub(super) struct Act {
    function: &'static str,
    /// The name of its control.
    control: String,
    args: Value,
}

impl Act {
    /// The action as a model writes it that sees these controls.
    pub(super) fn reply(&self, controls: &[ControlLine]) -> Value {
        let seen = controls.iter().find(|it| it.name == self.control);
        let label = seen.and_then(|it| it.label).map(|it| it.to_string()).unwrap_or_default();
        json!({
            "Function": self.function, "ControlLabel": label, "ControlText": self.control, "Args": self.args,
        })
    }
}

/// The desktop on which the task is done. Its pages are saved on the disk.
pub(super) fn desktop(folder: &Path) -> Result<TextDesktop> {
    let rows: String = (1..=ROWS).map(|n| format!("day {n:03}: honey {n}2, wax {n}1, sum {n}3\\n")).collect();
    let desktop = TextDesktop::new(&WINDOWS.replace("{rows}", &rows)).map_err(|why| anyhow!(why))?;
    Ok(desktop.in_folder(folder))
}

/// The subtasks in order. The pages of the journal are in this folder.
pub(super) fn subtasks(folder: &Path) -> Vec<HourSubtask> {
    (1..=WEEKS).flat_map(|week| [journal(week, folder), till(week), sums(week)]).collect()
}

fn journal(week: usize, folder: &Path) -> HourSubtask {
    let (note, file) = (format!("journal-{week}"), folder.join(format!("journal-of-week-{week}.txt")));
    let file = file.to_string_lossy().into_owned();
    let entry = |day: usize| {
        let text = format!(
            "Week {week}, day {day}: the shop was open from nine to six, honey and wax were sold, the window was cleaned, and the \
             delivery of jars number {week}{day} came in the afternoon with two of them broken.\n"
        );
        vec![fill("Heading", &format!("Week {week}, day {day}")), append("Text", &text)]
    };
    let mut lists: Vec<Vec<Act>> = (1..=4).map(entry).collect();
    lists.push(vec![read("Text", Some(&note))]);
    lists.push(vec![fill("File", &file), click("Save")]);
    HourSubtask {
        application: "editor",
        line: format!(
            "pages{week}: in Journal, write what happened on each of the four days of week {week} under a heading of its own, read the \
             page, and save it [produces note {note}, file {file}]"
        ),
        lists,
        comment: format!("The four days of week {week} are written, and the page is saved as {file}."),
        leaves: vec![note, file],
    }
}

fn till(week: usize) -> HourSubtask {
    let note = format!("till-{week}");
    let entry = |at: usize| {
        vec![fill("Cell", &format!("B{week}{at}")), fill("Value", &format!("{week}{at}.50")), click("Enter")]
    };
    let mut lists = vec![vec![read("Sheet", None)]];
    lists.extend((1..=3).map(entry));
    lists.push(vec![read("Sheet", Some(&note)), read("Entered", None)]);
    HourSubtask {
        application: "till",
        line: format!(
            "till{week}: in Till, look at the sheet, enter the three sales of week {week} below it, and read the sheet \
             [produces note {note}]"
        ),
        lists,
        comment: format!("The three sales of week {week} are entered; the sheet is in the note {note}."),
        leaves: vec![note],
    }
}

fn sums(week: usize) -> HourSubtask {
    let notes: Vec<String> = ["honey", "wax"].map(|it| format!("{it}-{week}")).into();
    let keys = || Vec::from(["1", "2", "+", "3", "4", "="].map(click));
    let lists = notes.iter().flat_map(|note| [keys(), vec![read("Result", Some(note)), click("C")]]);
    HourSubtask {
        application: "calculator",
        line: format!(
            "sums{week}: in Calculator, add up the honey and the wax of week {week}, each for itself [produces note {}]",
            notes.join(", note ")
        ),
        lists: lists.collect(),
        comment: format!("The sums of week {week} are in the notes {}.", notes.join(" and ")),
        leaves: notes,
    }
}

fn click(control: &str) -> Act {
    Act { function: "click_input", control: control.to_owned(), args: json!({}) }
}

/// Puts the text in place of the present one.
fn fill(control: &str, text: &str) -> Act {
    write(control, json!({"text": text, "clear_current_text": true}))
}

/// Puts the text after the present one.
fn append(control: &str, text: &str) -> Act {
    write(control, json!({"text": text, "clear_current_text": false}))
}

fn write(control: &str, args: Value) -> Act {
    Act { function: "set_edit_text", control: control.to_owned(), args }
}

fn read(control: &str, note: Option<&str>) -> Act {
    Act { function: "texts", control: control.to_owned(), args: json!({"name": note}) }
}
