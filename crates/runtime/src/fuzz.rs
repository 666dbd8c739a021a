//! Fuzz targets: any content of a policy file parses to a policy or an error.

use crate::policy_file::parse;
use deskpilot_core::{Launch, Operation, Policy, PolicyContext, ProgramCall};
use std::{hint::black_box, path::Path};

/// A policy's file, and the rulings under it.
pub fn policy(bytes: &[u8]) {
    let Ok(file) = parse(Path::new("policy.toml"), &String::from_utf8_lossy(bytes)) else { return };
    let Ok(policy) = Policy::of(file) else { return };
    let context = PolicyContext { home: "/u/tasks/1", user_home: "/u", ..PolicyContext::default() };
    for operation in operations() {
        black_box(policy.judge(&operation, &context));
    }
}

fn operations() -> [Operation; 3] {
    let launch =
        |file: &str| Launch { application: "gedit".into(), file: Some(file.into()), ..Launch::default() };
    let argv = ["git", "log", "--oneline", "a/b", "main"].map(str::to_owned).to_vec();
    [
        Operation::Launch(launch("/u/Notes/a/b/c/d/e/f/letter.txt")),
        Operation::Launch(launch("https://a.b.example.org/x")),
        Operation::Run(ProgramCall { argv }),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_policy_file_is_a_policy_or_an_error() {
        let words =
            ["[[rule]]\n", "say = \"refuse\"\n", "path = \"", "**/", "program = [", "[words]\n", "domain = "];
        deskpilot_fuzz::fuzz("policy", &words, super::policy);
    }
}
