//! Resolves links in the paths that an operation names, and keeps an operation to the files that the policy ruled on.

use deskpilot_core::{
    Action, Call, CommandSpec, Launch, Operation, Param, PathUse, Paths, Refusal, Verb,
    policy::{named_files, unresolved_files},
};
use deskpilot_system::path_without_links;
use serde_json::{Map, Value};
use std::path::Path;

/// The resolved paths of the files that an operation names and of those that its window shows, where they differ from the paths
/// as written. `table` is the specification of a native command. Links are followed before `..` is removed, because the part
/// before `..` may be a link.
pub(crate) fn linked_places(
    operation: &Operation,
    table: Option<&CommandSpec>,
    shown: &[String],
    paths: Paths<'_>,
) -> Vec<String> {
    let resolved = shown.iter().filter_map(|it| paths.resolve(it));
    let plain: Vec<String> = named_files(operation, table, paths).into_iter().chain(resolved).collect();
    let written = unresolved_files(operation, table, paths);
    // The machine may write the same path otherwise than the policy does.
    let is_plain =
        |it: &String| plain.contains(it) || paths.resolve(it).is_some_and(|it| plain.contains(&it));
    written.iter().chain(shown).map(|it| real(it)).filter(|it| !is_plain(it)).collect()
}

/// The operation with the files that it opens named by their real paths, which hold no link that could be exchanged later.
///
/// # Errors
/// A link leads elsewhere than when the policy ruled on the operation; `judged` are the places of that ruling.
pub(crate) fn with_judged_paths(
    operation: &Operation,
    table: Option<&CommandSpec>,
    paths: Paths<'_>,
    judged: &[String],
) -> Result<Operation, Refusal> {
    let places = linked_places(operation, table, &[], paths);
    match places.into_iter().find(|it| !judged.contains(it)) {
        None => Ok(with_real_paths(operation, table, paths)),
        Some(what) => {
            let why = "a link was exchanged after the policy had ruled on this path".into();
            Err(Refusal::OutOfDate { what, why })
        }
    }
}

/// The operation with the files that it opens named by their real paths. What deletes a file or runs a program keeps its
/// words: there a link is not the file that it leads to.
pub(crate) fn with_real_paths(
    operation: &Operation,
    table: Option<&CommandSpec>,
    paths: Paths<'_>,
) -> Operation {
    match operation {
        Operation::Launch(launch) => Operation::Launch(with_real_file(launch, paths)),
        Operation::Act(action) if table.is_some() => {
            let args = real_arguments(&action.call.args, table, paths);
            let call = Call { args, ..action.call.clone() };
            Operation::Act(Box::new(Action { call, ..action.as_ref().clone() }))
        }
        Operation::Act(action) => match &action.verb {
            Verb::Open(launch) => {
                let verb = Verb::Open(with_real_file(launch, paths));
                Operation::Act(Box::new(Action { verb, ..action.as_ref().clone() }))
            }
            _ => operation.clone(),
        },
        Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => operation.clone(),
    }
}

fn with_real_file(launch: &Launch, paths: Paths<'_>) -> Launch {
    let file = launch.file.as_deref().map(|it| real_text(it, paths));
    Launch { file, ..launch.clone() }
}

/// The arguments of a native command with the real, absolute paths of the files that it reads or writes: applications know
/// neither the home nor the working folder of the task.
fn real_arguments(
    args: &Map<String, Value>,
    table: Option<&CommandSpec>,
    paths: Paths<'_>,
) -> Map<String, Value> {
    let opens = |it: &Param| it.kind.path_use().is_some_and(|it| it != PathUse::Deletes);
    let absolute = |value: &Value| match value {
        Value::String(text) => Value::String(absolute_text(text, paths)),
        other => other.clone(),
    };
    let real = |(name, value): (&String, &Value)| {
        let is_file = table.and_then(|it| it.param(name)).is_some_and(opens);
        let value = match value {
            Value::Array(items) if is_file => Value::Array(items.iter().map(absolute).collect()),
            value if is_file => absolute(value),
            other => other.clone(),
        };
        (name.clone(), value)
    };
    args.iter().map(real).collect()
}

/// The real path of the file that a text names; the text itself where no link is in it, and for web addresses.
fn real_text(text: &str, paths: Paths<'_>) -> String {
    let real =
        plain_and_real(text, paths).filter(|(plain, real)| paths.resolve(real).as_ref() != Some(plain));
    real.map_or_else(|| text.to_owned(), |(_, real)| real)
}

/// The real, absolute path of the file that a text names; the text itself for web addresses.
fn absolute_text(text: &str, paths: Paths<'_>) -> String {
    plain_and_real(text, paths).map_or_else(|| text.to_owned(), |(_, real)| real)
}

/// The canonical path of the file that a text names, and its real path; `None` for web addresses.
fn plain_and_real(text: &str, paths: Paths<'_>) -> Option<(String, String)> {
    let plain = paths.plain(text).ok().flatten()?;
    let written = paths.absolute(text)?;
    Some((plain, real(&written)))
}

fn real(path: &str) -> String {
    path_without_links(Path::new(path)).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        ParamKind, PermissionKind, PermissionRequest, changes,
        command_table::{optional, required},
    };
    use serde_json::json;
    use std::os::unix::fs::symlink;

    const SAVE: CommandSpec = changes!(
        "save_as",
        "Saves a copy.",
        &[
            required("path", ParamKind::Path(PathUse::Writes), "the file"),
            required("text", ParamKind::Text, "a text"),
            optional("others", ParamKind::Paths(PathUse::Reads), "what it reads")
        ],
    );

    #[test]
    fn links_are_followed_wherever_they_stand() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        std::fs::create_dir_all(home.join("work")).unwrap();
        std::fs::create_dir_all(home.join("other/deep")).unwrap();
        for (link, target) in
            [("work/l", "../other/deep"), ("work/dangling", "../other/new"), ("work/round", "round")]
        {
            symlink(target, home.join(link)).unwrap();
        }
        for (named, found) in [
            ("work/a", "work/a"),
            ("work/l", "other/deep"),
            ("work/l/new/sub.txt", "other/deep/new/sub.txt"),
            ("work/l/../n", "other/n"),
            ("work/dangling", "other/new"),
            ("work/dangling/x", "other/new/x"),
            ("work/none/../../b", "b"),
            ("work/round", "work/round"),
        ] {
            assert_eq!(path_without_links(&home.join(named)), home.join(found), "{named}");
        }
    }

    #[test]
    fn what_a_permission_names_is_kept_to_what_was_judged() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let link = home.join("link");
        symlink(home.join("one"), &link).unwrap();
        let permit = PermissionRequest {
            agent: "writer".into(),
            application: None,
            home: String::new(),
            kind: PermissionKind::Edits,
            title: "edit it".into(),
            places: vec![link.display().to_string()],
            details: String::new(),
        };
        let operation = Operation::Permit(Box::new(permit));
        let paths = Paths::default();
        let judged = linked_places(&operation, None, &[], paths);
        assert_eq!(judged, [home.join("one").display().to_string()]);
        assert_eq!(with_judged_paths(&operation, None, paths, &judged), Ok(operation.clone()));
        std::fs::remove_file(&link).unwrap();
        symlink(home.join("two"), &link).unwrap();
        assert!(with_judged_paths(&operation, None, paths, &judged).is_err());
    }

    #[test]
    fn a_native_command_gets_whole_paths_and_web_addresses_as_they_are() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        symlink(home.join("real"), home.join("link")).unwrap();
        let home = home.to_string_lossy().into_owned();
        let working = format!("{home}/work");
        let paths = Paths { home: &home, working: &working, ..Paths::default() };
        for (text, expected) in [
            ("~/a.odt", format!("{home}/a.odt")),
            ("a.odt", format!("{home}/work/a.odt")),
            ("~/link", format!("{home}/real")),
            ("/no/such/../a.odt", "/no/a.odt".into()),
            ("https://example.org/~/a", "https://example.org/~/a".into()),
        ] {
            let args = Map::from_iter([("path".to_owned(), json!(text)), ("text".to_owned(), json!("~/a"))]);
            let real = real_arguments(&args, Some(&SAVE), paths);
            assert_eq!(Value::from(real), json!({"path": expected, "text": "~/a"}), "{text}");
        }
        let args = Map::from_iter([("others".to_owned(), json!(["~/link", "a.odt"]))]);
        let real = real_arguments(&args, Some(&SAVE), paths);
        assert_eq!(
            Value::from(real),
            json!({"others": [format!("{home}/real"), format!("{working}/a.odt")]})
        );
    }

    #[test]
    fn a_path_of_very_many_names_ends_nothing() {
        let path = std::path::PathBuf::from("/none/..".repeat(20_000));
        assert!(path_without_links(&path).is_absolute());
        let path = std::path::PathBuf::from("/none".repeat(20_000));
        assert_eq!(path_without_links(&path), path);
    }
}
