//! Parses the file of tool servers. Pure.

use super::{Hints, ServerAddress, ServerSpec, ServersFileProblem, ToolServersError};
use deskpilot_core::{PathStyle, check_brackets, named_secrets};
use deskpilot_https::is_this_machine;
use serde::Deserialize;
use std::{collections::BTreeMap, ops::Range, time::Duration};
use toml::Spanned;
use url::Url;

/// The default time limit of a call, in seconds.
const DEFAULT_SECONDS: u64 = 60;
/// The longest time limit of a call, in seconds.
const MAX_SECONDS: u64 = 600;
/// The longest name: the names of commands begin with it.
const MAX_NAME_CHARS: usize = 20;
/// An example of a program with its arguments.
const EXAMPLE: &str = "command = [\"my-server\", \"--flag\"]";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    servers: BTreeMap<Spanned<String>, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    command: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    env: Vec<Spanned<String>>,
    url: Option<Spanned<String>>,
    token_variable: Option<Spanned<String>>,
    applications: Option<Vec<Spanned<String>>>,
    tools: Option<Vec<Spanned<String>>>,
    timeout_seconds: Option<Spanned<u64>>,
    #[serde(default)]
    trust_annotations: bool,
}

/// The servers of a file, sorted by name; an empty file is valid. Its paths are written in this style.
///
/// # Errors
/// All problems with values, but only the first one with syntax, unknown keys or types.
pub fn parse_tool_servers(text: &str, paths: PathStyle) -> Result<Vec<ServerSpec>, ToolServersError> {
    let one = |line, why| Err(ToolServersError(vec![ServersFileProblem { line, why }]));
    if let Err(problem) = check_brackets(text) {
        return one(problem.line, problem.to_string());
    }
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let line = line_at(text, error.span().map_or(0, |it| it.start));
            return one(line, error.message().replace('\n', "; "));
        }
    };
    let mut reader = Reader { text, paths, problems: Vec::new() };
    let servers = file.servers.into_iter().filter_map(|(name, entry)| reader.server(&name, entry)).collect();
    let mut problems = reader.problems;
    problems.sort_by_key(|it| it.line);
    if problems.is_empty() { Ok(servers) } else { Err(ToolServersError(problems)) }
}

/// The file's text, and its problems so far.
struct Reader<'t> {
    text: &'t str,
    paths: PathStyle,
    problems: Vec<ServersFileProblem>,
}

impl Reader<'_> {
    fn add_problem(&mut self, span: &Range<usize>, why: impl Into<String>) {
        self.problems.push(ServersFileProblem { line: line_at(self.text, span.start), why: why.into() });
    }

    /// The server, or `None` if too much of it is invalid. Every problem is recorded in either case.
    fn server(&mut self, name: &Spanned<String>, entry: Entry) -> Option<ServerSpec> {
        if !is_server_name(name.get_ref()) {
            let why = format!(
                "no server can be called {:?}: begin with a small letter, go on with small letters, digits and _, \
                 at most {MAX_NAME_CHARS}",
                name.get_ref()
            );
            self.add_problem(&name.span(), why);
        }
        let timeout = self.timeout(entry.timeout_seconds.as_ref());
        let applications = entry.applications.map(|it| self.words(it));
        let tools = entry.tools.map(|it| self.words(it));
        let hints = if entry.trust_annotations { Hints::Trusted } else { Hints::Claims };
        let address = match (entry.command, entry.url) {
            (Some(argv), None) => {
                if let Some(variable) = entry.token_variable {
                    self.add_problem(
                        &variable.span(),
                        "token_variable is for url: name the variable in env instead",
                    );
                }
                self.program(name, argv, entry.env)
            }
            (None, Some(url)) => {
                if let Some(variable) = entry.env.first() {
                    self.add_problem(
                        &variable.span(),
                        "env is for command: write token_variable, or remove it",
                    );
                }
                self.http(&url, entry.token_variable)
            }
            (Some(_), Some(url)) => {
                self.add_problem(&url.span(), "it has command already: keep one of command and url");
                None
            }
            (None, None) => {
                self.add_problem(
                    &name.span(),
                    format!("it is nowhere: write {EXAMPLE}, or url = \"https://...\""),
                );
                None
            }
        };
        let name = name.get_ref().clone();
        Some(ServerSpec { name, address: address?, applications, tools, timeout, hints })
    }

    fn program(
        &mut self,
        name: &Spanned<String>,
        argv: Vec<Spanned<String>>,
        env: Vec<Spanned<String>>,
    ) -> Option<ServerAddress> {
        let pass = env.into_iter().filter_map(|it| self.variable(it)).collect();
        let span = argv.first().map_or_else(|| name.span(), Spanned::span);
        let argv: Vec<String> = argv.into_iter().filter_map(|it| self.text(it)).collect();
        let Some(program) = argv.first().filter(|it| !it.trim().is_empty()) else {
            self.add_problem(&span, format!("it names no program: write {EXAMPLE}"));
            return None;
        };
        let names_its_folder = program.contains(self.paths.separators());
        if names_its_folder && !program.starts_with("~/") && !self.paths.is_absolute(program) {
            let why = "write its name alone, an absolute path, or one that begins with ~/";
            self.add_problem(&span, format!("{program:?} is in no folder: {why}"));
        }
        if argv.len() == 1 && !names_its_folder && program.contains(char::is_whitespace) {
            let why = "it is a whole command line, which no shell will read: write each argument as a text of its own";
            self.add_problem(&span, format!("{why}, as in {EXAMPLE}"));
        }
        Some(ServerAddress::Program { argv, pass })
    }

    fn http(
        &mut self,
        written: &Spanned<String>,
        token_variable: Option<Spanned<String>>,
    ) -> Option<ServerAddress> {
        let token_variable = token_variable.and_then(|it| self.variable(it));
        let url = match Url::parse(written.get_ref()) {
            Ok(url) => url,
            Err(error) => {
                self.add_problem(&written.span(), format!("it is no address: {error}; write https://..."));
                return None;
            }
        };
        if !matches!(url.scheme(), "https" | "http") || (url.scheme() == "http" && !is_this_machine(&url)) {
            self.add_problem(&written.span(), "write https://; http:// is for servers on this machine alone");
        }
        if !url.username().is_empty() || url.password().is_some() {
            let why =
                "there is a password in the address: put it into a variable, and name that in token_variable";
            self.add_problem(&written.span(), why);
        }
        self.text(written.clone())?;
        Some(ServerAddress::Http { url, token_variable })
    }

    fn timeout(&mut self, seconds: Option<&Spanned<u64>>) -> Duration {
        let Some(seconds) = seconds else { return Duration::from_secs(DEFAULT_SECONDS) };
        if !(1..=MAX_SECONDS).contains(seconds.get_ref()) {
            self.add_problem(
                &seconds.span(),
                format!("write a whole number of seconds from 1 to {MAX_SECONDS}"),
            );
        }
        Duration::from_secs(*seconds.get_ref())
    }

    fn words(&mut self, words: Vec<Spanned<String>>) -> Vec<String> {
        words.into_iter().filter_map(|it| self.text(it)).collect()
    }

    /// A text that can be handed on and refers to no secret.
    fn text(&mut self, text: Spanned<String>) -> Option<String> {
        let span = text.span();
        let text = text.into_inner();
        if let Some(secret) = named_secrets(&text).first() {
            let why = "secrets are not handed to tool servers; name a variable in env or token_variable";
            self.add_problem(&span, format!("it asks for the secret {secret}: {why}"));
            return None;
        }
        if text.contains('\0') {
            self.add_problem(&span, "there is a character 0 in it: remove it");
            return None;
        }
        Some(text)
    }

    fn variable(&mut self, name: Spanned<String>) -> Option<String> {
        let plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let text = name.get_ref();
        let is_valid = text.chars().all(plain) && text.starts_with(|it: char| !it.is_ascii_digit());
        if !is_valid {
            self.add_problem(
                &name.span(),
                format!("{text:?} is no name of a variable: write its name alone"),
            );
        }
        is_valid.then(|| name.into_inner())
    }
}

fn is_server_name(name: &str) -> bool {
    let plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    name.len() <= MAX_NAME_CHARS
        && name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(plain)
}

/// The line number of a byte offset, from 1.
fn line_at(text: &str, start: usize) -> usize {
    1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count()
}
