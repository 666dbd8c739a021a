//! The risks of formulas of spreadsheets: those in the arguments of native commands, and those that are typed or copied.

use super::super::{Finding, PolicyContext, formula, formula::Reached, places, risk::Risk};
use super::target::{affected, is_sheet_cell};
use crate::{Action, CommandSpec, Gesture, Operation, Verb};

/// The risks of what the formulas of an operation reach. The files and sites that they name are among its places.
pub(super) fn formula_risks(operation: &Operation, context: &PolicyContext<'_>) -> Vec<Finding> {
    let Operation::Act(action) = operation else { return Vec::new() };
    match &action.verb {
        Verb::Native => native(action, context.spec(operation)),
        Verb::Gesture(Gesture::Text { .. } | Gesture::Keys(_)) => typed(action, context),
        // The target of the paste is unknown, and an unknown name may be no function there.
        Verb::Gesture(Gesture::WriteClipboard(text)) => {
            reached_by_cells(text).filter(|it| !is_unknown(it)).filter_map(finding).collect()
        }
        _ => Vec::new(),
    }
}

/// The risks of formulas in the arguments of a native command. A name before a bracket that a form gets may be no function.
fn native(action: &Action, spec: Option<&CommandSpec>) -> Vec<Finding> {
    let formulas = places::native_formulas(action, spec);
    let entered = spec.map(|it| places::form_formulas(action, it)).unwrap_or_default();
    let entered = entered.iter().flat_map(|it| reached_by_cells(it)).filter(|it| !is_unknown(it));
    formulas.iter().flat_map(|it| formula::reached_by(it)).chain(entered).filter_map(finding).collect()
}

/// The risks of formulas that are typed. A name before a bracket is a function in a sheet alone.
fn typed(action: &Action, context: &PolicyContext<'_>) -> Vec<Finding> {
    let typed = places::typed_text(action).unwrap_or_default();
    let known = affected(action, context).and_then(|it| it.value.as_deref()).unwrap_or_default();
    // What is typed may go on with a formula that is there.
    let whole = [known, typed.as_str()].concat();
    let reached: Vec<Reached> = [typed.as_str(), &whole].into_iter().flat_map(reached_by_cells).collect();
    let is_sheet = || context.controls.iter().any(|it| is_sheet_cell(context.controls, it));
    let counts_unknown = reached.iter().any(is_unknown) && is_sheet();
    reached.into_iter().filter(|it| counts_unknown || !is_unknown(it)).filter_map(finding).collect()
}

/// What the formulas among the cells of a text reach.
fn reached_by_cells(text: &str) -> impl Iterator<Item = Reached> {
    formula::formulas_in(text).flat_map(formula::reached_by)
}

const fn is_unknown(reached: &Reached) -> bool {
    matches!(reached, Reached::Unknown(_))
}

fn finding(reached: Reached) -> Option<Finding> {
    let (risk, sign) = match reached {
        Reached::Asks(sign) => (Risk::Sends, sign),
        Reached::Runs(sign) => (Risk::Runs, sign),
        Reached::Unknown(sign) => (Risk::Unknown, sign),
        Reached::Address(_) | Reached::File(_) => return None,
    };
    Some(Finding { risk, sign })
}
