//! What a session leaves, however it ends: no lock file next to a document or in a profile, no temporary file, no process and
//! no socket.

use deskpilot_testkit::command_line::{Workspace, finish, transcript, until};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::{
        fs::{DirBuilderExt, MetadataExt},
        net::UnixStream,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

/// The applications that a session opens a document in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Application {
    Calc,
    Firefox,
    Chromium,
    Mousepad,
    FeatherPad,
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Finished,
    Stopped,
    TimedOut,
    Killed,
    ApplicationKilled,
}

const APPLICATIONS: [Application; 5] = [
    Application::Calc,
    Application::Firefox,
    Application::Chromium,
    Application::Mousepad,
    Application::FeatherPad,
];
const ENDS: [End; 5] = [End::Finished, End::Stopped, End::TimedOut, End::Killed, End::ApplicationKilled];

/// What each way of ending needs once.
const USUAL: [(Application, End, &str); 4] = [
    (Application::Mousepad, End::Finished, "fresh"),
    (Application::Mousepad, End::Stopped, "fresh"),
    (Application::Calc, End::Killed, "fresh"),
    (Application::Calc, End::ApplicationKilled, "keep"),
];

/// How long a session may take that is to be too late, in seconds.
const TOO_LATE: &str = "8";

impl Application {
    /// The name of its program, and the document that it opens.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Application::Calc => ("soffice.bin", "table.fods"),
            Application::Firefox => ("firefox-esr", "page.html"),
            Application::Chromium => ("chromium", "page.html"),
            Application::Mousepad => ("mousepad", "note.txt"),
            Application::FeatherPad => ("featherpad", "note.txt"),
        }
    }

    /// What an agent does with a document.
    fn request(self, document: &Path, end: End) -> String {
        let name = match self {
            Application::Calc => "LibreOffice Calc",
            Application::Firefox => "firefox",
            Application::Chromium => "chromium",
            Application::Mousepad => "mousepad",
            Application::FeatherPad => "featherpad",
        };
        let typing = if self.is_browser() { "" } else { ", type \"changed\"" };
        let waiting = if end == End::Finished { "" } else { ". Wait for the window \"Never\"" };
        format!("Open {} in {name}{typing}{waiting}", document.display())
    }

    fn is_browser(self) -> bool {
        matches!(self, Application::Firefox | Application::Chromium)
    }
}

const TABLE: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"
 xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" office:version=\"1.2\"
 office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\">
<office:body><office:spreadsheet><table:table table:name=\"A\"><table:table-row><table:table-cell/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document>
";

/// One session in folders of its own, and what it must not leave.
struct Case {
    workspace: Workspace,
    application: Application,
    end: End,
    home: &'static str,
    /// The sockets that its programs had.
    sockets: BTreeSet<PathBuf>,
}

impl Case {
    fn new((application, end, home): (Application, End, &'static str)) -> Case {
        let workspace = crate::workspace();
        for folder in ["run", "tmp", "documents", "data/applications"] {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(workspace.path().join(folder)).unwrap();
        }
        let case = Case { workspace, application, end, home, sockets: BTreeSet::new() };
        for (name, text) in [
            ("documents/table.fods", TABLE),
            ("documents/page.html", "<title>Page</title><p>hello"),
            ("documents/note.txt", "hello\n"),
        ] {
            fs::write(case.at(name), text).unwrap();
        }
        // Chromium refuses to run for root with its sandbox on: there a person has an entry like this.
        let is_root = fs::metadata(case.workspace.path()).unwrap().uid() == 0;
        let sandbox = if is_root { "--no-sandbox " } else { "" };
        let entry = format!("[Desktop Entry]\nType=Application\nName=Chromium\nExec=chromium {sandbox}%U\n");
        fs::write(case.at("data/applications/chromium.desktop"), entry).unwrap();
        case
    }

    fn at(&self, path: &str) -> PathBuf {
        self.workspace.path().join(path)
    }

    /// Runs the session, ends it, and returns what it left.
    fn leaves(mut self) -> Vec<String> {
        let mut before = self.files();
        let mut session = self.start();
        let is_at_work = || self.acts() >= if self.application.is_browser() { 1 } else { 2 };
        until(&format!("{} works", self.name()), || {
            let over = session.try_wait().unwrap().is_some();
            assert!(!over || self.end == End::Finished, "{} ended: {}", self.name(), self.log());
            is_at_work() || over
        });
        self.sockets = sockets(&self.processes());
        self.end(&session);
        let output = finish(session);
        let printed = transcript(&output);
        assert_eq!(output.status.success(), self.end == End::Finished, "{}: {printed}", self.name());
        // What outlives a killed session takes a moment.
        if self.end == End::Killed {
            until(&format!("{} is swept", self.name()), || self.desktops().is_empty());
        }
        let mut left = self.files();
        left.retain(|it| !before.remove(it));
        let sockets = self.sockets.iter().filter(|it| it.exists() && UnixStream::connect(it).is_err());
        left.extend(sockets.map(|it| it.display().to_string()));
        left.extend(self.processes().iter().map(|it| format!("process {}", it.display())));
        left.extend(before.into_iter().map(|it| format!("without {it}")));
        left.into_iter().map(|it| format!("{}: {it}", self.name())).collect()
    }

    fn name(&self) -> String {
        format!("{:?} {:?} {}", self.application, self.end, self.home)
    }

    fn start(&self) -> Child {
        let document = self.at("documents").join(self.application.names().1);
        let request = self.application.request(&document, self.end);
        let mut command = self.workspace.command(&["run", "--model", "steps", "--policy", "unrestricted"]);
        command.args(["--task", "t", "--home", self.home, &request]);
        command.env("XDG_RUNTIME_DIR", self.at("run")).env("TMPDIR", self.at("tmp"));
        command.env("XDG_DATA_DIRS", format!("{}:/usr/local/share:/usr/share", self.at("data").display()));
        if self.end == End::TimedOut {
            command.env("DESKPILOT_BUDGET_ROUND_SECONDS", TOO_LATE);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn end(&self, session: &Child) {
        let id = session.id().to_string();
        match self.end {
            End::Finished | End::TimedOut => {}
            End::Stopped => kill("-INT", &[id]),
            End::Killed => kill("-KILL", &[id]),
            End::ApplicationKilled => {
                kill("-KILL", &self.application_processes());
                until("the application is gone", || self.application_processes().is_empty());
                kill("-INT", &[id]);
            }
        }
    }

    /// How many operations the session did.
    fn acts(&self) -> usize {
        self.log().matches("\"event\":\"acted\"").count()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.workspace.log("t").join("events.jsonl")).unwrap_or_default()
    }

    /// Left-over files, without Deskpilot's logs and the settings of applications: all files next to documents and in the folder
    /// for temporary files, and lock files elsewhere.
    fn files(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        walk(self.workspace.path(), &mut |path| {
            let name = path.file_name().unwrap().to_string_lossy();
            let is_lock = name.starts_with(".~lock.") || name.starts_with("Singleton") || path.is_symlink();
            let is_office_lock = path.ends_with("libreoffice/4/.lock");
            let is_of_person = ["documents", "tmp"].iter().any(|it| path.starts_with(self.at(it)));
            if is_of_person || is_lock || is_office_lock {
                found.insert(path.display().to_string());
            }
        });
        found.extend(self.desktops().iter().map(|it| it.display().to_string()));
        found
    }

    /// The directories of private desktops.
    fn desktops(&self) -> Vec<PathBuf> {
        let bases = fs::read_dir(self.at("run")).unwrap().flatten();
        let bases = bases.filter(|it| it.file_name().to_string_lossy().starts_with("deskpilot-"));
        bases.flat_map(|it| fs::read_dir(it.path()).unwrap().flatten()).map(|it| it.path()).collect()
    }

    /// The processes of the session's desktop, as folders of `/proc`.
    fn processes(&self) -> Vec<PathBuf> {
        let runtime = format!("XDG_RUNTIME_DIR={}/deskpilot-", self.at("run").display());
        let is_its = |process: &PathBuf| {
            let variables = fs::read(process.join("environ")).unwrap_or_default();
            variables.split(|it| *it == 0).any(|it| it.starts_with(runtime.as_bytes()))
        };
        fs::read_dir("/proc").unwrap().flatten().map(|it| it.path()).filter(is_its).collect()
    }

    fn application_processes(&self) -> Vec<String> {
        let name = self.application.names().0;
        let is_its = |it: &PathBuf| fs::read_to_string(it.join("comm")).unwrap_or_default().trim() == name;
        let own = self.processes().into_iter().filter(is_its);
        own.map(|it| it.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }
}

fn kill(signal: &str, pids: &[String]) {
    // One of them may have ended meanwhile.
    Command::new("kill").arg(signal).args(pids).stderr(Stdio::null()).status().unwrap();
}

fn walk(folder: &Path, visit: &mut impl FnMut(&Path)) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()) {
        visit(&path);
        if path.is_dir() && !path.is_symlink() {
            walk(&path, visit);
        }
    }
}

/// The sockets in the file system that these processes have.
fn sockets(processes: &[PathBuf]) -> BTreeSet<PathBuf> {
    let descriptors =
        processes.iter().flat_map(|it| fs::read_dir(it.join("fd")).into_iter().flatten().flatten());
    let targets = descriptors.filter_map(|it| fs::read_link(it.path()).ok());
    let of_socket =
        |it: PathBuf| Some(it.to_str()?.strip_prefix("socket:[")?.trim_end_matches(']').to_owned());
    let numbers: BTreeSet<String> = targets.filter_map(of_socket).collect();
    let table = fs::read_to_string("/proc/net/unix").unwrap();
    let columns = table.lines().map(|it| it.split_whitespace().collect::<Vec<_>>());
    let bound = columns.filter(|it| it.len() == 8 && it[7].starts_with('/') && numbers.contains(it[6]));
    bound.map(|it| PathBuf::from(it[7])).collect()
}

/// Runs these sessions, a few at a time, and checks that each leaves nothing.
fn check(cases: &[(Application, End, &'static str)]) {
    for some in cases.chunks(2) {
        let left: Vec<String> = thread::scope(|scope| {
            let running: Vec<_> = some.iter().map(|it| scope.spawn(|| Case::new(*it).leaves())).collect();
            running.into_iter().flat_map(|it| it.join().unwrap()).collect()
        });
        assert!(left.is_empty(), "left behind:\n{}", left.join("\n"));
    }
}

#[test]
fn a_session_leaves_nothing_however_it_ends() {
    // `cargo xtask soak` sets the number of trials.
    if std::env::var_os("DESKPILOT_TEST_TRIALS").is_none() {
        return check(&USUAL);
    }
    let with_end = |application, end| ["fresh", "keep"].map(|home| (application, end, home));
    let every =
        APPLICATIONS.into_iter().flat_map(|it| ENDS.into_iter().flat_map(move |end| with_end(it, end)));
    check(&every.collect::<Vec<_>>());
}
