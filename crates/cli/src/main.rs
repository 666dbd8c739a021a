//! The `deskpilot` command: arguments, configuration files, console.

mod approval_choices;
mod approval_rows;
mod args;
mod command_tables;
mod commands;
mod config;
mod console;
mod exit;
mod features;
mod person;
mod progress;
mod request_line;
mod settings;
mod signals;
mod table;
mod terminal;
mod tokens;
mod width;

use args::{Cli, Command};
use clap::{CommandFactory, Parser, error::ErrorKind};
use deskpilot_desktop::PlatformError;
use deskpilot_runtime::{SessionError, UsageError};
use exit::Exit;
use std::{io::Write, process::ExitCode};
use terminal::Terminal;

fn main() -> ExitCode {
    let command = Cli::parse().command.unwrap_or_else(without_command);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let exit = match runtime {
        Ok(runtime) => {
            let exit = runtime.block_on(dispatch(command));
            // Does not wait for a thread that still reads a line from the terminal.
            runtime.shutdown_background();
            exit
        }
        Err(error) => Err(error.into()),
    };
    exit.unwrap_or_else(|error| failed(&error)).into()
}

/// What `deskpilot` alone does: at a terminal it asks for requests, elsewhere it prints its help.
fn without_command() -> Command {
    if Terminal::is_present() {
        let words = ["deskpilot", "run"];
        return Cli::parse_from(words).command.unwrap_or(Command::Manual { page: None });
    }
    let help = Cli::command().render_help();
    Cli::command().error(ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, help).exit()
}

async fn dispatch(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Run(args) => commands::run(args).await,
        Command::Demo(args) => commands::demo(args).await,
        Command::Resume(args) => commands::resume(args).await,
        Command::Replay(args) => commands::replay(args).await,
        Command::Evaluate(args) => commands::evaluate(args).await,
        Command::Batch(args) => commands::batch(args).await,
        Command::Dataflow(args) => commands::dataflow(args).await,
        Command::Worker(args) => commands::worker(args).await,
        Command::Queue(args) => commands::queue(args).await,
        Command::Log(args) => commands::log(args).await,
        Command::Audit(args) => commands::audit(args),
        Command::Session(args) => commands::session(args).await,
        Command::Demonstrate(args) => Box::pin(commands::demonstrate(args)).await,
        Command::Demonstrations(args) => Box::pin(commands::demonstrations(args)).await,
        Command::Windows(args) => commands::windows(args).await,
        Command::Observe(args) => commands::observe(args).await,
        Command::Commands(args) => commands::commands(&args),
        Command::Call(args) => Box::pin(commands::call(args)).await,
        Command::Stop(args) => commands::stop(args).await,
        Command::Pause(args) => commands::pause(args).await,
        Command::HandBack(args) => commands::hand_back(args).await,
        Command::Answer(args) => commands::answer(args).await,
        Command::Policy(args) => commands::policy(args),
        Command::Answers(args) => commands::answers(&args),
        Command::Skills(args) => Box::pin(commands::skills(args)).await,
        Command::Experience(args) => Box::pin(commands::experience(args)).await,
        Command::Doctor(args) => commands::doctor(args).await,
        Command::Config(args) => commands::config(&args),
        Command::Key(args) => commands::key(args).await,
        Command::Agents(args) => commands::agents(args).await,
        Command::Secret(args) => commands::secret(args).await,
        Command::Grounding(args) => commands::grounding(args).await,
        Command::Knowledge(args) => commands::knowledge(args).await,
        Command::Manual { page } => commands::manual(page),
        Command::Completion { shell } => commands::completion(shell),
        Command::ManPages { folder } => commands::man_pages(&folder),
    }
}

/// Prints the error with its causes and what to do about it.
fn failed(error: &anyhow::Error) -> Exit {
    let error = error.downcast_ref::<SessionError>().map_or(error, SessionError::inner);
    let mut text = format!("error: {}", console::plain(&error.to_string()));
    for cause in error.chain().skip(1) {
        // The text of some errors already contains the cause.
        if !text.contains(&cause.to_string()) {
            text.push_str(&format!(": {}", console::plain(&cause.to_string())));
        }
    }
    if let Some(hint) = error.downcast_ref::<PlatformError>().and_then(PlatformError::hint) {
        text.push_str(&format!("\nhint: {hint}"));
    }
    let _ = writeln!(std::io::stderr().lock(), "{text}");
    if error.is::<UsageError>() { Exit::Usage } else { Exit::Failed }
}
