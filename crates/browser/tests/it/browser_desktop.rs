//! A browser on a private desktop with pages of a server of the test.

use deskpilot_browser::BrowserReceiver;
use deskpilot_core::{Call, Effect, Launch, Outcome, Window};
use deskpilot_desktop::{
    ApplicationLifeCycle, Desktop, DesktopReader, NativeAction, Receiver, Scope, WebBrowser, WindowList,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::loopback::{Answer, Request, Server, ServerEvent};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, time::Duration};
use tokio::time::{Instant, sleep, timeout};

pub(crate) const MOST: Duration = Duration::from_secs(40);

/// The browser of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestBrowser {
    Firefox,
    Chromium,
}

/// A browser with a page in front, and the receiver for it.
pub(crate) struct BrowserDesktop {
    pub(crate) browser: TestBrowser,
    pub(crate) receiver: BrowserReceiver,
    pub(crate) window: Window,
    pub(crate) desktop: LinuxDesktop,
    pub(crate) server: Server,
    pub(crate) private: PrivateDesktop,
}

impl BrowserDesktop {
    /// Opens the page `/` of a server with these answers.
    pub(crate) async fn open_with(
        browser: TestBrowser,
        answers: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> BrowserDesktop {
        let server = Server::start_with(answers).await;
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let receiver = browser.receiver(profile_of(&private));
        browser.let_root_start_it(&private);
        let file = Some(format!("{}/", server.address));
        let launch = Launch { application: browser.application().into(), file, ..Launch::default() };
        let found = desktop.resolve_application(&launch).await.unwrap();
        let extras = receiver.launch_extras(&found, &launch).unwrap();
        let window = desktop.launch(&launch, &extras).await.unwrap();
        drop(extras);
        let mut opened = BrowserDesktop { browser, receiver, window, desktop, server, private };
        opened.be_ready().await;
        opened
    }

    /// Shows the page `/` of a server with these answers in the browser that is open.
    pub(crate) async fn turn_to(&mut self, answers: impl Fn(&Request) -> Answer + Send + Sync + 'static) {
        self.server = Server::start_with(answers).await;
        self.change("open_page", json!({"url": self.address("/")})).await;
        self.be_ready().await;
    }

    /// Waits until the browser listens and shows its page.
    async fn be_ready(&mut self) {
        let end = Instant::now() + MOST;
        loop {
            self.look().await;
            let scope = Scope::Window(&self.window);
            let is_there = !self.receiver.commands(scope).await.unwrap().is_empty();
            if is_there && self.effect("wait_for", json!({"what": "load"})).await.starts_with("confirmed") {
                return;
            }
            assert!(Instant::now() < end, "no page is in front of {:?}", self.window);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Looks at the window again, as an agent does between its steps.
    pub(crate) async fn look(&mut self) -> String {
        let windows = self.desktop.windows().await.unwrap();
        if let Some(window) = windows.into_iter().find(|it| it.id == self.window.id) {
            self.window = window;
        }
        self.window.title.clone()
    }

    /// Waits until the window itself has this in its title.
    pub(crate) async fn is_titled(&mut self, title: &str) {
        let end = Instant::now() + MOST;
        while !self.look().await.contains(title) {
            assert!(Instant::now() < end, "{title:?} is not in the title {:?}", self.window.title);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// What a command answers.
    pub(crate) async fn run(&mut self, command: &str, args: Value) -> Outcome {
        self.run_within(MOST, command, args).await
    }

    /// What a command answers that has this long.
    pub(crate) async fn run_within(&mut self, deadline: Duration, command: &str, args: Value) -> Outcome {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let spec = self.receiver.table().iter().find(|it| it.name == command).unwrap();
        assert_eq!(spec.argument_error(&call.args), None, "{call}");
        // As an agent does: what the call means is written out before it is ruled on.
        let call = self.completed(deadline, &call).await.unwrap_or(call);
        self.run_as_it_is(deadline, &call).await
    }

    /// What a call means on the current page; `None` where its arguments already say everything, or mean nothing there.
    pub(crate) async fn completed(&mut self, deadline: Duration, call: &Call) -> Option<Call> {
        let action = NativeAction { call, scope: Scope::Window(&self.window), deadline };
        timeout(deadline, self.receiver.complete(&action)).await.ok()?.ok().flatten()
    }

    /// What a call answers, as it is.
    pub(crate) async fn run_as_it_is(&mut self, deadline: Duration, call: &Call) -> Outcome {
        let action = NativeAction { call, scope: Scope::Window(&self.window), deadline };
        self.receiver.run(&action).await.unwrap()
    }

    /// The effect of a command, as a sentence.
    pub(crate) async fn effect(&mut self, command: &str, args: Value) -> String {
        self.run(command, args).await.effect.to_string()
    }

    /// What a command that must succeed gives back.
    pub(crate) async fn read(&mut self, command: &str, args: Value) -> String {
        let outcome = self.run(command, args.clone()).await;
        assert!(matches!(outcome.effect, Effect::Confirmed(_)), "{command} {args}: {}", outcome.effect);
        outcome.output.unwrap_or_default()
    }

    /// The effect of a command that must change something.
    pub(crate) async fn change(&mut self, command: &str, args: Value) -> String {
        let outcome = self.run(command, args.clone()).await;
        assert!(matches!(outcome.effect, Effect::Confirmed(_)), "{command} {args}: {}", outcome.effect);
        outcome.effect.to_string()
    }

    /// The next request for a path that begins so; earlier ones for others are passed over.
    pub(crate) async fn request(&mut self, path: &str) -> Request {
        let waiting = async {
            loop {
                if let ServerEvent::Request(request) = self.server.next().await
                    && request.path.starts_with(path)
                {
                    return request;
                }
            }
        };
        timeout(MOST, waiting).await.unwrap()
    }

    /// The profile of its browser.
    pub(crate) fn profile(&self) -> PathBuf {
        profile_of(&self.private)
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.server.address)
    }

    /// A path in the folder of the desktop.
    pub(crate) fn file(&self, name: &str) -> String {
        self.private.directory().join(name).to_string_lossy().into_owned()
    }
}

impl TestBrowser {
    pub(crate) fn receiver(self, profile: PathBuf) -> BrowserReceiver {
        let kind = match self {
            TestBrowser::Firefox => WebBrowser::Firefox,
            TestBrowser::Chromium => WebBrowser::Chromium,
        };
        BrowserReceiver::of(kind, profile)
    }

    fn application(self) -> &'static str {
        match self {
            TestBrowser::Firefox => "firefox-esr",
            TestBrowser::Chromium => "chromium",
        }
    }

    /// Chromium refuses to run for root with its sandbox on: there the tests start it as a person would who has read that.
    fn let_root_start_it(self, private: &PrivateDesktop) {
        if self == TestBrowser::Firefox || !rustix::process::geteuid().is_root() {
            return;
        }
        let data = variable(private, "XDG_DATA_HOME");
        let data = data.unwrap_or_else(|| home_of(private).join(".local/share"));
        fs::create_dir_all(data.join("applications")).unwrap();
        let entry = "[Desktop Entry]\nType=Application\nName=Chromium\nExec=/usr/bin/chromium --no-sandbox %U\n\
                     Categories=WebBrowser;\nStartupWMClass=chromium\n";
        fs::write(data.join("applications/chromium.desktop"), entry).unwrap();
    }
}

fn variable(private: &PrivateDesktop, name: &str) -> Option<PathBuf> {
    private.seat().environment().iter().find(|it| it.0 == name).map(|it| PathBuf::from(it.1))
}

fn home_of(private: &PrivateDesktop) -> PathBuf {
    variable(private, "HOME").unwrap()
}

fn profile_of(private: &PrivateDesktop) -> PathBuf {
    home_of(private).join(".mozilla/firefox/deskpilot")
}

/// The answers of a server with these pages, each by its path.
pub(crate) fn pages(pages: &'static [(&'static str, &'static str)]) -> impl Fn(&Request) -> Answer {
    move |request| {
        let path = request.path.split('?').next().unwrap();
        let found = pages.iter().find(|it| it.0 == path).map(|it| it.1);
        let empty = (path == "/nothing").then_some("HTTP/1.1 204 No Content\r\n\r\n");
        Answer::Bytes(empty.unwrap_or_else(|| found.map_or_else(not_found, page)))
    }
}

/// A page as a server sends it.
pub(crate) fn page(body: &str) -> &'static str {
    reply("content-type: text/html; charset=utf-8", body)
}

/// A reply with these headers.
pub(crate) fn reply(headers: &str, body: &str) -> &'static str {
    format!("HTTP/1.1 200 OK\r\n{headers}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).leak()
}

fn not_found() -> &'static str {
    "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
}
