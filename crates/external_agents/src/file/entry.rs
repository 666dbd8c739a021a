//! One agent's table in the agents file.

use super::{
    AgentSpec, Protocol,
    problem_collector::{ProblemCollector, type_name},
};
use deskpilot_core::{mistyped_name, named_secrets};
use std::time::Duration;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The keys that choose the agent's kind.
const PROTOCOL_KEYS: &[&str] = &["acp", "mcp", "command"];
/// All keys of an agent.
const KEYS: &[&str] = &[
    "introduction",
    "application",
    "acp",
    "mcp",
    "command",
    "folder",
    "pass",
    "timeout",
    "tool",
    "argument",
];
/// An example of a program with its arguments.
const EXAMPLE: &str = "[\"my-agent\", \"--flag\"]";
/// The default time limit, in seconds.
const DEFAULT_SECONDS: u64 = 600;
/// The maximum time limit in seconds: one day.
const MAX_SECONDS: u64 = 86_400;

/// One agent's table in the agents file.
pub(super) struct Entry<'e, 't> {
    pub(super) problems: &'e mut ProblemCollector<'t>,
    /// The table's full key.
    pub(super) key: String,
    /// The byte offset of the table's name.
    pub(super) start: usize,
    pub(super) table: &'e DeTable<'e>,
}

impl<'e> Entry<'e, '_> {
    /// The agent, or `None` if too much of it is invalid. Every problem is recorded in either case.
    pub(super) fn spec(mut self, name: &str) -> Option<AgentSpec> {
        self.check_keys();
        let introduction = self.text("introduction");
        if introduction.is_none() && !self.has("introduction") {
            let why = "it is missing: write what the agent is good for, as introduction = \"...\"";
            self.add_problem_at(self.start, "introduction", why);
        }
        let protocol = self.protocol();
        let (tool, argument) = (self.text("tool"), self.text("argument"));
        let (application, folder) = (self.text("application"), self.folder());
        let (pass, timeout) = (self.pass(), self.timeout());
        let (key, argv) = protocol?;
        let protocol = match key {
            "acp" => Protocol::Acp,
            "mcp" => Protocol::Mcp { tool, argument },
            _ => Protocol::Command,
        };
        let introduction = introduction?;
        Some(AgentSpec {
            name: name.to_owned(),
            introduction,
            application,
            argv,
            protocol,
            folder,
            pass,
            timeout,
        })
    }

    fn value(&self, key: &str) -> Option<(usize, &'e DeValue<'e>)> {
        let found = self.table.iter().find(|(known, _)| known.get_ref() == key);
        found.map(|(known, value)| (known.span().start, value.get_ref()))
    }

    fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    fn add_problem_at(&mut self, start: usize, key: &str, why: impl Into<String>) {
        self.problems.add(start, &format!("{}.{key}", self.key), why);
    }

    fn add_problem(&mut self, key: &str, why: impl Into<String>) {
        let start = self.value(key).map_or(self.start, |(start, _)| start);
        self.add_problem_at(start, key, why);
    }

    /// Records unknown keys, and keys that belong to another kind of agent.
    fn check_keys(&mut self) {
        for (key, _) in self.table {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                self.add_problem_at(key.span().start, key.get_ref(), unknown_key_advice(key.get_ref()));
            }
        }
        for key in ["tool", "argument"] {
            if self.has(key) && !self.has("mcp") {
                self.add_problem(
                    key,
                    "it is for servers of tools: write mcp = [...] next to it, or remove it",
                );
            }
        }
    }

    /// The agent's kind and its command line; exactly one kind must be given.
    fn protocol(&mut self) -> Option<(&'static str, Vec<String>)> {
        let named: Vec<&str> = PROTOCOL_KEYS.iter().copied().filter(|it| self.has(it)).collect();
        let argvs: Vec<Option<Vec<String>>> = named.iter().map(|it| self.argv(it)).collect();
        match named[..] {
            [] => {
                let why = format!("it has no program: write one of acp, mcp and command, as acp = {EXAMPLE}");
                self.problems.add(self.start, &self.key, why);
                None
            }
            [one] => Some((one, argvs.into_iter().next()??)),
            [first, second, ..] => {
                self.add_problem(second, format!("it has {first} already: keep one of acp, mcp and command"));
                None
            }
        }
    }

    fn argv(&mut self, key: &str) -> Option<Vec<String>> {
        let argv = self.texts(key, "the program and its arguments", EXAMPLE)?;
        let Some(program) = argv.first().filter(|it| !it.trim().is_empty()) else {
            self.add_problem(
                key,
                format!("it names no program: write the program and its arguments, as in {EXAMPLE}"),
            );
            return None;
        };
        let names_its_folder = program.contains(self.problems.paths.separators());
        if argv.len() == 1 && !names_its_folder && program.contains(char::is_whitespace) {
            let why = "it is a whole command line, which no shell will read: write each argument as a text of its own, as in";
            self.add_problem(key, format!("{why} {EXAMPLE}"));
            return None;
        }
        if names_its_folder && !self.is_fixed(program) {
            let why = "write its name alone, an absolute path, or one that begins with ~/, as in \"~/bin/my-agent\"";
            self.add_problem(key, format!("{program:?} is in no folder: {why}"));
            return None;
        }
        Some(argv)
    }

    fn texts(&mut self, key: &str, what: &str, example: &str) -> Option<Vec<String>> {
        let (_, value) = self.value(key)?;
        let DeValue::Array(items) = value else {
            self.add_problem(
                key,
                format!("it is {}: write a list of {what}, as in {example}", type_name(value)),
            );
            return None;
        };
        items.iter().map(|item| self.item(key, item)).collect()
    }

    fn item(&mut self, key: &str, item: &Spanned<DeValue<'_>>) -> Option<String> {
        let start = item.span().start;
        match item.get_ref() {
            DeValue::String(text) => self.check_text(start, key, text).then(|| text.to_string()),
            other => {
                self.add_problem_at(
                    start,
                    key,
                    format!("{} is in the list: write texts in quotes", type_name(other)),
                );
                None
            }
        }
    }

    /// Whether the text can be passed to a program and refers to no secret.
    fn check_text(&mut self, start: usize, key: &str, text: &str) -> bool {
        if let Some(secret) = named_secrets(text).first() {
            let why = format!(
                "it asks for the secret {secret}: secrets are not handed to other agents; remove it, or name a variable in pass"
            );
            self.add_problem_at(start, key, why);
            return false;
        }
        if text.contains('\0') {
            self.add_problem_at(
                start,
                key,
                "there is a character 0 in it, which no program can be given: remove it",
            );
            return false;
        }
        true
    }

    /// A string value, trimmed; `None` if it is missing or invalid.
    fn text(&mut self, key: &str) -> Option<String> {
        let (start, value) = self.value(key)?;
        match value {
            DeValue::String(text) if text.trim().is_empty() => {
                self.add_problem(key, "it is empty: write a text in quotes, or remove the key");
                None
            }
            DeValue::String(text) => self.check_text(start, key, text).then(|| text.trim().to_owned()),
            other => {
                self.add_problem(key, format!("it is {}: write a text in quotes", type_name(other)));
                None
            }
        }
    }

    fn folder(&mut self) -> Option<String> {
        let folder = self.text("folder")?;
        let is_fixed = folder == "~" || self.is_fixed(&folder);
        if !is_fixed {
            let why = "write an absolute path, or one that begins with ~/, as in \"~/work\"";
            self.add_problem("folder", format!("{folder:?} is in no folder: {why}"));
        }
        is_fixed.then_some(folder)
    }

    /// Whether a path names the same file in every current folder.
    fn is_fixed(&self, path: &str) -> bool {
        path.starts_with("~/") || self.problems.paths.is_absolute(path)
    }

    fn pass(&mut self) -> Vec<String> {
        const VARIABLES: &str = "[\"MY_AGENT_KEY\"]";
        let names = self.texts("pass", "names of variables", VARIABLES).unwrap_or_default();
        for name in &names {
            let plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
            if name.is_empty() || !name.chars().all(plain) || name.starts_with(|it: char| it.is_ascii_digit())
            {
                let why =
                    format!("{name:?} is no name of a variable: write its name alone, as in {VARIABLES}");
                self.add_problem("pass", why);
            }
        }
        names
    }

    fn timeout(&mut self) -> Duration {
        let seconds = match self.value("timeout") {
            None => Some(DEFAULT_SECONDS),
            Some((_, DeValue::Integer(number))) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            Some(_) => None,
        };
        let Some(seconds) = seconds.filter(|it| (1..=MAX_SECONDS).contains(it)) else {
            self.add_problem("timeout", format!("write a whole number of seconds from 1 to {MAX_SECONDS}"));
            return Duration::from_secs(DEFAULT_SECONDS);
        };
        Duration::from_secs(seconds)
    }
}

fn unknown_key_advice(key: &str) -> String {
    match mistyped_name(key, KEYS.iter().copied()) {
        Some(nearest) => format!("there is no such key: write {nearest}, or remove it"),
        None => format!("there is no such key: the keys are {}; remove it", KEYS.join(", ")),
    }
}
