//! The screen of a session for people who are elsewhere: what its private desktop shows, and their input while they hold it.

use crate::control::{ErrorCode, SharedPicture};
use deskpilot_agent::SessionControl;
use deskpilot_core::{PauseCause, Policy};
use deskpilot_desktop::{DesktopKind, OpenDesktop, Redactor, RemoteHands, RemoteInput, ScreenWatch};
use std::{
    convert::Infallible,
    future::pending,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    sync::{Notify, mpsc, oneshot, watch},
    time::sleep,
};

/// The pause between two looks at the screen: ten a second at most.
const PAUSE: Duration = Duration::from_millis(100);

/// How many times as long as a look took the pause after it is at least, while the agent works: a picture without protected fields asks
/// the applications for their controls, and on a busy machine they would do little else.
const PAUSE_BY_LOOK: u32 = 3;

/// The longest pause between two looks.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The pause after a desktop that did not answer.
const RETRY: Duration = Duration::from_millis(500);

/// The most inputs that wait to be done.
const QUEUE: usize = 256;

/// The places beside them that only what releases something takes: a key that stays held spoils every input after it.
const FOR_RELEASE: usize = 32;

/// What people elsewhere are shown of a session's desktop, and do on it.
pub(crate) struct ScreenShare {
    kind: DesktopKind,
    control: SessionControl,
    picture: watch::Sender<Option<Arc<SharedPicture>>>,
    wanted: Notify,
    tasks: mpsc::Sender<(String, HandTask)>,
    /// Taken once the desktop is open.
    queue: Mutex<Option<mpsc::Receiver<(String, HandTask)>>>,
}

/// What the hands are to do.
enum HandTask {
    Perform(RemoteInput),
    Copy(oneshot::Sender<Option<String>>),
    LetGo,
}

impl HandTask {
    /// Whether something that is held may be released by it.
    const fn releases(&self) -> bool {
        matches!(self, HandTask::LetGo | HandTask::Perform(RemoteInput::Release(_) | RemoteInput::Hold(_)))
    }
}

impl ScreenShare {
    /// The screen of a session on a desktop of this kind.
    pub(crate) fn new(kind: DesktopKind, control: SessionControl) -> Arc<ScreenShare> {
        let (tasks, queue) = mpsc::channel(QUEUE + FOR_RELEASE);
        let (picture, wanted) = (watch::Sender::new(None), Notify::new());
        Arc::new(ScreenShare { kind, control, picture, wanted, tasks, queue: Mutex::new(Some(queue)) })
    }

    /// The pictures from now on, as long as the receiver lives.
    pub(crate) fn watch(&self) -> watch::Receiver<Option<Arc<SharedPicture>>> {
        let pictures = self.picture.subscribe();
        // After subscribing: `look` counts the receivers as soon as it wakes up.
        self.wanted.notify_one();
        pictures
    }

    /// Does this for the person of this name.
    ///
    /// # Errors
    /// It is dropped: the desktop is not theirs.
    pub(crate) fn perform(&self, by: &str, input: RemoteInput) -> Result<(), ErrorCode> {
        self.check(by)?;
        self.put(by, HandTask::Perform(input))
    }

    /// The text on the clipboard, for the person of this name; the receiver gets `None` where it cannot be read.
    ///
    /// # Errors
    /// The desktop is not theirs.
    pub(crate) fn copy(&self, by: &str) -> Result<oneshot::Receiver<Option<String>>, ErrorCode> {
        self.check(by)?;
        let (sender, receiver) = oneshot::channel();
        self.put(by, HandTask::Copy(sender))?;
        Ok(receiver)
    }

    /// Releases what the person of this name holds, because they have gone.
    pub(crate) fn let_go(&self, by: &str) {
        // Another person who takes over from them has it released as well, and so has the agent.
        if self.check(by).is_ok() {
            let _ = self.put(by, HandTask::LetGo);
        }
    }

    /// Gives the desktop to the person of this name.
    ///
    /// # Errors
    /// It is the one that the user sits at.
    pub(crate) fn take_over(&self, by: &str) -> Result<(), ErrorCode> {
        if self.kind == DesktopKind::Current {
            return Err(ErrorCode::NotPrivate);
        }
        self.control.take_over(by);
        Ok(())
    }

    fn put(&self, by: &str, task: HandTask) -> Result<(), ErrorCode> {
        if !task.releases() && self.tasks.capacity() <= FOR_RELEASE {
            return Err(ErrorCode::Busy);
        }
        self.tasks.try_send((by.to_owned(), task)).map_err(|_| ErrorCode::Busy)
    }

    /// Whether the desktop is the person's of this name now.
    fn check(&self, by: &str) -> Result<(), ErrorCode> {
        match self.control.pause_cause() {
            _ if self.kind == DesktopKind::Current => Err(ErrorCode::NotPrivate),
            None => Err(ErrorCode::NotPaused),
            Some(PauseCause::TakenOver(holder)) if holder == by => Ok(()),
            Some(_) => Err(ErrorCode::NotHeld),
        }
    }

    /// Shows the desktop and does what people do on it, until the future is dropped.
    pub(crate) async fn share(
        &self,
        desktop: &dyn OpenDesktop,
        policy: &Policy,
        redactor: &Redactor,
    ) -> Infallible {
        if self.kind == DesktopKind::Current {
            return pending().await;
        }
        let shown = redactor.for_watch();
        tokio::select! {
            never = self.look(desktop, policy, redactor) => never,
            never = self.act(desktop, &shown) => never,
        }
    }

    async fn look(&self, desktop: &dyn OpenDesktop, policy: &Policy, redactor: &Redactor) -> Infallible {
        loop {
            while self.picture.receiver_count() == 0 {
                self.wanted.notified().await;
            }
            if let Ok(connection) = desktop.connect().await {
                self.follow(ScreenWatch::new(connection, policy.clone(), redactor)).await;
            }
            // The last picture must not pass for what the desktop shows now.
            self.picture.send_replace(None);
            sleep(RETRY).await;
        }
    }

    /// Passes on what the screen shows as long as somebody wants it.
    async fn follow(&self, mut screen: ScreenWatch) {
        while self.picture.receiver_count() > 0 {
            let begun = Instant::now();
            match screen.change().await {
                Ok(Some(picture)) => {
                    drop(self.picture.send_replace(Some(Arc::new(SharedPicture::new(picture)))));
                }
                Ok(None) => {}
                Err(_) => return,
            }
            sleep(self.pause_after(begun.elapsed())).await;
        }
    }

    /// The pause after a look that took so long.
    fn pause_after(&self, look: Duration) -> Duration {
        match self.control.pause_cause() {
            None => (look * PAUSE_BY_LOOK).clamp(PAUSE, LONGEST_PAUSE),
            // A person works here: what they do is shown as soon as it can be.
            Some(_) => PAUSE,
        }
    }

    async fn act(&self, desktop: &dyn OpenDesktop, redactor: &Redactor) -> Infallible {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut queue) = queue else { return pending().await };
        let mut pauses = self.control.pauses();
        let mut hands: Option<Box<dyn RemoteHands>> = None;
        loop {
            tokio::select! {
                biased;
                // What one person held is released before another acts, or the agent.
                Ok(()) = pauses.changed() => let_go(hands.take()).await,
                Some((by, task)) = queue.recv() => {
                    if hands.is_none() {
                        hands = desktop.remote_hands().await.ok();
                    }
                    if let Some(ready) = hands.as_mut() {
                        let working = carry_out(ready.as_mut(), task, redactor);
                        self.while_theirs(&by, pauses.clone(), working).await;
                    }
                }
            }
        }
    }

    /// Does something for the person of this name, until the desktop is no longer theirs.
    async fn while_theirs(
        &self,
        by: &str,
        mut pauses: watch::Receiver<Option<PauseCause>>,
        working: impl Future<Output = ()>,
    ) {
        let lost = async { while self.check(by).is_ok() && pauses.changed().await.is_ok() {} };
        tokio::select! {
            // The loss first: nothing more is done in the name of somebody who no longer has the desktop.
            biased;
            () = lost => {}
            () = working => {}
        }
    }
}

/// Releases what the hands hold.
async fn let_go(hands: Option<Box<dyn RemoteHands>>) {
    if let Some(mut hands) = hands {
        // An error means that the desktop is gone, and with it what is held.
        let _ = hands.release().await;
    }
}

/// Does a task. What the desktop cannot do, such as a key that it does not have, is not done: the person sees it.
async fn carry_out(hands: &mut dyn RemoteHands, task: HandTask, redactor: &Redactor) {
    match task {
        HandTask::Perform(input) => drop(hands.perform(&input).await),
        HandTask::LetGo => drop(hands.release().await),
        HandTask::Copy(receiver) => {
            let copied = hands.copied().await.ok();
            drop(receiver.send(copied.map(|it| redactor.redact_text(it))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_trait::async_trait;
    use deskpilot_core::{Button, Secret, Size};
    use deskpilot_desktop::{
        ButtonAt, DesktopError, DesktopOptions, DesktopSource, NullDesktop, RedactedDesktop, RevealedSecret,
        SecretError, SecretScope, SecretStore,
    };
    use deskpilot_testkit::TextPlatform;
    use std::sync::atomic::Ordering;
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    /// How long what should end at once may take.
    const AT_ONCE: Duration = Duration::from_secs(10);

    /// How long nobody looks.
    const HOUR: Duration = Duration::from_secs(3600);

    /// Hands that never end what they do.
    struct EndlessHands;

    #[async_trait]
    impl RemoteHands for EndlessHands {
        async fn perform(&mut self, _: &RemoteInput) -> Result<(), DesktopError> {
            pending().await
        }

        async fn copied(&mut self) -> Result<String, DesktopError> {
            Ok("Open sesame".into())
        }

        async fn release(&mut self) -> Result<(), DesktopError> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn what_a_person_does_ends_when_another_takes_over_and_when_they_hand_back() {
        for is_taken in [true, false] {
            let control = SessionControl::new(CancellationToken::new());
            let screen = ScreenShare::new(DesktopKind::Private, control.clone());
            screen.take_over("one").unwrap();
            let (mut hands, redactor) = (EndlessHands, Redactor::default());
            let typing = carry_out(&mut hands, HandTask::Perform(text()), &redactor);
            let working = screen.while_theirs("one", control.pauses(), typing);
            let ending = async {
                if is_taken {
                    screen.take_over("two").unwrap();
                } else {
                    control.hand_back();
                }
            };
            let both = async { tokio::join!(working, ending) };
            assert!(timeout(AT_ONCE, both).await.is_ok(), "it goes on");
        }
    }

    fn text() -> RemoteInput {
        RemoteInput::Text("a".into())
    }

    /// A store with one secret.
    struct OneSecret;

    #[async_trait]
    impl SecretStore for OneSecret {
        fn names(&self) -> Vec<String> {
            vec!["mail".into()]
        }

        async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
            RevealedSecret::new(name, Secret::new("Open sesame"), SecretScope::default())
        }
    }

    #[tokio::test]
    async fn a_person_does_not_get_a_secret_of_the_session_from_the_clipboard() {
        let redactor = Redactor::default();
        let desktop = RedactedDesktop::new(Box::new(NullDesktop), Policy::default());
        let desktop = desktop.with_secrets(Box::new(OneSecret), redactor.clone());
        for (names, expected) in [(vec![], "Open sesame"), (OneSecret.names(), "{{secret:mail}}")] {
            assert_eq!(desktop.cover_secrets(&names).await, Vec::<String>::new());
            let (sender, receiver) = oneshot::channel();
            carry_out(&mut EndlessHands, HandTask::Copy(sender), &redactor.for_watch()).await;
            assert_eq!(receiver.await.unwrap().as_deref(), Some(expected));
        }
    }

    #[test]
    fn input_is_dropped_unless_the_session_is_paused_and_this_person_has_taken_over() {
        let control = SessionControl::new(CancellationToken::new());
        let screen = ScreenShare::new(DesktopKind::Private, control.clone());
        assert_eq!(screen.perform("one", text()), Err(ErrorCode::NotPaused));
        control.pause(PauseCause::Asked);
        assert_eq!(screen.perform("one", text()), Err(ErrorCode::NotHeld));
        screen.take_over("one").unwrap();
        assert_eq!(screen.perform("one", text()), Ok(()));
        assert_eq!(screen.perform("two", text()), Err(ErrorCode::NotHeld));
        screen.take_over("two").unwrap();
        assert_eq!(screen.perform("one", text()), Err(ErrorCode::NotHeld));
        assert!(screen.copy("two").is_ok() && screen.copy("one").is_err());
        control.hand_back();
        assert_eq!(screen.perform("two", text()), Err(ErrorCode::NotPaused));
    }

    #[test]
    fn a_desktop_that_takes_long_to_look_at_is_looked_at_less_often_while_the_agent_works_on_it() {
        let control = SessionControl::new(CancellationToken::new());
        let screen = ScreenShare::new(DesktopKind::Private, control.clone());
        let pauses = || [0, 30, 100, 500].map(|it| screen.pause_after(Duration::from_millis(it)).as_millis());
        assert_eq!(pauses(), [100, 100, 300, 500]);
        screen.take_over("one").unwrap();
        assert_eq!(pauses(), [100; 4]);
        control.hand_back();
        assert_eq!(pauses(), [100, 100, 300, 500]);
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_captured_while_nobody_looks() {
        let platform = TextPlatform::bare("window \"Notes\" editor\n  edit \"Text\"\n");
        let size = Size { width: 80, height: 60 };
        let kind = DesktopKind::Private;
        let options = DesktopOptions { kind, size, home: None, settings: None, working: None };
        let desktop = platform.open(&options).await.unwrap();
        let screen = ScreenShare::new(kind, SessionControl::new(CancellationToken::new()));
        let (policy, redactor) = (Policy::default(), Redactor::default());
        let connections = || platform.desktops().connected.load(Ordering::SeqCst);
        let looking = async {
            sleep(HOUR).await;
            assert_eq!(connections(), 0, "nobody has looked yet");
            let mut pictures = screen.watch();
            drop(timeout(AT_ONCE, pictures.wait_for(Option::is_some)).await.unwrap().unwrap());
            drop(pictures);
            sleep(HOUR).await;
            assert!(screen.picture.borrow().is_none(), "it is captured for nobody");
            assert_eq!(connections(), 1);
        };
        tokio::select! {
            never = screen.share(desktop.as_ref(), &policy, &redactor) => match never {},
            () = looking => {}
        }
    }

    #[test]
    fn nobody_takes_over_the_desktop_that_the_user_sits_at() {
        let control = SessionControl::new(CancellationToken::new());
        let screen = ScreenShare::new(DesktopKind::Current, control.clone());
        assert_eq!(screen.take_over("one"), Err(ErrorCode::NotPrivate));
        control.pause(PauseCause::Asked);
        assert_eq!(screen.perform("one", text()), Err(ErrorCode::NotPrivate));
    }

    #[test]
    fn what_a_person_who_has_gone_held_is_released_unless_another_has_the_desktop() {
        let control = SessionControl::new(CancellationToken::new());
        let screen = ScreenShare::new(DesktopKind::Private, control);
        screen.take_over("one").unwrap();
        for (by, is_released) in [("two", false), ("one", true)] {
            screen.let_go(by);
            let next = screen.queue.lock().unwrap().as_mut().unwrap().try_recv();
            assert_eq!(matches!(next, Ok((_, HandTask::LetGo))), is_released, "{by}");
        }
    }

    #[test]
    fn more_input_than_is_kept_is_dropped() {
        assert_eq!(full_screen().perform("one", text()), Err(ErrorCode::Busy));
    }

    #[test]
    fn what_is_held_is_released_also_while_all_places_for_input_are_taken() {
        let screen = full_screen();
        let left = ButtonAt { button: Button::Left, x: 1, y: 2 };
        for release in [RemoteInput::Hold(Vec::new()), RemoteInput::Release(left)] {
            assert_eq!(screen.perform("one", release), Ok(()));
        }
        screen.let_go("one");
        let mut queue = screen.queue.lock().unwrap();
        let queue = queue.as_mut().unwrap();
        let waiting = std::iter::from_fn(|| queue.try_recv().ok());
        assert_eq!(waiting.filter(|(_, task)| task.releases()).count(), 3);
    }

    #[test]
    fn more_releases_than_are_kept_are_dropped_as_well() {
        let screen = full_screen();
        let release = || screen.perform("one", RemoteInput::Hold(Vec::new()));
        assert!((0..FOR_RELEASE).all(|_| release().is_ok()));
        assert_eq!(release(), Err(ErrorCode::Busy));
    }

    /// A screen on which as much input waits as is kept, of a person who has taken over.
    fn full_screen() -> Arc<ScreenShare> {
        let control = SessionControl::new(CancellationToken::new());
        let screen = ScreenShare::new(DesktopKind::Private, control);
        screen.take_over("one").unwrap();
        assert!((0..QUEUE).all(|_| screen.perform("one", text()).is_ok()));
        screen
    }
}
