//! Programs that a repository's configuration names are not run by the calls of git that look harmless.
//!
//! Each test plants a program that leaves a marker, and shows first that git by itself runs it.

use deskpilot_core::{Call, Outcome};
use deskpilot_desktop::{NativeAction, Receiver, Sandbox, Scope, ShellReceiver};
use serde_json::json;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A repository with two commits, the second signed as far as one can see, and a merge of both.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Repository {
        Repository::signed("PGP SIGNATURE")
    }

    /// One whose last commit has a signature of this kind.
    fn signed(kind: &str) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(repository.work()).unwrap();
        repository.git(&["init", "-q", "-b", "main"]);
        for (name, value) in [("user.name", "a"), ("user.email", "a@example.org")] {
            repository.git(&["config", name, value]);
        }
        repository.commit("one\n");
        repository.git(&["branch", "side"]);
        repository.commit("two\n");
        repository.git(&["checkout", "-q", "side"]);
        repository.commit("three\n");
        repository.git(&["checkout", "-q", "main"]);
        repository.git(&["merge", "-q", "-s", "ours", "-m", "merged", "side"]);
        repository.sign(kind);
        repository
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn marker(&self) -> PathBuf {
        self.folder.path().join("marker")
    }

    fn commit(&self, text: &str) {
        fs::write(self.work().join("a.txt"), text).unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "-q", "-m", "text"]);
    }

    /// The same commit with a signature.
    fn sign(&self, kind: &str) {
        let commit = self.git(&["cat-file", "commit", "HEAD"]);
        let (head, message) = commit.split_once("\n\n").unwrap();
        let signed =
            format!("{head}\ngpgsig -----BEGIN {kind}-----\n \n iQ==\n -----END {kind}-----\n\n{message}");
        let file = self.folder.path().join("commit");
        fs::write(&file, signed).unwrap();
        let hash = self.git(&["hash-object", "-t", "commit", "-w", file.to_str().unwrap()]);
        self.git(&["update-ref", "HEAD", hash.trim()]);
    }

    /// A program that leaves the marker.
    fn program(&self) -> String {
        let path = self.folder.path().join("planted");
        fs::write(&path, format!("#!/bin/sh\ntouch {}\ncat \"$1\" 2>&1\n", self.marker().display())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// What git says by itself, as a person would call it.
    fn git(&self, words: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(words).current_dir(self.work()).env_clear().env("PATH", PATH);
        command.env("HOME", self.folder.path()).stdin(Stdio::null());
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    }

    /// Whether the marker was left since the last question.
    fn took_marker(&self) -> bool {
        fs::remove_file(self.marker()).is_ok()
    }

    /// What `run_shell` makes of a call of git here.
    async fn run(&self, words: &[&str]) -> Outcome {
        let home = self.folder.path().to_str().unwrap().to_owned();
        let env = vec![("PATH".into(), PATH.into()), ("HOME".into(), home)];
        let mut shell = ShellReceiver { env, sandbox: Sandbox::None, folder: self.work() };
        let argv = [&["git"][..], words].concat();
        let args = json!({"argv": argv});
        let call = Call { command: "run_shell".into(), args: args.as_object().unwrap().clone() };
        let deadline = Duration::from_secs(30);
        shell.run(&NativeAction { call: &call, scope: Scope::Desktop, deadline }).await.unwrap()
    }

    /// Git alone runs what was planted at this call, and `run_shell` does not.
    async fn is_tamed(&self, planted: &str, words: &[&str]) {
        self.touch();
        self.git(words);
        assert!(self.took_marker(), "git itself does not run {planted} at {words:?}");
        self.touch();
        let outcome = self.run(words).await;
        let report = format!("{} {:?}", outcome.effect, outcome.output);
        assert!(!self.took_marker(), "{planted} was run by {words:?}: {report}");
    }

    /// Makes git look into the file again.
    fn touch(&self) {
        let file = fs::File::options().append(true).open(self.work().join("a.txt")).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
    }
}

#[tokio::test]
async fn what_a_repositorys_settings_name_is_not_run() {
    for (setting, words) in [
        ("gpg.program", &["log", "--show-signature"][..]),
        ("gpg.openpgp.program", &["log", "--format=%G?"]),
        ("core.fsmonitor", &["ls-files"]),
        ("core.pager", &["grep", "-O", "two"]),
        ("core.editor", &["commit", "--allow-empty"]),
        ("sequence.editor", &["rebase", "-i", "--root"]),
        ("core.sshCommand", &["ls-remote", "ssh://host.invalid/a"]),
        ("core.gitProxy", &["ls-remote", "git://127.0.0.1:1/a"]),
    ] {
        let repository = Repository::new();
        repository.git(&["config", setting, &repository.program()]);
        repository.is_tamed(setting, words).await;
    }
}

#[tokio::test]
async fn a_signature_is_checked_by_no_program_of_the_repository() {
    for (kind, setting) in [
        ("PGP SIGNATURE", "gpg.program"),
        ("SSH SIGNATURE", "gpg.ssh.program"),
        ("SIGNED MESSAGE", "gpg.x509.program"),
    ] {
        let repository = Repository::signed(kind);
        repository.git(&["config", setting, &repository.program()]);
        repository.git(&["config", "gpg.ssh.allowedSignersFile", "/dev/null"]);
        repository.git(&["config", "log.showSignature", "true"]);
        repository.is_tamed(setting, &["log"]).await;
    }
}

#[tokio::test]
async fn hooks_are_not_run() {
    for (hook, words) in [
        ("reference-transaction", &["branch", "new"][..]),
        ("pre-commit", &["commit", "--allow-empty", "-m", "more"]),
        ("post-checkout", &["checkout", "side"]),
    ] {
        let repository = Repository::new();
        let to = repository.work().join(".git/hooks").join(hook);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(repository.program(), to).unwrap();
        repository.git(&["checkout", "-q", "main"]);
        repository.took_marker();
        repository.git(words);
        assert!(repository.took_marker(), "git itself does not run {hook}");
        repository.git(&["checkout", "-q", "main"]);
        repository.git(&["branch", "-D", "new"]);
        repository.took_marker();
        let outcome = repository.run(words).await;
        assert!(!repository.took_marker(), "{hook} was run: {}", outcome.effect);
        assert_eq!(outcome.effect.word(), "confirmed", "{hook}: {}", outcome.effect);
    }
}

#[tokio::test]
async fn nothing_is_fetched_by_a_program_of_the_repository() {
    let repository = Repository::new();
    let program = repository.program();
    let ext = format!("ext::{program}");
    repository.git(&["config", "protocol.ext.allow", "always"]);
    repository.is_tamed("an address", &["ls-remote", &ext]).await;
    // An object that is missing would be fetched from here.
    for (setting, value) in [
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", "."),
        ("remote.origin.uploadpack", program.as_str()),
    ] {
        repository.git(&["config", setting, value]);
    }
    let missing = "0123456789012345678901234567890123456789";
    repository.is_tamed("the remote's program", &["cat-file", "-p", missing]).await;
}

/// Calls of git of which the policy says that they only run git, in the words of its table.
const PLAIN: &[&[&str]] = &[
    &["log"],
    &["log", "--oneline", "--stat"],
    &["log", "--show-signature", "--format=%G? %(trailers) %(describe)"],
    &["log", "-p", "-m", "--no-textconv"],
    &["log", "--cc", "--no-textconv"],
    &["log", "-Stwo", "--no-textconv"],
    &["show", "--no-textconv"],
    &["show", "-m", "--no-textconv"],
    &["show", "-s"],
    &["show", "--no-textconv", "HEAD:a.txt"],
    &["diff", "--cached", "--no-ext-diff", "--no-textconv", "HEAD~1"],
    &["shortlog", "HEAD"],
    &["reflog"],
    &["rev-list", "HEAD"],
    &["rev-parse", "HEAD"],
    &["ls-tree", "HEAD"],
    &["ls-files"],
    &["cat-file", "-p", "HEAD:a.txt"],
    &["branch", "another"],
    &["tag", "named"],
    &["describe", "--all"],
    &["grep", "two"],
    &["check-attr", "-a", "a.txt"],
    &["verify-commit", "HEAD"],
    &["for-each-ref"],
    &["remote", "-v"],
];

#[tokio::test]
async fn drivers_filters_and_aliases_are_run_by_no_plain_call() {
    let repository = Repository::new();
    let program = repository.program();
    for setting in [
        "diff.d.textconv",
        "diff.d.command",
        "diff.external",
        "filter.d.clean",
        "filter.d.smudge",
        "merge.d.driver",
        "alias.log",
        "trailer.see.command",
        "gpg.program",
        "core.fsmonitor",
    ] {
        repository.git(&["config", setting, &program]);
    }
    repository.git(&["config", "log.diffMerges", "remerge"]);
    let attributes = repository.work().join(".git/info/attributes");
    fs::create_dir_all(attributes.parent().unwrap()).unwrap();
    fs::write(attributes, "*.txt diff=d filter=d merge=d\n").unwrap();
    // Each of these does run something: that is why the policy calls them unknown.
    for words in [
        &["log", "-p"][..],
        &["log", "-Stwo"],
        &["show", "HEAD~1"],
        &["status"],
        &["diff", "HEAD~1"],
        &["blame", "a.txt"],
        &["show", "--remerge-diff", "--no-textconv"],
        &["archive", "HEAD"],
    ] {
        repository.touch();
        repository.run(words).await;
        assert!(repository.took_marker(), "{words:?} runs nothing");
    }
    for words in PLAIN {
        repository.touch();
        let outcome = repository.run(words).await;
        assert!(!repository.took_marker(), "{words:?}: {} {:?}", outcome.effect, outcome.output);
        assert!(matches!(outcome.effect.word(), "confirmed") || words[0] == "verify-commit", "{words:?}");
    }
}
