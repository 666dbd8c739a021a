//! The `deskpilot` command on any platform: arguments, configuration files, console. The program hands its platform in.

mod approval_choices;
mod approval_rows;
mod args;
mod commands;
mod console;
mod exit;
mod faults;
mod features;
mod greeting;
mod person;
mod progress;
mod request_line;
mod settings;
mod signals;
mod table;
mod terminal;
mod width;

use args::{Command, parse};
use deskpilot_desktop::{Platform, PlatformError};
use deskpilot_runtime::{Environment, RuntimeError, SessionError, UsageError};
use deskpilot_system::reason;
use exit::Exit;
use faults::Faults;
use std::{io::Write, process::ExitCode, sync::Arc, time::Duration};
use terminal::Terminal;

/// How long the threads of the runtime may take to end: they drop what their tasks hold, and under Wine a thread that ends while the
/// process exits can make its exit code 0. One that still reads a line from the terminal is left to the system.
const ENDING: Duration = Duration::from_millis(200);

/// Carries out the command line of this process on the platform, and returns the exit code.
pub fn run(platform: Arc<dyn Platform>) -> ExitCode {
    let environment = Environment::of_process(platform);
    let command = parse(environment.platform(), std::env::args_os());
    let Some(command) = command.or_else(|| without_command(environment.platform())) else {
        return Exit::Finished.into();
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let exit = match runtime {
        Ok(runtime) => {
            let exit = runtime.block_on(dispatch(&environment, command));
            runtime.shutdown_timeout(ENDING);
            exit
        }
        Err(error) => Err(error.into()),
    };
    exit.unwrap_or_else(|error| failed(&error)).into()
}

/// What `deskpilot` alone does: it says what to type first, and at a terminal it asks for requests.
fn without_command(platform: &dyn Platform) -> Option<Command> {
    greeting::print();
    let words = ["deskpilot", "run"];
    Terminal::is_present().then(|| parse(platform, words.map(Into::into))).flatten()
}

async fn dispatch(environment: &Environment, command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Run(args) => commands::run(environment, args).await,
        Command::Demo(args) => commands::demo(environment, args).await,
        Command::Resume(args) => commands::resume(environment, args).await,
        Command::Replay(args) => commands::replay(environment, args).await,
        Command::Evaluate(args) => commands::evaluate(environment, args).await,
        Command::Batch(args) => commands::batch(environment, args).await,
        Command::Dataflow(args) => commands::dataflow(environment, args).await,
        Command::Worker(args) => commands::worker(environment, args).await,
        Command::Queue(args) => commands::queue(args).await,
        Command::Log(args) => commands::log(environment, args).await,
        Command::Watch(args) => commands::watch(environment, args).await,
        Command::Serve(args) => commands::serve(environment, args).await,
        Command::Acp(args) => Box::pin(commands::acp(environment, &args)).await,
        Command::Mcp(args) => Box::pin(commands::mcp(environment, args)).await,
        Command::Report(args) => commands::report(environment, args),
        Command::Audit(args) => commands::audit(environment, args),
        Command::Session(args) => commands::session(environment, args).await,
        Command::Demonstrate(args) => Box::pin(commands::demonstrate(environment, args)).await,
        Command::Demonstrations(args) => Box::pin(commands::demonstrations(environment, args)).await,
        Command::Windows(args) => commands::windows(environment, args).await,
        Command::Observe(args) => commands::observe(environment, args).await,
        Command::Commands(args) => commands::commands(environment, &args),
        Command::Call(args) => Box::pin(commands::call(environment, args)).await,
        Command::Stop(args) => commands::stop(environment, args).await,
        Command::Pause(args) => commands::pause(environment, args).await,
        Command::HandBack(args) => commands::hand_back(environment, args).await,
        Command::Answer(args) => commands::answer(environment, args).await,
        Command::Policy(args) => commands::policy(environment, args),
        Command::Answers(args) => commands::answers(environment, &args),
        Command::Skills(args) => Box::pin(commands::skills(environment, args)).await,
        Command::Experience(args) => Box::pin(commands::experience(environment, args)).await,
        Command::Doctor(args) => commands::doctor(environment, args).await,
        Command::WindowsSelftest => commands::windows_selftest(environment).await,
        Command::Config(args) => commands::config(environment, &args),
        Command::Key(args) => commands::key(environment, args).await,
        Command::Agents(args) => commands::agents(environment, args).await,
        Command::Secret(args) => commands::secret(environment, args).await,
        Command::Grounding(args) => commands::grounding(environment, args).await,
        Command::Knowledge(args) => commands::knowledge(environment, args).await,
        Command::Manual(args) => commands::manual(environment, &args),
        Command::Completion { shell } => commands::completion(environment, shell),
        Command::TaskNames(args) => commands::task_names(environment, &args),
        Command::ManPages { folder } => commands::man_pages(environment, &folder),
    }
}

/// Prints the error with its causes and what to do about it.
fn failed(error: &anyhow::Error) -> Exit {
    if let Some(Faults(faults)) = error.downcast_ref::<Faults>() {
        let lines: String = faults.iter().map(|it| format!("error: {}\n", console::plain(it))).collect();
        let _ = write!(std::io::stderr().lock(), "{lines}");
        return Exit::Usage;
    }
    let of_session = error.downcast_ref::<SessionError>().map(SessionError::inner);
    let of_runtime = of_session.or_else(|| error.downcast_ref::<RuntimeError>());
    let mut text = format!("error: {}", console::plain(&reason(&**error)));
    for cause in error.chain().skip(1) {
        let cause = reason(cause);
        // The text of some errors already contains the cause.
        if !text.contains(&cause) {
            text.push_str(&format!(": {}", console::plain(&cause)));
        }
    }
    let of_platform = error.downcast_ref::<PlatformError>().and_then(PlatformError::hint);
    if let Some(hint) = of_platform.or_else(|| of_runtime.and_then(RuntimeError::hint)) {
        text.push_str(&format!("\nhint: {hint}"));
    }
    let _ = writeln!(std::io::stderr().lock(), "{text}");
    let is_usage = error.is::<UsageError>() || of_runtime.is_some_and(RuntimeError::is_usage);
    if is_usage { Exit::Usage } else { Exit::Failed }
}
