//! Carries out the commands of settings.

use super::{
    program::{GSettings, SettingsError},
    value::{SettingKind, plain},
};
use crate::text::one_line;
use deskpilot_core::{
    Call, Effect, Evidence, ExistingState, NoChangeReason, Outcome, Refusal, nearest_dotted_names,
};
use std::time::Duration;
use tokio::time::Instant;

/// How many settings are listed.
const MOST_LISTED: usize = 200;
/// The most similar names to suggest.
const MOST_CLOSE: usize = 3;
/// Parts of the names of settings that hold secrets: these are neither read nor changed.
const SECRET: [&str; 4] = ["password", "passphrase", "secret", "token"];

/// A setting that a call names.
struct Setting<'a> {
    schema: &'a str,
    key: &'a str,
}

/// Runs the program until a deadline.
struct Settings<'a> {
    program: &'a GSettings,
    end: Instant,
}

/// The outcome of a call; `None` if there is no such command.
pub(super) async fn carry_out(program: &GSettings, call: &Call, deadline: Duration) -> Option<Outcome> {
    let settings = Settings { program, end: Instant::now() + deadline };
    let text = |name: &str| call.args.get(name).and_then(|it| it.as_str()).unwrap_or_default();
    let setting = Setting { schema: text("schema").trim(), key: text("key").trim() };
    let done = match call.command.as_str() {
        "list_settings" => settings.list(text("part").trim()).await,
        "get_setting" => settings.tell(&setting).await,
        "set_setting" => settings.set(&setting, text("value")).await,
        _ => return None,
    };
    Some(done.unwrap_or_else(|effect| effect.into()))
}

impl Settings<'_> {
    async fn run(&self, args: &[&str]) -> Result<String, SettingsError> {
        self.program.run(args, self.end.saturating_duration_since(Instant::now())).await
    }

    async fn list(&self, part: &str) -> Result<Outcome, Effect> {
        if part.is_empty() {
            return Err(bad("part", "a part of a schema or of a name"));
        }
        let all = self.run(&["list-recursively"]).await.map_err(|error| failed("the list", &error))?;
        let wanted = part.to_lowercase();
        let names = all.lines().filter_map(name_of);
        let mut found: Vec<String> = names.filter(|it| it.to_lowercase().contains(&wanted)).collect();
        found.sort();
        found.dedup();
        let count = found.len();
        found.truncate(MOST_LISTED);
        Ok(read(format!("settings with {part:?}: {count}"), found.join("\n")))
    }

    async fn tell(&self, setting: &Setting<'_>) -> Result<Outcome, Effect> {
        let value = self.value(setting).await?;
        let (schema, key) = (setting.schema, setting.key);
        let kind = self.kind(setting).await?;
        let purpose = self.run(&["describe", schema, key]).await.unwrap_or_default();
        let purpose = one_line(&purpose);
        let purpose = if purpose.is_empty() { String::new() } else { format!("\n{purpose}") };
        let output = format!("{}\nIt may be {}.{purpose}", plain(&value), kind.values());
        Ok(read(format!("{schema} {key} is {}", one_line(value.trim())), output))
    }

    async fn set(&self, setting: &Setting<'_>, value: &str) -> Result<Outcome, Effect> {
        let before = self.value(setting).await?;
        let kind = self.kind(setting).await?;
        if let Some(must) = kind.must(value) {
            return Err(bad("value", &must));
        }
        let argument = kind.argument(value);
        if argument.is_empty() {
            return Err(bad("value", &kind.values()));
        }
        let what = format!("{} {}", setting.schema, setting.key);
        match self.run(&["set", setting.schema, setting.key, &argument]).await {
            Ok(_) => {}
            Err(SettingsError::Failed(why)) => {
                let must = format!("{}: gsettings says {why:?}", kind.values());
                return Err(bad("value", &must));
            }
            Err(error @ SettingsError::NotRun(_)) => return Err(failed(&what, &error)),
            Err(error @ SettingsError::Late(_)) => {
                return Err(Effect::Partial(format!("{what} was to be set, and {error}; read it again")));
            }
        }
        let Ok(after) = self.value(setting).await else {
            return Err(Effect::unverified(format!(
                "{what} was set, and could not be read back; read it again"
            )));
        };
        Ok(effect(&what, &before, &after, &plain(&argument)).into())
    }

    /// The value as the program writes it.
    async fn value(&self, setting: &Setting<'_>) -> Result<String, Effect> {
        check(setting)?;
        match self.run(&["get", setting.schema, setting.key]).await {
            Ok(value) => Ok(value),
            Err(SettingsError::Failed(why)) => Err(self.unknown(setting, &why).await),
            Err(error) => Err(failed(&format!("{} {}", setting.schema, setting.key), &error)),
        }
    }

    async fn kind(&self, setting: &Setting<'_>) -> Result<SettingKind, Effect> {
        let range = self.run(&["range", setting.schema, setting.key]).await;
        let range = range.map_err(|error| failed(&format!("{} {}", setting.schema, setting.key), &error))?;
        Ok(SettingKind::of(&range))
    }

    /// Why a setting cannot be read, with names that are alike.
    async fn unknown(&self, setting: &Setting<'_>, why: &str) -> Effect {
        let keys = self.run(&["list-keys", setting.schema]).await;
        let (name, wanted, known) = match &keys {
            Ok(keys) => ("key", setting.key, keys.clone()),
            Err(_) => ("schema", setting.schema, self.run(&["list-schemas"]).await.unwrap_or_default()),
        };
        if known.lines().any(|it| it.trim() == wanted) {
            return failed(wanted, &SettingsError::Failed(why.to_owned()));
        }
        let mut close = nearest_dotted_names(wanted, known.lines().map(str::trim));
        close.truncate(MOST_CLOSE);
        let where_to_look = match close.as_slice() {
            [] => "list_settings finds them".to_owned(),
            close => format!("did you mean {}?", close.join(" or ")),
        };
        let of = if name == "key" { format!(" of {}", setting.schema) } else { String::new() };
        bad(name, &format!("a {name}{of} that exists; {where_to_look}"))
    }
}

/// What was read.
fn read(state: String, output: String) -> Outcome {
    Outcome { output: Some(output), ..Effect::Confirmed(Evidence::Reported(state)).into() }
}

fn bad(name: &str, must: &str) -> Effect {
    Effect::Refused(Refusal::BadArgument { name: name.into(), must: must.into() })
}

fn failed(what: &str, error: &SettingsError) -> Effect {
    Effect::Refused(Refusal::NotPossible { what: what.into(), why: error.to_string() })
}

/// The schema and the name in a line of `gsettings list-recursively`; a value may go on in further lines.
fn name_of(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (schema, key) = (words.next()?, words.next()?);
    (words.next().is_some() && is_schema(schema) && is_key(key)).then(|| format!("{schema} {key}"))
}

/// Refuses what is no name, and what may hold a secret.
fn check(setting: &Setting<'_>) -> Result<(), Effect> {
    if !is_schema(setting.schema) {
        return Err(bad("schema", "a schema, such as org.gnome.desktop.interface"));
    }
    if !is_key(setting.key) {
        return Err(bad("key", "the name of a setting, such as color-scheme"));
    }
    if SECRET.iter().any(|it| setting.key.to_lowercase().contains(it)) {
        let why = "it may hold a secret, which no agent reads or writes".into();
        let what = format!("{} {}", setting.schema, setting.key);
        return Err(Effect::Refused(Refusal::NotPossible { what, why }));
    }
    Ok(())
}

/// Whether it may be a schema, with its path if it can be in several places. It is no option of the program.
fn is_schema(text: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_' | ':' | '/');
    text.contains('.') && text.starts_with(|it: char| it.is_ascii_alphabetic()) && text.chars().all(is_letter)
}

fn is_key(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_alphanumeric())
        && text.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'))
}

/// The effect, judged by the values before and after.
fn effect(what: &str, before: &str, after: &str, wanted: &str) -> Effect {
    let (before, after) = (plain(before), plain(after));
    let short = |it: &str| one_line(it);
    let evidence = Evidence::Value {
        before: Some(short(&before)),
        after: Some(short(&after)),
        of: Some(what.to_owned()),
    };
    match () {
        () if before == after && after == wanted => {
            Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Text(short(&after))))
        }
        () if before == after => Effect::NoChange(NoChangeReason::Same(evidence)),
        () => Effect::Confirmed(evidence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_reach_the_program() {
        let shown = |schema, key| {
            check(&Setting { schema, key }).map_or_else(|it| it.to_string(), |()| "fits".into())
        };
        for (schema, key, expected) in [
            ("org.gnome.desktop.interface", "color-scheme", "fits"),
            ("org.gnome.Terminal.Legacy.Profile:/org/gnome/x/", "font", "fits"),
            ("--schemadir", "a", "refused: schema must be a schema"),
            ("org.a b", "a", "refused: schema must be a schema"),
            ("org.a", "--help", "refused: key must be the name of a setting"),
            ("org.a", "", "refused: key must be the name of a setting"),
            ("org.a", "Proxy-Password", "refused: org.a Proxy-Password cannot do this: it may hold a secret"),
        ] {
            let shown = shown(schema, key);
            assert!(shown.starts_with(expected), "{schema} {key}: {shown}");
        }
    }

    #[test]
    fn effects_say_what_was_read_back() {
        for (before, after, wanted, expected) in [
            ("'a'\n", "'b'\n", "b", "confirmed: value of it \"a\" -> \"b\""),
            ("'a'\n", "'a'\n", "a", "no change: already \"a\""),
            ("'a'\n", "'a'\n", "b", "no change: the value of it is still \"a\""),
        ] {
            assert_eq!(effect("it", before, after, wanted).to_string(), expected);
        }
    }

    #[test]
    fn names_are_taken_from_lines_with_a_value() {
        assert_eq!(name_of("org.a b 'c d'").as_deref(), Some("org.a b"));
        assert_eq!(name_of("  second line of a value"), None);
        assert_eq!(name_of("org.a b"), None);
        assert_eq!(nearest_dotted_names("color-schem", ["color-scheme", "font-name"]), ["color-scheme"]);
    }
}
