//! Desktops that start before a session needs them.

use crate::workspace::{FINISH, Workspace, soon, text_platform};
use deskpilot_agent::Ending;
use deskpilot_core::{Size, Verdict};
use deskpilot_runtime::{Config, Environment, Respondents, SessionSpec};
use deskpilot_testkit::DesktopCounts;
use std::sync::{Arc, atomic::Ordering};

/// Workspaces and settings with a platform that counts its desktops.
struct Counted {
    workspace: Workspace,
    environment: Environment,
    desktops: Arc<DesktopCounts>,
}

impl Counted {
    fn new(size: Size) -> Counted {
        let (workspace, platform) = (Workspace::new(), text_platform());
        let desktops = platform.desktops();
        let data = ("XDG_DATA_HOME".to_owned(), workspace.root().display().to_string());
        let environment = Environment::new(vec![data], Arc::new(platform)).with_warm_desktops(size, 1);
        Counted { workspace, environment, desktops }
    }

    async fn session(&self, task: &str) {
        let spec = self.workspace.spec(task, &["finish"], &[FINISH], &Respondents::default());
        let config = Config { environment: self.environment.clone(), ..spec.config };
        let handle = Workspace::sessions().start(SessionSpec { config, ..spec }).unwrap();
        let outcome = soon("the end", handle.outcome()).await.unwrap();
        assert_eq!(outcome.ending, Ending::Ended(Verdict::Finished("done".into())));
    }

    /// The desktops that were opened, taken by a session after they waited, and closed.
    fn counts(&self) -> [usize; 3] {
        let DesktopCounts { opened, moved_in, closed, .. } = &*self.desktops;
        [opened, moved_in, closed].map(|it| it.load(Ordering::SeqCst))
    }
}

const SIZE: Size = Size { width: 800, height: 600 };

#[tokio::test(flavor = "multi_thread")]
async fn the_next_desktop_starts_while_a_session_runs() {
    let counted = Counted::new(SIZE);
    for task in ["a", "b", "c"] {
        counted.session(task).await;
    }
    let [_, moved_in, closed] = counted.counts();
    assert_eq!((moved_in, closed), (2, 3), "the first session waits for its own desktop, the others do not");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desktop_that_died_while_it_waited_is_thrown_away() {
    let counted = Counted::new(SIZE);
    counted.session("a").await;
    counted.desktops.are_dead.store(true, Ordering::SeqCst);
    counted.session("b").await;
    let [_, moved_in, closed] = counted.counts();
    assert_eq!((moved_in, closed), (0, 3), "two sessions, and the dead one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_another_size_starts_its_own_desktop() {
    let counted = Counted::new(Size { width: 1, height: 1 });
    counted.session("a").await;
    counted.session("b").await;
    assert_eq!(counted.counts(), [2, 0, 2]);
}
