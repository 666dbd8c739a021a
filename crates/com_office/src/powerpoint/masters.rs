//! The masters of a presentation, each with its design.

use super::slides::{begin_step, slide, slide_numbers_or_all, slides_text};
use crate::{
    commands::{
        answer::{Answer, Answered, bad},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

pub(super) fn set_master(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let name = args.required("name")?;
    let designs = here.document.object("Designs")?;
    let mut names = Vec::new();
    let mut found = None;
    for at in 1..=designs.integer("Count")? {
        let design = designs.object_of("Item", args![at])?;
        names.push(design.text("Name")?);
        if names.last().is_some_and(|it| it == name) && found.is_none() {
            found = Some(design);
        }
    }
    let Some(design) = found else {
        return bad("name", format!("one of the masters of the presentation: {}", names.join(", ")));
    };
    let numbers = slide_numbers_or_all(here, args)?;
    let pages: Vec<Object> = numbers.iter().map(|it| slide(here, *it)).collect::<Result<_, _>>()?;
    let is_so = || -> Result<bool, CallError> {
        for page in &pages {
            if page.object("Design")?.text("Name")? != name {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let what = slides_text(&numbers);
    if is_so()? {
        return Ok(Answer::Same(format!("{what}: the master was {name}")));
    }
    begin_step(here)?;
    for page in &pages {
        page.put("Design", &design)?;
    }
    Answer::done_if(
        is_so()?,
        format!("{what}: the master is {name}, read back"),
        format!("not all of {what} have the master {name}"),
    )
}
