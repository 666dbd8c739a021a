//! The commands on notes of the blackboard.

use super::{
    args::Args,
    ui_command::{ControlNeed, UiCommand},
    wire::complain,
};
use deskpilot_core::{
    Aim, CommandSpec, Complaint, ParamKind, SideEffects, Verb,
    command_table::{optional, required},
};
use std::borrow::Cow::Borrowed;

/// Renames or drops a note.
pub(super) const EDIT_NOTE: UiCommand = UiCommand {
    spec: CommandSpec {
        name: Borrowed("edit_note"),
        doc: Borrowed("Renames a note on the blackboard, or drops one that is wrong or no longer needed."),
        params: Borrowed(&[
            required("name", ParamKind::Text, "its name"),
            optional("to", ParamKind::Text, "its name from now on; null drops it"),
        ]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| {
        let name = note_name(args);
        let to = args.text("to").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
        Ok((Aim::Window, Verb::EditNote { name, to }))
    },
};

/// Shows a part of a note, or of what was read without a name; offered when a prompt shows some of them cut.
pub(crate) const SHOW_NOTE: &UiCommand = &UiCommand {
    spec: CommandSpec {
        name: Borrowed("show_note"),
        doc: Borrowed("Shows more of a note, or of a result such as #12, that is shown cut."),
        params: Borrowed(&[
            required("name", ParamKind::Text, "its name"),
            required("from", ParamKind::Number, "the first character, from 0"),
            optional("to", ParamKind::Number, "the character before which it ends; at most 4000 are shown"),
        ]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| {
        let (from, to) = (position(args, "from")?.unwrap_or(0), position(args, "to")?);
        if to.is_some_and(|to| to <= from) {
            return Err(complain(format!("show_note needs a to that is larger than from, which is {from}")));
        }
        Ok((Aim::Window, Verb::ShowNote { name: note_name(args), from, to }))
    },
};

fn note_name(args: &Args) -> String {
    args.text("name").unwrap_or("").trim().to_owned()
}

/// A place in a note; `None` when it is missing.
fn position(args: &Args, name: &str) -> Result<Option<usize>, Complaint> {
    match args.number(name) {
        None => Ok(None),
        Some(number) if number >= 0.0 => Ok(Some(number as usize)),
        Some(number) => Err(complain(format!("show_note counts characters from 0, and {name} is {number}"))),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        fixtures::window,
        prompt::{CommandOffer, OfferContext},
        reply::read_app,
    };
    use deskpilot_core::{AppDecision, AppView, Verb, fold::Blackboard};

    /// What a reply with these arguments shows where a note is cut.
    fn shown(args: &str) -> String {
        let mut board = Blackboard::default();
        board.notes.insert("letter".into(), "x".repeat(9_000));
        let offer = CommandOffer::new(&[], OfferContext::default()).with_notes(&board);
        let reply = format!(r#"{{"Status": "CONTINUE", "Function": "show_note", "Args": {args}}}"#);
        let view = AppView::of(window(1, "t", "a"), Vec::new());
        match read_app(&reply, &view, &offer).map(|it| it.decision) {
            Ok(AppDecision::Act { actions, .. }) => match &actions[0].verb {
                Verb::ShowNote { name, from, to } => format!("{name} {from} {to:?}"),
                other => format!("{other:?}"),
            },
            Ok(other) => format!("{other:?}"),
            Err(complaint) => complaint.to_string(),
        }
    }

    #[test]
    fn a_note_is_shown_from_a_character_to_another() {
        for (args, expected) in [
            (r#"{"name": " letter ", "from": 2000, "to": null}"#, "letter 2000 None"),
            (r#"{"name": "letter", "from": "20", "to": 40}"#, "letter 20 Some(40)"),
            (
                r#"{"name": "letter", "from": 20, "to": 20}"#,
                "show_note needs a to that is larger than from, which is 20",
            ),
            (r#"{"name": "letter", "from": -1}"#, "show_note counts characters from 0, and from is -1"),
        ] {
            assert_eq!(shown(args), expected, "{args}");
        }
    }

    #[test]
    fn it_is_no_function_while_every_note_is_whole() {
        let view = AppView::of(window(1, "t", "a"), Vec::new());
        let reply = r#"{"Status": "CONTINUE", "Function": "show_note", "Args": {"name": "a", "from": 0}}"#;
        let offer = CommandOffer::new(&[], OfferContext::default()).with_notes(&Blackboard::default());
        let complaint = read_app(reply, &view, &offer).map(|it| it.decision).unwrap_err();
        assert!(complaint.as_str().starts_with("there is no function \"show_note\""), "{complaint}");
    }
}
