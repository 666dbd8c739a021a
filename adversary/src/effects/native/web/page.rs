//! A browser on a private desktop with a page of the site in front, and the receiver of its native commands.

use super::{
    site::Site,
    state::{PageState, WebTruth},
};
use crate::{
    effects::native::{seeds, tree::FileTree},
    subject::WebBrowser,
    toolkit::Rest,
};
use anyhow::{Context, Result};
use deskpilot_browser::BrowserReceiver;
use deskpilot_core::{Call, Effect, Launch, Outcome, Window};
use deskpilot_desktop::{
    ApplicationLifeCycle, Desktop, DesktopReader, NativeAction, Receiver, Scope, WebBrowser as Kind,
    WindowList, photographer::decode_png,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{sleep, timeout};

/// How long a command may take.
const MOST: Duration = Duration::from_secs(40);
/// How long a browser may take to show its page.
const OPENING: Duration = Duration::from_secs(120);
/// How often to look for it.
const PAUSE: Duration = Duration::from_millis(100);
/// Where a private desktop has the profile of its browser.
const PROFILE: &str = ".mozilla/firefox/deskpilot";
/// Chromium refuses to run for root with its sandbox on: there it is started as a person would who has read that.
const ENTRY: &str = "[Desktop Entry]\nType=Application\nName=Chromium\nExec=/usr/bin/chromium --no-sandbox %U\n\
                     Categories=WebBrowser;\nStartupWMClass=chromium\n";

/// A page in its window.
pub(super) struct OpenPage {
    receiver: BrowserReceiver,
    window: Window,
    desktop: LinuxDesktop,
    site: Site,
    /// The folder with the files that calls name.
    pub(super) scratch: String,
}

impl OpenPage {
    /// Opens the first page of a new site on a private desktop.
    pub(super) async fn open(private: &PrivateDesktop, browser: WebBrowser, rest: Rest) -> Result<OpenPage> {
        let scratch = private.directory().join("scratch");
        fs::create_dir_all(scratch.join("folder"))?;
        fs::write(scratch.join("picture.png"), seeds::picture()?)?;
        fs::write(scratch.join("letter.txt"), "a letter\n")?;
        let environment = private.seat().environment();
        let home = PathBuf::from(environment.value("HOME").context("the desktop has no home")?);
        let data =
            environment.value("XDG_DATA_HOME").map_or_else(|| home.join(".local/share"), PathBuf::from);
        let profile = home.join(PROFILE);
        let (application, receiver) = match browser {
            WebBrowser::Firefox => ("firefox-esr", BrowserReceiver::of(Kind::Firefox, profile)),
            WebBrowser::Chromium => {
                let_root_start_it(&data)?;
                ("chromium", BrowserReceiver::of(Kind::Chromium, profile))
            }
        };
        let site = Site::start(rest).await;
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let file = Some(format!("{}/", site.address()));
        let launch = Launch { application: application.to_owned(), file, ..Launch::default() };
        let found = desktop.resolve_application(&launch).await?;
        let extras = receiver.launch_extras(&found, &launch)?;
        let window = desktop.launch(&launch, &extras).await?;
        drop(extras);
        let scratch = scratch.to_string_lossy().into_owned();
        let mut page = OpenPage { receiver, window, desktop, site, scratch };
        timeout(OPENING, Box::pin(page.ready())).await.context("no window shows the page")??;
        Ok(page)
    }

    /// Waits until the browser takes commands and its page reports its state.
    async fn ready(&mut self) -> Result<()> {
        loop {
            self.look().await?;
            let is_there = !self.receiver.commands(Scope::Window(&self.window)).await?.is_empty();
            if is_there && self.is_done("wait_for", json!({"what": "load"})).await? {
                return Ok(());
            }
            sleep(PAUSE).await;
        }
    }

    /// What a command means on the page that is in front, as an agent writes it out before it is ruled on, and what came of it. An error
    /// means that the browser is not there any more.
    pub(super) async fn run(&mut self, call: &Call) -> Result<(Call, Outcome)> {
        self.look().await?;
        let call = self.placed(call)?;
        let action = NativeAction { call: &call, scope: Scope::Window(&self.window), deadline: MOST };
        let completed = timeout(MOST, self.receiver.complete(&action)).await;
        let call = completed.ok().and_then(Result::ok).flatten().unwrap_or_else(|| call.clone());
        let action = NativeAction { call: &call, scope: Scope::Window(&self.window), deadline: MOST };
        let outcome = self.receiver.run(&action).await?;
        Ok((call, outcome))
    }

    /// A drawn call with the address of this site.
    fn placed(&self, call: &Call) -> Result<Call> {
        let args = serde_json::to_string(&call.args)?.replace(super::words::SITE, self.site.address());
        Ok(Call { command: call.command.clone(), args: serde_json::from_str(&args)? })
    }

    /// Its title is that of the page.
    async fn look(&mut self) -> Result<()> {
        let shown = self.desktop.windows().await?.into_iter().find(|it| it.id == self.window.id);
        self.window = shown.context("the window of the browser is gone")?;
        Ok(())
    }

    /// Shows the first page again, whatever is in front.
    pub(super) async fn turn_home(&mut self, truth: &WebTruth) -> Result<()> {
        // A dialog that the site does not know of keeps its page from reporting anything.
        if truth.dialog || truth.page.is_none() {
            self.is_done("answer_dialog", json!({"answer": "dismiss"})).await?;
        }
        let url = self.first_address();
        self.is_done("open_page", json!({"url": url})).await?;
        Ok(())
    }

    /// Whether a page is the first one.
    pub(super) fn is_home(&self, page: &PageState) -> bool {
        page.url.split('#').next() == Some(self.first_address().as_str())
    }

    fn first_address(&self) -> String {
        format!("{}/", self.site.address())
    }

    async fn is_done(&mut self, command: &str, args: Value) -> Result<bool> {
        let args = args.as_object().cloned().unwrap_or_default();
        let (_, outcome) = self.run(&Call { command: command.to_owned(), args }).await?;
        Ok(matches!(outcome.effect, Effect::Confirmed(_)))
    }

    /// What is true now.
    pub(super) async fn truth(&self) -> Result<WebTruth> {
        let site = self.site.settled().await?;
        let folder = Path::new(&self.scratch);
        Ok(WebTruth {
            page: site.page,
            dialog: site.dialog,
            pages: site.pages,
            requests: site.requests,
            files: FileTree::read(folder)?.lines().into_iter().collect(),
            pictures: [folder, folder.join("folder").as_path()].into_iter().flat_map(pictures).collect(),
        })
    }
}

/// The pictures in a folder that can be read.
fn pictures(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
    let is_picture =
        |it: &PathBuf| fs::read(it).is_ok_and(|bytes| decode_png(&bytes).is_ok_and(|it| !it.rgb.is_empty()));
    entries.filter(is_picture).map(|it| it.to_string_lossy().into_owned()).collect()
}

fn let_root_start_it(data: &Path) -> io::Result<()> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if !is_root {
        return Ok(());
    }
    fs::create_dir_all(data.join("applications"))?;
    fs::write(data.join("applications/chromium.desktop"), ENTRY)
}
