//! The head of `output.md`: how the session ended or what it waits for, its files, its time and its cost.

use super::markdown::{escape_markup, items};
use crate::duration;
use deskpilot_core::{
    Entry, Event, Projection, Ruling, Timestamp,
    fold::{Cost, SessionFiles},
};

/// What the head says, folded from the entries. Its text changes only when the session ends, waits or goes on.
#[derive(Debug, Default)]
pub(super) struct Overview {
    task: String,
    /// When, where and with which models it began.
    origin: Vec<(&'static str, String)>,
    started: Option<Timestamp>,
    /// Whether its last round is over.
    has_ended: bool,
    /// How it ended, or what it waits for.
    result: String,
    files: SessionFiles,
    cost: Cost,
    text: String,
}

impl Overview {
    /// The head; empty before the session begins.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The result that an event brings; `None` if it stays as it is.
    fn result_of(&self, event: &Event) -> Option<String> {
        const UNDER_WAY: &str = "it has not ended";
        Some(match event {
            Event::RoundEnded { verdict } => verdict.to_string(),
            Event::Asked { .. } => "it waits for your answer".into(),
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => "it waits for your approval".into(),
            Event::Paused { cause } => format!("it is paused: {cause}"),
            Event::Stopped => "it was stopped, and can be resumed".into(),
            Event::SessionResumed { .. } if self.has_ended => return None,
            Event::SessionOpened { .. }
            | Event::SessionResumed { .. }
            | Event::RoundStarted { .. }
            | Event::RoundReopened { .. }
            | Event::Answered { .. }
            | Event::Confirmed { .. }
            | Event::HandedBack => UNDER_WAY.into(),
            Event::Judged { .. } => self.result.clone(),
            _ => return None,
        })
    }

    fn head(&self, millis: u64) -> String {
        let title = if self.task.is_empty() { "Session" } else { self.task.as_str() };
        let files = self.files.all();
        let files = if files.is_empty() { "none known".into() } else { files.join(", ") };
        let first = [
            ("Result", self.result.clone()),
            ("Files", files),
            ("Time", duration(millis)),
            ("Cost", self.cost.to_string()),
        ];
        let all: Vec<(&str, String)> = first.into_iter().chain(self.origin.iter().cloned()).collect();
        format!("# {}\n\n{}", escape_markup(title), items(&all))
    }
}

impl Projection for Overview {
    fn apply(&mut self, entry: &Entry) {
        self.cost.apply(entry);
        self.files.apply(entry);
        let started = *self.started.get_or_insert(entry.at);
        match &entry.event {
            Event::SessionOpened { task, version, desktop, models, .. } => {
                let models: Vec<String> =
                    models.iter().map(|(agent, model)| format!("{agent}: {model}")).collect();
                let size = format!("{} x {}", desktop.size.width, desktop.size.height);
                self.task.clone_from(task);
                self.origin = vec![
                    ("Started", moment(entry.at)),
                    ("Desktop", format!("{}, {size}", desktop.name)),
                    ("Models", models.join(", ")),
                    ("Deskpilot", version.clone()),
                ];
            }
            Event::RoundEnded { .. } => self.has_ended = true,
            Event::RoundStarted { .. } | Event::RoundReopened { .. } => self.has_ended = false,
            _ => {}
        }
        if let Some(result) = self.result_of(&entry.event) {
            self.result = result;
            self.text = self.head(entry.at.since(started));
        }
    }
}

fn moment(at: Timestamp) -> String {
    let at = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    at.map_or(String::new(), |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Usage, Verdict};

    fn after(events: Vec<Event>) -> String {
        let entry = |(seq, event)| Entry { seq, at: Timestamp(1_000 * seq), event };
        let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
        Overview::of(&entries).text().to_owned()
    }

    #[test]
    fn the_head_says_how_it_ended_with_files_time_and_cost() {
        let begin = Event::RoundStarted { round: 0, request: "write it".into() };
        let usage = Usage { input_tokens: 10, cached_tokens: 0, output_tokens: 2, cost: Some(0.5) };
        let reply = Event::Replied {
            text: "x".into(),
            model: "m".into(),
            usage,
            ending: deskpilot_core::ReplyEnding::Complete,
        };
        let saved = Event::Saved { file: "a_b.txt".into(), written: Timestamp(1), content: String::new() };
        let ended = Event::RoundEnded { verdict: Verdict::Finished("written".into()) };
        assert!(
            after(vec![begin.clone()])
                .starts_with("# Session\n\n- Result: it has not ended\n- Files: none known\n")
        );
        let stopped = after(vec![begin.clone(), Event::Stopped]);
        assert!(stopped.contains("- Result: it was stopped, and can be resumed\n"), "{stopped}");
        assert_eq!(
            after(vec![begin, reply, saved, ended]),
            "# Session\n\n- Result: finished: written\n- Files: a\\_b.txt\n- Time: 3.0 s\n\
             - Cost: $0.5000 (1 model calls, 10 tokens in (0 cached), 2 out)\n\n"
        );
    }
}
