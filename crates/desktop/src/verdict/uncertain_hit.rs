//! Weakens an outcome where it is uncertain what the pointer hit. Pure.

use deskpilot_core::{Aim, Effect, Evidence, Outcome};

/// The outcome; with a caveat, only evidence from the control itself still confirms it.
pub fn weakened(outcome: Outcome, aim: &Aim, caveat: Option<String>) -> Outcome {
    let Some(caveat) = caveat else { return outcome };
    let effect = match outcome.effect {
        Effect::Confirmed(evidence) if !is_of(&evidence, aim) => {
            Effect::unverified(format!("{evidence}, but {caveat}"))
        }
        Effect::Unverified(reason) => Effect::Unverified(reason.with(&format!("; {caveat}"))),
        effect => effect,
    };
    Outcome { effect, ..outcome }
}

/// Whether the evidence is about the target control. Evidence of a state, of a text or of a file always is.
fn is_of(evidence: &Evidence, aim: &Aim) -> bool {
    match (evidence, aim) {
        (
            Evidence::Turned { .. }
            | Evidence::Text(_)
            | Evidence::Pointer(_)
            | Evidence::Written(_)
            | Evidence::Reported(_),
            _,
        ) => true,
        (Evidence::Focus(on), Aim::Control(control)) => *on == control.id().to_string(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::State;

    #[test]
    fn with_a_doubt_only_what_the_control_shows_is_seen() {
        let tree = Evidence::Controls { added: 1, removed: 0, changed: 0, details: Vec::new() };
        for (effect, caveat, expected) in [
            (Effect::Confirmed(tree.clone()), None, "confirmed: controls: 1 added, 0 removed, 0 changed"),
            (
                Effect::Confirmed(tree),
                Some("it is not sure"),
                "unverified: controls: 1 added, 0 removed, 0 changed, but it is not sure",
            ),
            (
                Effect::Confirmed(Evidence::Turned { state: State::Checked, on: true }),
                Some("x"),
                "confirmed: checked",
            ),
            (
                Effect::Confirmed(Evidence::Focus("Edit \"\"".into())),
                Some("x"),
                "unverified: focus on Edit \"\", but x",
            ),
            (Effect::unverified("hidden"), Some("x"), "unverified: hidden; x"),
            (Effect::Partial("half".into()), Some("x"), "partial: half"),
        ] {
            let outcome = weakened(effect.into(), &Aim::Window, caveat.map(str::to_owned));
            assert_eq!(outcome.effect.to_string(), expected);
        }
    }
}
