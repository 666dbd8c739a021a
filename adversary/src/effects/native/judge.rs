//! Whether what was reported of a native command is true. Pure.

use crate::effects::{fulfilment::Fulfilment, judge::Judgement};
use deskpilot_core::{CommandSpec, Effect, SideEffects};

/// Commands that change what the window shows, and not what is in the file.
const SHOWING: &[&str] = &[
    "select_table_range",
    "select_text",
    "select_paragraph",
    "select_table",
    "show_slide",
    "freeze_panes",
    // The file says it once a change is recorded.
    "track_changes",
    // It is another document with another file.
    "new_document",
];
/// Commands that write the file, and leave what is in it as it is.
const SAVING: &[&str] = &["save", "save_as"];
const UNDO: &str = "undo";
/// Commands that tell "no change" only where all is as wanted.
const FOUND_SO: &[&str] = &[
    "set_cells",
    "set_cell_value",
    "insert_excel_table",
    "set_table",
    "set_paragraph_text",
    "set_placeholder_text",
    "set_notes",
    "rename_sheet",
    "insert_hyperlink",
    "create_file",
    "write_file",
];

/// Where a command leaves traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traces {
    /// In the content.
    Content,
    /// Nowhere: it reads.
    Nowhere,
    /// In what the window shows.
    Window,
    /// In a file of its own.
    File,
    /// In the content, where there is anything to undo that shows.
    Undone,
}

impl Traces {
    /// Those of a command.
    pub(super) fn of(spec: &CommandSpec) -> Traces {
        let name = spec.name.as_ref();
        match () {
            () if spec.side_effects == SideEffects::Reads => Traces::Nowhere,
            () if SHOWING.contains(&name) => Traces::Window,
            () if SAVING.contains(&name) => Traces::File,
            () if name == UNDO => Traces::Undone,
            () => Traces::Content,
        }
    }
}

/// What a judgement stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// What the command promises was looked for in the file.
    Postcondition,
    /// Whether the file changed.
    Change,
    /// Nothing: it was not judged.
    Nothing,
}

/// A call, what was reported of it, and what the file says.
pub(super) struct CallCase<'a> {
    pub(super) spec: &'a CommandSpec,
    pub(super) reported: &'a Effect,
    /// What is different in the file.
    pub(super) changes: &'a [String],
    /// Whether the file is as the command promises; `None` where that was not looked for.
    pub(super) postcondition: Option<&'a Fulfilment>,
}

impl CallCase<'_> {
    /// Whether what was reported is true, and what that stands on.
    pub(super) fn judgement(&self) -> (Judgement, Basis) {
        let judgement = match self.reported {
            Effect::Confirmed(_) => return self.confirmed(),
            Effect::NoChange(_) => return self.no_change(),
            Effect::Refused(_) => self.unchanged(),
            Effect::Partial(_) => self.partial(),
            Effect::Unverified(_) | Effect::Interrupted => Judgement::Unknown,
        };
        let basis = if judgement == Judgement::Unknown { Basis::Nothing } else { Basis::Change };
        (judgement, basis)
    }

    fn confirmed(&self) -> (Judgement, Basis) {
        let traces = Traces::of(self.spec);
        let is_silent = matches!(traces, Traces::Nowhere | Traces::Window);
        match self.postcondition {
            Some(Fulfilment::Missed(what)) => {
                return (Judgement::False(what.clone()), Basis::Postcondition);
            }
            _ if is_silent && !self.changes.is_empty() => return (self.unchanged(), Basis::Change),
            _ if traces == Traces::Content && self.changes.is_empty() => {
                return (Judgement::False("the file is as it was".into()), Basis::Change);
            }
            Some(Fulfilment::Met) => return (Judgement::True, Basis::Postcondition),
            Some(Fulfilment::Unknown) | None => {}
        }
        match traces {
            Traces::Content | Traces::Nowhere => (Judgement::True, Basis::Change),
            Traces::Undone if !self.changes.is_empty() => (Judgement::True, Basis::Change),
            Traces::Undone | Traces::Window | Traces::File => (Judgement::Unknown, Basis::Nothing),
        }
    }

    fn no_change(&self) -> (Judgement, Basis) {
        match self.postcondition.filter(|_| FOUND_SO.contains(&self.spec.name.as_ref())) {
            Some(Fulfilment::Missed(what)) if self.changes.is_empty() => {
                (Judgement::False(what.clone()), Basis::Postcondition)
            }
            Some(Fulfilment::Met) if self.changes.is_empty() => (Judgement::True, Basis::Postcondition),
            _ => (self.unchanged(), Basis::Change),
        }
    }

    fn unchanged(&self) -> Judgement {
        self.changes.first().map_or(Judgement::True, |it| Judgement::False(format!("the file changed: {it}")))
    }

    fn partial(&self) -> Judgement {
        match Traces::of(self.spec) {
            Traces::Content if self.changes.is_empty() => Judgement::False("the file is as it was".into()),
            Traces::Content | Traces::Undone => Judgement::True,
            Traces::Nowhere | Traces::Window | Traces::File => Judgement::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Subject;
    use deskpilot_core::{Evidence, NoChangeReason, Refusal};

    fn reported(word: &str) -> Effect {
        match word {
            "confirmed" => Effect::Confirmed(Evidence::Reported("done".into())),
            "no change" => Effect::NoChange(NoChangeReason::Same(Evidence::Reported("so".into()))),
            "partial" => Effect::Partial("a part".into()),
            "refused" => Effect::Refused(Refusal::NotPossible { what: "it".into(), why: "no".into() }),
            _ => Effect::unverified("who knows"),
        }
    }

    #[test]
    fn the_reported_effect_is_compared_with_the_file() {
        let missed = Fulfilment::Missed("another text".into());
        let (met, unknown) = (Fulfilment::Met, Fulfilment::Unknown);
        for (command, word, is_changed, postcondition, expected) in [
            ("set_cells", "confirmed", true, Some(&met), ("true", Basis::Postcondition)),
            ("set_cells", "confirmed", true, Some(&missed), ("another text", Basis::Postcondition)),
            ("set_cells", "confirmed", false, Some(&met), ("the file is as it was", Basis::Change)),
            ("set_cells", "no change", false, Some(&missed), ("another text", Basis::Postcondition)),
            ("set_cells", "no change", true, Some(&met), ("the file changed: new: x", Basis::Change)),
            ("set_cells", "refused", true, None, ("the file changed: new: x", Basis::Change)),
            ("set_cells", "refused", false, Some(&missed), ("true", Basis::Change)),
            ("set_cells", "partial", false, None, ("the file is as it was", Basis::Change)),
            ("set_cells", "unverified", true, Some(&missed), ("unknown", Basis::Nothing)),
            ("sort_range", "confirmed", true, None, ("true", Basis::Change)),
            ("sort_range", "confirmed", false, Some(&unknown), ("the file is as it was", Basis::Change)),
            ("list_sheets", "confirmed", false, None, ("true", Basis::Change)),
            ("list_sheets", "confirmed", true, None, ("the file changed: new: x", Basis::Change)),
            ("select_table_range", "confirmed", false, None, ("unknown", Basis::Nothing)),
            ("freeze_panes", "confirmed", false, Some(&missed), ("another text", Basis::Postcondition)),
            ("undo", "confirmed", true, None, ("true", Basis::Change)),
            ("undo", "confirmed", false, None, ("unknown", Basis::Nothing)),
            ("undo", "confirmed", true, Some(&missed), ("another text", Basis::Postcondition)),
            ("save", "confirmed", false, Some(&met), ("true", Basis::Postcondition)),
        ] {
            let spec = Subject::Calc.table().iter().find(|it| it.name == command).unwrap();
            let changes: Vec<String> = is_changed.then(|| "new: x".to_owned()).into_iter().collect();
            let reported = reported(word);
            let case = CallCase { spec, reported: &reported, changes: &changes, postcondition };
            let (judgement, basis) = case.judgement();
            let found = match judgement {
                Judgement::True => "true".to_owned(),
                Judgement::False(what) => what,
                Judgement::Unknown => "unknown".to_owned(),
            };
            assert_eq!((found.as_str(), basis), expected, "{command} {word}");
        }
    }
}
