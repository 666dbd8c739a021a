//! The policy of the settings: a file with rules, and a preset that may win over the file's.

use super::Layers;
use crate::folders::replace;
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_core::{Policy, PolicyFile, Preset, Rule};
use std::{
    fs,
    path::{Path, PathBuf},
};
use toml::Value;

/// The policy, and where the rules are kept that the user makes by answering "always".
#[derive(Clone, Debug)]
pub(crate) struct PolicyConfig {
    pub(crate) policy: Policy,
    /// `None` where nobody has a folder for settings.
    pub(crate) file: Option<PathBuf>,
}

impl PolicyConfig {
    /// The policy of these settings. One that cannot be read, or that contradicts itself, is an error: nothing runs under it.
    pub(crate) fn of(layers: &Layers, settings: Option<&Path>) -> Result<PolicyConfig> {
        let text = |name: &str| layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty());
        let own = settings.map(|folder| folder.join("policy.toml"));
        let (file, mut policy) = match (text("policy.file").map(PathBuf::from), own) {
            (Some(file), _) => {
                let policy = read(&file)?;
                (Some(file), policy)
            }
            (None, Some(own)) if own.exists() => {
                let policy = read(&own)?;
                (Some(own), policy)
            }
            (None, own) => (own, PolicyFile::default()),
        };
        if let Some(preset) = text("policy.preset").and_then(Preset::of) {
            policy.preset = preset;
        }
        let whose = || file.as_ref().map_or_else(|| "the policy".into(), |it| it.display().to_string());
        match Policy::of(policy) {
            Ok(policy) => Ok(PolicyConfig { policy, file }),
            Err(wrong) => bail!("{}: {}; nothing runs until that is mended", whose(), wrong.join("; ")),
        }
    }
}

fn read(file: &Path) -> Result<PolicyFile> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    parsed(file, &text)
}

/// An error names the line, what is wrong there, and where to read on.
fn parsed(file: &Path, text: &str) -> Result<PolicyFile> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or_else(String::new, |it| format!(", line {}", it.matches('\n').count() + 1));
        let wrong = error.message().replace('\n', "; ");
        anyhow!("{}{line}: {wrong}; see `deskpilot manual policy`", file.display())
    })
}

/// Adds a rule to a policy's file, which is made where there is none. What stands there stays as it is, and the file is
/// never seen half written.
pub(crate) fn keep(file: &Path, rule: &Rule) -> Result<()> {
    let before = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => bail!("{} cannot be read: {error}", file.display()),
    };
    let known: PolicyFile = parsed(file, &before)?;
    let mut rule = rule.clone();
    rule.name = free_name(&known);
    let table = PolicyRules { rule: vec![&rule] };
    let added = toml::to_string(&table).context("the rule cannot be written")?;
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let text = format!("{before}{gap}{added}");
    let whole: PolicyFile = parsed(file, &text)?;
    if let Err(wrong) = Policy::of(whole) {
        bail!("the rule contradicts the policy: {}", wrong.join("; "));
    }
    replace(file, &text)
}

#[derive(serde::Serialize)]
struct PolicyRules<'r> {
    rule: Vec<&'r Rule>,
}

fn free_name(known: &PolicyFile) -> String {
    let mut number = 1;
    loop {
        let name = format!("yes {number}");
        if known.rules.iter().all(|it| it.name != name) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Say;

    #[test]
    fn a_rule_is_added_and_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deskpilot/policy.toml");
        let of = |name: &str| Rule { application: vec![name.into()], ..Rule::new(Say::Allow) };
        keep(&file, &of("gedit")).unwrap();
        fs::write(&file, format!("# mine\n{}", fs::read_to_string(&file).unwrap())).unwrap();
        keep(&file, &of("mousepad")).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# mine\n[[rule]]"), "{text}");
        let names: Vec<String> = read(&file).unwrap().rules.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["yes 1", "yes 2"]);
        let against = Rule { say: Say::Refuse, ..of("gedit") };
        assert!(
            keep(&file, &against).unwrap_err().to_string().contains("contradicts"),
            "nothing is written then"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn a_policy_that_cannot_be_read_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("policy.toml");
        for (text, expected) in [
            ("preset = \"asks\"\n", "unknown variant `asks`"),
            ("\n\n[[rule]]\nsay = \"allow\"\naplication = \"x\"\n", "line 5"),
            ("[[rule]]\nsay = \"maybe\"\n", "unknown variant `maybe`"),
            ("[[rule]]\nrisk = \"sends\"\n", "missing field `say`"),
            ("[[rule]\n", "line 1"),
            ("rules = 3\n", "unknown field `rules`"),
        ] {
            fs::write(&file, text).unwrap();
            let error = format!("{:#}", read(&file).unwrap_err());
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
