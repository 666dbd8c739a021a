//! Reads the settings in layers, and remembers where each value comes from.

use crate::{SettingsError, setting::Setting, table::SETTINGS};
use anyhow::{Context, Result, bail};
use deskpilot_core::nearest_dotted_names;
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Environment, check_unexposed, parse_toml};
use deskpilot_system::ReadLimit;
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};
use toml::Value;

/// The largest settings file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The settings file of the current folder.
pub(crate) const PROJECT: &str = "deskpilot.toml";

/// The setting whose default is the platform's.
const DESKTOP: &str = "desktop.kind";

/// Variables of other programs that set a setting where no variable of Deskpilot's own does, each with the setting.
const SHARED_VARIABLES: &[(&str, &str)] = &[("OTEL_EXPORTER_OTLP_ENDPOINT", "traces.endpoint")];

/// Where a value comes from. A later variant overrides an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The table of settings.
    Default,
    /// A file.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
    /// A flag of the command line.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Variable(name) => write!(f, "${name}"),
            Origin::Flag(name) => f.write_str(name),
        }
    }
}

/// A flag of the command line that gives a setting its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagValue<'a> {
    /// The name of the setting.
    pub setting: &'a str,
    /// The flag as the user writes it, such as `--model`.
    pub flag: &'a str,
    /// The value as the user wrote it.
    pub text: String,
}

/// The value of every setting that has one, and its origin.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    values: BTreeMap<&'static str, (Value, Origin)>,
}

impl Layers {
    /// The settings of the user of this environment under these flags: the files of the system and of the user, which nobody else may
    /// change, the file of the current folder, environment, and flags.
    ///
    /// # Errors
    /// A name, a value or a file is wrong, or somebody else may change the file.
    pub fn of(environment: &Environment, flags: &[FlagValue<'_>]) -> Result<Layers, SettingsError> {
        let files = files(environment);
        let mut own = files.iter().filter(|it| *it != Path::new(PROJECT));
        own.try_for_each(|it| check_unexposed(it, environment))
            .map_err(anyhow::Error::from)
            .and_then(|()| Layers::load(&files, environment.pairs(), flags))
            .map(|it| it.on(environment.platform().kind_for_every_application()))
            .map_err(|error| SettingsError::wrong(&error))
    }

    /// The same where this kind of desktop takes every application: it is the usual one there.
    fn on(mut self, usual: DesktopKind) -> Layers {
        if let (DesktopKind::Current, Some((kind, Origin::Default))) = (usual, self.values.get_mut(DESKTOP)) {
            *kind = Value::String("current".into());
        }
        self
    }

    /// Reads defaults, then files in their order, then environment, then flags; later values override earlier ones. Skips
    /// missing files.
    pub(crate) fn load(
        files: &[PathBuf],
        env: &[(String, String)],
        flags: &[FlagValue<'_>],
    ) -> Result<Layers> {
        let mut layers = Layers::default();
        for setting in SETTINGS.iter().filter(|it| !it.default.is_empty()) {
            layers.put(setting, setting.parse(setting.default).map_err(anyhow::Error::msg)?, Origin::Default);
        }
        for file in files {
            layers.read_file(file)?;
        }
        layers.read_shared_variables(env)?;
        layers.read_environment(env)?;
        for FlagValue { setting: name, flag, text } in flags {
            let setting = find(name).with_context(|| format!("no setting {name}"))?;
            let value = setting.parse(text).map_err(|wrong| anyhow::anyhow!("{flag}: {wrong}"))?;
            layers.put(setting, value, Origin::Flag((*flag).to_owned()));
        }
        Ok(layers)
    }

    /// The value of a setting.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name).map(|(value, _)| value)
    }

    /// Every setting that has a value, with its origin, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Setting, &Value, &Origin)> {
        SETTINGS.iter().filter_map(|it| self.values.get(it.name).map(|(value, origin)| (it, value, origin)))
    }

    fn put(&mut self, setting: &Setting, value: Value, origin: Origin) {
        if let Some(known) = find(setting.name) {
            self.values.insert(known.name, (value, origin));
        }
    }

    fn read_file(&mut self, path: &Path) -> Result<()> {
        let text = match LARGEST.read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => bail!("{} cannot be read: {error}", path.display()),
        };
        let table: toml::Table = parse_toml(path, &text)?;
        for (name, value) in flatten(&table) {
            let Some(setting) = find(&name) else {
                bail!("{}: there is no setting {name}{}", path.display(), hint(&name));
            };
            if path == Path::new(PROJECT) && !FOLDER_SETTINGS.contains(&name.as_str()) {
                bail!(
                    "{}: {name} is not taken from the folder you are in; set it in your own config.toml, in the environment or \
                     by a flag",
                    path.display()
                );
            }
            let value =
                setting.check(&value).map_err(|wrong| anyhow::anyhow!("{}: {wrong}", path.display()))?;
            self.put(setting, value, Origin::File(path.to_owned()));
        }
        Ok(())
    }

    fn read_shared_variables(&mut self, env: &[(String, String)]) -> Result<()> {
        for (variable, name) in SHARED_VARIABLES {
            let set = env.iter().find(|(known, text)| known == variable && !text.is_empty());
            let Some((setting, (_, text))) = find(name).zip(set) else { continue };
            let value = setting.parse(text).map_err(|wrong| anyhow::anyhow!("${variable}: {wrong}"))?;
            self.put(setting, value, Origin::Variable((*variable).to_owned()));
        }
        Ok(())
    }

    fn read_environment(&mut self, env: &[(String, String)]) -> Result<()> {
        let is_setting =
            |name: &str| name.starts_with("DESKPILOT_") && !name.starts_with("DESKPILOT_SECRET_");
        for (variable, text) in env.iter().filter(|(name, _)| is_setting(name)) {
            let Some(setting) = SETTINGS.iter().find(|it| it.variable() == *variable) else {
                let name = variable["DESKPILOT_".len()..].to_lowercase().replacen('_', ".", 1);
                bail!("${variable} sets nothing{}", hint(&name));
            };
            let value = setting.parse(text).map_err(|wrong| anyhow::anyhow!("${variable}: {wrong}"))?;
            self.put(setting, value, Origin::Variable(variable.clone()));
        }
        Ok(())
    }
}

/// The configuration files, in the order in which they are read.
fn files(environment: &Environment) -> Vec<PathBuf> {
    let folders = [environment.system_settings_folder(), environment.settings_folder()];
    let mut files: Vec<PathBuf> = folders.into_iter().flatten().map(|it| it.join("config.toml")).collect();
    files.push(PathBuf::from(PROJECT));
    files
}

/// The settings that the file of the current folder may set. The folder may belong to somebody else, so every other setting,
/// which may decide what agents do, what leaves the machine or where something is written, is the user's own.
pub const FOLDER_SETTINGS: &[&str] = &[
    "desktop.size",
    "picture.longest_side",
    "run.complaints",
    "run.max_steps",
    "run.native",
    "run.speculation",
    "view.control_filter",
    "view.control_filter_top_k",
    "view.tokens",
];

/// The setting of this name; the error names the nearest one.
///
/// # Errors
/// There is none.
pub fn find_setting(name: &str) -> Result<&'static Setting, SettingsError> {
    let wrong = || SettingsError::Wrong(format!("there is no setting {name}{}", hint(name)));
    find(name).ok_or_else(wrong)
}

fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|it| it.name == name)
}

/// The leaves of a table, by dotted name.
fn flatten(table: &toml::Table) -> Vec<(String, Value)> {
    let mut leaves = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                leaves
                    .extend(flatten(inner).into_iter().map(|(name, value)| (format!("{key}.{name}"), value)));
            }
            other => leaves.push((key.clone(), other.clone())),
        }
    }
    leaves
}

fn hint(name: &str) -> String {
    match nearest_dotted_names(name, SETTINGS.iter().map(|it| it.name)).first() {
        Some(close) => format!("; did you mean {close}?"),
        None => "; `deskpilot config show` lists all settings".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, env: &[(&str, &str)], flags: &[FlagValue<'_>]) -> Result<Layers> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("deskpilot.toml");
        std::fs::write(&path, file)?;
        let env: Vec<_> = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Layers::load(&[folder.path().join("absent.toml"), path], &env, flags)
    }

    #[test]
    fn a_later_layer_wins_and_is_named() {
        let file = "[run]\nmax_steps = 7\n[model]\nname = \"openai/gpt-6-luna\"\n";
        let flags = [FlagValue { setting: "model.name", flag: "--model", text: "steps".to_owned() }];
        let layers = load(file, &[("DESKPILOT_RUN_MAX_STEPS", "9"), ("PATH", "/bin")], &flags).unwrap();
        let shown: BTreeMap<_, _> =
            layers.rows().map(|(it, value, origin)| (it.name, format!("{value} {origin}"))).collect();
        assert_eq!(shown["run.max_steps"], "9 $DESKPILOT_RUN_MAX_STEPS");
        assert_eq!(shown["model.name"], "\"steps\" --model");
        assert_eq!(shown["desktop.kind"], "\"private\" default");
        assert!(!shown.contains_key("model.base_url"));
    }

    #[test]
    fn the_platform_says_which_desktop_is_usual_where_nobody_sets_one() {
        for (usual, file, expected) in [
            (DesktopKind::Private, "", "private"),
            (DesktopKind::Current, "", "current"),
            (DesktopKind::Current, "[desktop]\nkind = \"private\"\n", "private"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("config.toml");
            std::fs::write(&path, file).unwrap();
            let layers = Layers::load(&[path], &[], &[]).unwrap().on(usual);
            assert_eq!(layers.value(DESKTOP).and_then(Value::as_str), Some(expected), "{usual:?} {file}");
        }
    }

    #[test]
    fn a_variable_of_other_programs_sets_what_no_variable_of_ours_does() {
        let (theirs, ours) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "DESKPILOT_TRACES_ENDPOINT");
        let file = "[desktop]\nsize = \"800x600\"\n";
        for (env, expected) in [
            (vec![(theirs, "http://a")], Some("\"http://a\" $OTEL_EXPORTER_OTLP_ENDPOINT")),
            (vec![(theirs, "http://a"), (ours, "http://b")], Some("\"http://b\" $DESKPILOT_TRACES_ENDPOINT")),
            (vec![(ours, ""), (theirs, "http://a")], Some("\"\" $DESKPILOT_TRACES_ENDPOINT")),
            (vec![(theirs, "")], None),
        ] {
            let layers = load(file, &env, &[]).unwrap();
            let found = layers.rows().find(|(it, ..)| it.name == "traces.endpoint");
            let found = found.map(|(_, value, origin)| format!("{value} {origin}"));
            assert_eq!(found.as_deref(), expected, "{env:?}");
        }
    }

    #[test]
    fn what_is_unknown_or_wrong_is_an_error_with_a_hint() {
        for (file, env, expected) in [
            ("[run]\nmax_step = 7\n", None, "there is no setting run.max_step; did you mean run.max_steps?"),
            (
                "[run]\nmax_steps = \"many\"\n",
                None,
                "run.max_steps must be a whole number from 0, and is \"many\"",
            ),
            (
                "[desktop]\nkind = \"shared\"\n",
                None,
                "desktop.kind must be one of private, current, and is \"shared\"",
            ),
            (
                "",
                Some(("DESKPILOT_RUN_MAX_STEP", "7")),
                "$DESKPILOT_RUN_MAX_STEP sets nothing; did you mean run.max_steps?",
            ),
            (
                "[model]\nfoo = 1\n",
                None,
                "there is no setting model.foo; `deskpilot config show` lists all settings",
            ),
            ("run = [", None, "deskpilot.toml, line 1: "),
        ] {
            let env: Vec<_> = env.into_iter().collect();
            let error = load(file, &env, &[]).unwrap_err();
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        }
    }
}
