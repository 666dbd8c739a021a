//! Draws calls: a command of the subject's table, and arguments of the kinds of its parameters. Pure.

use super::{block::CommandBlock, web, words};
use crate::subject::{Subject, Workplace};
use deskpilot_core::{Call, CommandSpec, Param, ParamKind, PathUse, Presence};
use deskpilot_testkit::Dice;
use serde_json::{Map, Value, json};

/// A call, and the command that it is of.
#[derive(Clone, Debug)]
pub(super) struct DrawnCall {
    pub(super) spec: &'static CommandSpec,
    pub(super) call: Call,
}

/// Draws the calls of a block, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    subject: Subject,
    dice: Dice,
}

impl Draws {
    /// The calls of this block: always the same.
    pub(super) fn of(block: &CommandBlock) -> Draws {
        Draws { subject: block.subject, dice: Dice::of(block.dice_seed()) }
    }

    /// The next call; its paths are in this folder.
    pub(super) fn draw(&mut self, folder: &str) -> DrawnCall {
        let table = self.subject.table();
        let spec = match self.subject.workplace() {
            Workplace::Pages(_) => web::command(table, &mut self.dice),
            Workplace::Document(_) | Workplace::Folder => &table[self.dice.below(table.len())],
        };
        self.draw_of(spec, folder)
    }

    /// A call of this command; its paths are in this folder.
    pub(super) fn draw_of(&mut self, spec: &'static CommandSpec, folder: &str) -> DrawnCall {
        let args = match self.subject.workplace() {
            Workplace::Pages(_) => web::arguments(spec, folder, &mut self.dice),
            Workplace::Document(_) | Workplace::Folder => self.arguments(spec, folder),
        };
        DrawnCall { spec, call: Call { command: spec.name.clone().into_owned(), args } }
    }

    fn arguments(&mut self, spec: &CommandSpec, folder: &str) -> Map<String, Value> {
        let mut args = Map::new();
        for param in spec.params.iter().filter(|it| it.kind != ParamKind::Note) {
            if param.presence == Presence::Required || self.dice.one_in(2) {
                let value = self.value(spec, param, folder);
                args.insert(param.name.clone().into_owned(), value);
            }
        }
        args
    }

    fn value(&mut self, spec: &CommandSpec, param: &Param, folder: &str) -> Value {
        match &param.kind {
            ParamKind::Text | ParamKind::Element | ParamKind::Note => {
                json!(self.text(&spec.name, &param.name))
            }
            ParamKind::Formula => json!(self.one(words::FORMULAS)),
            ParamKind::Fields => json!([[self.one(words::TEXTS), self.one(words::TEXTS)]]),
            ParamKind::Number => self.number(&spec.name, &param.name),
            ParamKind::Flag => json!(self.dice.one_in(2)),
            ParamKind::Texts => self.texts(&param.name),
            ParamKind::Rows => self.rows(),
            ParamKind::OneOf(all) => json!(self.dice.one_of(all).cloned().unwrap_or_default()),
            ParamKind::Path(is) => json!(self.path(*is, folder)),
            ParamKind::Paths(is) => json!([self.path(*is, folder), self.path(*is, folder)]),
            ParamKind::Url => json!(self.one(words::URLS)),
            ParamKind::Argv => json!(["true"]),
            ParamKind::Range => json!(self.one(words::RANGES)),
        }
    }

    fn text(&mut self, command: &str, name: &str) -> &'static str {
        let is_calc = self.subject == Subject::Calc;
        match name {
            "text_color" | "fill_color" | "color_code" => self.one(words::COLORS),
            "sheet" => self.one(words::SHEETS),
            "name" => self.one(words::NAMES),
            "font" => self.one(words::FONTS),
            "style" => self.one(words::STYLES),
            "columns" | "before" | "first" if is_calc => self.one(words::LETTERS),
            "column" | "values" => self.one(words::HEADS),
            "number_format" => self.one(words::FORMATS),
            "table" => self.one(words::TABLES),
            "separator" => self.one(words::SEPARATORS),
            "value" => self.one(words::VALUES),
            "pattern" | "name_pattern" => self.one(words::PATTERNS),
            "find" | "at" => self.known(3),
            // What these look for in the document.
            "text" if matches!(command, "select_text" | "set_font" | "insert_hyperlink") => self.known(4),
            _ => self.known(1),
        }
    }

    /// A text that the documents hold, so many times out of five.
    fn known(&mut self, times: usize) -> &'static str {
        if self.dice.below(5) < times { self.one(words::KNOWN) } else { self.one(words::TEXTS) }
    }

    fn texts(&mut self, name: &str) -> Value {
        let from = match name {
            "slides" => words::SLIDES,
            "titles" => words::TEXTS,
            _ => words::HEADS,
        };
        let count = 1 + self.dice.below(3);
        json!((0..count).map(|_| self.one(from)).collect::<Vec<_>>())
    }

    fn number(&mut self, command: &str, name: &str) -> Value {
        let from = match (command, name) {
            ("insert_table", "rows" | "columns") => words::SIZES,
            (
                _,
                "width" | "height" | "left" | "top" | "size" | "seconds" | "margin" | "line_spacing"
                | "first_line",
            ) => words::LENGTHS,
            _ => words::COUNTS,
        };
        let number = self.dice.one_of(from).copied().unwrap_or(1.0);
        // A model writes whole numbers without a point.
        if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
    }

    fn rows(&mut self) -> Value {
        let (rows, columns) = (1 + self.dice.below(4), 1 + self.dice.below(4));
        let is_ragged = self.dice.one_in(10);
        let row = |at: usize, draws: &mut Draws| -> Vec<Value> {
            let more = usize::from(is_ragged && at == 0);
            (0..columns + more).map(|_| draws.cell()).collect()
        };
        json!((0..rows).map(|at| row(at, self)).collect::<Vec<_>>())
    }

    fn cell(&mut self) -> Value {
        match self.dice.below(8) {
            0 => Value::Null,
            1 => json!(self.dice.one_in(2)),
            2 => json!(2.5),
            3 => json!(self.dice.below(100)),
            4 => json!(self.one(words::VALUES)),
            5 => json!(self.one(words::TEXTS)),
            _ => json!(self.one(words::KNOWN)),
        }
    }

    /// A path in the folder; that of files may be relative to it.
    fn path(&mut self, is: PathUse, folder: &str) -> String {
        let place = match (self.subject, is) {
            (Subject::Files, _) => self.one(words::PLACES).to_owned(),
            (_, PathUse::Reads) => self.one(words::PICTURES).to_owned(),
            _ => {
                let (name, ending) = (self.one(words::TARGETS), self.one(words::ENDINGS));
                if ending.is_empty() { name.to_owned() } else { format!("{name}.{ending}") }
            }
        };
        if self.dice.one_in(8) { place } else { format!("{folder}/{place}") }
    }

    fn one(&mut self, of: &[&'static str]) -> &'static str {
        self.dice.one_of(of).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::Path};

    fn block(subject: Subject, seed: u64) -> CommandBlock {
        CommandBlock { subject, seed, first: 0, calls: 0 }
    }

    fn calls(subject: Subject, seed: u64, count: usize) -> Vec<DrawnCall> {
        let mut draws = Draws::of(&block(subject, seed));
        (0..count).map(|_| draws.draw("/scratch")).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_calls_and_another_seed_others() {
        for &subject in Subject::ALL {
            let of = |seed| calls(subject, seed, 60).iter().map(|it| it.call.to_string()).collect::<Vec<_>>();
            assert_eq!(of(7), of(7));
            assert_ne!(of(7), of(8));
        }
    }

    #[test]
    fn every_command_is_drawn_and_its_arguments_are_of_the_kinds_of_its_parameters() {
        for &subject in Subject::ALL {
            let drawn = calls(subject, 3, 1500);
            for it in &drawn {
                let error = it.spec.argument_error(&it.call.args).map(|it| it.to_string());
                assert_eq!(error, None, "{}", it.call);
            }
            let names: BTreeSet<&str> = drawn.iter().map(|it| it.spec.name.as_ref()).collect();
            assert_eq!(names.len(), subject.table().len(), "{subject:?}");
        }
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for &subject in Subject::ALL {
            for drawn in calls(subject, 5, 800) {
                let of = |(param, value): (&Param, &Value)| match param.kind {
                    ParamKind::Path(_) => value.as_str().map(str::to_owned),
                    _ => None,
                };
                for path in drawn.spec.known_arguments(&drawn.call.args).filter_map(of) {
                    let is_inside = path.starts_with("/scratch/") || !Path::new(&path).is_absolute();
                    let ups = path.matches("..").count();
                    assert!(is_inside && ups <= path.matches("folder/..").count(), "{path}");
                }
            }
        }
    }
}
