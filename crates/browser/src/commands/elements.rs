//! The elements of a page.

use super::{Job, read};
use crate::{
    frames::{FramePlace, briefly},
    page::Page,
    text,
    trouble::Trouble,
};
use deskpilot_core::{Effect, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a page lists.
#[derive(Deserialize)]
struct Found {
    /// How many there are.
    count: usize,
    found: Vec<Element>,
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
        let wanted = json!({"role": role, "name": name, "text": self.arguments.text("text")});
        let mut listing = Listing { most, ..Listing::default() };
        let request = listing.request(&wanted, FramePlace::TAB);
        listing.add(&request, self.page(), None).await?;
        let frames = self.page().frames().await;
        for frame in &frames.frames {
            let request = listing.request(&wanted, frame.place());
            let added = briefly(listing.add(&request, frame.page(self.page()), Some(frame.title()))).await;
            listing.gaps.extend(frame.gaps(self.page()));
            listing.gaps.extend(added.err().map(|trouble| frame.missing(&trouble)));
        }
        listing.gaps.extend(frames.missing);
        Ok(listing.outcome())
    }
}

/// What is listed of a page and its frames.
#[derive(Default)]
struct Listing {
    most: usize,
    lines: Vec<String>,
    /// How many of the lines are elements.
    listed: usize,
    /// How many elements there are.
    count: usize,
    /// What may be missing.
    gaps: Vec<String>,
}

impl Listing {
    /// The request to a page at this place, for as many elements as still fit.
    fn request(&self, wanted: &Value, place: FramePlace) -> Value {
        let mut request = wanted.clone();
        request["most"] = self.most.saturating_sub(self.listed).into();
        request["box"] = place.argument();
        request
    }

    /// Adds the elements of a page, below the title of its frame.
    async fn add(&mut self, request: &Value, page: Page<'_>, title: Option<String>) -> Result<(), Trouble> {
        let found: Found = page.ask("find", request).await?;
        self.count += found.count;
        self.listed += found.found.len();
        let title = title.filter(|_| !found.found.is_empty());
        self.lines.extend(title.map(|it| format!("in the {it}:")));
        self.lines.extend(found.found.iter().map(Element::line));
        Ok(())
    }

    fn outcome(mut self) -> Outcome {
        if self.count > self.listed {
            let more = self.count - self.listed;
            self.lines.push(format!("and {more} more; say more exactly which, or more with most"));
        }
        self.lines.append(&mut self.gaps);
        let output = self.lines.join("\n");
        if self.count == 0 {
            let none = Effect::NoChange(NoChangeReason::NotFound("such an element".into()));
            return Outcome { output: Some(output), ..none.into() };
        }
        read(format!("elements: {}", self.count), output)
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
