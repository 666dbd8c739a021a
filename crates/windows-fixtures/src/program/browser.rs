//! A browser without pages: it takes the commands of a real one, and has one tab, of which it says a title and an address.
//!
//! A test copies it under the name of a real one's program. With Chromium's argument for it, it reads messages of its debugging protocol
//! from its descriptor 3 and answers through 4; it ends where there is nothing more to read. With a profile of Firefox, it says there
//! where it listens, which is what a file beside its program says.
#![expect(unsafe_code, reason = "calls the C runtime")]

use super::ProgramError;
use crate::window::parts::{Part, add};
use crate::window::{Frame, Program, serve};
use serde_json::{Value, json};
use std::{
    env,
    ffi::c_int,
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    os::windows::io::{FromRawHandle, RawHandle},
    path::{Path, PathBuf},
    thread,
};
use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    UI::WindowsAndMessaging::{BS_PUSHBUTTON, WS_TABSTOP},
};
use windows::core::Result;

/// The title of its page.
pub const PAGE: &str = "Fixture of a page";
/// Its address.
const ADDRESS: &str = "https://fixture.example/";
/// The argument with which it takes commands of Chromium's protocol.
const PIPES: &str = "--remote-debugging-pipe";
/// The argument before the folder of Firefox's profile.
const PROFILE: &str = "--profile";
/// The file in which Firefox says where it listens.
const SERVER: &str = "WebDriverBiDiServer.json";
/// How it ends where its commands do.
const NOTHING_MORE: i32 = 0;
/// How it ends where it should have descriptors and has none.
const NO_PIPES: i32 = 4;

unsafe extern "C" {
    /// The handle of a descriptor of the C runtime; negative where it has none.
    fn _get_osfhandle(descriptor: c_int) -> isize;
}

/// Opens the window of a browser, and serves it until it is closed or its commands end.
///
/// # Errors
/// There is no window, or the profile cannot be written.
pub fn browser() -> std::result::Result<(), ProgramError> {
    let arguments: Vec<String> = env::args().collect();
    if let Some(at) = arguments.iter().position(|it| it == PROFILE) {
        listen(&arguments.get(at + 1).map(PathBuf::from).unwrap_or_default())?;
    }
    if arguments.iter().any(|it| it == PIPES) {
        thread::spawn(|| {
            let end = if answer_all().is_some() { NOTHING_MORE } else { NO_PIPES };
            std::process::exit(end);
        });
    }
    let name = env::current_exe()?.file_stem().map(|it| it.to_string_lossy().to_lowercase());
    let own = match name.as_deref() {
        Some("msedge") => "- Profile 1 - Microsoft\u{200b} Edge",
        Some("firefox") => "— Mozilla Firefox",
        _ => "- Google Chrome",
    };
    let (title, place) = (format!("{PAGE} {own}"), [40, 40, 600, 400]);
    let frame = Frame { class: "DeskpilotBrowser", title: &title, place, menu: None, shortcuts: &[] };
    Ok(serve(&frame, &Toolbar)?)
}

/// Says in the profile where it listens.
fn listen(profile: &Path) -> io::Result<()> {
    let beside = env::current_exe()?.with_file_name(SERVER);
    // Whole at once: who waits for it reads it as soon as it is there.
    let temporary = profile.join("server.new");
    fs::copy(beside, &temporary)?;
    fs::rename(temporary, profile.join(SERVER))
}

/// Answers commands until there are no more; `None` where it has no descriptors.
fn answer_all() -> Option<()> {
    let [reads, mut writes] = [descriptor(3)?, descriptor(4)?];
    let mut reads = BufReader::new(reads);
    let mut message = Vec::new();
    while reads.read_until(0, &mut message).is_ok_and(|it| it > 0) {
        message.pop();
        for it in answers(&serde_json::from_slice(&message).unwrap_or_default()) {
            writes.write_all(format!("{it}\0").as_bytes()).ok()?;
        }
        message.clear();
    }
    Some(())
}

fn descriptor(number: c_int) -> Option<File> {
    // SAFETY: takes and returns a number.
    let handle = unsafe { _get_osfhandle(number) };
    let handle: RawHandle = std::ptr::with_exposed_provenance_mut(usize::try_from(handle).ok()?);
    // SAFETY: the descriptor is open, and nothing else in this program uses it.
    Some(unsafe { File::from_raw_handle(handle) })
}

/// What it sends on a command: its reply, and what happens then.
fn answers(command: &Value) -> Vec<Value> {
    let page = json!({"targetId": "T", "type": "page", "title": PAGE, "url": ADDRESS});
    let result = match command["method"].as_str().unwrap_or_default() {
        "SystemInfo.getProcessInfo" => {
            json!({"processInfo": [{"type": "browser", "id": std::process::id(), "cpuTime": 0}]})
        }
        "Target.getTargets" => json!({"targetInfos": [page]}),
        "Browser.getWindowForTarget" => json!({"windowId": 1}),
        "Page.createIsolatedWorld" => json!({"executionContextId": 1}),
        "Runtime.callFunctionOn" => json!({"result": {"type": "string", "value": status()}}),
        _ => json!({}),
    };
    let mut reply = json!({"id": command["id"], "result": result});
    let session = &command["sessionId"];
    if !session.is_null() {
        reply["sessionId"] = session.clone();
    } else if command["method"] == "Target.setAutoAttach" {
        let attached = json!({"sessionId": "S", "targetInfo": page, "waitingForDebugger": true});
        return vec![reply, json!({"method": "Target.attachedToTarget", "params": attached})];
    }
    vec![reply]
}

/// What its page answers to every question: what it is.
fn status() -> String {
    let status = json!({"title": PAGE, "url": ADDRESS, "visible": true, "ready": "complete", "origin": 1.0});
    json!({"ok": status}).to_string()
}

/// What a window has above its page.
struct Toolbar;

impl Program for Toolbar {
    fn open(&self, window: HWND) -> Result<()> {
        let style = BS_PUSHBUTTON.cast_unsigned() | WS_TABSTOP.0;
        let place = [10, 10, 80, 26];
        add(window, &Part { class: "BUTTON", text: "Reload", style, id: 100, place }).map(drop)
    }

    fn shown(&self) {}

    fn message(&self, _: HWND, _: u32, _: WPARAM, _: LPARAM) -> Option<LRESULT> {
        None
    }

    fn closed(&self) {}
}
