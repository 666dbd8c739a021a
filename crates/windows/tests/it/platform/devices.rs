//! A person at the devices, and the recording of a demonstration.
#![expect(unsafe_code, reason = "calls Windows")]

use super::applications::{current_desktop, wait_until};
use crate::scene::{Scene, alone, click};
use deskpilot_core::{Aim, Button, Chord, Effect, Gesture, Input, Key, Modifier, PauseCause, Point, Role};
use deskpilot_desktop::{ButtonAt, Desktop, DeviceInput, RemoteInput};
use deskpilot_win32::{Deadline, Hwnd, InputSender, activate, answers, key_sequence_of_text, windows};
use deskpilot_windows_fixtures::{
    Fixture, FixtureProgram, Gesture as Pressed, Happened, PointerButton, read_record,
};
use std::{
    future::Future,
    time::{Duration, Instant},
};
use tokio::time::timeout;
use windows::Win32::{
    Foundation::{HWND, LPARAM},
    System::LibraryLoader::{GetProcAddress, LoadLibraryW},
    UI::Input::KeyboardAndMouse::{
        GetAsyncKeyState, INPUT, INPUT_0, INPUT_KEYBOARD, INPUT_MOUSE, KEYBD_EVENT_FLAGS, KEYBDINPUT,
        KEYEVENTF_KEYUP, MOUSEEVENTF_MOVE, MOUSEINPUT, VIRTUAL_KEY, VK_F13, VK_LBUTTON, VK_SHIFT,
    },
    UI::WindowsAndMessaging::GetDesktopWindow,
};
use windows::core::{s, w};

/// How long an input may take.
const SOON: Duration = Duration::from_secs(10);
/// How long nothing must come after what is not to be noticed.
const QUIET: Duration = Duration::from_millis(300);

/// Wine's function by which its drivers report what a device did.
type Device = unsafe extern "system" fn(HWND, u32, *const INPUT, LPARAM) -> i32;

/// The function; `None` on Windows itself, where only devices can do this.
fn device() -> Option<Device> {
    // SAFETY: the library stays loaded, and Wine's own sources give the function this form.
    unsafe {
        let library = LoadLibraryW(w!("win32u.dll")).ok()?;
        GetProcAddress(library, s!("NtUserSendHardwareInput")).map(|it| std::mem::transmute::<_, Device>(it))
    }
}

fn by_device(device: Device, input: &INPUT) {
    // SAFETY: the pointer is to a structure of ours.
    unsafe { device(HWND::default(), 0, input, LPARAM(0)) };
}

/// A key that no program does anything with.
fn key(flags: KEYBD_EVENT_FLAGS) -> INPUT {
    let ki = KEYBDINPUT { wVk: VK_F13, wScan: 0x64, dwFlags: flags, ..KEYBDINPUT::default() };
    INPUT { r#type: INPUT_KEYBOARD, Anonymous: INPUT_0 { ki } }
}

fn movement(by: i32) -> INPUT {
    let mi = MOUSEINPUT { dx: by, dy: 0, dwFlags: MOUSEEVENTF_MOVE, ..MOUSEINPUT::default() };
    INPUT { r#type: INPUT_MOUSE, Anonymous: INPUT_0 { mi } }
}

/// Whether a key is down, by a person or a program.
fn is_down(key: VIRTUAL_KEY) -> bool {
    // SAFETY: takes a number and returns one.
    (unsafe { GetAsyncKeyState(key.0.into()) }) < 0
}

/// Moves the pointer, as a person does before they press.
///
/// Under Wine a movement makes the desktop's window report the old place once more (the driver grabs the pointer to move it),
/// and a press that comes meanwhile goes there. So the pointer is in its place only once that window and the one below it have
/// answered what they got before.
fn take_pointer_to(place: Point, below: Hwnd) {
    // SAFETY: takes nothing, and the desktop's window is always there.
    let desktop = Hwnd(unsafe { GetDesktopWindow() }.0.addr().cast_signed());
    let (sender, begun) = (InputSender::default(), Instant::now());
    loop {
        sender.move_to(place).unwrap();
        for window in [desktop, below] {
            answers(window, Deadline::within(SOON)).unwrap();
        }
        if sender.pointer_position().unwrap() == place {
            return;
        }
        assert!(begun.elapsed() < SOON, "waited in vain: the pointer is there");
    }
}

async fn comes<T>(what: &str, waiting: impl Future<Output = T>) -> T {
    timeout(SOON, waiting).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

#[tokio::test]
async fn a_person_is_noticed_and_our_own_input_is_not() {
    let _alone = alone().await;
    let desktop = current_desktop().await;
    let mut watch = desktop.watch_person().await.unwrap();
    let sender = InputSender::default();
    sender.move_to(Point { x: 1000, y: 700 }).unwrap();
    sender.move_to(Point { x: 1100, y: 750 }).unwrap();
    sender.send_keys_to_focus(&key_sequence_of_text("a").unwrap()).unwrap();
    sender.press_modifiers(&[Modifier::Shift]).unwrap();
    sender.release_all().unwrap();
    assert!(timeout(QUIET, watch.touched()).await.is_err(), "a program's input was taken for a person's");
    let Some(device) = device() else { return };
    by_device(device, &key(KEYBD_EVENT_FLAGS::default()));
    by_device(device, &key(KEYEVENTF_KEYUP));
    assert_eq!(comes("the key", watch.touched()).await.unwrap(), PauseCause::Keyboard);
    by_device(device, &movement(-40));
    assert_eq!(comes("the movement", watch.touched()).await.unwrap(), PauseCause::Pointer);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_takes_over_has_the_desktop_alone_until_they_hand_it_back() {
    let mut scene = Scene::open("controls").await;
    let desktop = current_desktop().await;
    let mut watch = desktop.watch_person().await.unwrap();
    // Where tests have no devices, the pause comes from elsewhere, and the rest is the same.
    let device = device();
    let (rect, record) = (scene.window.rect, scene.record());
    // Beside the controls, at the bottom of the window.
    let from = Point { x: rect.x + 100, y: rect.bottom() - 60 };
    let to = Point { x: from.x + 300, y: from.y };
    let drag = Gesture::Drag { to, button: Button::Left, held: vec![Modifier::Shift], millis: 20_000 };
    let input = Input { window: scene.window.id, aim: Aim::Point(from), gesture: drag };
    let is = |it: &Happened, wanted| matches!(it, Happened::Pointer { gesture, .. } if *gesture == wanted);
    let person = tokio::spawn(async move {
        let has_begun = || {
            let is_pressed = read_record(&record).unwrap().iter().any(|it| is(it, Pressed::Down));
            is_pressed && is_down(VK_SHIFT)
        };
        wait_until("the drag begins", has_begun).await;
        if let Some(device) = device {
            by_device(device, &key(KEYBD_EVENT_FLAGS::default()));
            by_device(device, &key(KEYEVENTF_KEYUP));
        }
    });
    let pause = async {
        match device {
            Some(_) => comes("the key", watch.touched()).await.unwrap(),
            None => person.await.map(|()| PauseCause::Asked).unwrap(),
        }
    };
    // As a session does: the first that comes ends the other.
    let cause = tokio::select! {
        done = scene.desktop.perform(&input) => panic!("nobody stopped it: {done:?}"),
        cause = pause => cause,
    };
    assert_eq!(cause, if device.is_some() { PauseCause::Keyboard } else { PauseCause::Asked });
    scene.desktop.release().await.unwrap();
    scene.until(|it| it.happened().iter().any(|it| is(it, Pressed::Up))).await;
    wait_until("the key is released", || !is_down(VK_SHIFT)).await;
    assert!(!is_down(VK_LBUTTON), "the button stays held");
    // The person has the desktop, and nothing of ours comes there.
    if let Some(device) = device {
        by_device(device, &movement(-40));
        assert_eq!(comes("the movement", watch.touched()).await.unwrap(), PauseCause::Pointer);
    }
    let recorded = scene.happened().len();
    assert!(timeout(QUIET, watch.touched()).await.is_err());
    assert_eq!(scene.happened().len(), recorded, "{:?}", scene.happened());
    // Handed back: the session looks again and goes on.
    let save = scene.control(Role::Button, "Save").await;
    let effect = scene.perform(&save, click()).await.unwrap();
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert!(timeout(QUIET, watch.touched()).await.is_err(), "our own input was taken for a person's");
}

#[tokio::test]
async fn everything_that_is_done_with_the_devices_is_recorded_with_its_place() {
    let _alone = alone().await;
    let desktop = current_desktop().await;
    let mut watch = desktop.watch_input().await.unwrap();
    let (sender, begun) = (InputSender::default(), Instant::now());
    let _fixture = Fixture::start(FixtureProgram::Controls, "Recorded").unwrap();
    let window = windows().unwrap().into_iter().find(|it| it.title == "Recorded").unwrap();
    let place = window.rect.center();
    take_pointer_to(place, window.hwnd);
    sender.click_at(place, &[window.hwnd], Button::Left, 1).unwrap();
    for wanted in [DeviceInput::Press(Button::Left, place), DeviceInput::Release(Button::Left, place)] {
        let recorded = comes("the click", watch.next()).await.unwrap();
        assert_eq!(recorded.input, wanted);
        assert!(recorded.at >= begun);
    }
    let Some(device) = device() else { return };
    by_device(device, &key(KEYBD_EVENT_FLAGS::default()));
    by_device(device, &key(KEYEVENTF_KEYUP));
    let recorded = comes("the key", watch.next()).await.unwrap();
    assert_eq!(recorded.input, DeviceInput::Key(Chord::plain(Key::F(13))));
}

#[tokio::test]
async fn hands_of_a_person_elsewhere_work_in_whatever_window_is_there() {
    let _alone = alone().await;
    let desktop = current_desktop().await;
    let mut hands = desktop.remote_hands().await.unwrap();
    let fixture = Fixture::start(FixtureProgram::Controls, "Hands").unwrap();
    let window = windows().unwrap().into_iter().find(|it| it.title == "Hands").unwrap();
    activate(window.hwnd).unwrap();
    hands.perform(&RemoteInput::Keys("End".into())).await.unwrap();
    hands.perform(&RemoteInput::Text("é✓".into())).await.unwrap();
    let typed = |text: &str| Happened::Text { control: "Name".into(), text: text.into() };
    fixture.wait_for(&typed("initialé✓")).unwrap_or_else(|error| panic!("{error}"));
    hands.perform(&RemoteInput::Paste("one\ntwo".into())).await.unwrap();
    assert_eq!(hands.copied().await.unwrap(), "one\ntwo");
    // Beside the controls, at the bottom of the window.
    let (x, y) = (window.rect.x + 300, window.rect.bottom() - 40);
    let at = ButtonAt { button: Button::Right, x, y };
    take_pointer_to(at.point(), window.hwnd);
    hands.perform(&RemoteInput::Hold(vec![Modifier::Shift])).await.unwrap();
    wait_until("the key is held", || is_down(VK_SHIFT)).await;
    hands.release().await.unwrap();
    wait_until("the key is released", || !is_down(VK_SHIFT)).await;
    hands.perform(&RemoteInput::Press(at)).await.unwrap();
    hands.release().await.unwrap();
    let is_up = |it: &Happened| {
        matches!(it, Happened::Pointer { gesture: Pressed::Up, button: PointerButton::Right, .. })
    };
    wait_until("the button is released", || fixture.happened().unwrap().iter().any(is_up)).await;
    hands.perform(&RemoteInput::Keys("F5".into())).await.unwrap();
    let key = Happened::Key { code: 0x74, ctrl: false, shift: false };
    fixture.wait_for(&key).unwrap_or_else(|error| panic!("{error}"));
    let background = RemoteInput::Press(ButtonAt { button: Button::Left, x: 1270, y: 790 });
    assert!(hands.perform(&background).await.is_err(), "there is no window");
}
