//! The desktop and window under test; its methods panic if a call fails or takes too long.

use super::NamedControl;
use deskpilot_core::{Aim, Control, Effect, Gesture, Input, Launch, Rect, Window, WindowId};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, Image, WindowClaim, root_window,
};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// The time limit of one call.
const CALL: Duration = Duration::from_secs(30);
/// How long an effect may take to become visible.
const SETTLING: Duration = Duration::from_secs(5);
/// The pause between two reads.
const PAUSE: Duration = Duration::from_millis(50);
/// The budget of a complete read.
const FULL_READ: Budget = Budget { deadline: Duration::from_secs(10), controls: 5000 };

/// A desktop with the window under test.
pub(super) struct DesktopUnderTest<'a> {
    desktop: &'a mut dyn Desktop,
    pub(super) id: WindowId,
}

impl DesktopUnderTest<'_> {
    pub(super) async fn open<'a>(desktop: &'a mut dyn Desktop, application: &str) -> DesktopUnderTest<'a> {
        let launch = Launch { application: application.to_owned(), file: None, ..Launch::default() };
        let window = in_time("launch", desktop.launch(&launch, &[])).await;
        let window = window.unwrap_or_else(|error| panic!("{launch} failed: {error}"));
        DesktopUnderTest { desktop, id: window.id }
    }

    /// Another connection to the desktop that has the window open.
    pub(super) fn attach(desktop: &mut dyn Desktop, id: WindowId) -> DesktopUnderTest<'_> {
        DesktopUnderTest { desktop, id }
    }

    pub(super) fn screen(&self) -> Rect {
        let size = self.desktop.info().size;
        Rect::new(0, 0, size.width, size.height)
    }

    pub(super) async fn windows(&mut self) -> Vec<Window> {
        must("windows", in_time("windows", self.desktop.windows()).await)
    }

    /// The window under test as listed now.
    pub(super) async fn window(&mut self) -> Window {
        let id = self.id;
        let windows = self.windows().await;
        let Some(window) = windows.iter().find(|it| it.id == id) else {
            panic!("the launched window {id:?} is not listed; listed are {windows:?}");
        };
        window.clone()
    }

    pub(super) async fn snapshot(&mut self, budget: Budget) -> ControlSnapshot {
        let window = self.window().await;
        must("controls", in_time("controls", self.desktop.controls(&window, budget)).await)
    }

    pub(super) async fn controls(&mut self) -> Vec<Control> {
        self.snapshot(FULL_READ).await.controls
    }

    /// Waits for the target control.
    pub(super) async fn find(&mut self, target: &NamedControl) -> Control {
        let end = Instant::now() + SETTLING;
        loop {
            let controls = self.controls().await;
            match controls.iter().find(|it| target.is(it)) {
                Some(control) => return control.clone(),
                None if Instant::now() < end => sleep(PAUSE).await,
                None => {
                    panic!(
                        "{target:?} is not among {:?}",
                        controls.iter().map(Control::id).collect::<Vec<_>>()
                    )
                }
            }
        }
    }

    /// Waits until the target control fulfils the condition; panics with `what` if it never does.
    pub(super) async fn expect(&mut self, target: &NamedControl, what: &str, is: impl Fn(&Control) -> bool) {
        let end = Instant::now() + SETTLING;
        loop {
            let control = self.find(target).await;
            if is(&control) {
                return;
            }
            assert!(Instant::now() < end, "{what}, but it is {control:?}");
            sleep(PAUSE).await;
        }
    }

    pub(super) async fn root_window(&mut self) -> Window {
        must("root_window", in_time("root_window", self.desktop.root_window()).await)
    }

    /// The visible controls of all windows.
    pub(super) async fn all_controls(&mut self) -> Vec<Control> {
        let root = self.root_window().await;
        must("controls", in_time("controls", self.desktop.controls(&root, FULL_READ)).await).controls
    }

    pub(super) async fn try_to_claim(&mut self, window: &Window) -> Result<WindowClaim, DesktopError> {
        in_time("claim", self.desktop.claim(window, "to be checked")).await
    }

    pub(super) async fn capture(&mut self, area: Area) -> Image {
        must("capture", in_time("capture", self.desktop.capture(&area)).await)
    }

    pub(super) async fn try_to_read(&mut self, control: &Control) -> Result<String, DesktopError> {
        in_time("read", self.desktop.read(self.id, control)).await
    }

    /// The text of the target, without the final line break that some text fields add.
    pub(super) async fn read(&mut self, target: &NamedControl) -> String {
        let control = self.find(target).await;
        let text = must("read", self.try_to_read(&control).await);
        text.strip_suffix('\n').map(str::to_owned).unwrap_or(text)
    }

    pub(super) async fn try_to_perform(&mut self, input: &Input) -> Result<Effect, DesktopError> {
        let performing = async {
            let input = root_window::resolve(self.desktop, input).await?;
            self.desktop.perform(&input).await
        };
        in_time("perform", performing).await.map(|outcome| outcome.effect)
    }

    /// The text on the clipboard.
    pub(super) async fn read_clipboard(&mut self) -> String {
        let input = Input { window: self.id, aim: Aim::Window, gesture: Gesture::ReadClipboard };
        let outcome = must("reading the clipboard", in_time("perform", self.desktop.perform(&input)).await);
        outcome.output.unwrap_or_else(|| panic!("the clipboard was not read: {}", outcome.effect))
    }

    /// Waits until the clipboard has this text.
    pub(super) async fn until_clipboard_has(&mut self, text: &str) {
        let end = Instant::now() + SETTLING;
        while self.read_clipboard().await != text {
            assert!(Instant::now() < end, "{text:?} was copied, and does not come to be on the clipboard");
            sleep(PAUSE).await;
        }
    }

    /// Waits until the target has this text.
    pub(super) async fn until_text_is(&mut self, target: &NamedControl, text: &str, what: &str) {
        let end = Instant::now() + SETTLING;
        while self.read(target).await != text {
            assert!(Instant::now() < end, "{what}, {text:?} must be the text at {target:?}");
            sleep(PAUSE).await;
        }
    }

    /// Performs a gesture that the desktop must accept.
    pub(super) async fn perform(&mut self, target: &NamedControl, gesture: Gesture) -> Effect {
        let aim = Aim::Control(Box::new(self.find(target).await));
        let input = Input { window: self.id, aim, gesture };
        let effect = must(&format!("{input:?}"), self.try_to_perform(&input).await);
        assert!(!matches!(effect, Effect::Refused(_) | Effect::Interrupted), "{input:?}: {effect}");
        effect
    }

    pub(super) async fn try_to_launch(&mut self, launch: &Launch) -> Result<Window, DesktopError> {
        in_time("launch", self.desktop.launch(launch, &[])).await
    }

    /// Waits until the windows or the controls differ from these.
    pub(super) async fn until_changed(&mut self, windows: &[Window], controls: &[Control], what: &str) {
        let end = Instant::now() + SETTLING;
        loop {
            let now = self.windows().await;
            let still_there = now.iter().any(|it| it.id == self.id);
            if now != windows || !still_there || self.controls().await != controls {
                return;
            }
            assert!(Instant::now() < end, "{what}, but nothing in its window or among the windows differs");
            sleep(PAUSE).await;
        }
    }

    pub(super) async fn release(&mut self) {
        must("release", in_time("release", self.desktop.release()).await);
    }
}

pub(super) async fn in_time<T>(what: &str, call: impl Future<Output = T>) -> T {
    match timeout(CALL, call).await {
        Ok(value) => value,
        Err(_) => panic!("{what} did not return within {} s", CALL.as_secs()),
    }
}

pub(super) fn must<T>(what: &str, result: Result<T, DesktopError>) -> T {
    result.unwrap_or_else(|error| panic!("{what} failed: {error}"))
}
