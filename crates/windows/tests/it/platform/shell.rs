//! `run_shell`: which program a call means, which words it gets, how its end and its output are reported, and what ends with it.

use deskpilot_core::{Call, Outcome};
use deskpilot_desktop::{NativeAction, Receiver, RestrictedToken, Sandbox, Scope, ShellReceiver};
use serde_json::{Value, json};
use std::{
    env, fs,
    fs::OpenOptions,
    os::windows::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{self, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use windows::Win32::{
    Foundation::HANDLE,
    Security::{GetTokenInformation, TOKEN_DEFAULT_DACL, TOKEN_QUERY, TokenDefaultDacl},
    System::Threading::{GetCurrentProcess, OpenProcessToken},
};

/// What this program does when it is started again.
const PART: &str = "DESKPILOT_TEST_SHELL_PART";
const PATIENCE: Duration = Duration::from_secs(60);

/// A receiver whose search path is one folder and Windows' own.
struct Shell {
    receiver: ShellReceiver,
    place: TempDir,
}

impl Shell {
    fn new() -> Shell {
        let place = tempfile::tempdir().unwrap();
        for folder in ["path", "work"] {
            fs::create_dir(place.path().join(folder)).unwrap();
        }
        let mut env: Vec<(String, String)> = env::vars().collect();
        let path = env.iter().rev().find(|it| it.0.eq_ignore_ascii_case("path")).unwrap().1.clone();
        env.push(("PATH".into(), format!("{};{path}", place.path().join("path").display())));
        env.push(("USERPROFILE".into(), place.path().display().to_string()));
        let folder = place.path().join("work");
        Shell { receiver: ShellReceiver { env, sandbox: Sandbox::None, folder }, place }
    }

    /// The same in a sandbox that lets programs write to the folder `work`.
    fn in_sandbox() -> Shell {
        let mut shell = Shell::new();
        let token = RestrictedToken::for_folders([shell.file("work")]).unwrap();
        shell.receiver.sandbox = Sandbox::Restricted(token);
        shell
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).unwrap();
    }

    async fn run(&mut self, args: Value) -> Outcome {
        let call = Call { command: "run_shell".into(), args: args.as_object().unwrap().clone() };
        let deadline = self.receiver.deadline(&call).unwrap_or(PATIENCE);
        self.receiver.run(&NativeAction { call: &call, scope: Scope::Desktop, deadline }).await.unwrap()
    }

    /// The effect and the output of a call with these arguments.
    async fn shown(&mut self, args: Value) -> String {
        let Outcome { effect, output, .. } = self.run(args).await;
        format!("{effect} {:?}", output.unwrap_or_default().replace("\r\n", "\n"))
    }

    async fn shown_words(&mut self, words: &[&str]) -> String {
        self.shown(json!({"argv": words})).await
    }

    /// The words that start this program again.
    fn part_words(&mut self, part: &str) -> [String; 3] {
        self.receiver.env.push((PART.into(), part.into()));
        let program = env::current_exe().unwrap().display().to_string();
        [program, "--exact".into(), "platform::shell::part".into()]
    }
}

/// The program of some of the tests; does nothing on its own.
#[test]
fn part() {
    let Ok(part) = env::var(PART) else { return };
    match part.split_once(' ') {
        Some(("exits", code)) => process::exit(code.parse().unwrap()),
        Some(("holds", file)) => {
            let file = OpenOptions::new().create(true).write(true).truncate(true).share_mode(0).open(file);
            let _held = file.unwrap();
            thread::park_timeout(PATIENCE * 10);
        }
        Some(("leaves", file)) => {
            let mut command = tokio::process::Command::new(env::current_exe().unwrap());
            command.args(["--exact", "platform::shell::part"]).env(PART, format!("holds {file}"));
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap() });
            let begun = Instant::now();
            while !Path::new(file).exists() {
                assert!(begun.elapsed() < PATIENCE);
                thread::yield_now();
            }
        }
        Some(("counts", "default entries")) => process::exit(default_entry_count()),
        Some(("starts", file)) => {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args(["--exact", "platform::shell::part"]).env(PART, format!("holds {file}"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        }
        _ => panic!("{part}"),
    }
}

#[tokio::test]
async fn a_program_is_the_file_that_its_name_means_in_its_folder_and_nothing_else() {
    let mut shell = Shell::new();
    shell.write("path/greet.cmd", "@echo from the path\r\n");
    shell.write("work/greet.bat", "@echo from the folder\r\n");
    shell.write("work/local.cmd", "@echo local\r\n");
    let missing = |name: &str| format!("refused: {name} cannot be run: there is no such program \"\"");
    for (name, expected) in [
        ("greet", "confirmed: exit code 0 \"from the path\\n\"".to_owned()),
        ("GREET.CMD", "confirmed: exit code 0 \"from the path\\n\"".to_owned()),
        (r".\greet", "confirmed: exit code 0 \"from the folder\\n\"".to_owned()),
        ("./greet.bat", "confirmed: exit code 0 \"from the folder\\n\"".to_owned()),
        // Neither its own folder nor that of this program is one of the search path.
        ("local", missing("local")),
        ("greet.bat", missing("greet.bat")),
        ("no-such-program-8713", missing("no-such-program-8713")),
    ] {
        assert_eq!(shell.shown_words(&[name]).await, expected, "{name}");
    }
}

#[tokio::test]
async fn words_of_a_call_stay_words_for_scripts_of_the_command_interpreter() {
    let mut shell = Shell::new();
    shell.write("path/words.cmd", "@echo %1 %2\r\n");
    let shown = shell.shown_words(&["words", "a & exit 9", "b"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"\\\"a & exit 9\\\" b\\n\"");
    let refused = shell.shown_words(&["words", "a\nexit 9"]).await;
    assert!(refused.starts_with("refused: words cannot be run: "), "{refused}");
}

/// As the policy reads it.
#[tokio::test]
async fn a_line_of_the_command_interpreter_is_made_of_words_and_those_with_blanks_are_quoted() {
    let mut shell = Shell::new();
    for (words, expected) in [
        (&["/c", "echo one& exit 5"][..], "partial: cmd ended with exit code 5 \"one\\n\""),
        (&["/c", "echo", "one&exit", "6"], "partial: cmd ended with exit code 6 \"one\\n\""),
        (&["/c", "echo", "one & exit 7"], "confirmed: exit code 0 \"\\\"one & exit 7\\\"\\n\""),
        (&["/c", "exit", "3"], "partial: cmd ended with exit code 3 \"\""),
    ] {
        let argv: Vec<&str> = ["cmd"].into_iter().chain(words.iter().copied()).collect();
        assert_eq!(shell.shown_words(&argv).await, expected, "{words:?}");
    }
    let folder = shell.file("work").display().to_string();
    let shares = json!({"argv": ["cmd", "/c", "cd"], "folder": format!(r"\\?\{folder}")});
    let shown = shell.shown(shares).await;
    assert!(shown.starts_with("refused: cmd cannot be run: it would run elsewhere"), "{shown}");
    for (below, expected) in
        [("~", String::new()), (r"~\work", r"\work".to_owned()), ("~/path", r"\path".to_owned())]
    {
        let shown = shell.run(json!({"argv": ["cmd", "/c", "cd"], "folder": below})).await.output.unwrap();
        assert_eq!(shown.trim_end(), format!("{}{expected}", shell.place.path().display()), "{below}");
    }
}

#[tokio::test]
async fn a_shell_runs_nothing_of_the_users_settings_first() {
    let mut shell = Shell::new();
    shell.write("path/powershell.cmd", "@echo %*\r\n");
    let shown = shell.shown_words(&["powershell", "-Command", "ls"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"-NoProfile -NonInteractive -Command ls\\n\"");
    let shown = shell.shown_words(&["powershell", "-NoProfile", "ls"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"-NonInteractive -NoProfile ls\\n\"");
    let key = r"HKCU\Software\Microsoft\Command Processor";
    let set = shell.shown_words(&["reg", "add", key, "/v", "AutoRun", "/d", "echo hijacked", "/f"]).await;
    let shown = shell.shown_words(&["cmd", "/c", "echo", "said"]).await;
    let removed = shell.shown_words(&["reg", "delete", key, "/v", "AutoRun", "/f"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"said\\n\"");
    assert!(set.starts_with("confirmed") && removed.starts_with("confirmed"), "{set} {removed}");
}

#[tokio::test]
async fn what_a_program_writes_in_the_code_page_of_consoles_is_read() {
    let mut shell = Shell::new();
    let shown = shell.shown_words(&["cmd", "/c", "echo", "gr\u{fc}n"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"gr\u{fc}n\\n\"");
    shell.write("work/utf-8.txt", "gr\u{fc}n \u{6f22}");
    let shown = shell.shown_words(&["cmd", "/c", "type", "utf-8.txt"]).await;
    assert_eq!(shown, "confirmed: exit code 0 \"gr\u{fc}n \u{6f22}\"");
}

#[tokio::test]
async fn a_code_of_windows_for_a_failure_is_written_as_it_is_known() {
    let mut shell = Shell::new();
    let words = shell.part_words("exits -1073741819");
    let effect = shell.run(json!({"argv": words})).await.effect.to_string();
    assert!(effect.ends_with(" ended with exit code 0xC0000005"), "{effect}");
}

#[tokio::test]
async fn what_a_program_started_ends_with_its_time_and_with_the_call() {
    let mut shell = Shell::new();
    let held = shell.file("held");
    let words = shell.part_words(&format!("starts {}", held.display()));
    let late = shell.run(json!({"argv": words, "seconds": 2})).await.effect.to_string();
    assert!(late.ends_with(" was ended after 2000 ms"), "{late}");
    wait_until("the program ends", || !held.exists() || is_free(&held)).await;

    let held = shell.file("held as well");
    let words = shell.part_words(&format!("starts {}", held.display()));
    tokio::select! {
        outcome = shell.run(json!({"argv": words})) => panic!("it ended by itself: {}", outcome.effect),
        () = wait_until("the program begins", || held.exists()) => {}
    }
    wait_until("the program ends", || is_free(&held)).await;
}

/// How many entries this process puts into the access list of what it makes.
fn default_entry_count() -> i32 {
    let mut token = HANDLE::default();
    let (mut buffer, mut used) = ([0_u64; 1024], 0);
    let bytes = u32::try_from(size_of_val(&buffer)).unwrap();
    let place = Some(buffer.as_mut_ptr().cast());
    // SAFETY: the handle is ours, the buffer has as many bytes as given, and the list is in it.
    unsafe {
        OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token).unwrap();
        GetTokenInformation(token, TokenDefaultDacl, place, bytes, &raw mut used).unwrap();
        let list = (*buffer.as_ptr().cast::<TOKEN_DEFAULT_DACL>()).DefaultDacl;
        i32::from((*list).AceCount)
    }
}

#[tokio::test]
async fn a_program_in_a_sandbox_is_run_and_reported_as_without_one() {
    let mut shell = Shell::in_sandbox();
    shell.write("path/words.cmd", "@echo %1 %2\r\n");
    for (words, expected) in [
        (
            &["cmd", "/c", "echo", "gr\u{fc}n", "a b"][..],
            "confirmed: exit code 0 \"gr\u{fc}n \\\"a b\\\"\\n\"",
        ),
        (&["cmd", "/c", "cd"], "WORK"),
        (&["words", "a b", "c"], "confirmed: exit code 0 \"\\\"a b\\\" c\\n\""),
        (
            &["no-such-program-8713"],
            "refused: no-such-program-8713 cannot be run: there is no such program \"\"",
        ),
    ] {
        let work = shell.file("work").display().to_string().replace('\\', r"\\");
        let expected = expected.replace("WORK", &format!("confirmed: exit code 0 \"{work}\\n\""));
        assert_eq!(shell.shown_words(words).await, expected, "{words:?}");
    }
    let unclear = shell.shown_words(&["words", "a&b"]).await;
    let expected =
        "refused: words cannot be run: the command interpreter would read a word of the call otherwise";
    assert!(unclear.starts_with(expected), "{unclear}");
    let failed = shell.shown_words(&["cmd", "/c", "exit", "3"]).await;
    let work = shell.file("work");
    let limits = format!(
        "it ran in a sandbox, can write to {work:?}, a folder of its own for temporary files and what everybody may \
        write alone, and has the network"
    );
    assert_eq!(failed, format!("partial: cmd ended with exit code 3; {limits} \"\""));
}

#[tokio::test]
async fn a_program_in_a_sandbox_has_a_token_of_its_own_and_a_folder_that_goes_with_it() {
    let mut shell = Shell::in_sandbox();
    let words = shell.part_words("counts default entries");
    let effect = shell.run(json!({"argv": words})).await.effect.to_string();
    // The user, both folders that it writes to, the session of the user, and the system.
    assert!(effect.contains(" ended with exit code 5; "), "{effect}, and we have {}", default_entry_count());
    let written = shell
        .run(json!({"argv": ["cmd", "/c", "echo x> %TEMP%\\x.txt& echo %TEMP%& type %TMP%\\x.txt"]}))
        .await;
    let output = written.output.unwrap();
    let (folder, rest) = output.split_once("\r\n").unwrap();
    assert!(folder.contains("deskpilot-sandbox-") && rest.starts_with('x'), "{output}");
    wait_until("its folder goes", || !Path::new(folder).exists()).await;
    let outcome = shell.run(json!({"argv": ["cmd", "/c", "echo y> new.txt"]})).await;
    assert_eq!(outcome.effect.to_string(), "confirmed: exit code 0");
    assert_eq!(fs::read_to_string(shell.file("work/new.txt")).unwrap(), "y\r\n");
}

#[tokio::test]
async fn what_a_program_in_a_sandbox_leaves_behind_ends_with_it() {
    let mut shell = Shell::in_sandbox();
    let held = shell.file("work/held");
    let words = shell.part_words(&format!("leaves {}", held.display()));
    let effect = shell.run(json!({"argv": words})).await.effect.to_string();
    assert_eq!(effect, "confirmed: exit code 0");
    wait_until("what it left ends", || is_free(&held)).await;

    let held = shell.file("work/held as well");
    let words = shell.part_words(&format!("starts {}", held.display()));
    let late = shell.run(json!({"argv": words, "seconds": 2})).await.effect.to_string();
    assert!(late.contains(" was ended after 2000 ms; it ran in a sandbox"), "{late}");
    wait_until("the program ends", || !held.exists() || is_free(&held)).await;
}

/// Whether no program has the file open.
fn is_free(file: &Path) -> bool {
    OpenOptions::new().write(true).open(file).is_ok()
}

async fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
