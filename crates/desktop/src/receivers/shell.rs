//! Runs programs without a shell: every argument is one word.

use crate::{DesktopError, NativeAction, Receiver, Scope};
use async_trait::async_trait;
use deskpilot_core::{
    Call, CommandSpec, Effect, Evidence, Outcome, Param, ParamKind, Presence, Refusal, Risk, Risks,
    SideEffects,
};
use deskpilot_system::ProcessGroup;
use serde_json::Value;
use std::borrow::Cow::Borrowed;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use tokio::time::timeout;

/// Runs programs with exactly this environment and waits until they exit.
#[derive(Clone)]
pub struct ShellReceiver {
    /// The whole environment of the programs, as names and values.
    pub env: Vec<(String, String)>,
}

/// The command that runs a program.
pub(crate) const RUN_SHELL: &str = "run_shell";

/// The native commands of a machine without a window.
pub const SHELL_COMMANDS: &[CommandSpec] = &[CommandSpec {
    name: Borrowed(RUN_SHELL),
    doc: Borrowed(
        "Runs a program that has no window, waits for its end, and gives back what it wrote. No shell reads the words.",
    ),
    params: Borrowed(&[
        Param {
            name: Borrowed("argv"),
            doc: Borrowed("the program, then its arguments, each one word"),
            kind: ParamKind::Argv,
            presence: Presence::Required,
        },
        Param {
            name: Borrowed("name"),
            doc: Borrowed("the name of a note on the blackboard that gets what it wrote"),
            kind: ParamKind::Note,
            presence: Presence::Optional,
        },
    ]),
    side_effects: SideEffects::Risks(Risks::of(&[Risk::Runs])),
}];

/// How many bytes of a program's output are kept.
const OUTPUT_LIMIT: u64 = 16 * 1024;
/// How long to read output after the program has exited.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);

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
        match argv(action.call) {
            Some(argv) => Ok(self.spawn(&argv, action.deadline).await),
            None => {
                let must = ParamKind::Argv.expected().into_owned();
                Ok(Effect::Refused(Refusal::BadArgument { name: "argv".into(), must }).into())
            }
        }
    }
}

impl ShellReceiver {
    async fn spawn(&self, argv: &[&str], deadline: Duration) -> Outcome {
        let (program, arguments) = (argv[0], &argv[1..]);
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(self.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match ProcessGroup::spawn(&mut command) {
            Ok(child) => child,
            Err(error) => {
                let why = error.to_string();
                return Effect::Refused(Refusal::NotRun { program: program.into(), why }).into();
            }
        };
        let (out, err) = (child.stdout(), child.stderr());
        let (mut written, mut errors) = (Vec::new(), Vec::new());
        let ended = {
            let mut reading = pin!(async { tokio::join!(drain(out, &mut written), drain(err, &mut errors)) });
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
        let output = Some(text(&written, &errors));
        let effect = match ended {
            Err(_) => Effect::Partial(format!("{program} was ended after {} ms", deadline.as_millis())),
            Ok(Err(error)) => Effect::Unverified(format!("how {program} ended is not known: {error}")),
            Ok(Ok(status)) => exit_effect(program, status),
        };
        Outcome { output, ..effect.into() }
    }
}

fn exit_effect(program: &str, status: ExitStatus) -> Effect {
    match status.code() {
        Some(0) => Effect::Confirmed(Evidence::ExitCode(0)),
        // A program that fails may have done part of its work.
        Some(code) => Effect::Partial(format!("{program} ended with exit code {code}")),
        None => Effect::Partial(format!("{program} was ended by a signal")),
    }
}

impl std::fmt::Debug for ShellReceiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The values may be secrets.
        let names: Vec<&str> = self.env.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("ShellReceiver").field("env", &names).finish()
    }
}

fn argv(call: &Call) -> Option<Vec<&str>> {
    let words: Vec<&str> =
        call.args.get("argv")?.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    words.first().is_some_and(|program| !program.is_empty()).then_some(words)
}

/// Keeps the beginning of the output and discards the rest, so that the program never blocks on a full pipe.
async fn drain(from: Option<impl AsyncRead + Unpin>, kept: &mut Vec<u8>) {
    let Some(mut from) = from else { return };
    // An unreadable pipe counts as no output; the exit code still reports the result.
    let _ = (&mut from).take(OUTPUT_LIMIT).read_to_end(kept).await;
    let _ = tokio::io::copy(&mut from, &mut tokio::io::sink()).await;
}

fn text(written: &[u8], errors: &[u8]) -> String {
    let both = [String::from_utf8_lossy(written), String::from_utf8_lossy(errors)].concat();
    let mut end = both.len().min(OUTPUT_LIMIT as usize);
    while !both.is_char_boundary(end) {
        end -= 1;
    }
    both[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    async fn shown(argv: Value) -> String {
        let env = vec![("PATH".into(), "/usr/bin:/bin".into()), ("GREETING".into(), "hello".into())];
        let call = Call { command: RUN_SHELL.into(), args: Map::from_iter([("argv".to_owned(), argv)]) };
        let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(2) };
        let outcome = ShellReceiver { env }.run(&action).await.unwrap();
        format!("{} {:?}", outcome.effect, outcome.output.unwrap_or_default())
    }

    #[tokio::test]
    async fn programs_run_without_a_shell_and_with_their_own_environment() {
        for (argv, expected) in [
            (json!(["printf", "%s|", "a b", "$HOME", ";"]), r#"confirmed: exit code 0 "a b|$HOME|;|""#),
            (json!(["env"]), r#"confirmed: exit code 0 "GREETING=hello\nPATH=/usr/bin:/bin\n""#),
            (json!(["cat"]), r#"confirmed: exit code 0 """#),
            (json!(["false"]), r#"partial: false ended with exit code 1 """#),
            (
                json!(["sh", "-c", "echo out; echo err >&2; exit 3"]),
                r#"partial: sh ended with exit code 3 "out\nerr\n""#,
            ),
            (json!(["sh", "-c", "echo begun; exec sleep 3 &"]), r#"confirmed: exit code 0 "begun\n""#),
            (
                json!(["no-such-program-8713"]),
                "refused: no-such-program-8713 cannot be run: No such file or directory (os error 2) \"\"",
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
        let shown = shown(json!(["sh", "-c", "yes | head -c 1000000"])).await;
        assert!(shown.starts_with("confirmed: exit code 0"), "{}", &shown[..60]);
        assert_eq!(shown.matches('y').count(), OUTPUT_LIMIT as usize / 2);
    }

    #[test]
    fn no_value_of_the_environment_is_shown() {
        let receiver = ShellReceiver { env: vec![("TOKEN".into(), "s3cret".into())] };
        assert!(!format!("{receiver:?}").contains("s3cret"));
    }
}
