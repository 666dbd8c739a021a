//! The cells of spreadsheets: how a command names them, and what they hold.

use crate::{
    commands::{
        answer::{Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// The sheet of a call; the one in front if it names none.
pub(super) fn sheet_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    match args.text("sheet") {
        Some(name) => sheet_named(here, name),
        None => Ok(here.window.object("ActiveSheet")?),
    }
}

/// The sheet of this name.
pub(super) fn sheet_named(here: &Here<'_>, name: &str) -> Result<Object, Failure> {
    match here.document.object("Worksheets")?.object_of("Item", args![name]) {
        Err(CallError::Exception { .. } | CallError::BadArgument { .. } | CallError::Failed(_)) => {
            let names = sheet_names(here)?.join(", ");
            refused(format!("there is no sheet {name:?}; there are {names}"))
        }
        found => Ok(found?),
    }
}

/// The names of all sheets, in their order.
pub(super) fn sheet_names(here: &Here<'_>) -> Result<Vec<String>, CallError> {
    let sheets = here.document.object("Worksheets")?;
    let count = sheets.integer("Count")?;
    (1..=count).map(|at| sheets.object_of("Item", args![at])?.text("Name")).collect()
}

/// The cells of a range such as `A1:C5`, or of a named range.
pub(super) fn cells_on(page: &Object, range: &str, argument: &'static str) -> Result<Object, Failure> {
    match page.object_of("Range", args![range]) {
        Err(CallError::Exception { .. } | CallError::Failed(_)) => {
            bad(argument, format!("cells such as A1 or A1:C5; {range:?} names none"))
        }
        found => Ok(found?),
    }
}

/// Several ranges of one sheet, such as `A1:A5;C1:C5`, as Excel writes them.
pub(super) fn areas_text(range: &str) -> String {
    range.split(';').map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(",")
}

/// The cells of a sheet that hold anything; `None` where it is empty.
pub(super) fn used(page: &Object) -> Result<Option<Object>, CallError> {
    let cells = page.object("UsedRange")?;
    let is_empty = cells.integer("CountLarge")? == 1 && cells.value("Formula")? == Value::Text(String::new());
    Ok((!is_empty).then_some(cells))
}

/// The cells of a call; all that are used if it names none. `None` where the sheet is empty.
pub(super) fn cells_or_used(page: &Object, args: CallArgs<'_>) -> Result<Option<Object>, Failure> {
    match args.text("range") {
        Some(range) => cells_on(page, range, "range").map(Some),
        None => Ok(used(page)?),
    }
}

/// How cells are called in their sheet, such as `A1:C5`.
pub(super) fn name_of(cells: &Object) -> Result<String, CallError> {
    match cells.value_of("Address", args![false, false])? {
        Value::Text(name) => Ok(name),
        found => Err(CallError::Unexpected { member: "Address".into(), found: found.to_string() }),
    }
}

/// How many rows and columns cells have.
pub(super) fn lines_of(cells: &Object) -> Result<(usize, usize), CallError> {
    let count = |member: &str| {
        let count = cells.object(member)?.integer("Count")?;
        Ok(usize::try_from(count).unwrap_or_default())
    };
    Ok((count("Rows")?, count("Columns")?))
}

/// What a member of cells has for each of them, row by row: one cell alone gives its value and no table.
pub(super) fn grid(cells: &Object, member: &str) -> Result<Vec<Vec<Value>>, CallError> {
    Ok(match cells.value(member)? {
        Value::Table(rows) => rows,
        one => vec![vec![one]],
    })
}

/// Fails where the sheet is protected.
pub(super) fn check_changeable(page: &Object) -> Result<(), Failure> {
    match page.flag("ProtectContents")? {
        true => refused(format!("the sheet {} is protected: unprotect it first", page.text("Name")?)),
        false => Ok(()),
    }
}

/// Does something about which Excel would ask in a dialog, without the dialog.
pub(super) fn without_questions(
    here: &Here<'_>,
    act: impl FnOnce() -> Result<(), CallError>,
) -> Result<(), CallError> {
    let asks = here.program.flag("DisplayAlerts")?;
    here.program.put("DisplayAlerts", false)?;
    let acted = act();
    // Also after a failure: the user's own Excel asks again.
    here.program.put("DisplayAlerts", asks)?;
    acted
}

/// An answer with the note that Undo does not take it back.
pub(super) fn changed(answered: Answered) -> Answered {
    Ok(answered?.with_note(super::NO_STEP))
}
