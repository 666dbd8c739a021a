//! Runs programs without a shell: every argument is one word.

use super::{
    start_up_words::{is_read_by_cmd, with_start_up_words},
    tame_environment::tamed,
};
use crate::{DesktopError, NativeAction, Receiver, Scope};
use async_trait::async_trait;
use deskpilot_core::{
    Call, CommandSpec, Effect, Evidence, Outcome, ParamKind, PathUse, Refusal, Risk, Risks, SideEffects,
    command,
    command_table::{NOTE, optional, required},
};
use deskpilot_system::{
    DEFAULT_PATH, HOME_VARIABLE, Network, Sandbox, SandboxedProgram, console_text, is_same_variable,
    program_in, reason,
};
use serde_json::Value;
use std::path::{PathBuf, is_separator};
use std::pin::pin;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::timeout;

/// Runs programs with this environment and what keeps git from running the programs of a repository's configuration, and waits
/// until they exit.
#[derive(Clone)]
pub struct ShellReceiver {
    /// The environment of the programs, as names and values; they get nothing of that of this process. It may have a display, on
    /// which they open windows.
    pub env: Vec<(String, String)>,
    /// The sandbox that they run in. In one, nothing that a program starts outlives it.
    pub sandbox: Sandbox,
    /// The folder in which a program runs whose call names none: the one from which the policy judges its relative words.
    pub folder: PathBuf,
}

/// The command that runs a program.
pub(crate) const RUN_SHELL: &str = "run_shell";

/// The native commands of a machine without a window.
pub const SHELL_COMMANDS: &[CommandSpec] = &[command!(
    SideEffects::Risks(Risks::of(&[Risk::Runs])),
    RUN_SHELL,
    "Runs a program that has no window, waits for its end, and gives back what it wrote. No shell reads the words.",
    &[
        required("argv", ParamKind::Argv, "the program, then its arguments, each one word"),
        optional(
            "folder",
            ParamKind::Path(PathUse::Reads),
            "the whole path of the folder in which it runs; the task's folder if left out",
        ),
        optional("seconds", ParamKind::Number, "how long it may run, from 1 to 600; 60 if left out"),
        NOTE,
    ],
)];

/// How many bytes of a program's output are kept.
const OUTPUT_LIMIT: usize = 16 * 1024;
/// How many of them its standard error may have, which comes last.
const ERRORS_LIMIT: usize = 4 * 1024;
/// How long to read output after the program has exited.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);
/// The longest that a call may let a program run, in seconds.
const MAX_SECONDS: f64 = 600.0;

#[async_trait]
impl Receiver for ShellReceiver {
    fn name(&self) -> &'static str {
        "SHELL"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        SHELL_COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        if action.call.command != RUN_SHELL {
            return Err(DesktopError::NoSuchCommand(action.call.command.clone()));
        }
        match self.program(action.call) {
            Ok(program) => Ok(self.spawn(&program, action.deadline).await),
            Err(refusal) => Ok(Effect::Refused(refusal).into()),
        }
    }

    fn deadline(&self, call: &Call) -> Option<Duration> {
        seconds(call).ok().flatten()
    }
}

/// A program to run.
struct Program<'a> {
    name: &'a str,
    /// The executable that the name means.
    file: PathBuf,
    arguments: Vec<&'a str>,
    folder: PathBuf,
}

impl ShellReceiver {
    /// The program that a call names.
    fn program<'a>(&self, call: &'a Call) -> Result<Program<'a>, Refusal> {
        let must =
            || Refusal::BadArgument { name: "argv".into(), must: ParamKind::Argv.expected().into_owned() };
        let words = argv(call).ok_or_else(must)?;
        let (name, arguments) = words.split_first().ok_or_else(must)?;
        seconds(call)?;
        let folder = self.folder(call)?;
        let not_run = |why: &str| Refusal::NotRun { program: (*name).into(), why: why.into() };
        let path = self.variable("PATH").unwrap_or(DEFAULT_PATH);
        // The system would look for it in places that the call does not name.
        let file = program_in(&folder, name, path).ok_or_else(|| not_run("there is no such program"))?;
        let is_share = folder.to_str().is_some_and(|it| it.starts_with(r"\\"));
        if is_share && is_read_by_cmd(&file) {
            return Err(not_run("it would run elsewhere than in a folder of a share: name one on a drive"));
        }
        let arguments = with_start_up_words(&file, arguments);
        Ok(Program { name, file, arguments, folder })
    }

    /// The folder in which the call wants its program to run. A relative path has no meaning here.
    fn folder(&self, call: &Call) -> Result<PathBuf, Refusal> {
        let Some(text) = call.args.get("folder").and_then(Value::as_str).map(str::trim) else {
            return Ok(self.folder.clone());
        };
        let below_home = text.strip_prefix('~').filter(|it| it.is_empty() || it.starts_with(is_separator));
        let folder = match below_home {
            Some(below) => {
                PathBuf::from(format!("{}{below}", self.variable(HOME_VARIABLE).unwrap_or_default()))
            }
            None => PathBuf::from(text),
        };
        match folder.is_absolute() && folder.is_dir() {
            true => Ok(folder),
            false => {
                let must = "the whole path of a folder that exists".into();
                Err(Refusal::BadArgument { name: "folder".into(), must })
            }
        }
    }

    fn variable(&self, name: &str) -> Option<&str> {
        // Of several values the last one counts, as in the environment that the program gets.
        self.env.iter().rev().find(|it| is_same_variable(&it.0, name)).map(|it| it.1.as_str())
    }

    async fn spawn(&self, program: &Program<'_>, deadline: Duration) -> Outcome {
        let name = program.name;
        let spec = SandboxedProgram {
            file: &program.file,
            arguments: &program.arguments,
            folder: &program.folder,
            env: &tamed(&self.env),
        };
        let mut child = match self.sandbox.spawn(&spec) {
            Ok(child) => child,
            Err(error) => {
                let why = reason(&error);
                return Effect::Refused(Refusal::NotRun { program: name.into(), why }).into();
            }
        };
        let (out, err) = (child.stdout(), child.stderr());
        let (mut written, mut errors) = (Output::default(), Output::default());
        let ended = {
            let mut reading = pin!(async {
                tokio::join!(written.drain(out, OUTPUT_LIMIT), errors.drain(err, ERRORS_LIMIT))
            });
            let end = async {
                tokio::select! {
                    status = child.wait() => {
                        // A child of the program may keep its output open: do not wait for that.
                        let _ = timeout(DRAIN_TIMEOUT, &mut reading).await;
                        status
                    }
                    _ = &mut reading => child.wait().await,
                }
            };
            timeout(deadline, end).await
        };
        let effect = match ended {
            Err(_) => Effect::Partial(format!("{name} was ended after {} ms", deadline.as_millis())),
            Ok(Err(error)) => Effect::unverified(format!("how {name} ended is not known: {error}")),
            Ok(Ok(status)) => exit_effect(name, status),
        };
        Outcome { output: Some(text(&written, &errors)), ..self.with_limits(effect).into() }
    }

    /// The effect; where a program failed in a sandbox, with what it could not do there.
    fn with_limits(&self, effect: Effect) -> Effect {
        match (effect, &self.sandbox) {
            (Effect::Partial(what), Sandbox::Bubblewrap(it)) => {
                let remedy = match it.network {
                    Network::Kept => "",
                    Network::Removed => " (the setting run.sandbox = \"network\" gives it one)",
                };
                Effect::Partial(format!("{what}; {it}{remedy}"))
            }
            (Effect::Partial(what), Sandbox::Restricted(it)) => Effect::Partial(format!("{what}; {it}")),
            (effect, _) => effect,
        }
    }
}

fn exit_effect(program: &str, status: ExitStatus) -> Effect {
    match status.code() {
        Some(0) => Effect::Confirmed(Evidence::ExitCode(0)),
        // A program that fails may have done part of its work.
        Some(code @ 0..) => Effect::Partial(format!("{program} ended with exit code {code}")),
        // Windows' codes for what went wrong in a program are known by these digits.
        Some(code) => Effect::Partial(format!("{program} ended with exit code {code:#010X}")),
        None => Effect::Partial(format!("{program} was ended by a signal")),
    }
}

impl std::fmt::Debug for ShellReceiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The values may be secrets.
        let names: Vec<&str> = self.env.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("ShellReceiver").field("env", &names).field("sandbox", &self.sandbox).finish()
    }
}

fn argv(call: &Call) -> Option<Vec<&str>> {
    let words: Vec<&str> =
        call.args.get("argv")?.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    words.first().is_some_and(|program| !program.is_empty()).then_some(words)
}

/// How long the call lets its program run, if it says so.
fn seconds(call: &Call) -> Result<Option<Duration>, Refusal> {
    let must = || Refusal::BadArgument { name: "seconds".into(), must: "a number from 1 to 600".into() };
    let Some(value) = call.args.get("seconds") else { return Ok(None) };
    let seconds = value.as_f64().filter(|it| (1.0..=MAX_SECONDS).contains(it)).ok_or_else(must)?;
    Ok(Some(Duration::from_secs_f64(seconds)))
}

/// The beginning of what a program wrote, and how many bytes followed.
#[derive(Default)]
struct Output {
    kept: Vec<u8>,
    dropped: u64,
}

impl Output {
    /// Keeps the beginning of the output and discards the rest, so that the program never blocks on a full pipe.
    async fn drain(&mut self, from: Option<impl AsyncRead + Unpin>, most: usize) {
        let Some(mut from) = from else { return };
        let mut piece = vec![0; 16 * 1024];
        // An unreadable pipe counts as no more output; the exit code still reports the result.
        while let Ok(read @ 1..) = from.read(&mut piece).await {
            let kept = read.min(most - self.kept.len());
            self.kept.extend(&piece[..kept]);
            self.dropped += (read - kept) as u64;
        }
    }
}

/// What a program wrote, its standard error last; both are cut where they are too long, with a note of the cut.
fn text(written: &Output, errors: &Output) -> String {
    let errors_kept = console_text(&errors.kept);
    let written_kept = console_text(&written.kept);
    let end = written_kept.floor_char_boundary(OUTPUT_LIMIT - errors_kept.len().min(ERRORS_LIMIT));
    let dropped = written.dropped + errors.dropped + (written_kept.len() - end) as u64;
    let mut text = written_kept[..end].to_owned() + &errors_kept;
    if dropped > 0 {
        text += &format!("\n(cut: it wrote {dropped} bytes more)\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    async fn shown(argv: Value) -> String {
        let env = vec![("PATH".into(), "/usr/bin:/bin".into()), ("GREETING".into(), "hello".into())];
        let call = Call { command: RUN_SHELL.into(), args: Map::from_iter([("argv".to_owned(), argv)]) };
        let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(2) };
        let outcome =
            ShellReceiver { env, sandbox: Sandbox::None, folder: "/".into() }.run(&action).await.unwrap();
        format!("{} {:?}", outcome.effect, outcome.output.unwrap_or_default())
    }

    #[tokio::test]
    async fn programs_run_without_a_shell_and_with_their_own_environment() {
        for (argv, expected) in [
            (json!(["printf", "%s|", "a b", "$HOME", ";"]), r#"confirmed: exit code 0 "a b|$HOME|;|""#),
            (json!(["printenv", "GREETING", "PATH"]), r#"confirmed: exit code 0 "hello\n/usr/bin:/bin\n""#),
            (json!(["printenv", "HOME"]), r#"partial: printenv ended with exit code 1 """#),
            (json!(["cat"]), r#"confirmed: exit code 0 """#),
            (json!(["false"]), r#"partial: false ended with exit code 1 """#),
            (
                json!(["sh", "-c", "echo out; echo err >&2; exit 3"]),
                r#"partial: sh ended with exit code 3 "out\nerr\n""#,
            ),
            (json!(["sh", "-c", "echo begun; exec sleep 3 &"]), r#"confirmed: exit code 0 "begun\n""#),
            (
                json!(["no-such-program-8713"]),
                "refused: no-such-program-8713 cannot be run: there is no such program \"\"",
            ),
            (json!([]), r#"refused: argv must be a list of words, the program first """#),
            (json!("ls -l"), r#"refused: argv must be a list of words, the program first """#),
            (json!(["ls", 3]), r#"refused: argv must be a list of words, the program first """#),
        ] {
            assert_eq!(shown(argv.clone()).await, expected, "{argv}");
        }
    }

    #[tokio::test]
    async fn a_program_that_never_ends_is_ended_and_what_it_wrote_is_kept() {
        let shown = shown(json!(["sh", "-c", "echo started; exec sleep 600"])).await;
        assert_eq!(shown, "partial: sh was ended after 2000 ms \"started\\n\"");
    }

    #[tokio::test]
    async fn long_output_is_cut_and_does_not_hold_the_program_up() {
        let both = shown(json!(["sh", "-c", "yes | head -c 1000000; yes e | head -c 1000000 >&2"])).await;
        assert!(both.starts_with("confirmed: exit code 0"), "{}", &both[..60]);
        assert_eq!(both.matches("y\\n").count(), (OUTPUT_LIMIT - ERRORS_LIMIT) / 2);
        assert!(
            both.ends_with("e\\n\\n(cut: it wrote 1983616 bytes more)\\n\""),
            "{}",
            &both[both.len() - 60..]
        );
        let one = shown(json!(["sh", "-c", "yes | head -c 1000000"])).await;
        assert_eq!(one.matches("y\\n").count(), OUTPUT_LIMIT / 2);
    }

    async fn effect(args: Value) -> String {
        let env = vec![("PATH".into(), "/usr/bin:/bin".into()), ("HOME".into(), "/usr".into())];
        let call = Call { command: RUN_SHELL.into(), args: args.as_object().unwrap().clone() };
        let mut shell = ShellReceiver { env, sandbox: Sandbox::None, folder: "/etc".into() };
        let deadline = shell.deadline(&call).unwrap_or(Duration::from_secs(9));
        let outcome =
            shell.run(&NativeAction { call: &call, scope: Scope::Desktop, deadline }).await.unwrap();
        format!("{} {:?}", outcome.effect, outcome.output.unwrap_or_default())
    }

    #[tokio::test]
    async fn a_call_says_where_and_how_long_a_program_runs() {
        let must = "refused: folder must be the whole path of a folder that exists \"\"";
        let seconds = "refused: seconds must be a number from 1 to 600 \"\"";
        for (args, expected) in [
            (json!({"argv": ["pwd"]}), r#"confirmed: exit code 0 "/etc\n""#),
            (json!({"argv": ["pwd"], "folder": "/usr"}), r#"confirmed: exit code 0 "/usr\n""#),
            (json!({"argv": ["pwd"], "folder": "~/bin"}), r#"confirmed: exit code 0 "/usr/bin\n""#),
            (json!({"argv": ["pwd"], "folder": "~"}), r#"confirmed: exit code 0 "/usr\n""#),
            (json!({"argv": ["pwd"], "folder": "src"}), must),
            (json!({"argv": ["pwd"], "folder": "/no/such"}), must),
            (json!({"argv": ["sleep", "600"], "seconds": 1}), "partial: sleep was ended after 1000 ms \"\""),
            (json!({"argv": ["true"], "seconds": 600}), "confirmed: exit code 0 \"\""),
            (json!({"argv": ["true"], "seconds": 601}), seconds),
            (json!({"argv": ["true"], "seconds": 0}), seconds),
            (json!({"argv": ["true"], "seconds": -1e300}), seconds),
        ] {
            assert_eq!(effect(args.clone()).await, expected, "{args}");
        }
    }

    #[test]
    fn no_value_of_the_environment_is_shown() {
        let env = vec![("TOKEN".into(), "s3cret".into())];
        let receiver = ShellReceiver { env, sandbox: Sandbox::None, folder: "/".into() };
        assert!(!format!("{receiver:?}").contains("s3cret"));
    }
}
