//! Programs in a sandbox write only where they are let. Where the machine makes none, the tests say so and check nothing.

use deskpilot_core::{Call, Outcome};
use deskpilot_desktop::{
    Bubblewrap, NativeAction, Network, Receiver, Sandbox, Scope, ShellReceiver, sandbox_of,
};
use serde_json::{Value, json};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;

const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A shell in a sandbox that may write to one folder.
struct SandboxedShell {
    shell: ShellReceiver,
    work: TempDir,
    /// A folder that the test itself can write, and the sandbox shows.
    outside: TempDir,
}

impl SandboxedShell {
    #[expect(clippy::print_stderr, reason = "a test says what it could not check")]
    async fn new(network: Network) -> Option<SandboxedShell> {
        let program: PathBuf = match sandbox_of(PATH, network).await {
            Ok(program) => program,
            Err(why) => {
                eprintln!("nothing is checked: {why}");
                return None;
            }
        };
        let work = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir_in("/var/tmp").unwrap();
        let sandbox = Sandbox::Bubblewrap(Bubblewrap {
            program,
            writable: vec![work.path().to_owned()],
            hidden: Vec::new(),
            network,
        });
        let env = vec![("PATH".into(), PATH.into()), ("TOKEN".into(), "s3cret".into())];
        let shell = ShellReceiver { env, sandbox, folder: work.path().to_owned() };
        Some(SandboxedShell { shell, work, outside })
    }

    async fn run(&mut self, args: Value) -> Outcome {
        let call = Call { command: "run_shell".into(), args: args.as_object().unwrap().clone() };
        let deadline = self.shell.deadline(&call).unwrap_or(Duration::from_secs(30));
        self.shell.run(&NativeAction { call: &call, scope: Scope::Desktop, deadline }).await.unwrap()
    }

    /// The effect and the output of a script.
    async fn run_script(&mut self, script: &str) -> String {
        let Outcome { effect, output, .. } = self.run(json!({"argv": ["sh", "-c", script]})).await;
        format!("{effect} {:?}", output.unwrap_or_default())
    }
}

#[tokio::test]
async fn a_program_writes_only_to_its_folders() {
    let Some(mut shell) = SandboxedShell::new(Network::Kept).await else { return };
    let (work, outside) = (shell.work.path().to_owned(), shell.outside.path().to_owned());
    fs::write(outside.join("kept"), "text").unwrap();
    let result =
        shell.run_script(&format!("echo x > {}/new && cat {}/kept", work.display(), outside.display())).await;
    assert_eq!(result, r#"confirmed: exit code 0 "text""#);
    assert_eq!(fs::read_to_string(work.join("new")).unwrap(), "x\n");
    for script in [
        format!("echo x > {}/new", outside.display()),
        format!("echo x > {}/kept", outside.display()),
        format!("rm {}/kept", outside.display()),
        format!("mv {}/kept {}/stolen", outside.display(), work.display()),
        format!("ln -s {0} {1}/link && echo x > {1}/link/new", outside.display(), work.display()),
        format!("mount -o remount,rw,bind / && echo x > {}/new", outside.display()),
        format!("unshare -Urm sh -c 'mount -o remount,rw,bind / && echo x > {}/new'", outside.display()),
    ] {
        let result = shell.run_script(&script).await;
        let work = work.canonicalize().unwrap();
        let limits = format!("it ran in a sandbox with a /tmp of its own, can write else to {work:?} alone");
        assert!(result.starts_with("partial: ") && result.contains(&limits), "{script}: {result}");
    }
    assert_eq!(fs::read_to_string(outside.join("kept")).unwrap(), "text");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    // The same without a sandbox is done: it is the sandbox that forbids it.
    shell.shell.sandbox = Sandbox::None;
    shell.run_script(&format!("echo x > {}/new", outside.display())).await;
    assert!(outside.join("new").exists());
}

#[tokio::test]
async fn it_has_a_temporary_folder_and_processes_of_its_own() {
    let Some(mut shell) = SandboxedShell::new(Network::Kept).await else { return };
    let marker = tempfile::NamedTempFile::new_in("/tmp").unwrap();
    let (outside, mine) = (marker.path().display(), format!("{}.mine", marker.path().display()));
    let result = shell.run_script(&format!("test -e {outside} || echo mine > {mine} && cat {mine}")).await;
    assert_eq!(result, r#"confirmed: exit code 0 "mine\n""#);
    assert!(!Path::new(&mine).exists());
    assert_eq!(
        shell.run_script("ls /run | grep -v -e systemd -e NetworkManager -e current-system; true").await,
        r#"confirmed: exit code 0 """#
    );
    let result = shell.run_script(&format!("kill -0 {}", std::process::id())).await;
    assert!(result.starts_with("partial: "), "{result}");
    assert_eq!(
        shell.run_script("grep -e CapEff -e NoNewPrivs /proc/self/status").await,
        r#"confirmed: exit code 0 "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n""#
    );
}

#[tokio::test]
async fn exit_codes_and_missing_programs_are_reported_as_without_a_sandbox() {
    let Some(mut shell) = SandboxedShell::new(Network::Kept).await else { return };
    assert!(
        shell
            .run_script("exit 3")
            .await
            .starts_with("partial: sh ended with exit code 3; it ran in a sandbox")
    );
    let missing = shell.run(json!({"argv": ["no-such-program-8713"]})).await;
    assert_eq!(
        missing.effect.to_string(),
        "refused: no-such-program-8713 cannot be run: there is no such program"
    );
    let folder = shell.work.path().canonicalize().unwrap();
    let outcome = shell.run(json!({"argv": ["pwd"], "folder": folder})).await;
    assert_eq!(outcome.output, Some(format!("{}\n", folder.display())));
    // A variable is in nobody's sight, as it would be among the words of a command line.
    let seen = shell.run_script("tr '\\0' ' ' < /proc/1/cmdline; echo; echo $TOKEN").await;
    assert!(seen.matches("s3cret").count() == 1 && seen.contains("bwrap"), "{seen}");
}

#[tokio::test]
async fn the_network_is_kept_or_not() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connect = format!("exec 3<>/dev/tcp/127.0.0.1/{}", listener.local_addr().unwrap().port());
    for (network, expected) in [(Network::Kept, "confirmed"), (Network::Removed, "partial")] {
        let Some(mut shell) = SandboxedShell::new(network).await else { return };
        let outcome = shell.run(json!({"argv": ["bash", "-c", connect]})).await;
        let effect = outcome.effect.to_string();
        assert!(effect.starts_with(expected), "{network:?}: {effect}");
        assert_eq!(effect.contains("run.sandbox = \"network\""), network == Network::Removed, "{effect}");
    }
}

#[tokio::test]
async fn everything_ends_with_the_program_and_with_the_call() {
    let Some(mut shell) = SandboxedShell::new(Network::Kept).await else { return };
    assert_eq!(shell.run_script("sleep 871301 >/dev/null 2>&1 & true").await, r#"confirmed: exit code 0 """#);
    let late = shell.run(json!({"argv": ["sh", "-c", "sleep 871302 & wait"], "seconds": 1})).await;
    assert!(late.effect.to_string().starts_with("partial: sh was ended after 1000 ms"), "{}", late.effect);
    let begun = shell.work.path().join("begun");
    let script = format!("touch {}; sleep 871303", begun.display());
    let dropped = shell.run(json!({"argv": ["sh", "-c", script]}));
    let has_begun = async {
        while !begun.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        outcome = dropped => panic!("it ended by itself: {}", outcome.effect),
        () = has_begun => {}
    }
    while ["871301", "871302", "871303"].iter().any(|it| is_running(it)) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Whether a `sleep` with this argument runs.
fn is_running(argument: &str) -> bool {
    let processes =
        fs::read_dir("/proc").unwrap().filter_map(|it| fs::read(it.unwrap().path().join("cmdline")).ok());
    let wanted = format!("sleep\0{argument}\0");
    processes.into_iter().any(|it| it == wanted.as_bytes())
}
