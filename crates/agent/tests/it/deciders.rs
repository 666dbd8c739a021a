//! Deciders without a language model: they decide the same on a typed scene and on a prompt built from it.

use crate::common::{DESKTOP, TestEnv, performed, steps};
use deskpilot_agent::Ending;
use deskpilot_core::{AppDecision, Event, HostDecision, Verdict};
use deskpilot_deciders::Steps;
use deskpilot_testkit::PromptedDecider;
use std::sync::Arc;

const JOB: &str = "Open the calculator and compute 6 x 7. Read the result. Open the text editor. Type the result into Text. \
                   Type \"answer.txt\" into Name. Click \"Save\".";

/// The recorded decisions, as text.
fn decided(env: &TestEnv) -> Vec<String> {
    let decision_text = |event: Event| match event {
        Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
            Some(format!("{} for {}", it.subtask.text, it.window.title))
        }
        Event::HostDecided { decision, .. } => {
            Some(decision.operations().0.first().map_or("end".into(), ToString::to_string))
        }
        Event::AppDecided { decision: AppDecision::Act { actions, then, .. }, .. } => {
            let actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
            Some(format!("{} {then:?}", actions.join("; ")))
        }
        Event::AppDecided { decision, .. } => Some(format!("{decision:?}")),
        _ => None,
    };
    env.log.entries().into_iter().filter_map(|it| decision_text(it.event)).collect()
}

#[tokio::test]
async fn a_scene_and_a_prompt_of_it_lead_to_the_same_decisions() {
    let (typed, spoken) = (TestEnv::new(DESKTOP), TestEnv::new(DESKTOP));
    for (env, mut session) in [
        (&typed, typed.open(steps()).unwrap()),
        (&spoken, spoken.open(Arc::new(PromptedDecider(Steps))).unwrap()),
    ] {
        let ending = session.round(JOB).await.unwrap();
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", env.transcript());
        assert_eq!(env.desktop.file("answer.txt").as_deref(), Some("42"), "{}", env.transcript());
    }
    assert_eq!(decided(&typed), decided(&spoken));
    assert_eq!(performed(&typed), performed(&spoken));
}

#[tokio::test]
async fn a_decider_that_asks_no_model_writes_no_prompt_and_costs_nothing() {
    let env = TestEnv::new(DESKTOP);
    let mut session = env.open(steps()).unwrap();
    session.round(JOB).await.unwrap();
    let ledger = session.ledger();
    assert_eq!((ledger.cost.calls, ledger.cost.dollars, ledger.cost.unpriced), (0, 0.0, 0));
    assert!(ledger.decisions.count > 5, "{}", env.transcript());
    let is_asked = |event: &Event| matches!(event, Event::Prompted { .. } | Event::Replied { .. });
    assert!(!env.log.entries().iter().any(|it| is_asked(&it.event)));
}
