//! Steps that choose from menus and lists.

use super::{
    super::{
        act::{PlannedAction, StepMove},
        controls::{self, ControlMatch, find},
        names::folded_name,
        step::{ClickKind, Name, Step},
    },
    ambiguity_note, click_control,
};
use crate::facts::AppFacts;
use deskpilot_core::{Role, State};
use serde_json::json;

pub(super) fn choose(facts: &AppFacts<'_>, path: &[Name]) -> Result<StepMove, String> {
    let Some((first, rest)) = path.split_first() else { return Err("there is no menu".into()) };
    if let Some(next) = rest.first()
        && find(facts, next, &controls::MENU_ENTRIES).is_ok_and(|found| found.control.role == Role::MenuItem)
    {
        return Ok(StepMove::Steps(vec![Step::Choose(rest.to_vec())]));
    }
    let then = if rest.is_empty() { Vec::new() } else { vec![Step::Choose(rest.to_vec())] };
    let found = match find(facts, first, &controls::MENU_ENTRIES)
        .or_else(|missing| find(facts, first, &controls::ITEMS).map_err(|_| missing))
    {
        Ok(found) => found,
        // A menu that just opened may need a moment.
        Err(_) if facts.last.as_ref().is_some_and(|last| last.command() == "click_input") => {
            let wait = PlannedAction::window(
                "wait",
                [("seconds", json!(2)), ("text", json!(folded_name(&first.text)))],
            );
            return Ok(wait.then(vec![Step::Choose(path.to_vec())]).into());
        }
        Err(missing) => return Err(missing),
    };
    Ok(click_control(&found, ClickKind::Click).because(ambiguity_note(&found)).then(then).into())
}

pub(super) fn select(facts: &AppFacts<'_>, item: &Name, list: Option<&Name>) -> Result<StepMove, String> {
    let select_in = |found: &ControlMatch<'_>| {
        PlannedAction::control(found.control, "select_item", [("item", json!(item.text))])
    };
    if let Some(list) = list {
        let found = find(facts, list, &controls::LISTS)?;
        return Ok(select_in(&found).because(ambiguity_note(&found)).into());
    }
    match (find(facts, item, &controls::ITEMS), controls::lists(facts).as_slice()) {
        (Ok(found), _) if found.control.is(State::Selected) => {
            Ok(StepMove::Done(format!("{item} is selected already.")))
        }
        (Ok(found), _) => Ok(click_control(&found, ClickKind::Click).because(ambiguity_note(&found)).into()),
        (Err(_), [only]) => Ok(select_in(&ControlMatch { control: only, others: 0 }).into()),
        (Err(missing), _) => Err(missing),
    }
}
