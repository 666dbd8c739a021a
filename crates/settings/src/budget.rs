//! The limits of rounds and sessions, from the settings.

use crate::Layers;
use deskpilot_core::fold::Limits;
use deskpilot_runtime::Budget;
use toml::Value;

/// The limits in these layers; 0 means no limit.
pub(crate) fn budget(layers: &Layers) -> Budget {
    let number = |name: &str| {
        let value = layers.value(name);
        let number = value.and_then(|it| it.as_float().or(it.as_integer().map(|it| it as f64)));
        number.filter(|it| *it > 0.0)
    };
    let limits = |what: &str| Limits {
        steps: number(&format!("budget.{what}_steps")).map(|it| it as u32),
        millis: number(&format!("budget.{what}_seconds")).map(|it| (it * 1000.0) as u64),
        tokens: number(&format!("budget.{what}_tokens")).map(|it| it as u64),
        dollars: number(&format!("budget.{what}_dollars")),
    };
    let steps = |name: &str| {
        let value = layers.value(name).and_then(Value::as_integer);
        value.and_then(|it| u32::try_from(it).ok()).filter(|it| *it > 0)
    };
    Budget {
        subtask_steps: steps("budget.subtask_steps"),
        round: Limits { steps: steps("run.max_steps"), ..limits("round") },
        session: limits("session"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_settings_a_task_may_work_for_hours() {
        let Budget { subtask_steps, round, session } = budget(&Layers::load(&[], &[], &[]).unwrap());
        assert_eq!(subtask_steps, Some(100));
        let eight_hours = Some(8 * 60 * 60 * 1000);
        assert_eq!(round, Limits { millis: eight_hours, dollars: Some(25.0), ..Limits::default() });
        assert_eq!(session, Limits::default());
    }
}
