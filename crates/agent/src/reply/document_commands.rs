//! Opening documents: the command of AppAgents, and the words that say how to open one.

use super::{
    args::Args,
    ui_command::{ControlNeed, UiCommand},
    wire::complain,
};
use deskpilot_core::{
    Aim, CommandSpec, Complaint, Launch, ParamKind, PathUse, SideEffects, TableFormat, Verb, WhenInUse,
    command_table::optional,
};
use std::borrow::Cow::Borrowed;

const HOW: ParamKind = ParamKind::OneOf(Borrowed(&[Borrowed("read_only"), Borrowed("copy")]));

/// Opens a document in its usual application, or in another one by its name; what follows goes to the window that shows it.
pub(super) const OPEN_DOCUMENT: UiCommand = UiCommand {
    spec: CommandSpec {
        name: Borrowed("open_document"),
        doc: Borrowed("Opens a document in its usual application; what follows goes to its window."),
        params: Borrowed(&[
            optional(
                "path",
                ParamKind::Path(PathUse::Reads),
                "the file; without one, the application starts",
            ),
            optional("when_in_use", HOW, "how, if another program has it open; default read_only"),
            optional("application", ParamKind::Text, "another application than its usual one"),
            optional(
                "separator",
                ParamKind::Text,
                "what separates the fields of a text that a sheet shows, or tab; default as found",
            ),
            optional("encoding", ParamKind::Text, "of such a text, such as windows-1252; default as found"),
        ]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| {
        let file = args.text("path").map(|it| it.trim().to_owned());
        let when_in_use = when_in_use(args.text("when_in_use").unwrap_or(""))?;
        let application = args.text("application").unwrap_or("").trim().to_owned();
        let table = table_format(args)?.into();
        if file.is_none() && application.is_empty() {
            let nothing = "open_document needs a path, or an application that it starts without a document";
            return Err(complain(nothing));
        }
        Ok((Aim::Window, Verb::Open(Launch { application, file, when_in_use, table })))
    },
};

/// How to open a document that another program has open; without it, for reading only.
pub(super) fn when_in_use(word: &str) -> Result<WhenInUse, Complaint> {
    match WhenInUse::of_word(word) {
        Some(how) => Ok(how),
        None if word.trim().is_empty() => Ok(WhenInUse::default()),
        None => Err(complain(format!("when_in_use must be read_only or copy, and is {word:?}"))),
    }
}

/// How to read a text file as a table, as far as the arguments say it.
fn table_format(args: &Args) -> Result<TableFormat, Complaint> {
    let separator = match args.text("separator").unwrap_or("") {
        "" => None,
        word => Some(TableFormat::separator_of(word).ok_or_else(|| {
            complain(format!("separator must be one character or the word tab, and is {word:?}"))
        })?),
    };
    let encoding = args.text("encoding").unwrap_or("").trim();
    Ok(TableFormat { separator, encoding: Some(encoding.to_owned()).filter(|it| !it.is_empty()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_separator_and_an_encoding_say_how_a_text_becomes_a_table() {
        for (given, expected) in [
            (json!({"path": "a.csv"}), Some(TableFormat::default())),
            (
                json!({"path": "a.csv", "separator": "tab", "encoding": " koi8-r "}),
                Some(TableFormat { separator: Some('\t'), encoding: Some("koi8-r".into()) }),
            ),
            (json!({"path": "a.csv", "separator": "; "}), None),
        ] {
            let args = Args::of(given.as_object().unwrap().clone(), &OPEN_DOCUMENT.spec).unwrap();
            assert_eq!(table_format(&args).ok(), expected, "{given}");
        }
    }

    #[test]
    fn a_document_in_use_is_opened_for_reading_unless_a_copy_is_wanted() {
        for (word, expected) in [
            ("", Some(WhenInUse::ReadOnly)),
            ("read_only", Some(WhenInUse::ReadOnly)),
            (" Copy ", Some(WhenInUse::Copy)),
            ("open anyway", None),
        ] {
            assert_eq!(when_in_use(word).ok(), expected, "{word:?}");
        }
        let complaint = when_in_use("open anyway").unwrap_err().to_string();
        assert_eq!(complaint, "when_in_use must be read_only or copy, and is \"open anyway\"");
    }
}
