//! Lists that go on when they are scrolled: read from their beginning, within limits, with how far that came.

use super::{Job, read};
use crate::{text, trouble::Trouble};
use deskpilot_core::{Effect, Evidence, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// The maximum number of rows that are read of a list, shown or not.
const MOST_ROWS: usize = 5000;
/// The maximum length of a row, in characters.
const LONGEST_ROW: usize = 300;
/// The maximum length of all rows that are shown, in bytes.
const LONGEST: usize = 20_000;
/// What the command leaves of its time.
const MARGIN: Duration = Duration::from_secs(3);

/// What a list was seen to have.
#[derive(Deserialize)]
struct ListRows {
    rows: Vec<String>,
    /// Whether its end was reached.
    end: bool,
    /// How many times it went on with rows of which some before them may be missing.
    gaps: usize,
    /// How many times it went on with rows that may be those before them or others that are equal: they count once.
    alike: usize,
    /// How many rows the page announces; 0 if it does not.
    announced: usize,
    /// How many parts of it scroll by themselves.
    inner: usize,
}

impl Job<'_> {
    pub(super) async fn read_list(&self) -> Result<Outcome, Trouble> {
        let from = self.arguments.number("from", 0, 0..=MOST_ROWS)?;
        let most = self.arguments.number("most", 200, 1..=500)?;
        let limit = Duration::from_secs(self.arguments.number("seconds", 20, 1..=50)? as u64);
        let limit = limit.min(self.deadline.saturating_sub(MARGIN));
        let element = self.arguments.text("element");
        let path = self.page().path_to(element).await?;
        let millis = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        let wanted = json!({"element": element, "most": from + most, "ms": millis});
        let asked = path.page(self.page()).ask_patiently::<ListRows>("readList", &wanted, limit);
        Ok(Box::pin(asked).await?.outcome(from, most))
    }
}

impl ListRows {
    fn outcome(&self, from: usize, most: usize) -> Outcome {
        let count = self.rows.len();
        if count == 0 {
            let none = Evidence::Reported("no rows are shown there".into());
            return Effect::NoChange(NoChangeReason::Same(none)).into();
        }
        let mut size = 0;
        let fits = |it: &String| {
            size += it.len();
            size <= LONGEST
        };
        let rows = self.rows.iter().skip(from).take(most).map(|it| text::line(it, LONGEST_ROW));
        let shown: Vec<String> = rows.take_while(fits).collect();
        let last = from + shown.len();
        let mut lines = vec![format!("(rows {} to {last}; {})", (from + 1).min(last), self.extent(last))];
        lines.extend(shown);
        lines.extend(self.remarks());
        read(self.extent(count), lines.join("\n"))
    }

    /// How many rows there are, as far as that is known: the end counts only if nothing after the last row is announced.
    fn extent(&self, last: usize) -> String {
        let count = self.rows.len();
        let missing = self.announced.saturating_sub(count);
        let least = if self.gaps + self.alike > 0 { "at least " } else { "" };
        match (self.end && missing == 0, last < count) {
            (true, false) => format!("the end of the list was reached, with {least}{count} rows"),
            (true, true) => format!("the list has {least}{count} rows; go on with from={last}"),
            (false, _) if self.announced > 0 => {
                format!(
                    "{count} rows so far of {} that the page announces; go on with from={last}",
                    self.announced
                )
            }
            (false, _) => format!("{count} rows so far; the end was not reached; go on with from={last}"),
        }
    }

    fn remarks(&self) -> Vec<String> {
        let gaps = (self.gaps > 0).then(|| {
            format!("(some rows may be missing: the list jumped {} times while it was scrolled)", self.gaps)
        });
        let alike = (self.alike > 0).then(|| {
            let times = self.alike;
            format!("(equal rows may be missing: which of them were read already was not to be seen {times} times)")
        });
        let inner = (self.inner > 0).then(|| {
            format!(
                "({} parts of it scroll by themselves and are read as far as they show; name one by element)",
                self.inner
            )
        });
        gaps.into_iter().chain(alike).chain(inner).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, end: bool, announced: usize) -> ListRows {
        let rows = (1..=count).map(|it| format!("row {it}")).collect();
        ListRows { rows, end, gaps: 0, alike: 0, announced, inner: 0 }
    }

    #[test]
    fn a_list_says_how_far_it_was_read_and_whether_that_is_its_end() {
        for (list, from, most, effect, first) in [
            (
                rows(3, true, 0),
                0,
                10,
                "confirmed: the end of the list was reached, with 3 rows",
                "(rows 1 to 3; the end of the list was reached, with 3 rows)\nrow 1",
            ),
            (
                rows(3, false, 0),
                0,
                2,
                "confirmed: 3 rows so far; the end was not reached; go on with from=3",
                "(rows 1 to 2; 3 rows so far; the end was not reached; go on with from=2)\nrow 1",
            ),
            (
                rows(3, true, 900),
                1,
                2,
                "confirmed: 3 rows so far of 900 that the page announces; go on with from=3",
                "(rows 2 to 3; 3 rows so far of 900 that the page announces; go on with from=3)\nrow 2",
            ),
            (
                rows(3, true, 3),
                0,
                2,
                "confirmed: the end of the list was reached, with 3 rows",
                "(rows 1 to 2; the list has 3 rows; go on with from=2)\nrow 1",
            ),
        ] {
            let outcome = list.outcome(from, most);
            assert_eq!(outcome.effect.to_string(), effect);
            assert!(outcome.output.as_deref().unwrap().starts_with(first), "{:?}", outcome.output);
        }
        assert_eq!(rows(0, true, 0).outcome(0, 5).effect.to_string(), "no change: no rows are shown there");
        let jumped = ListRows { gaps: 1, inner: 2, ..rows(2, true, 0) };
        assert_eq!(jumped.outcome(0, 5).output.unwrap().lines().count(), 5);
        let at_least = "confirmed: the end of the list was reached, with at least 2 rows";
        for list in [jumped, ListRows { alike: 1, ..rows(2, true, 0) }] {
            let outcome = list.outcome(0, 5);
            assert_eq!(outcome.effect.to_string(), at_least);
            assert!(outcome.output.unwrap().contains("may be missing: "));
        }
    }
}
