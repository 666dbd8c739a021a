//! What Deskpilot writes is its user's alone, whatever the umask, while a task runs and afterwards.

use deskpilot_testkit::{
    command_line::{SpokenServer, Workspace, finish, transcript},
    tried,
};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt},
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// The setuid, setgid and sticky bits.
const SPECIAL: u32 = 0o7000;
/// What a group and the rest of the world may do.
const OTHERS: u32 = 0o077;

/// Everything below a folder that somebody else can open, and everything that runs as somebody else.
fn exposed(folder: &Path, found: &mut BTreeSet<String>) {
    // Files come and go while a task runs.
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()) {
        let Ok(about) = path.symlink_metadata() else { continue };
        let mode = about.mode() & 0o7777;
        // A socket gets its mode after it is bound: until then its folder protects it.
        let is_open = mode & OTHERS != 0 && !about.is_symlink() && !about.file_type().is_socket();
        if is_open || mode & SPECIAL != 0 {
            found.insert(format!("{} has mode {mode:o}", path.display()));
        }
        if about.is_dir() && (is_open || !is_applications(&path)) {
            exposed(&path, found);
        }
    }
}

/// Whether applications write into this folder, in their own way: it is the home or the run-time folder of a private desktop.
fn is_applications(folder: &Path) -> bool {
    folder.ends_with("home") || folder.ends_with("run")
}

/// Runs the command with this umask and looks at these folders until it ends. Returns the exposed files, and its output.
fn watched(workspace: &Workspace, model: &SpokenServer, umask: &str, words: &[&str]) -> BTreeSet<String> {
    let runtime = workspace.path().join("xdg");
    let command = workspace.command(words);
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask \"$1\"; shift; exec \"$@\"", "sh", umask]).arg(command.get_program());
    shell.args(words).current_dir(workspace.path()).stdin(Stdio::null()).env_clear();
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).envs(model.variables());
    shell
        .env("XDG_RUNTIME_DIR", &runtime)
        .env("DESKPILOT_RUN_UI_TREES", "written")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (is_over, mut found) = (AtomicBool::new(false), BTreeSet::new());
    let output = thread::scope(|threads| {
        let watching = threads.spawn(|| {
            let mut found = BTreeSet::new();
            while !is_over.load(Ordering::Relaxed) {
                exposed(workspace.path(), &mut found);
                thread::park_timeout(Duration::from_millis(5));
            }
            found
        });
        let output = finish(shell.spawn().unwrap());
        is_over.store(true, Ordering::Relaxed);
        found = watching.join().unwrap();
        output
    });
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", transcript(&output));
    exposed(workspace.path(), &mut found);
    found
}

#[test]
fn nobody_else_can_open_what_a_task_writes() {
    let model = SpokenServer::start();
    for umask in tried(&["0", "077"], |it| *it == "0") {
        let workspace = crate::workspace();
        fs::DirBuilder::new().mode(0o700).create(workspace.path().join("xdg")).unwrap();
        let request = "Open the calculator. Click \"5\".";
        for words in [
            &["run", request, "--task", "five"][..],
            &["session", "export", "five"],
            &["session", "import", "five.deskpilot.zip", "--task", "again"],
            &["resume", "again", "--request", request],
        ] {
            let found = watched(&workspace, &model, umask, words);
            assert!(found.is_empty(), "umask {umask}, {words:?}:\n{}", Vec::from_iter(found).join("\n"));
        }
        let left: Vec<_> = fs::read_dir(workspace.log("five")).unwrap().collect();
        assert!(left.len() > 5, "a task writes its log, its blobs and its exports: {left:?}");
    }
}
