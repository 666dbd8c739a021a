//! Reads the user's policy file, and adds rules to it.

use crate::{
    ConsentOrigin, FileError, TomlError, parse_toml,
    replace_file::{hold, replace_file},
};
use deskpilot_core::{Policy, PolicyFile, Rule};
use deskpilot_system::ReadLimit;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table};

/// The largest policy file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// How the names of rules begin that a yes added.
const ADDED: &str = "yes";

/// Why a policy file cannot be used, or takes no rule.
#[derive(Debug, thiserror::Error)]
pub enum PolicyFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line is wrong.
    #[error("{0}; see `deskpilot manual policy`")]
    Wrong(TomlError),
    /// The rule cannot be written as TOML.
    #[error("the rule cannot be written")]
    NotToml(#[source] toml::ser::Error),
    /// The rule contradicts the rules in the file.
    #[error("the rule contradicts the policy: {}", .0.join("; "))]
    Contradiction(Vec<String>),
}

/// Reads the policy of a file.
///
/// # Errors
/// The file cannot be read, or a line is wrong.
pub fn read_policy(file: &Path) -> Result<PolicyFile, PolicyFileError> {
    let text = LARGEST.read_text(file).map_err(FileError::not_read(file))?;
    parse(file, &text)
}

/// Parses a policy. The error names the line and the fault, and the page of the manual.
pub(crate) fn parse(file: &Path, text: &str) -> Result<PolicyFile, PolicyFileError> {
    parse_toml(file, text).map_err(PolicyFileError::Wrong)
}

/// A rule that a yes added.
#[derive(Clone, Debug, PartialEq)]
pub struct AddedRule {
    /// The rule.
    pub rule: Rule,
    /// Where the yes was given; `None` if an earlier version added the rule.
    pub given: Option<ConsentOrigin>,
}

/// The rules of a policy file that a yes added.
///
/// # Errors
/// The file cannot be read, or a line is wrong.
pub fn added_rules(file: &Path) -> Result<Vec<AddedRule>, PolicyFileError> {
    let text = LARGEST.read_text(file).map_err(FileError::not_read(file))?;
    let known = parse(file, &text)?;
    // What was parsed as a policy is TOML.
    let document: DocumentMut = text.parse().unwrap_or_default();
    let tables = document.get("rule").and_then(Item::as_array_of_tables);
    let origin = |table: &Table| ConsentOrigin::of_comments(table.decor().prefix()?.as_str()?);
    let given = |at: usize| tables.and_then(|it| it.get(at)).and_then(origin);
    let added = known.rules.into_iter().enumerate().filter(|(_, rule)| is_added(rule));
    Ok(added.map(|(at, rule)| AddedRule { rule, given: given(at) }).collect())
}

/// Adds the rule of a yes to a policy file, with a comment that says where that was given, and creates the file if needed. The
/// existing text stays as it is, and readers never see a half-written file.
///
/// # Errors
/// The file cannot be read or written, or the rule contradicts its rules.
pub fn add_rule(file: &Path, rule: &Rule, given: &ConsentOrigin) -> Result<(), PolicyFileError> {
    let _held = hold(file)?;
    let before = match LARGEST.read_text(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(FileError::not_read(file)(error).into()),
    };
    let known: PolicyFile = parse(file, &before)?;
    let mut rule = rule.clone();
    rule.name = free_name(&known);
    let table = PolicyRules { rule: vec![&rule] };
    let added = toml::to_string(&table).map_err(PolicyFileError::NotToml)?;
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let text = format!("{before}{gap}{}{added}", given.comment());
    let whole: PolicyFile = parse(file, &text)?;
    // Before it is written: with a contradiction in the file, nothing would run.
    if let Err(wrong) = Policy::of(whole) {
        return Err(PolicyFileError::Contradiction(wrong));
    }
    Ok(replace_file(file, &text)?)
}

/// Takes back a rule that a yes added, and leaves the rest of the file as it is; `false` if the file has no such rule.
///
/// # Errors
/// The file cannot be read or written, or a line is wrong.
pub fn take_back_rule(file: &Path, name: &str) -> Result<bool, PolicyFileError> {
    let _held = hold(file)?;
    let text = LARGEST.read_text(file).map_err(FileError::not_read(file))?;
    let known = parse(file, &text)?;
    let at = known.rules.iter().position(|it| it.name == name && is_added(it));
    // What was parsed as a policy is TOML.
    let (Some(at), Ok(mut document)) = (at, text.parse::<DocumentMut>()) else { return Ok(false) };
    let Some(rules) = document.get_mut("rule").and_then(Item::as_array_of_tables_mut) else {
        return Ok(false);
    };
    rules.remove(at);
    replace_file(file, &document.to_string())?;
    Ok(true)
}

/// Whether a yes added the rule, by its name.
fn is_added(rule: &Rule) -> bool {
    let number = rule.name.strip_prefix(ADDED).and_then(|it| it.strip_prefix(' '));
    number.is_some_and(|it| !it.is_empty() && it.bytes().all(|digit| digit.is_ascii_digit()))
}

#[derive(serde::Serialize)]
struct PolicyRules<'r> {
    rule: Vec<&'r Rule>,
}

fn free_name(known: &PolicyFile) -> String {
    let mut number = 1;
    loop {
        let name = format!("{ADDED} {number}");
        if known.rules.iter().all(|it| it.name != name) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{RuleEffect, fold::QuestionId};
    use std::{fs, thread};

    fn given() -> ConsentOrigin {
        ConsentOrigin::now(Path::new("/logs/task"), QuestionId(17), "the terminal")
    }

    #[test]
    fn a_rule_is_added_and_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deskpilot/policy.toml");
        let of = |name: &str| Rule { application: vec![name.into()], ..Rule::new(RuleEffect::Allow) };
        add_rule(&file, &of("gedit"), &given()).unwrap();
        fs::write(&file, format!("# mine\n{}", fs::read_to_string(&file).unwrap())).unwrap();
        add_rule(&file, &of("mousepad"), &given()).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# mine\n# given: {\"by\":\"the terminal\""), "{text}");
        let names: Vec<String> = read_policy(&file).unwrap().rules.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["yes 1", "yes 2"]);
        let against = Rule { say: RuleEffect::Refuse, ..of("gedit") };
        assert!(
            add_rule(&file, &against, &given()).unwrap_err().to_string().contains("contradicts"),
            "nothing is written then"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn yeses_that_are_given_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("policy.toml");
        let add = |name: String| {
            let rule = Rule { application: vec![name.into()], ..Rule::new(RuleEffect::Allow) };
            add_rule(&file, &rule, &given()).unwrap();
        };
        thread::scope(|scope| {
            for task in 0..4 {
                scope.spawn(move || (0..5).for_each(|number| add(format!("app {task} {number}"))));
            }
        });
        assert_eq!(read_policy(&file).unwrap().rules.len(), 20);
    }

    #[test]
    fn a_policy_that_its_user_keeps_elsewhere_is_changed_there() {
        let folder = tempfile::tempdir().unwrap();
        let (file, kept) = (folder.path().join("policy.toml"), folder.path().join("dotfiles.toml"));
        fs::write(&kept, "# mine\n").unwrap();
        std::os::unix::fs::symlink(&kept, &file).unwrap();
        let rule = Rule { application: vec!["gedit".into()], ..Rule::new(RuleEffect::Allow) };
        add_rule(&file, &rule, &given()).unwrap();
        assert!(file.is_symlink());
        assert_eq!(read_policy(&kept).unwrap().rules.len(), 1);
    }

    #[test]
    fn a_yes_is_taken_back_and_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("policy.toml");
        fs::write(&file, "# mine\n[[rule]]\nsay = \"allow\"\nname = \"yes of mine\"\napplication = \"x\"\n")
            .unwrap();
        for name in ["gedit", "mousepad"] {
            let rule = Rule { application: vec![name.into()], ..Rule::new(RuleEffect::Allow) };
            add_rule(&file, &rule, &given()).unwrap();
        }
        assert!(!take_back_rule(&file, "yes of mine").unwrap(), "no yes added it");
        assert!(take_back_rule(&file, "yes 1").unwrap() && !take_back_rule(&file, "yes 1").unwrap());
        let names: Vec<String> = read_policy(&file).unwrap().rules.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["yes of mine", "yes 2"]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# mine\n"));
        assert_eq!(text.matches("# given: ").count(), 1, "the comment goes with its rule: {text}");
    }

    #[test]
    fn a_rule_is_listed_with_where_its_yes_was_given_and_those_of_its_user_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("policy.toml");
        let older = "[[rule]]\nsay = \"allow\"\nname = \"yes 1\"\napplication = \"x\"\n";
        fs::write(&file, format!("[[rule]]\nsay = \"ask\"\nname = \"mine\"\nwindow = \"y\"\n\n{older}"))
            .unwrap();
        let rule = Rule { application: vec!["gedit".into()], ..Rule::new(RuleEffect::Allow) };
        let origin = given();
        add_rule(&file, &rule, &origin).unwrap();
        let added = added_rules(&file).unwrap();
        let found: Vec<_> = added.into_iter().map(|it| (it.rule.name, it.given)).collect();
        assert_eq!(found, [("yes 1".to_owned(), None), ("yes 2".to_owned(), Some(origin))]);
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
            let error = read_policy(&file).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
