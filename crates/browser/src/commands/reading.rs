//! What a page says: as Markdown, its links, its result of a script; and waits for it.

use super::{
    Job, confirmed,
    navigation::{did_not_open, is_arrival, now},
    read,
};
use crate::{
    frames::closed_parts,
    markdown::{self, Links},
    page::Page,
    session::{Event, ScriptEnd},
    text,
    trouble::Trouble,
};
use deskpilot_core::{Effect, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};
use tokio::{sync::broadcast::Receiver, task::spawn_blocking};

/// How much of a page is read, in characters of its HTML.
const LARGEST_PAGE: usize = 4_000_000;
/// The maximum length of a script's result, in characters.
const LONGEST_RESULT: usize = 8000;
/// What waits for the page alone.
const LOAD: &str = "load";
/// The address of a tab to which no page has come.
const BLANK: &str = "about:blank";

#[derive(Deserialize)]
struct FoundLinks {
    count: usize,
    found: Vec<Link>,
    /// How many frames the page shows.
    frames: usize,
}

#[derive(Deserialize)]
struct Link {
    name: String,
    url: String,
}

impl Job<'_> {
    pub(super) async fn page_markdown(&self) -> Result<Outcome, Trouble> {
        let from = self.arguments.number("from", 0, 0..=LARGEST_PAGE)?;
        let most = self.arguments.number("most", 8000, 100..=20_000)?;
        self.refuse_error_page()?;
        let unread = self.page().open_roots().await;
        let shown = self.page().shown(LARGEST_PAGE).await?;
        let converted = spawn_blocking(move || markdown::of_html(&shown.html, None, Links::Shown)).await;
        let whole = converted.map_err(|_| Trouble::NotPossible("the page cannot be read".into()))?;
        let mut part = markdown::part(&whole, from, most);
        if shown.cut {
            part.push_str("\n(the page shows more than can be read at once)");
        }
        if let Some(missing) = closed_parts(unread) {
            part.push_str(&format!("\n({missing})"));
        }
        Ok(read(format!("characters of the page: {}", whole.chars().count()), part))
    }

    pub(super) async fn links(&self) -> Result<Outcome, Trouble> {
        let most = self.arguments.number("most", 100, 1..=500)?;
        let wanted = json!({"filter": self.arguments.text("filter"), "most": most});
        self.refuse_error_page()?;
        let links: FoundLinks = self.page().ask("links", &wanted).await?;
        let line = |it: &Link| format!("{:?} {}", text::line(&it.name, 120), text::line(&it.url, 500));
        let mut lines: Vec<String> = links.found.iter().map(line).collect();
        if links.count > lines.len() {
            lines.push(format!(
                "and {} more; say which with filter, or more with most",
                links.count - lines.len()
            ));
        }
        if links.frames > 0 {
            lines.push(format!(
                "links in the frames of the page are not listed: {}; page_markdown reads them",
                links.frames
            ));
        }
        Ok(read(format!("links: {}", links.count), lines.join("\n")))
    }

    /// A page of the browser's own about an address that did not open says nothing of what was asked for.
    fn refuse_error_page(&self) -> Result<(), Trouble> {
        let Some(page) = &self.tab().status else { return Ok(()) };
        let Some(why) = &page.failure else { return Ok(()) };
        let (url, why) = (text::line(&self.tab().tab.url, 500), text::line(why, 300));
        Err(Trouble::NotPossible(format!(
            "{url} did not open: {why}; reload tries again, open_page opens another"
        )))
    }

    pub(super) async fn wait_for(&self) -> Result<Outcome, Trouble> {
        let (kind, value) = (self.arguments.required("what")?, self.arguments.text("value"));
        if kind != LOAD && value.is_none() {
            return Err(Trouble::bad("value", "the name of the element or the text to wait for"));
        }
        let limit = Duration::from_secs(self.arguments.number("seconds", 10, 1..=50)? as u64);
        // The wait ends before the command counts as late, so that its result can say what was missing.
        let limit = limit.min(self.deadline.saturating_sub(Duration::from_secs(1)));
        let what = value.map_or("the complete page".to_owned(), |it| format!("{kind} {it:?}"));
        let is_there = self.page().wait(kind, value, limit).await?;
        let millis = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        Ok(match is_there {
            true if kind == LOAD => self.loaded().await?,
            true => confirmed(format!("{what} is there")),
            false => {
                Effect::NoChange(NoChangeReason::NotShown { text: text::line(&what, 200), millis }).into()
            }
        })
    }

    /// Which page has loaded, if it is one that opened.
    async fn loaded(&self) -> Result<Outcome, Trouble> {
        let page = self.page().status().await?;
        Ok(match (page.url.as_str(), &page.failure) {
            (url, Some(why)) => Effect::Partial(did_not_open(url, why)).into(),
            (BLANK, None) => Effect::Partial("no page has come: the tab is empty".into()).into(),
            (_, None) => confirmed(format!("the complete page is there: {}", now(&page))),
        })
    }

    pub(super) async fn run_script(&self) -> Result<Outcome, Trouble> {
        let page = self.page();
        let running = self.session.run_in_page(page.context, self.arguments.required("expression")?);
        let end = match page.unless_dialog(running).await {
            Ok(Ok(end)) => end,
            Ok(Err(error)) => return Ok(Trouble::from(error).unverified("the script was started")),
            Err(prompt) => return Ok(Trouble::Dialog(prompt).unverified("the script was started")),
        };
        let value = match end {
            ScriptEnd::Result(value) => plain(&value),
            ScriptEnd::Threw(why) => {
                return Ok(Effect::Partial(format!("the script failed: {}", text::line(&why, 300))).into());
            }
        };
        let result = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Ok(read("the script ended", text::cut(&text::lines(&result), LONGEST_RESULT)))
    }
}

impl Page<'_> {
    /// Waits in this page, and in the next one if this one is left meanwhile.
    async fn wait(self, kind: &str, value: Option<&str>, limit: Duration) -> Result<bool, Trouble> {
        let begun = Instant::now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            // Before the wait: a page that comes while this one is left is in the events.
            let mut events = self.session.events();
            let wanted =
                json!({"kind": kind, "value": value, "ms": u64::try_from(left.as_millis()).unwrap_or(0)});
            match self.ask_patiently("waitFor", &wanted, left).await {
                Err(Trouble::Left) if begun.elapsed() < limit => {
                    self.next_page(&mut events, limit.saturating_sub(begun.elapsed())).await;
                }
                other => return other,
            }
        }
    }

    /// Waits until a page answers again after one was left.
    async fn next_page(self, events: &mut Receiver<Event>, limit: Duration) {
        if self.status_despite_dialogs().await.is_err() {
            let is_here =
                |event: &Event| (event.context() == self.context && is_arrival(event)).then_some(());
            Page::event(events, limit, is_here).await;
        }
    }
}

/// A value as the protocols write it, as plain JSON; its depth is limited by the request.
fn plain(value: &Value) -> Value {
    let inner = &value["value"];
    let items = |it: &Value| it.as_array().map(|all| all.iter().map(plain).collect()).unwrap_or_default();
    match value["type"].as_str().unwrap_or_default() {
        "string" | "number" | "boolean" | "bigint" | "date" => inner.clone(),
        "undefined" | "null" => Value::Null,
        "array" | "set" | "nodelist" | "htmlcollection" => Value::Array(items(inner)),
        "object" | "map" => {
            let pair = |it: &Value| {
                let name = it[0].as_str().map_or_else(|| plain(&it[0]).to_string(), str::to_owned);
                (name, plain(&it[1]))
            };
            Value::Object(
                inner.as_array().map(|it| it.iter().map(pair).collect::<Map<_, _>>()).unwrap_or_default(),
            )
        }
        other => Value::String(format!("({other})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_scripts_are_plain_json() {
        for (value, expected) in [
            (json!({"type": "number", "value": 3.5}), json!(3.5)),
            (json!({"type": "number", "value": "NaN"}), json!("NaN")),
            (json!({"type": "undefined"}), json!(null)),
            (json!({"type": "array", "value": [{"type": "string", "value": "a"}]}), json!(["a"])),
            (
                json!({"type": "object", "value": [["a", {"type": "boolean", "value": true}]]}),
                json!({"a": true}),
            ),
            (json!({"type": "function"}), json!("(function)")),
        ] {
            assert_eq!(plain(&value), expected);
        }
    }
}
