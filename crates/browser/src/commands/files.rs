//! Files: put into pages, downloaded, and pictures of elements.

use super::{Job, confirmed};
use crate::{
    page::{NamedElement, Page},
    session::{BrowserError, DownloadEnd, Event, LoginRequest, Session, TabPlace},
    text,
    trouble::Trouble,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::{Effect, Outcome};
use deskpilot_web::web_address;
use futures::future::{Either, select};
use serde::Deserialize;
use serde_json::json;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
    pin::pin,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{sync::broadcast::Receiver, time::sleep};
use url::Url;

/// How long a download may take to begin.
const BEGINNING: Duration = Duration::from_secs(15);
/// How long a browser may take to begin the file of a download that is cancelled, and to say that it has ended.
const CANCELLING: Duration = Duration::from_secs(5);
/// How often the folder of a download is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// What a command leaves of its time to clean up.
const MARGIN: Duration = Duration::from_secs(2);

/// A field for files.
#[derive(Deserialize)]
struct FileField {
    what: String,
    id: String,
    files: Vec<HeldFile>,
}

#[derive(Deserialize)]
struct HeldFile {
    name: String,
    size: u64,
}

/// What an address gives that was asked for a file.
enum Beginning {
    /// A file from this address, after every redirect.
    File(String),
    /// The server asks for a login first.
    Login(LoginRequest),
    /// A page.
    Page,
}

impl Job<'_> {
    pub(super) async fn upload_file(&self) -> Result<Outcome, Trouble> {
        let path = self.arguments.path("path")?;
        let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let size = metadata.ok_or_else(|| Trouble::bad("path", "a file that is there"))?.len();
        let target = self.arguments.target();
        let frames = self.page().path_to(self.arguments.text("element")).await?;
        self.refuse_other_site(&frames, "a file").await?;
        let page = frames.page(self.page());
        let field: FileField = page.ask("fileField", &target).await?;
        let handle = page.element(&field.id).await?;
        self.session.set_file(page.context, &handle, &path).await?;
        let what = format!("{} was to hold {}", text::line(&field.what, 120), path.display());
        let held: FileField = match page.ask("fileField", &json!({"element": field.id})).await {
            Ok(held) => held,
            Err(trouble) => return Ok(trouble.unverified(&what)),
        };
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let name = text::line(&name, 120);
        Ok(match held.files.iter().find(|it| it.name == name && it.size == size) {
            Some(_) => confirmed(format!("{} holds {name:?}, {size} bytes", text::line(&field.what, 120))),
            None => {
                Effect::unverified(format!("{what}, and does not show it; the page may have taken it")).into()
            }
        })
    }

    pub(super) async fn element_screenshot(&self) -> Result<Outcome, Trouble> {
        let (page, path) = (self.page(), self.arguments.path("path")?);
        check_new(&path, "path")?;
        let frames = page.path_to(self.arguments.text("element")).await?;
        if let Some(frame) = frames.outermost() {
            return Err(Trouble::NotPossible(format!(
                "it is in the frame {frame}, and no picture is taken in frames; open the page of the frame by itself"
            )));
        }
        let element: NamedElement = page.ask("pictured", &self.arguments.target()).await?;
        let handle = page.element(&element.id).await?;
        let picture = self.session.picture(page.context, &handle).await?;
        let unreadable = || Trouble::NotPossible("the browser gave no picture".into());
        let bytes = BASE64_STANDARD.decode(picture).map_err(|_| unreadable())?;
        let written = create(&path).and_then(|mut file| file.write_all(&bytes));
        written.map_err(|it| not_written(&path, &it))?;
        let size = fs::metadata(&path).map_or(0, |it| it.len());
        let what = text::line(&element.what, 120);
        Ok(confirmed(format!("{} has a picture of {what}, {size} bytes", path.display())))
    }

    pub(super) async fn download(&self) -> Result<Outcome, Trouble> {
        let path = self.arguments.path("file")?;
        check_new(&path, "file")?;
        let url = match self.arguments.text("url") {
            Some(url) => web_address(url)?,
            None => web_address(&self.link_address().await?)?,
        };
        let folder = path.parent().unwrap_or(Path::new("/"));
        let folder = deskpilot_system::private_temporary_folder(folder, ".deskpilot-download-");
        let mut begun = Download::into(self.session, folder.map_err(|it| not_written(&path, &it))?).await?;
        let mut events = self.session.events();
        // The page stays: the address is opened in a tab behind it.
        let tab = begun.open_tab(&self.tab().tab.context).await?;
        Ok(match self.asked_for(&mut events, &begun, &tab, &url).await {
            Err(error) => Trouble::from(error).unverified(&format!("{url} was asked for")),
            Ok(Ok(end)) => begun.keep(&end, &path),
            Ok(Err(why)) => Effect::Partial(format!("{url} {why}")).into(),
        })
    }

    /// Asks for the address in the tab, and waits for the end of its download.
    async fn asked_for(
        &self,
        events: &mut Receiver<Event>,
        download: &Download<'_>,
        tab: &str,
        url: &Url,
    ) -> Result<Result<DownloadEnd, String>, BrowserError> {
        let began = self.beginning(events, tab, url).await?;
        Ok(self.end_of_download(events, download, tab, url, began).await)
    }

    /// Asks for the address in the tab, and waits for what comes of it; nothing if nothing comes in time. Firefox answers the question
    /// for a page that asks for a login only once it has one, so the events are heard meanwhile.
    async fn beginning(
        &self,
        events: &mut Receiver<Event>,
        tab: &str,
        url: &Url,
    ) -> Result<Option<Beginning>, BrowserError> {
        let is_ours = |context: &str| tab == context;
        let begins = |event: &Event| match event {
            Event::DownloadBegan(it) if is_ours(&it.context) => Some(Beginning::File(it.url.clone())),
            Event::LoginRequested(it) if is_ours(&it.context) => Some(Beginning::Login(it.clone())),
            Event::Interactive(it) if is_ours(&it.context) => Some(Beginning::Page),
            _ => None,
        };
        let begun = pin!(Page::event(events, BEGINNING, begins));
        match select(begun, self.session.begin_navigation(tab, url.as_str())).await {
            Either::Left((began, _)) => Ok(began),
            Either::Right((asked, begun)) => {
                asked?;
                Ok(begun.await)
            }
        }
    }

    /// Ends a download that has begun, within twice the limit.
    ///
    /// The browser may write into the folder until it says that it ended. Chromium creates a removed folder again when it names
    /// the file, also for a download that was cancelled before: so this waits for the file first.
    async fn cancel_download(
        &self,
        events: &mut Receiver<Event>,
        download: &Download<'_>,
        tab: &str,
        limit: Duration,
    ) {
        let ended = Page::event(events, limit, |it| download_end(it, tab));
        tokio::select! {
            end = ended => if end.is_some() { return },
            () = download.has_a_file() => {}
        }
        self.session.end_download(Some(tab.to_owned()));
        let _ = Page::event(events, limit, |it| download_end(it, tab)).await;
    }

    /// Waits until a download that began so ends; an error says why there is no file.
    async fn end_of_download(
        &self,
        events: &mut Receiver<Event>,
        download: &Download<'_>,
        tab: &str,
        asked: &Url,
        began: Option<Beginning>,
    ) -> Result<DownloadEnd, String> {
        match began {
            // The policy ruled on the requested site only.
            Some(Beginning::File(from)) if !is_of_site(&from, asked) => {
                let from = text::line(&from, 300);
                self.cancel_download(events, download, tab, CANCELLING).await;
                return Err(format!(
                    "leads to another site, and nothing was kept; call download with {from} if that is wanted"
                ));
            }
            Some(Beginning::File(_)) => {}
            Some(Beginning::Login(login)) => return Err(format!("gives no file: {login}; nothing was kept")),
            Some(Beginning::Page) => return Err("shows a page and gives no file; open_page shows it".into()),
            None => return Err(format!("began no download within {} s", BEGINNING.as_secs())),
        }
        let limit = self.deadline.saturating_sub(BEGINNING + MARGIN);
        if let Some(end) = Page::event(events, limit, |it| download_end(it, tab)).await {
            return Ok(end);
        }
        self.cancel_download(events, download, tab, MARGIN / 3).await;
        Err(format!("gave no whole file within {} s, and was given up", limit.as_secs()))
    }
}

/// The end of the download in a tab, if an event reports that.
fn download_end(event: &Event, tab: &str) -> Option<DownloadEnd> {
    match event {
        Event::DownloadEnded(end) if end.context == tab => Some(end.clone()),
        _ => None,
    }
}

/// Whether a file comes from the requested site. The address of a file that a page made itself contains that of the page.
fn is_of_site(from: &str, asked: &Url) -> bool {
    let inner = from.strip_prefix("blob:").unwrap_or(from);
    Url::parse(inner).is_ok_and(|it| it.host_str() == asked.host_str())
}

/// A download under way; when it is dropped, the browser's own settings hold again, and its tab and what it left are gone.
struct Download<'a> {
    session: &'a dyn Session,
    folder: TempDir,
    tab: Option<String>,
}

impl<'a> Download<'a> {
    async fn into(session: &'a dyn Session, folder: TempDir) -> Result<Download<'a>, Trouble> {
        let download = Download { session, folder, tab: None };
        session.download_into(download.folder.path()).await?;
        Ok(download)
    }

    async fn open_tab(&mut self, neighbour: &str) -> Result<String, Trouble> {
        let context = self.session.create_tab(neighbour, TabPlace::Back).await?;
        self.tab = Some(context.clone());
        Ok(context)
    }

    /// Waits until the browser has put something into the folder, for as long as the caller waits.
    async fn has_a_file(&self) {
        while fs::read_dir(self.folder.path()).is_ok_and(|mut it| it.next().is_none()) {
            sleep(LOOK).await;
        }
    }

    /// Gives a complete file its name, which nothing has yet.
    fn keep(&self, end: &DownloadEnd, path: &Path) -> Outcome {
        let Some(file) = end.filepath.as_deref().filter(|_| end.status == "complete") else {
            let status = text::line(&end.status, 30);
            return Effect::Partial(format!("the download ended without a file: {status}")).into();
        };
        match own_file(Path::new(file), self.folder.path()).and_then(|()| move_to_new(Path::new(file), path))
        {
            Ok(size) => confirmed(format!("{} is complete, {size} bytes", path.display())),
            Err(error) => {
                Effect::Partial(format!("the file came, and {}", not_written(path, &error).sentence())).into()
            }
        }
    }
}

impl Drop for Download<'_> {
    fn drop(&mut self) {
        self.session.end_download(self.tab.take());
    }
}

/// Refuses a file that is not one of this folder: its name comes from a server.
fn own_file(file: &Path, folder: &Path) -> io::Result<()> {
    let is_own = fs::symlink_metadata(file)?.is_file()
        && file.canonicalize()?.parent() == Some(folder.canonicalize()?.as_path());
    if is_own { Ok(()) } else { Err(io::Error::other("the browser put it elsewhere")) }
}

/// Moves a file to a name that nothing has: a link fails where a file is. Its size is read back.
fn move_to_new(from: &Path, to: &Path) -> io::Result<u64> {
    if let Err(error) = fs::hard_link(from, to) {
        if error.kind() == io::ErrorKind::AlreadyExists {
            return Err(error);
        }
        // Some file systems have no links.
        io::copy(&mut deskpilot_system::open_regular(from)?, &mut create(to)?)?;
    }
    Ok(fs::symlink_metadata(to)?.len())
}

/// A new file, for this user alone.
fn create(path: &Path) -> io::Result<File> {
    let mut options: OpenOptions = deskpilot_system::private_file_options();
    options.write(true).create_new(true).open(path)
}

fn check_new(path: &Path, name: &'static str) -> Result<(), Trouble> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(Trouble::bad(name, "a file that is not there yet; nothing is replaced"));
    }
    let is_in_folder = path.file_name().is_some() && path.parent().is_some_and(Path::is_dir);
    if is_in_folder { Ok(()) } else { Err(Trouble::bad(name, "a file in a folder that exists")) }
}

fn not_written(path: &Path, error: &io::Error) -> Trouble {
    Trouble::NotPossible(format!("{} cannot be written: {}", path.display(), deskpilot_system::reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_of_the_folder_is_kept_and_nothing_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let (folder, outside) = (home.path().join("in"), home.path().join("outside.txt"));
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(&outside, "secret").unwrap();
        fs::write(folder.join("a.txt"), "file").unwrap();
        for (file, is_own) in [
            (folder.join("a.txt"), true),
            (folder.join("deep/../a.txt"), true),
            (folder.join("../outside.txt"), false),
            (folder.join("deep"), false),
            (outside.clone(), false),
            (folder.join("gone"), false),
        ] {
            assert_eq!(own_file(&file, &folder).is_ok(), is_own, "{file:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
            assert!(own_file(&folder.join("link"), &folder).is_err());
        }
        assert!(move_to_new(&folder.join("a.txt"), &outside).is_err());
        assert_eq!(fs::read_to_string(&outside).unwrap(), "secret");
        assert_eq!(move_to_new(&folder.join("a.txt"), &home.path().join("b.txt")).unwrap(), 4);
    }
}
