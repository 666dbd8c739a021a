//! What all browsers that follow one log share: its last entries as they are sent, the state of its task, and how it ended. Pure.

use deskpilot_core::Entry;
use std::{collections::VecDeque, sync::Arc};

/// The most bytes of entries that are kept. A browser that is further behind reads the log itself.
const KEPT: usize = 1 << 20;

/// An entry as it is sent, written once for all browsers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SentEntry {
    /// Its number.
    pub(crate) seq: u64,
    /// It as JSON.
    pub(crate) text: String,
}

impl From<&Entry> for SentEntry {
    fn from(entry: &Entry) -> SentEntry {
        SentEntry { seq: entry.seq, text: serde_json::to_string(entry).unwrap_or_default() }
    }
}

/// Why no more comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogEnd {
    /// No process runs the task, and everything that was written is shared.
    Over,
    /// The log is shorter than what was read of it.
    Cut,
    /// The log cannot be read from here on, for this reason.
    Fault(String),
}

/// A followed log as it is now.
#[derive(Debug)]
pub(crate) struct FollowedLog {
    /// The last entries, without a gap.
    recent: VecDeque<Arc<SentEntry>>,
    /// The bytes of their texts.
    bytes: usize,
    /// The number of the next entry.
    next: u64,
    /// The row of the task as it was last sent, as JSON.
    row: Option<Arc<str>>,
    end: Option<LogEnd>,
}

/// What a browser finds in a followed log.
#[derive(Debug)]
pub(crate) struct News {
    /// The entries that it lacks; `None` where the first of them are not kept any more.
    pub(crate) entries: Option<Vec<Arc<SentEntry>>>,
    /// The row of the task, once it is known.
    pub(crate) row: Option<Arc<str>>,
    /// Why no more comes, if so.
    pub(crate) end: Option<LogEnd>,
}

impl FollowedLog {
    /// A log that is followed from the entry with this number.
    pub(crate) const fn starting_at(next: u64) -> FollowedLog {
        FollowedLog { recent: VecDeque::new(), bytes: 0, next, row: None, end: None }
    }

    /// The number of the next entry.
    pub(crate) const fn position(&self) -> u64 {
        self.next
    }

    /// Adds the next entries, and drops the oldest of those that are too many.
    pub(crate) fn add(&mut self, entries: Vec<SentEntry>) {
        for entry in entries {
            self.next = entry.seq + 1;
            self.bytes += entry.text.len();
            self.recent.push_back(Arc::new(entry));
        }
        while self.bytes > KEPT
            && let Some(oldest) = self.recent.pop_front()
        {
            self.bytes -= oldest.text.len();
        }
    }

    /// Takes the row of the task, and says whether it is another one than before.
    pub(crate) fn tell(&mut self, row: &str) -> bool {
        let is_news = self.row.as_deref() != Some(row);
        if is_news {
            self.row = Some(row.into());
        }
        is_news
    }

    /// Nothing more comes.
    pub(crate) fn end(&mut self, end: LogEnd) {
        self.end = Some(end);
    }

    /// What a browser finds that lacks the entries from this number on.
    pub(crate) fn news(&self, from: u64) -> News {
        News { entries: self.since(from), row: self.row.clone(), end: self.end.clone() }
    }

    fn since(&self, from: u64) -> Option<Vec<Arc<SentEntry>>> {
        let first = self.recent.front().map_or(self.next, |it| it.seq);
        let known = usize::try_from(from.checked_sub(first)?).unwrap_or(usize::MAX);
        Some(self.recent.range(known.min(self.recent.len())..).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(numbers: std::ops::Range<u64>, length: usize) -> Vec<SentEntry> {
        numbers.map(|seq| SentEntry { seq, text: "x".repeat(length) }).collect()
    }

    fn numbers(log: &FollowedLog, from: u64) -> Option<Vec<u64>> {
        Some(log.news(from).entries?.iter().map(|it| it.seq).collect())
    }

    #[test]
    fn a_browser_gets_what_it_lacks_and_reads_the_log_where_that_is_not_kept() {
        let mut log = FollowedLog::starting_at(3);
        assert_eq!(numbers(&log, 2), None, "written before it was followed");
        assert_eq!(numbers(&log, 3), Some(vec![]));
        log.add(entries(3..6, 10));
        assert_eq!(log.position(), 6);
        for (from, expected) in
            [(2, None), (3, Some(vec![3, 4, 5])), (5, Some(vec![5])), (6, Some(vec![])), (9, Some(vec![]))]
        {
            assert_eq!(numbers(&log, from), expected, "{from}");
        }
    }

    #[test]
    fn what_a_day_writes_leaves_no_more_behind_than_what_an_hour_writes() {
        let mut log = FollowedLog::starting_at(0);
        for hour in 0..24 {
            log.add(entries(hour * 1000..(hour + 1) * 1000, 4000));
            let kept: usize = log.recent.iter().map(|it| it.text.len()).sum();
            assert!(kept <= KEPT && kept == log.bytes, "hour {hour}: {kept} bytes");
        }
        assert_eq!(numbers(&log, 23_999), Some(vec![23_999]));
        // One that is longer than all that is kept is read from the log.
        log.add(entries(24_000..24_001, KEPT + 1));
        assert_eq!((numbers(&log, 24_000), numbers(&log, 24_001)), (None, Some(vec![])));
    }

    #[test]
    fn a_row_is_news_once() {
        let mut log = FollowedLog::starting_at(0);
        assert_eq!(["a", "a", "b", "a"].map(|row| log.tell(row)), [true, false, true, true]);
        log.end(LogEnd::Over);
        let news = log.news(0);
        assert_eq!((news.row.as_deref(), news.end), (Some("a"), Some(LogEnd::Over)));
    }
}
