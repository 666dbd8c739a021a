//! Copying cells.

use super::{
    cells::{cells_on, changed, check_changeable, grid, lines_of, name_of, sheet_named, sheet_of},
    filling::as_typed,
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        files::is_same_path,
        here::Here,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// What of cells is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copied {
    All,
    Values,
    Formulas,
}

impl Copied {
    fn of(args: CallArgs<'_>) -> Result<Copied, Failure> {
        match args.text("what") {
            None | Some("all") => Ok(Copied::All),
            Some("values") => Ok(Copied::Values),
            Some("formulas") => Ok(Copied::Formulas),
            Some(_) => bad(
                "what",
                "all, values or formulas: Excel copies formats over the clipboard alone, which is the user's",
            ),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Copied::All => "all",
            Copied::Values => "values",
            Copied::Formulas => "formulas",
        }
    }

    /// The member of cells that shows whether it arrived.
    const fn member(self) -> &'static str {
        match self {
            Copied::Values => "Value2",
            Copied::All | Copied::Formulas => "FormulaR1C1",
        }
    }
}

pub(super) fn copy_range(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let copied = Copied::of(args)?;
    let (source, is_other) = match args.text("path") {
        Some(path) => (source_elsewhere(here, args, path)?, true),
        None => (cells_on(&sheet_of(here, args)?, args.required("range")?, "range")?, false),
    };
    let page = match args.text("target_sheet") {
        Some(name) => sheet_named(here, name)?,
        None => here.window.object("ActiveSheet")?,
    };
    check_changeable(&page)?;
    let start = cells_on(&page, args.required("cell")?, "cell")?;
    let (rows, columns) = lines_of(&source)?;
    let count = |it: usize| i64::try_from(it).unwrap_or_default();
    let target =
        start.object_of("Item", args![1, 1])?.object_of("Resize", args![count(rows), count(columns)])?;
    // Formulas would refer to the other document.
    let copied = if is_other { Copied::Values } else { copied };
    let member = copied.member();
    let wanted = grid(&source, member)?;
    let before = grid(&target, member)?;
    match copied {
        Copied::All => drop(source.call("Copy", args![&target])?),
        Copied::Values | Copied::Formulas => target.put(member, typed(&wanted, copied))?,
    }
    let now = grid(&target, member)?;
    let names = format!("{} has what {} had", name_of(&target)?, name_of(&source)?);
    match (now == wanted, now == before) {
        // Formats may have changed where all is copied.
        (true, true) if copied != Copied::All => Ok(Answer::Same(format!("{names}: {}", copied.word()))),
        (true, _) => changed(Answer::done(format!("{names}: {}, read back", copied.word()))),
        (false, _) => changed(Ok(Answer::Partial(format!(
            "{} has something else than {}",
            name_of(&target)?,
            name_of(&source)?
        )))),
    }
}

/// The cells of another document that is open.
fn source_elsewhere(here: &Here<'_>, args: CallArgs<'_>, path: &str) -> Result<Object, Failure> {
    let documents = here.program.object("Workbooks")?;
    for at in 1..=documents.integer("Count")? {
        let document = documents.object_of("Item", args![at])?;
        if is_same_path(&document.text("FullName")?, path) {
            let sheets = document.object("Worksheets")?;
            let page = match args.text("sheet") {
                Some(name) => match sheets.object_of("Item", args![name]) {
                    Err(CallError::Exception { .. }) => return bad("sheet", "a sheet of the other document"),
                    page => page?,
                },
                None => sheets.object_of("Item", args![1])?,
            };
            return cells_on(&page, args.required("range")?, "range");
        }
    }
    refused(format!("{path} is not open in this Excel: open_document opens it"))
}

/// Values as they are typed: texts stay texts, and formulas formulas where they are copied.
fn typed(rows: &[Vec<Value>], copied: Copied) -> Value {
    let are_formulas = copied == Copied::Formulas;
    let cell = |value: &Value| match value {
        Value::Text(text) if text.is_empty() || are_formulas && text.starts_with('=') => value.clone(),
        // The formula of a number is its text.
        Value::Text(text) if are_formulas && text.parse::<f64>().is_ok() => value.clone(),
        Value::Text(text) => Value::Text(as_typed(text)),
        other => other.clone(),
    };
    let rows: Vec<Vec<Value>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    match rows.as_slice() {
        [row] if row.len() == 1 => row[0].clone(),
        _ => Value::Table(rows),
    }
}
