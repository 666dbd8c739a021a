//! The sheets of a spreadsheet, and its names.

use super::cells::{cells_on, changed, name_of, sheet_named, sheet_names, sheet_of, used, without_questions};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::counted,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Args, args},
    },
};

/// A sheet that is in view (`xlSheetVisible`).
const VISIBLE: i64 = -1;
/// The longest name of a sheet, in characters, and what none may have.
const LONGEST_NAME: usize = 31;
const NOT_IN_NAMES: [char; 7] = ['\\', '/', '?', '*', '[', ']', ':'];

pub(super) fn list_sheets(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    let front = here.window.object("ActiveSheet")?.text("Name")?;
    let sheets = here.document.object("Worksheets")?;
    let mut lines = Vec::new();
    for at in 1..=sheets.integer("Count")? {
        let page = sheets.object_of("Item", args![at])?;
        let name = page.text("Name")?;
        let cells = match used(&page)? {
            Some(cells) => name_of(&cells)?,
            None => "empty".into(),
        };
        let place = match page.integer("Visible")? {
            _ if name == front => " (in front)",
            VISIBLE => "",
            _ => " (hidden)",
        };
        lines.push(format!("{name}: {cells}{place}"));
    }
    Answer::read(format!("read {}", counted(lines.len(), "sheet", "sheets")), &lines.join("\n"))
}

pub(super) fn add_sheet(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("name")?;
    let names = free_name(here, name)?;
    let count = i64::try_from(names.len()).unwrap_or_default();
    let position = args.whole("position", 1, count + 1)?.unwrap_or(count + 1);
    let sheets = here.document.object("Worksheets")?;
    let next_to = |at: i64| sheets.object_of("Item", args![at]);
    let place: Args = match position > count {
        true => args![].named("After", &next_to(count)?),
        false => args![].named("Before", &next_to(position)?),
    };
    let page = sheets.call_for_object("Add", place)?;
    named(&page, name)?;
    let now = sheets.object_of("Item", args![position])?.text("Name")?;
    changed(Answer::done_if(
        now == name,
        format!("sheet {position} is {name}"),
        format!("there is an empty sheet, and sheet {position} is {now}"),
    ))
}

pub(super) fn rename_sheet(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("name")?;
    let page = sheet_of(here, args)?;
    let was = page.text("Name")?;
    if was == name {
        return Ok(Answer::Same(format!("the sheet is called {name}")));
    }
    // A sheet may get other capitals of its own name.
    if !was.eq_ignore_ascii_case(name) {
        free_name(here, name)?;
    }
    named(&page, name)?;
    let now = page.text("Name")?;
    changed(Answer::done_if(
        now == name,
        format!("the sheet {was} is called {name}"),
        format!("it is called {now}"),
    ))
}

pub(super) fn copy_sheet(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("name")?;
    let page = sheet_of(here, args)?;
    let names = free_name(here, name)?;
    let count = i64::try_from(names.len()).unwrap_or_default();
    let sheets = here.document.object("Worksheets")?;
    page.call("Copy", args![].named("After", &sheets.object_of("Item", args![count])?))?;
    if sheets.integer("Count")? != count + 1 {
        return refused("the copy did not come");
    }
    let copy = sheets.object_of("Item", args![count + 1])?;
    named(&copy, name)?;
    let (now, was) = (copy.text("Name")?, page.text("Name")?);
    changed(Answer::done_if(
        now == name,
        format!("{name} is a copy of {was}"),
        format!("{now} is a copy of {was}"),
    ))
}

pub(super) fn remove_sheet(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("sheet")?;
    let page = sheet_named(here, name)?;
    if here.document.object("Worksheets")?.integer("Count")? == 1 {
        return refused("it is the only sheet: a document has at least one");
    }
    without_questions(here, || page.call("Delete", args![]).map(drop))?;
    let left = sheet_names(here)?;
    let is_gone = !left.iter().any(|it| it.eq_ignore_ascii_case(name));
    let left = left.join(", ");
    changed(Answer::done_if(
        is_gone,
        format!("the sheet {name} is gone; {left} are left"),
        format!("the sheet {name} is still there"),
    ))
}

pub(super) fn name_range(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("name")?;
    let page = sheet_of(here, args)?;
    let cells = cells_on(&page, args.required("range")?, "range")?;
    let (sheet, address) = (page.text("Name")?.replace('\'', "''"), name_of(&cells)?);
    let absolute = cells.value("Address")?;
    let crate::dispatch::value::Value::Text(absolute) = absolute else {
        return refused(format!("{address} has no address"));
    };
    let content = format!("='{sheet}'!{absolute}");
    let added = here.document.object("Names")?.call_for_object("Add", args![name, &content]);
    let added = match added {
        Err(CallError::Exception { .. }) => {
            return bad("name", "a name that Excel takes: letters, digits and _, and no name of a cell");
        }
        added => added?,
    };
    let refers = added.text("RefersTo")?;
    let is_so = refers.replace('\'', "") == content.replace('\'', "");
    changed(Answer::done_if(
        is_so,
        format!("{name} means {refers}"),
        format!("{name} means {refers} instead"),
    ))
}

/// The names of all sheets, if a sheet may get this one.
pub(super) fn free_name(here: &Here<'_>, name: &str) -> Result<Vec<String>, Failure> {
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
    if !is_name || name.contains(NOT_IN_NAMES) || name.starts_with('\'') || name.ends_with('\'') {
        return bad(
            "name",
            "a name that Excel takes for a sheet: 1 to 31 characters, and none of \\ / ? * [ ] :",
        );
    }
    let names = sheet_names(here)?;
    match names.iter().any(|it| it.to_lowercase() == name.to_lowercase()) {
        true => refused(format!("there is a sheet {name:?}")),
        false => Ok(names),
    }
}

fn named(page: &Object, name: &str) -> Result<(), CallError> {
    page.put("Name", name)
}
