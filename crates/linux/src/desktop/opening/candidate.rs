//! Finds the window that a launch opened among the windows that are listed. Pure.

use super::opened_files::is_named;
use deskpilot_x11::Client;
use std::path::Path;
use std::time::Duration;

/// How long an application that already runs may take to raise its window instead.
const COMING_FORWARD: Duration = Duration::from_secs(2);
/// How long a document that an open window showed before may take to come up in a window of its own.
const ALREADY_OPEN: Duration = Duration::from_secs(5);
/// The same where the process that was started has ended, so that another one has it.
const HANDED_OVER: Duration = Duration::from_millis(500);
/// How long an application that was opened without a document may take to make a new one.
const ALONE: Duration = Duration::from_secs(20);
/// The applications of windows that have no document yet: LibreOffice names a window after its kind of document once that is there.
const WITHOUT_DOCUMENT: [&str; 1] = ["soffice"];

/// The facts about a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaunchTrace<'l> {
    /// The process that was started.
    pub(super) process: u32,
    /// Whether that has ended: another process may show the window.
    pub(super) handed_over: bool,
    /// The names under which windows of the application are listed.
    pub(super) names: &'l [String],
    /// The document.
    pub(super) file: Option<&'l Path>,
    /// How long ago it began.
    pub(super) elapsed: Duration,
}

/// What a launch may have brought up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Candidate<'c> {
    /// A window.
    Window(&'c Client),
    /// A dialog that the application waits behind.
    Dialog(&'c Client),
    /// A window whose document is still loading.
    Loading(&'c Client),
}

impl<'c> Candidate<'c> {
    /// The window that came up.
    pub(super) const fn client(self) -> &'c Client {
        match self {
            Candidate::Window(client) | Candidate::Dialog(client) | Candidate::Loading(client) => client,
        }
    }
}

impl LaunchTrace<'_> {
    /// What the launch brought up: a new window of the process, else a new one of the application, else any new one; else a tab
    /// of an open window; else a new dialog; else an open window that came to the front; else a window that is still loading.
    pub(super) fn find<'c>(&self, before: &[Client], now: &'c [Client]) -> Option<Candidate<'c>> {
        let is_new = |client: &&Client| !before.iter().any(|was| is_same(was, client));
        let (dialogs, windows): (Vec<&Client>, Vec<&Client>) = now.iter().partition(|it| is_dialog(it));
        let (loading, windows): (Vec<&Client>, Vec<&Client>) =
            windows.into_iter().partition(|it| self.awaits_document() && is_without_document(it));
        let new = || windows.iter().copied().filter(is_new);
        let of_process = || new().find(|it| it.process == Some(self.process));
        let of_application = || new().find(|it| self.is_of(it));
        // A new window of any program counts only where the process has handed over, or has shown nothing for
        // a while.
        let any = || new().next().filter(|_| self.handed_over || self.is_late());
        let window = of_process().or_else(of_application).or_else(any).or_else(|| self.tab(before, &windows));
        let dialog = || {
            let mut new = dialogs.iter().copied().filter(is_new);
            new.find(|it| self.is_of(it) || self.handed_over || self.is_late()).map(Candidate::Dialog)
        };
        let forward = || self.forward(before, &windows).map(Candidate::Window);
        let loading = || loading.iter().copied().find(is_new).map(Candidate::Loading);
        window.map(Candidate::Window).or_else(dialog).or_else(forward).or_else(loading)
    }

    /// The open window of the application that names the document and did not before.
    fn tab<'c>(&self, before: &[Client], windows: &[&'c Client]) -> Option<&'c Client> {
        let file = self.file?;
        let shows = |it: &&Client| self.is_of(it) && is_named(&it.title, file) && is_renamed(before, it);
        windows.iter().copied().find(shows)
    }

    /// The open window that may show what was opened: the topmost one, if it is of the application and came forward or changed its
    /// title; else one of the application that has named the document all along; else, where nothing else was to be opened, the
    /// first of the application, which a window manager need not have raised.
    fn forward<'c>(&self, before: &[Client], windows: &[&'c Client]) -> Option<&'c Client> {
        let own = || windows.iter().copied().filter(|it| self.is_of(it));
        // An existing window is accepted at once only if its title or active state changed.
        let is_fresh = |it: &Client| {
            before.iter().any(|was| was.id == it.id && (was.title != it.title || was.active != it.active))
        };
        let took_it = |it: &&Client| self.handed_over && (self.is_late() || is_fresh(it));
        let top = windows.first().copied().filter(|it| self.is_of(it)).filter(took_it);
        let named = || own().find(|it| self.file.is_some_and(|file| is_named(&it.title, file)));
        let patience = if self.handed_over { HANDED_OVER } else { ALREADY_OPEN };
        let any = self.file.is_none() && self.handed_over && self.elapsed > ALREADY_OPEN;
        top.or_else(|| named().filter(|_| self.elapsed > patience)).or_else(|| own().next().filter(|_| any))
    }

    /// Whether to wait until a window without a document has one. An application that was opened alone may never get one.
    fn awaits_document(&self) -> bool {
        self.file.is_some() || self.elapsed < ALONE
    }

    fn is_late(&self) -> bool {
        self.elapsed > COMING_FORWARD
    }

    fn is_of(&self, client: &Client) -> bool {
        self.names.contains(&client.application)
    }
}

/// Whether a window has another title than before.
fn is_renamed(before: &[Client], client: &Client) -> bool {
    before.iter().any(|was| is_same(was, client) && was.title != client.title)
}

/// Whether both are one window. The X server uses the ids of a dead program again for the next.
fn is_same(was: &Client, client: &Client) -> bool {
    (was.id, was.process) == (client.id, client.process)
}

/// Whether a window is a dialog that blocks another one, which need not be shown: LibreOffice's first one is hidden at times.
fn is_dialog(client: &Client) -> bool {
    let has_owner = client.transient_for.is_some_and(|id| id != client.id);
    client.modal && (has_owner || is_without_document(client))
}

/// Whether a window has no document yet, or never gets one.
pub(in crate::desktop) fn is_without_document(client: &Client) -> bool {
    WITHOUT_DOCUMENT.contains(&client.application.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, WindowState};

    fn client(id: u32, title: &str, application: &str) -> Client {
        Client {
            id,
            title: title.into(),
            application: application.into(),
            process: Some(id),
            inner: Rect::default(),
            outer: Rect::default(),
            toplevel: id,
            state: WindowState::Normal,
            active: false,
            transient_for: None,
            modal: false,
        }
    }

    fn dialog(id: u32, title: &str, of: u32) -> Client {
        Client { transient_for: Some(of), modal: true, ..client(id, title, "soffice") }
    }

    /// What a launch of this application with `b.txt` brought up after so many seconds, in words.
    fn found(names: &[&str], seconds: u64, before: &[Client], now: &[Client]) -> String {
        let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
        let trace = LaunchTrace {
            process: 99,
            handed_over: false,
            names: &names,
            file: Some(Path::new("/tmp/b.txt")),
            elapsed: Duration::from_secs(seconds),
        };
        match trace.find(before, now) {
            None => "nothing".into(),
            Some(Candidate::Window(it)) => format!("window {}", it.title),
            Some(Candidate::Dialog(it)) => format!("dialog {}", it.title),
            Some(Candidate::Loading(it)) => format!("loading {}", it.title),
        }
    }

    #[test]
    fn a_document_that_opened_as_a_tab_is_found_in_the_window_that_was_there() {
        let editor = |title: &str| [client(1, title, "editor"), client(2, "b.txt - mail", "mail")];
        let before = editor("a.txt - Editor");
        for (now, seconds, expected) in [
            (editor("a.txt - Editor"), 30, "nothing"),
            (editor("b.txt - Editor"), 0, "window b.txt - Editor"),
            (editor("footb.txt - Editor"), 30, "nothing"),
        ] {
            assert_eq!(found(&["editor"], seconds, &before, &now), expected);
        }
        let already = editor("b.txt - Editor");
        for (seconds, expected) in [(3, "nothing"), (6, "window b.txt - Editor")] {
            assert_eq!(found(&["editor"], seconds, &already, &already), expected);
        }
    }

    #[test]
    fn what_is_open_already_is_taken_when_another_process_has_it_also_behind_other_windows() {
        let names = ["editor".to_owned()];
        let open = [client(2, "mail", "mail"), client(1, "b.txt - Editor", "editor")];
        for (file, handed_over, millis, expected) in [
            (Some("/tmp/b.txt"), true, 100, None),
            (Some("/tmp/b.txt"), true, 600, Some(1)),
            (Some("/tmp/b.txt"), false, 600, None),
            (Some("/tmp/b.txt"), false, 5100, Some(1)),
            (Some("/tmp/c.txt"), true, 30_000, None),
            (None, true, 600, None),
            (None, true, 5100, Some(1)),
            (None, false, 30_000, None),
        ] {
            let trace = LaunchTrace {
                process: 99,
                handed_over,
                names: &names,
                file: file.map(Path::new),
                elapsed: Duration::from_millis(millis),
            };
            let found = trace.find(&open, &open).map(|it| it.client().id);
            assert_eq!(found, expected, "{file:?}, handed over: {handed_over}, after {millis} ms");
        }
    }

    #[test]
    fn a_dialog_in_front_is_not_the_window_that_was_opened() {
        let start = || client(1, "LibreOffice 7.4", "soffice");
        let open = || client(5, "a.odt", "libreoffice-writer");
        let names = ["libreoffice-writer"];
        for (before, now, expected) in [
            (vec![], vec![dialog(2, "Document in Use", 1), start()], "dialog Document in Use"),
            (vec![open()], vec![dialog(2, "Password", 5), open()], "dialog Password"),
            (vec![open()], vec![dialog(2, "Text Import", 77), open()], "dialog Text Import"),
            // It was there before.
            (vec![open(), dialog(2, "Options", 5)], vec![dialog(2, "Options", 5), open()], "nothing"),
            // The document is there: its agent answers the dialog.
            (vec![], vec![dialog(2, "Tip of the Day", 5), open()], "window a.odt"),
        ] {
            assert_eq!(found(&names, 3, &before, &now), expected, "{now:?}");
        }
    }

    #[test]
    fn the_first_window_of_a_document_that_loads_is_waited_for_until_it_is_the_documents() {
        let names = ["libreoffice-writer"];
        let at = |application: &str| [client(1, "LibreOffice 7.4", application)];
        for (now, seconds, expected) in [
            (at("soffice"), 0, "loading LibreOffice 7.4"),
            (at("soffice"), 50, "loading LibreOffice 7.4"),
            (at("libreoffice-writer"), 0, "window LibreOffice 7.4"),
            // A spreadsheet that was opened in Writer.
            (at("libreoffice-calc"), 3, "window LibreOffice 7.4"),
        ] {
            assert_eq!(found(&names, seconds, &[], &now), expected, "{now:?}");
        }
    }
}
