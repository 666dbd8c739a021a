//! Draws commands of browsers and arguments that fit the pages, and some that do not. Pure.

use super::words::{self, FieldValues};
use crate::effects::native::words::TEXTS;
use deskpilot_core::CommandSpec;
use deskpilot_testkit::Dice;
use serde_json::{Map, Value, json};

/// The commands that are drawn as often as all of the table together: those that do something to an element.
const FAVOURITES: &[&str] = &[
    "click_element",
    "click_element",
    "click_element",
    "fill_form",
    "fill_form",
    "select_option",
    "fill_password",
    "upload_file",
];
/// The highest number of a drawn name of an element.
const ELEMENTS: usize = 60;

/// A command of a table.
pub(in crate::effects::native) fn command(
    table: &'static [CommandSpec],
    dice: &mut Dice,
) -> &'static CommandSpec {
    let name = if dice.one_in(2) { dice.one_of(FAVOURITES) } else { None };
    let favourite = name.and_then(|name| table.iter().find(|it| it.name == *name));
    favourite.unwrap_or_else(|| &table[dice.below(table.len())])
}

/// Arguments of a command; files are in this folder.
pub(in crate::effects::native) fn arguments(
    spec: &CommandSpec,
    folder: &str,
    dice: &mut Dice,
) -> Map<String, Value> {
    let drawn = Drawing { dice, folder }.of(&spec.name);
    drawn.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// The arguments of a call by name; `None` for one that is left out.
type Drawn = Vec<(&'static str, Option<Value>)>;

struct Drawing<'a> {
    dice: &'a mut Dice,
    folder: &'a str,
}

impl Drawing<'_> {
    fn of(&mut self, command: &str) -> Drawn {
        match command {
            "open_page" => vec![("url", self.word(words::URLS)), ("new_tab", self.maybe(|it| it.flag()))],
            "switch_tab" => vec![("tab", self.word(words::TABS))],
            "close_tab" => vec![("tab", self.maybe(|it| it.word(words::TABS)))],
            "click_element" => self.target(),
            "fill_form" => vec![("fields", Some(self.fields()))],
            "select_option" => self.choice(),
            "fill_password" => self.password(),
            "upload_file" => {
                vec![("path", self.path(words::SOURCES)), ("name", self.word(words::FILE_FIELDS))]
            }
            "download" => self.download(),
            "element_screenshot" => {
                let mut drawn = self.target();
                drawn.push(("path", self.path(words::TARGETS)));
                drawn
            }
            "run_script" => vec![("expression", self.word(words::SCRIPTS))],
            "answer_dialog" => {
                let answer = self.word(&["accept", "dismiss"]);
                vec![("answer", answer), ("text", self.maybe(|it| it.word(TEXTS)))]
            }
            other => self.reading(other),
        }
    }

    fn reading(&mut self, command: &str) -> Drawn {
        match command {
            "find_elements" => vec![
                ("role", self.maybe(|it| it.word(words::ROLES))),
                ("name", self.maybe(|it| it.name())),
                ("text", self.maybe(|it| it.word(words::AWAITED)).filter(|_| self.dice.one_in(2))),
                ("most", self.maybe(|it| it.number(words::LENGTHS))),
            ],
            "page_markdown" => vec![
                ("from", self.maybe(|it| it.number(words::LENGTHS)).filter(|_| self.dice.one_in(2))),
                ("most", self.maybe(|it| it.number(words::LENGTHS)).filter(|_| self.dice.one_in(2))),
            ],
            "links" => vec![
                ("filter", self.maybe(|it| it.word(&["second", "To", "no such link"]))),
                ("most", self.maybe(|it| it.number(words::LENGTHS)).filter(|_| self.dice.one_in(2))),
            ],
            "read_list" => vec![
                ("element", self.maybe(|it| it.element())),
                ("most", self.maybe(|it| it.number(words::LENGTHS))),
                ("seconds", self.number(words::SECONDS)),
            ],
            "wait_for" => self.awaited(),
            _ => Vec::new(),
        }
    }

    fn awaited(&mut self) -> Drawn {
        let (what, value) = match self.dice.below(3) {
            0 => ("load", None),
            1 => ("element", self.name()),
            _ => ("text", self.word(words::AWAITED)),
        };
        vec![("what", Some(json!(what))), ("value", value), ("seconds", self.number(words::SECONDS))]
    }

    /// An element by its role and its name, mostly.
    fn target(&mut self) -> Drawn {
        if self.dice.one_in(10) {
            return vec![("element", self.element())];
        }
        let (role, name) = self.dice.one_of(words::PRESSED).copied().unwrap_or_default();
        let is_by_name = self.dice.one_in(4);
        vec![("role", Some(json!(role)).filter(|_| !is_by_name)), ("name", Some(json!(name)))]
    }

    fn fields(&mut self) -> Value {
        let count = 1 + self.dice.below(4);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for _ in 0..count {
            let Some((label, values)) = self.dice.one_of(words::FIELDS) else { continue };
            // Two rows for one field would not both hold.
            if rows.iter().any(|it| it[0] == json!(label)) {
                continue;
            }
            let label = json!(label);
            rows.push([label].into_iter().chain(self.values(*values)).collect());
        }
        json!(rows)
    }

    fn values(&mut self, values: FieldValues) -> Vec<Value> {
        // What does not fit at all.
        let values = if self.dice.one_in(12) { FieldValues::Texts } else { values };
        match values {
            FieldValues::Texts => self.word(TEXTS).into_iter().collect(),
            FieldValues::Words(words) => self.word(words).into_iter().collect(),
            FieldValues::Numbers => {
                self.one(&[json!(3), json!(0), json!(-1), json!(2.5), json!("12"), json!("many")])
            }
            FieldValues::Flags => {
                self.one(&[json!(true), json!(false), json!("yes"), json!("no"), json!("maybe")])
            }
            FieldValues::Several(words) => {
                let count = 1 + self.dice.below(2);
                (0..count).filter_map(|_| self.word(words)).collect()
            }
        }
    }

    fn choice(&mut self) -> Drawn {
        let (field, options) = self.dice.one_of(words::LISTS).copied().unwrap_or_default();
        vec![("field", Some(json!(field))), ("option", self.word(options))]
    }

    fn password(&mut self) -> Drawn {
        let mut drawn = match self.dice.below(4) {
            0 => self.target(),
            1 => vec![("name", Some(json!("Secret word")))],
            _ => Vec::new(),
        };
        drawn.push(("text", self.word(TEXTS)));
        drawn
    }

    fn download(&mut self) -> Drawn {
        let mut drawn = if self.dice.one_in(2) {
            vec![("url", self.word(words::URLS))]
        } else {
            let link = self.word(&["The file", "To the second", "To nothing", "Nowhere at all", "Press"]);
            vec![("name", link)]
        };
        drawn.push(("file", self.path(words::TARGETS)));
        drawn
    }

    /// A value, or none.
    fn maybe(&mut self, draw: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Value> {
        if self.dice.one_in(2) { draw(self) } else { None }
    }

    fn word(&mut self, of: &[&str]) -> Option<Value> {
        self.dice.one_of(of).map(|it| json!(it))
    }

    fn one(&mut self, of: &[Value]) -> Vec<Value> {
        self.dice.one_of(of).cloned().into_iter().collect()
    }

    fn name(&mut self) -> Option<Value> {
        self.dice.one_of(words::PRESSED).map(|it| json!(it.1))
    }

    fn element(&mut self) -> Option<Value> {
        Some(json!(format!("e{}", 1 + self.dice.below(ELEMENTS))))
    }

    fn flag(&mut self) -> Option<Value> {
        Some(json!(self.dice.one_in(2)))
    }

    /// A number, as a model writes it: whole numbers without a point.
    fn number(&mut self, of: &[f64]) -> Option<Value> {
        let number = self.dice.one_of(of).copied()?;
        Some(if number.fract() == 0.0 { json!(number as i64) } else { json!(number) })
    }

    fn path(&mut self, of: &[&str]) -> Option<Value> {
        self.dice.one_of(of).map(|it| json!(format!("{}/{it}", self.folder)))
    }
}
