//! The limits of a task that a client sets.

use deskpilot_runtime::Config;
use serde::Deserialize;

/// The limits of a task that a client sets. They can only be lower than the user's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RoundBudget {
    steps: Option<u32>,
    seconds: Option<u64>,
    tokens: Option<u64>,
    dollars: Option<f64>,
}

impl RoundBudget {
    /// Lowers the limits of these settings.
    pub(crate) fn limit(self, config: &mut Config) {
        let round = &mut config.budget.round;
        round.steps = lower(round.steps, self.steps);
        round.millis = lower(round.millis, self.seconds.map(|it| it.saturating_mul(1000)));
        round.tokens = lower(round.tokens, self.tokens);
        round.dollars = lower(round.dollars, self.dollars);
    }
}

fn lower<T: PartialOrd>(own: Option<T>, wanted: Option<T>) -> Option<T> {
    match (own, wanted) {
        (Some(own), Some(wanted)) if wanted < own => Some(wanted),
        (None, wanted) => wanted,
        (own, _) => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_can_only_lower_a_limit() {
        for (own, wanted, expected) in [
            (None, None, None),
            (None, Some(5), Some(5)),
            (Some(3), Some(5), Some(3)),
            (Some(5), Some(3), Some(3)),
            (Some(3), None, Some(3)),
        ] {
            assert_eq!(lower(own, wanted), expected, "{own:?} {wanted:?}");
        }
        assert_eq!(lower(Some(1.0), Some(f64::NAN)), Some(1.0));
    }
}
