//! The elements of a page.

use super::{Job, read};
use crate::{text, trouble::Trouble};
use deskpilot_core::{Effect, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::json;

/// What a page lists.
#[derive(Deserialize)]
struct Found {
    /// How many there are.
    count: usize,
    found: Vec<Element>,
    /// How many frames the page shows.
    frames: usize,
}

#[derive(Deserialize)]
struct Element {
    id: String,
    role: String,
    name: String,
    value: String,
    states: String,
    place: String,
    /// What a list offers, in words.
    choices: String,
}

impl Job<'_> {
    pub(super) async fn find_elements(&self) -> Result<Outcome, Trouble> {
        let (role, name) = (self.arguments.text("role"), self.arguments.text("name"));
        let most = self.arguments.number("most", 60, 1..=500)?;
        let wanted = json!({"role": role, "name": name, "text": self.arguments.text("text"), "most": most});
        let found: Found = self.page().ask("find", &wanted).await?;
        let mut lines: Vec<String> = found.found.iter().map(Element::line).collect();
        if found.count > lines.len() {
            lines.push(format!(
                "and {} more; say more exactly which, or more with most",
                found.count - lines.len()
            ));
        }
        if found.frames > 0 {
            lines.push(format!(
                "what is in {} frames of the page is not listed; use the window for it",
                found.frames
            ));
        }
        if found.count == 0 {
            let none = Effect::NoChange(NoChangeReason::NotFound("such an element".into()));
            return Ok(Outcome { output: Some(lines.join("\n")), ..none.into() });
        }
        Ok(read(format!("elements: {}", found.count), lines.join("\n")))
    }
}

impl Element {
    /// `e12 combobox "Country" = "Norway" (invalid=true) at 10,20 200x30; options: Norway, Sweden`.
    fn line(&self) -> String {
        let value = if self.value.is_empty() {
            String::new()
        } else {
            format!(" = {:?}", text::line(&self.value, 120))
        };
        let states = if self.states.is_empty() {
            String::new()
        } else {
            format!(" ({})", text::line(&self.states, 120))
        };
        let (role, name) = (text::line(&self.role, 30), text::line(&self.name, 120));
        let choices = text::line(&self.choices, 600);
        format!("{} {role} {name:?}{value}{states} at {}{choices}", self.id, self.place)
    }
}
