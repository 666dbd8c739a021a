//! The rows of the matrix, a file for each kind of toolkit.

mod browsers;
mod gtk3;
mod gtk4;
mod java;
mod office;
mod qt;
mod terminals;

use crate::words::{Application, Capability, Check, Deed, Spot, Step, Trial};
use deskpilot_core::Role;

/// Every application, in the order of the page.
pub(crate) fn all() -> Vec<&'static Application> {
    let kinds = [gtk3::ALL, gtk4::ALL, qt::ALL, office::ALL, browsers::ALL, java::ALL, terminals::ALL];
    kinds.into_iter().flatten().collect()
}

const fn is(role: Role, name: &'static str) -> Spot {
    Spot::Is(role, name)
}

/// A trial of the steps and the checks.
const fn run(steps: &'static [Step], checks: &'static [Check]) -> Trial {
    Trial::Steps(steps, checks)
}

/// What is asked of the window itself.
const fn press(keys: &'static str) -> Step {
    Step::Do(Spot::Window, Deed::Keys(keys))
}

/// What only brings to light what was done before it: the last effect but this one is told.
const fn then(keys: &'static str) -> Step {
    Step::Then(Spot::Window, Deed::Keys(keys))
}

const fn click(role: Role, name: &'static str) -> Step {
    Step::Do(Spot::Is(role, name), Deed::Click)
}

const fn nothing(capability: Capability, why: &'static str) -> (Capability, Trial) {
    (capability, Trial::DoesNotApply(why))
}
