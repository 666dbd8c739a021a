//! Fields: filled by their labels, and read back.

use super::{Job, LOADING};
use crate::{
    frames::FramePath,
    page::Page,
    session::{BrowserError, Event, host_of},
    text,
    trouble::Trouble,
};
use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use url::{Origin, Url};

/// The maximum number of fields of one call.
const MOST_FIELDS: usize = 100;

/// What came of the suggestions of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SuggestionChoice {
    /// The one that equals the text was chosen.
    Made,
    /// Some are shown, and none was chosen.
    Open,
    /// The field announces some, and none came.
    Missing,
}

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
    /// What came of its suggestions; `None` for a field without any.
    #[serde(default)]
    choice: Option<SuggestionChoice>,
    /// The suggestions that are open.
    #[serde(default)]
    suggestions: Vec<String>,
    /// Whether it held what was wanted until the focus left it.
    #[serde(default)]
    reverted: bool,
}

impl FilledField {
    /// Whether it holds what was asked for, as far as the page shows: a text that waits for a choice is no value yet.
    fn is_filled(&self) -> bool {
        self.holds && self.choice != Some(SuggestionChoice::Open)
    }

    /// Its label, its value, and what is not as it was asked for.
    fn line(&self) -> String {
        let (label, value) = (text::line(&self.label, 60), text::line(&self.value, 120));
        format!("{label}: {value}{}", self.remark())
    }

    fn remark(&self) -> String {
        match self.choice {
            Some(SuggestionChoice::Open) => {
                let quoted = |it: &String| format!("{:?}", text::line(it, 60));
                let suggestions: Vec<String> = self.suggestions.iter().map(quoted).collect();
                format!(" (no suggestion is chosen; it suggests {})", suggestions.join(", "))
            }
            _ if self.reverted => " (it held the text until the focus left it)".to_owned(),
            _ if !self.holds => " (not what was asked for)".to_owned(),
            Some(SuggestionChoice::Missing) => " (it announces suggestions, and none came)".to_owned(),
            Some(SuggestionChoice::Made) | None => String::new(),
        }
    }
}

/// Whether two addresses are of one site, with its scheme and port. What has no site of its own is of none.
fn is_same_site(one: &str, other: &str) -> bool {
    let origin = |url: &str| Url::parse(url).ok().map(|it| it.origin()).filter(Origin::is_tuple);
    matches!((origin(one), origin(other)), (Some(one), Some(other)) if one == other)
}

impl Job<'_> {
    pub(super) async fn fill_form(&self) -> Result<Outcome, Trouble> {
        self.fill_rows(self.form_rows()?).await
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
        let row = json!([self.arguments.required("field")?, self.arguments.required("option")?]);
        self.fill_rows(&[row]).await
    }

    pub(super) async fn fill_password(&self) -> Result<Outcome, Trouble> {
        let target = match self.arguments.target() {
            target if target.as_object().is_some_and(|it| it.values().any(Value::is_string)) => target,
            _ => json!({"role": "password"}),
        };
        let text = self.arguments.any_text("text");
        let path = self.page().path_to(self.arguments.text("element")).await?;
        self.refuse_other_site(&path, "a password").await?;
        let filled = self
            .fill(path.page(self.page()), "fillPassword", &json!({"target": target, "text": text}))
            .await?;
        Ok(filled.map_or_else(|end| end, |fields| outcome_of(&fields)))
    }

    /// Fails if the field is in a frame of another site: the policy and the person agreed to give the password, or the file, to the
    /// site that the tab shows.
    pub(super) async fn refuse_other_site(&self, path: &FramePath, what: &str) -> Result<(), Trouble> {
        if path.outermost().is_none() {
            return Ok(());
        }
        let (tab, frame) = (self.page().status().await?.url, path.page(self.page()).status().await?.url);
        if is_same_site(&tab, &frame) {
            return Ok(());
        }
        let (tab, frame) = (host_of(&tab), host_of(&frame));
        Err(Trouble::NotPossible(format!(
            "the field is in a frame of {frame}, and {what} goes only to the site of the tab, {tab}; open that site by itself"
        )))
    }

    /// Fills the fields of the page and of its frames. Each looks for everything that does not fit before the first field of any is
    /// touched.
    async fn fill_rows(&self, rows: &[Value]) -> Result<Outcome, Trouble> {
        let groups = by_frame(rows);
        let mut paths = Vec::new();
        for (frame, group) in &groups {
            let path = self.page().path_to(*frame).await?;
            // A single page looks at all of its fields by itself before it touches one.
            if groups.len() > 1 {
                let rows = json!({"fields": group.iter().map(|at| &rows[*at]).collect::<Vec<_>>()});
                path.page(self.page()).ask::<usize>("checkFields", &rows).await?;
            }
            paths.push(path);
        }
        let mut filled: Vec<(usize, FilledField)> = Vec::new();
        for ((_, group), path) in groups.iter().zip(&paths) {
            let wanted = json!({"fields": group.iter().map(|at| &rows[*at]).collect::<Vec<_>>()});
            match self.fill(path.page(self.page()), "fill", &wanted).await {
                Ok(Ok(fields)) => filled.extend(group.iter().copied().zip(fields)),
                Ok(Err(end)) => return Ok(end),
                // No field was touched yet, so this is a plain refusal.
                Err(trouble) if filled.is_empty() => return Err(trouble),
                Err(trouble) => {
                    let (done, why) = (filled.len(), trouble.sentence());
                    let what = format!("{done} of {} fields were filled, and no more: {why}", rows.len());
                    return Ok(Effect::Partial(what).into());
                }
            }
        }
        filled.sort_by_key(|it| it.0);
        Ok(outcome_of(&filled.into_iter().map(|it| it.1).collect::<Vec<_>>()))
    }

    /// Fills fields of a page, which looks for everything that does not fit before it touches the first one. The outcome is that of a
    /// page that did not report them.
    async fn fill(
        &self,
        page: Page<'_>,
        tool: &str,
        args: &Value,
    ) -> Result<Result<Vec<FilledField>, Outcome>, Trouble> {
        let mut events = self.session.events();
        let filled = page.ask_patiently::<Vec<FilledField>>(tool, args, LOADING).await;
        // Events of a navigation that a field's change began may arrive after the fields are read back: a round trip collects them.
        let _ = page.status_despite_dialogs().await;
        let is_of_page = |it: &Event| [page.context, page.tab].contains(&it.context());
        let is_leaving = |it: &Event| matches!(it, Event::NavigationStarted(_)) && is_of_page(it);
        let left = std::iter::from_fn(|| events.try_recv().ok()).any(|it| is_leaving(&it));
        match filled {
            Ok(_) if left => Ok(Err(was_left())),
            Ok(fields) => Ok(Ok(fields)),
            // The page found this out before it touched a field.
            Err(trouble @ (Trouble::NotPossible(_) | Trouble::Absent(_))) => Err(trouble),
            Err(Trouble::Left | Trouble::Browser(BrowserError::Refused(_))) => Ok(Err(was_left())),
            Err(trouble) => Ok(Err(trouble.unverified("fields were being filled"))),
        }
    }
}

/// The name of the field of a row if it is in a frame: such a name begins with that of the frame, as in `e7.e3 textbox "Card"`.
pub(super) fn frame_of_row(row: &Value) -> Option<&str> {
    let field = row.get(0)?.as_str()?;
    let name = field.split(' ').next()?;
    let is_element = |it: &str| {
        it.strip_prefix('e').is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    (name.contains('.') && name.split('.').all(is_element)).then_some(name)
}

/// The places of the rows, those of the same page together. Each group has the name of one of its fields, if they are in a frame.
fn by_frame(rows: &[Value]) -> Vec<(Option<&str>, Vec<usize>)> {
    let frame = |field: Option<&str>| field.and_then(|it| it.rsplit_once('.')).map(|it| it.0.to_owned());
    let mut groups: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let field = frame_of_row(row);
        match groups.iter_mut().find(|it| frame(it.0) == frame(field)) {
            Some((_, group)) => group.push(at),
            None => groups.push((field, vec![at])),
        }
    }
    groups
}

fn was_left() -> Outcome {
    let what = "the page was left while its fields were filled; look what has become of them";
    Effect::Partial(what.into()).into()
}

fn outcome_of(fields: &[FilledField]) -> Outcome {
    let output = fields.iter().map(FilledField::line).collect::<Vec<_>>().join("\n");
    let (count, held) = (fields.len(), fields.iter().filter(|it| it.is_filled()).count());
    let with = |choice| {
        let labels = fields.iter().filter(|it| it.choice == Some(choice)).map(|it| text::line(&it.label, 60));
        Some(labels.collect::<Vec<_>>().join(", ")).filter(|it| !it.is_empty())
    };
    let effect = match (with(SuggestionChoice::Open), with(SuggestionChoice::Missing)) {
        (Some(open), _) => Effect::Partial(format!(
            "{held} of {count} fields hold what was asked for; one of the suggestions must be chosen in {open}"
        )),
        _ if held < count => Effect::Partial(format!("{held} of {count} fields hold what was asked for")),
        _ if fields.iter().all(|it| it.before) => Effect::NoChange(NoChangeReason::AlreadySo(
            ExistingState::Reported(format!("fields as asked for before: {count}")),
        )),
        (None, Some(missing)) => Effect::unverified(format!(
            "fields read back as asked for: {count}; no suggestions came in {missing}, which may need a choice"
        )),
        (None, None) => {
            Effect::Confirmed(Evidence::Reported(format!("fields read back as asked for: {count}")))
        }
    };
    Outcome { output: Some(output), ..effect.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> FilledField {
        let (before, holds, reverted) = (false, true, false);
        let (label, value) = ("Name".into(), "Ada".into());
        FilledField { label, value, before, holds, choice: None, suggestions: Vec::new(), reverted }
    }

    #[test]
    fn a_password_goes_to_no_frame_of_another_site() {
        let bank = "https://bank.example/login";
        for (frame, expected) in [
            ("https://bank.example/frame?a=1", true),
            ("https://ads.bank.example/login", false),
            ("http://bank.example/login", false),
            ("https://bank.example:8443/login", false),
            ("about:srcdoc", false),
            ("data:text/html,x", false),
        ] {
            assert_eq!(is_same_site(bank, frame), expected, "{frame}");
        }
        assert!(!is_same_site("about:blank", "about:blank"));
    }

    #[test]
    fn a_text_that_waits_for_a_choice_is_not_confirmed() {
        let with = |choice| FilledField { choice: Some(choice), ..field() };
        let open = FilledField { suggestions: vec!["Ada L.".into()], ..with(SuggestionChoice::Open) };
        for (field, expected, line) in [
            (with(SuggestionChoice::Made), "confirmed: fields read back as asked for: 1", "Name: Ada"),
            (
                open,
                "partial: 0 of 1 fields hold what was asked for; one of the suggestions must be chosen in Name",
                "Name: Ada (no suggestion is chosen; it suggests \"Ada L.\")",
            ),
            (
                with(SuggestionChoice::Missing),
                "unverified: fields read back as asked for: 1; no suggestions came in Name, which may need a choice",
                "Name: Ada (it announces suggestions, and none came)",
            ),
            (
                FilledField { holds: false, reverted: true, ..field() },
                "partial: 0 of 1 fields hold what was asked for",
                "Name: Ada (it held the text until the focus left it)",
            ),
        ] {
            let outcome = outcome_of(&[field]);
            assert_eq!(outcome.effect.to_string(), expected);
            assert_eq!(outcome.output.as_deref(), Some(line));
        }
    }

    #[test]
    fn rows_are_filled_in_the_pages_that_their_fields_are_in() {
        let rows = [
            json!(["Name", "Ada"]),
            json!(["e7.e3 textbox \"Card\"", "4111"]),
            json!(["e.g. a city", "Bern"]),
            json!(["e7.e4", "12/28"]),
            json!(["e7.e2.e1 checkbox \"I agree\"", true]),
        ];
        let expected = [(None, vec![0, 2]), (Some("e7.e3"), vec![1, 3]), (Some("e7.e2.e1"), vec![4])];
        assert_eq!(by_frame(&rows), expected);
    }

    #[test]
    fn only_fields_that_hold_what_was_asked_for_are_confirmed() {
        let field = |before, holds| FilledField { before, holds, ..field() };
        for (fields, expected) in [
            (vec![field(false, true), field(true, true)], "confirmed: fields read back as asked for: 2"),
            (vec![field(false, true), field(false, false)], "partial: 1 of 2 fields hold what was asked for"),
            (vec![field(true, true)], "no change: fields as asked for before: 1"),
        ] {
            assert_eq!(outcome_of(&fields).effect.to_string(), expected);
        }
    }
}
