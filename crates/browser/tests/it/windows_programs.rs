//! Browsers of Windows, whose programs are a fixture that takes the commands of a real one: it is started on a private desktop as they
//! are, and so reached as they are.

use deskpilot_browser::BrowserReceiver;
use deskpilot_core::{Call, Launch, Size, Window};
use deskpilot_desktop::{
    Desktop, DesktopKind, DesktopOptions, DesktopSource, NativeAction, NativeInterfaces, OpenDesktop,
    Receiver, Scope, WebBrowser,
};
use deskpilot_windows::Windows;
use deskpilot_windows_fixtures::{FixtureProgram, PAGE};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, id},
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, sync::Mutex, time::sleep};
use tokio_tungstenite::{accept_async, tungstenite::Message};

/// How long anything may take.
const SOON: Duration = Duration::from_secs(30);
/// Where programs register the path by which their name alone starts them.
const APP_PATHS: &str = r"HKCU\Software\Microsoft\Windows\CurrentVersion\App Paths";
/// The registry is one, so these tests run one after the other.
static ALONE: Mutex<()> = Mutex::const_new(());

/// A program under the name of a browser, registered until this is dropped.
struct Installed {
    folder: PathBuf,
    program: &'static str,
}

impl Installed {
    fn register(program: &'static str) -> Installed {
        let folder = env::temp_dir().join(format!("deskpilot {program} {}", id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(program);
        fs::copy(FixtureProgram::Browser.path().unwrap(), &path).unwrap();
        reg(&["add", &format!(r"{APP_PATHS}\{program}"), "/ve", "/d", path.to_str().unwrap(), "/f"]);
        Installed { folder, program }
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        reg(&["delete", &format!(r"{APP_PATHS}\{}", self.program), "/f"]);
        // Its program may be about to end.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn reg(arguments: &[&str]) {
    assert!(Command::new("reg").args(arguments).output().unwrap().status.success(), "reg {arguments:?}");
}

/// A browser on a private desktop, and the receiver for it.
struct Scene {
    desktop: Box<dyn OpenDesktop>,
    connection: Box<dyn Desktop>,
    receiver: BrowserReceiver,
    window: Window,
}

impl Scene {
    /// Starts the program of a browser as the puppeteer does.
    async fn open(browser: WebBrowser, program: &str, home: &Path) -> Scene {
        let options = DesktopOptions {
            kind: DesktopKind::Private,
            size: Size { width: 1280, height: 800 },
            home: Some(home.to_owned()),
            settings: None,
            working: None,
        };
        let desktop = Windows.open(&options).await.unwrap();
        let mut connection = desktop.connect().await.unwrap();
        let profile = Windows.browsers().iter().find(|it| it.browser == browser).unwrap();
        let mut receiver = BrowserReceiver::of(browser, home.join(profile.folder));
        let launch = Launch { application: program.into(), ..Launch::default() };
        let found = connection.resolve_application(&launch).await.unwrap();
        let extras = receiver.life_cycle().unwrap().launch_extras(&found, &launch).unwrap();
        let window = connection.launch(&launch, &extras).await.unwrap();
        drop(extras);
        receiver.life_cycle().unwrap().wait_until_ready(&window).await;
        Scene { desktop, connection, receiver, window }
    }

    async fn command_count(&mut self) -> usize {
        self.receiver.commands(Scope::Window(&self.window)).await.unwrap().len()
    }

    /// What a command gives back.
    async fn read(&mut self, command: &str) -> String {
        let call = Call { command: command.into(), ..Call::default() };
        let action = NativeAction { scope: Scope::Window(&self.window), call: &call, deadline: SOON };
        let outcome = self.receiver.run(&action).await.unwrap();
        assert!(outcome.output.is_some(), "{command}: {}", outcome.effect);
        outcome.output.unwrap()
    }

    /// Waits until the window is gone, and with it its program.
    async fn ends(&mut self) {
        let begun = Instant::now();
        while !self.connection.windows().await.unwrap().is_empty() {
            assert!(begun.elapsed() < SOON, "the browser runs on");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

fn home(name: &str) -> PathBuf {
    env::temp_dir().join(format!("deskpilot-home-{name}-{}", id()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chrome_and_edge_take_commands_through_pipes_and_end_with_them() {
    let _alone = ALONE.lock().await;
    for (browser, program) in [(WebBrowser::Chrome, "chrome.exe"), (WebBrowser::Edge, "msedge.exe")] {
        let _installed = Installed::register(program);
        let home = home(program);
        let mut scene = Scene::open(browser, program, &home).await;
        assert!(scene.receiver.serves(Scope::Window(&scene.window)), "{:?}", scene.window);
        assert!(scene.command_count().await > 10, "{program} takes no commands");
        let tabs = scene.read("list_tabs").await;
        assert!(tabs.contains(PAGE) && tabs.ends_with("(in front)"), "{tabs}");
        // Another receiver has no pipes to it.
        let mut stranger = BrowserReceiver::of(browser, home.join("another"));
        assert!(stranger.commands(Scope::Window(&scene.window)).await.unwrap().is_empty());
        scene.receiver = stranger;
        scene.ends().await;
        scene.desktop.close().await;
        fs::remove_dir_all(home).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_ends_with_its_desktop_and_has_no_commands_then() {
    let _alone = ALONE.lock().await;
    let _installed = Installed::register("msedge.exe");
    let home = home("ended");
    let Scene { desktop, connection, mut receiver, window } =
        Scene::open(WebBrowser::Edge, "msedge", &home).await;
    drop(connection);
    desktop.close().await;
    let begun = Instant::now();
    while !receiver.commands(Scope::Window(&window)).await.unwrap().is_empty() {
        assert!(begun.elapsed() < SOON, "its pipes are open");
        sleep(Duration::from_millis(20)).await;
    }
    fs::remove_dir_all(home).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn firefox_is_found_at_the_port_that_it_writes_into_its_profile() {
    let _alone = ALONE.lock().await;
    let installed = Installed::register("firefox.exe");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = json!({"ws_host": "127.0.0.1", "ws_port": address.port()}).to_string();
    fs::write(installed.folder.join("WebDriverBiDiServer.json"), served).unwrap();
    let serving = tokio::spawn(async move {
        let mut socket = accept_async(listener.accept().await.unwrap().0).await.unwrap();
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let command: Value = serde_json::from_str(&text).unwrap();
            let reply = json!({"type": "success", "id": command["id"], "result": result(&command)});
            socket.send(Message::text(reply.to_string())).await.unwrap();
        }
    });
    let home = home("firefox");
    let mut scene = Scene::open(WebBrowser::Firefox, "firefox", &home).await;
    assert!(scene.receiver.serves(Scope::Window(&scene.window)), "{:?}", scene.window);
    assert!(scene.command_count().await > 10, "firefox takes no commands");
    let tabs = scene.read("list_tabs").await;
    assert!(tabs.contains(PAGE) && tabs.ends_with("(in front)"), "{tabs}");
    scene.desktop.close().await;
    serving.abort();
    fs::remove_dir_all(home).unwrap();
}

/// What Firefox replies to what a list of tabs takes.
fn result(command: &Value) -> Value {
    let page = json!({"title": PAGE, "url": "about:x", "visible": true, "ready": "complete", "origin": 1});
    match command["method"].as_str().unwrap() {
        "browsingContext.getTree" => {
            json!({"contexts": [{"context": "T", "url": "about:x", "clientWindow": "W"}]})
        }
        "script.callFunction" => {
            let answer = json!({"ok": page}).to_string();
            json!({"type": "success", "result": {"type": "string", "value": answer}})
        }
        _ => json!({}),
    }
}
