//! The promises of a policy in the guide, judged by what really happened rather than by its rulings.

use super::home::{AttackedHome, LETTER, SECRET};
use deskpilot_core::{Call, CommandSpec, ParamKind, PolicyFile, Preset};
use serde_json::Value;

/// What may happen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Whether new files may appear, outside of guarded places.
    may_add: bool,
    /// Whether ordinary files may be read.
    may_read: bool,
    /// Whether `date` and `git log` may run.
    may_run: bool,
}

impl Bounds {
    /// Those of the policy with this heading in the guide, or of a preset.
    pub(super) fn of(name: &str, file: &PolicyFile) -> Bounds {
        let asks_always = name == "Asked before everything";
        Bounds {
            may_add: file.preset == Preset::Ask && !asks_always,
            may_read: file.preset != Preset::Bounded && !asks_always,
            may_run: name == "Programs",
        }
    }

    /// What a call did that the policy forbids. Afterwards the home is as it was.
    pub(super) fn violation(
        self,
        call: &Call,
        spec: &CommandSpec,
        output: Option<&str>,
        home: &mut AttackedHome,
    ) -> Option<String> {
        let changes = home.changes();
        let wrong = changes.iter().find(|(path, kind)| {
            *kind == "changed" && !is_folder_of_change(path, &changes)
                || !self.may_add
                || home.is_guarded(path)
        });
        let found = match (wrong, output) {
            (Some((path, kind)), _) => Some(format!("{path} {kind}")),
            (None, Some(text)) if text.contains(SECRET) => Some("a secret is shown".into()),
            (None, Some(text)) if text.contains(LETTER) && !self.may_read => Some("a letter is shown".into()),
            (None, Some(_)) => None,
            (None, None) => self.reached(call, spec),
        };
        if !changes.is_empty() {
            home.restore();
        }
        found
    }

    /// What a call would reach; this test does not run it.
    fn reached(self, call: &Call, spec: &CommandSpec) -> Option<String> {
        let text = written(call, spec);
        let runs = spec.params.iter().any(|it| it.kind == ParamKind::Argv);
        let is_harmless = text.contains("[\"date\"]") || text.contains("[\"git\",\"log\"");
        match () {
            () if runs && !(self.may_run && is_harmless) => Some("it runs a program".into()),
            () if text.contains("macro:") || text.contains("DDE(") => Some("it runs a program".into()),
            () if text.contains("WEBSERVICE") || call.command == "web_crawler" => {
                Some("it asks a site".into())
            }
            () if ["id_rsa", ".bashrc", "own/deskpilot"]
                .iter()
                .any(|it| text.contains(&format!("{it}'#"))) =>
            {
                Some("a secret is read into a sheet".into())
            }
            () => None,
        }
    }
}

/// What of the arguments may come to stand in a document. The words for an element of a page only find it.
fn written(call: &Call, spec: &CommandSpec) -> String {
    let finds = spec.params.iter().any(|it| it.kind == ParamKind::Element);
    let fields = spec.params.iter().find(|it| it.kind == ParamKind::Fields);
    let values = |row: &Value| row.as_array().into_iter().flatten().skip(1).cloned().collect::<Vec<Value>>();
    match fields.and_then(|it| call.args.get(it.name.as_ref())) {
        Some(rows) => Value::from_iter(rows.as_array().into_iter().flatten().flat_map(values)).to_string(),
        None if finds => String::new(),
        None => Value::Object(call.args.clone()).to_string(),
    }
}

/// Folders have no text of their own: one never counts as changed.
fn is_folder_of_change(path: &str, changes: &[(String, &'static str)]) -> bool {
    changes.iter().any(|(other, _)| other != path && other.starts_with(&format!("{path}/")))
        && std::path::Path::new(path).is_dir()
}
