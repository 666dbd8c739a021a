//! The main job, cut off before every single entry of its log, and resumed: always the same file, never a deed twice.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{DESK, Stage};
use deskpilot_agent::{AgentError, Ending};
use deskpilot_core::{Event, Verdict};
use deskpilot_model::Steps;
use std::sync::Arc;

const JOB: &str = "Open the calculator and compute 6 x 7. Read the result. Open the text editor. Type the result into Text. \
                   Type \"answer.txt\" into Name. Click \"Save\".";

/// Runs the job until the log refuses the entry of this number; `None` when the job has ended before.
async fn cut_off_at(seq: u64) -> Option<Stage> {
    let stage = Stage::new(DESK);
    stage.log.fail_at(seq);
    let cut = match stage.open(Arc::new(Steps)) {
        Ok(mut session) => session.round(JOB).await,
        Err(error) => Err(error),
    };
    match cut {
        Err(AgentError::Log(_)) => Some(stage),
        Err(other) => panic!("{other}"),
        Ok(ending) => {
            assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", stage.transcript());
            None
        }
    }
}

/// The inputs that reached the desktop, in words.
fn performed(stage: &Stage) -> Vec<String> {
    stage.desktop.performed().iter().map(|it| format!("{:?} on {:?}", it.gesture, it.aim)).collect()
}

#[tokio::test]
async fn cut_off_anywhere_it_is_resumed_to_the_same_end() {
    let whole = Stage::new(DESK);
    let ending = whole.open(Arc::new(Steps)).unwrap().round(JOB).await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", whole.transcript());
    assert_eq!(whole.desktop.file("answer.txt").as_deref(), Some("42"), "{}", whole.transcript());
    let inputs = performed(&whole).len();

    // Before the second entry there is no request to resume.
    for seq in 2.. {
        let Some(stage) = cut_off_at(seq).await else {
            assert_eq!(seq, whole.log.entries().len() as u64, "every entry was cut off once");
            return;
        };
        stage.log.heal();
        let in_doubt =
            matches!(stage.log.entries().last().map(|it| it.event.clone()), Some(Event::Acting { .. }));
        // Whoever sits there says what they saw: the deed was done, only its outcome was not written down.
        stage.user.answers.lock().unwrap().extend(std::iter::repeat_n("yes".to_owned(), 3));
        let ending = stage.resume(Arc::new(Steps)).unwrap().go_on().await.unwrap();
        let transcript = stage.transcript();
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "cut off at {seq}:\n{transcript}");
        assert_eq!(
            stage.desktop.file("answer.txt").as_deref(),
            Some("42"),
            "cut off at {seq}:\n{transcript}"
        );
        assert_eq!(performed(&stage).len(), inputs, "cut off at {seq}, in doubt {in_doubt}:\n{transcript}");
    }
}
