//! Fields: filled by their labels, and read back.

use super::{Job, LOADING};
use crate::{
    session::{BrowserError, Event},
    text,
    trouble::Trouble,
};
use deskpilot_core::{Effect, Evidence, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

/// The maximum number of fields of one call.
const MOST_FIELDS: usize = 100;

/// A field after it was filled.
#[derive(Deserialize)]
struct FilledField {
    label: String,
    /// What it holds; of a secret only its length.
    value: String,
    /// Whether it held what was wanted before.
    before: bool,
    /// Whether it holds it now.
    holds: bool,
}

impl Job<'_> {
    pub(super) async fn fill_form(&self) -> Result<Outcome, Trouble> {
        self.fill("fill", &json!({"fields": self.form_rows()?})).await
    }

    /// The rows of a form, each a label and what goes into its field.
    pub(super) fn form_rows(&self) -> Result<&[Value], Trouble> {
        let rows = self.arguments.rows("fields");
        let is_row = |row: &Value| row.as_array().is_some_and(|it| it.len() > 1 && it[0].is_string());
        if rows.is_empty() || rows.len() > MOST_FIELDS || !rows.iter().all(is_row) {
            let must = format!("1 to {MOST_FIELDS} rows, each a label and what goes into its field");
            return Err(Trouble::bad("fields", must));
        }
        Ok(rows)
    }

    pub(super) async fn select_option(&self) -> Result<Outcome, Trouble> {
        let row = [self.arguments.required("field")?, self.arguments.required("option")?];
        self.fill("fill", &json!({"fields": [row]})).await
    }

    pub(super) async fn fill_password(&self) -> Result<Outcome, Trouble> {
        let target = match self.arguments.target() {
            target if target.as_object().is_some_and(|it| it.values().any(Value::is_string)) => target,
            _ => json!({"role": "password"}),
        };
        let text = self.arguments.any_text("text");
        self.fill("fillPassword", &json!({"target": target, "text": text})).await
    }

    /// The page looks for everything that does not fit before it touches the first field.
    async fn fill(&self, tool: &str, args: &Value) -> Result<Outcome, Trouble> {
        let (page, mut events) = (self.page(), self.session.events());
        let filled = page.ask_patiently::<Vec<FilledField>>(tool, args, LOADING).await;
        // Events of a navigation that a field's change began may arrive after the fields are read back: a round trip collects them.
        let _ = page.status_despite_dialogs().await;
        let is_leaving =
            |it: &Event| matches!(it, Event::NavigationStarted(_)) && it.context() == page.context;
        let left = std::iter::from_fn(|| events.try_recv().ok()).any(|it| is_leaving(&it));
        match filled {
            Ok(_) if left => Ok(was_left()),
            Ok(fields) => Ok(outcome_of(&fields)),
            Err(trouble @ Trouble::NotPossible(_)) => Err(trouble),
            Err(Trouble::Left | Trouble::Browser(BrowserError::Refused(_))) => Ok(was_left()),
            Err(trouble) => Ok(trouble.unverified("fields were being filled")),
        }
    }
}

fn was_left() -> Outcome {
    let what = "the page was left while its fields were filled; look what has become of them";
    Effect::Partial(what.into()).into()
}

fn outcome_of(fields: &[FilledField]) -> Outcome {
    let line = |it: &FilledField| {
        let (label, value) = (text::line(&it.label, 60), text::line(&it.value, 120));
        let differs = if it.holds { "" } else { " (not what was asked for)" };
        format!("{label}: {value}{differs}")
    };
    let output = fields.iter().map(line).collect::<Vec<_>>().join("\n");
    let (count, held) = (fields.len(), fields.iter().filter(|it| it.holds).count());
    let effect = match () {
        () if held < count => Effect::Partial(format!("{held} of {count} fields hold what was asked for")),
        () if fields.iter().all(|it| it.before) => Effect::NoChange(NoChangeReason::Same(
            Evidence::Reported(format!("fields as asked for before: {count}")),
        )),
        () => Effect::Confirmed(Evidence::Reported(format!("fields read back as asked for: {count}"))),
    };
    Outcome { output: Some(output), ..effect.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fields_that_hold_what_was_asked_for_are_confirmed() {
        let field = |before, holds| FilledField { label: "Name".into(), value: "Ada".into(), before, holds };
        for (fields, expected) in [
            (vec![field(false, true), field(true, true)], "confirmed: fields read back as asked for: 2"),
            (vec![field(false, true), field(false, false)], "partial: 1 of 2 fields hold what was asked for"),
            (vec![field(true, true)], "no change: fields as asked for before: 1"),
        ] {
            assert_eq!(outcome_of(&fields).effect.to_string(), expected);
        }
    }
}
