//! Tasks in presentations.

use super::{Check, Document, Holds, Subject, Task, keys, save, save_keys, tell};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};

/// The first slide of a presentation.
const FIRST: &str = r#"<draw:page draw:name="first" draw:master-page-name="Default"/>"#;
/// How many slides there are.
const SLIDES: usize = 20;

/// The tasks.
pub(super) fn tasks() -> Vec<Task> {
    vec![titles()]
}

fn numbered(word: &str) -> Vec<String> {
    (1..=SLIDES).map(|number| format!("{word} {number}")).collect()
}

/// Makes slides that have a title alone.
fn slides() -> Vec<(&'static str, Value)> {
    let add = ("add_slide", json!({"layout": "title_only"}));
    let mut commands = vec![("set_layout", json!({"layout": "title_only", "slide": 1}))];
    commands.extend(std::iter::repeat_n(add, SLIDES - 1));
    commands.push(("set_titles", json!({"titles": numbered("Draft")})));
    commands.push(("show_slide", json!({"slide": 1})));
    commands
}

fn titles() -> Task {
    let titles = numbered("Chapter");
    let one = |title: &String| {
        let text = tell("type_text", &json!({"text": title}));
        [keys("{TAB}{F2}{CTRL+A}"), text, keys("{ESCAPE 2}{PGDN}")]
    };
    let mut window: Vec<Value> = titles.iter().flat_map(one).collect();
    window.push(save_keys());
    let document = Document { kind: OfficeKind::Impress, body: FIRST.to_owned(), prepared: slides() };
    Task {
        name: "change the titles of 20 slides",
        subject: Subject::Document(document),
        shows: "first",
        window,
        native: vec![tell("set_titles", &json!({"titles": titles})), save()],
        checks: vec![Check::Saved("document.odp", Holds::Titles(titles))],
    }
}
