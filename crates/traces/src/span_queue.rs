//! The spans that wait for a collector: a few, the oldest of which go first when there are more.

use crate::Span;
use std::collections::VecDeque;

/// The most spans that wait.
const MOST: usize = 2048;

/// The most spans of one request.
const BATCH: usize = 512;

/// How many more the next request may have after one that was taken.
const GROWTH: usize = 32;

/// Spans that wait, and the number of those that were given up.
#[derive(Debug)]
pub struct SpanQueue {
    waiting: VecDeque<Span>,
    dropped: u64,
    /// The most spans of the next request: fewer where the collector did not take as many, because spans with content are large.
    most: usize,
}

impl Default for SpanQueue {
    fn default() -> SpanQueue {
        SpanQueue { waiting: VecDeque::new(), dropped: 0, most: BATCH }
    }
}

impl SpanQueue {
    /// Adds a span. Where there is no room, the oldest one is dropped.
    pub fn push(&mut self, span: Span) {
        if self.waiting.len() >= MOST {
            self.waiting.pop_front();
            self.dropped += 1;
        }
        self.waiting.push_back(span);
    }

    /// The spans of the next request, the oldest first.
    pub fn batch(&mut self) -> &[Span] {
        let count = self.next_count();
        &self.waiting.make_contiguous()[..count]
    }

    fn next_count(&self) -> usize {
        self.waiting.len().min(self.most)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether as many wait as one request has.
    pub fn has_batch(&self) -> bool {
        self.waiting.len() >= self.most
    }

    /// Takes the next batch out, of which the collector did not take this many.
    pub fn sent(&mut self, rejected: u64) {
        self.take_out(rejected);
        self.most = (self.most + GROWTH).min(BATCH);
    }

    /// Takes the next batch out, of which the collector took none.
    pub fn refused(&mut self) {
        self.take_out(u64::MAX);
    }

    fn take_out(&mut self, rejected: u64) {
        let count = self.next_count();
        self.waiting.drain(..count);
        self.dropped += rejected.min(count as u64);
    }

    /// Makes the next batch half as large as this one was; `false` if that was a single span.
    pub fn halve(&mut self) -> bool {
        let count = self.next_count();
        self.most = (count / 2).max(1);
        count > 1
    }

    /// The spans that no collector has, with those that wait.
    pub fn missing(&self) -> u64 {
        self.dropped + self.waiting.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SpanId, SpanKind, TraceId};
    use deskpilot_core::Timestamp;

    fn span(number: u64) -> Span {
        Span {
            trace: TraceId([1; 16]),
            id: SpanId(number.to_be_bytes()),
            parent: None,
            name: String::new(),
            kind: SpanKind::Internal,
            began: Timestamp(0),
            ended: Timestamp(0),
            attributes: Vec::new(),
            error: None,
        }
    }

    #[test]
    fn what_finds_no_room_or_no_collector_is_dropped_and_counted() {
        let mut queue = SpanQueue::default();
        (0..MOST as u64 + 3).for_each(|it| queue.push(span(it)));
        assert_eq!((queue.batch()[0].id, queue.batch().len()), (span(3).id, BATCH));
        assert_eq!(queue.missing(), MOST as u64 + 3);
        queue.sent(5);
        assert_eq!(queue.missing(), (MOST - BATCH) as u64 + 3 + 5);
        queue.refused();
        assert_eq!(queue.missing(), (MOST - 2 * BATCH) as u64 + 8 + BATCH as u64);
        while !queue.is_empty() {
            queue.sent(0);
        }
        assert_eq!(queue.missing(), 8 + BATCH as u64);
    }

    #[test]
    fn a_batch_that_is_too_large_is_halved_down_to_one_span_and_grows_again_with_what_is_taken() {
        let mut queue = SpanQueue::default();
        (0..MOST as u64).for_each(|it| queue.push(span(it)));
        assert!(queue.halve() && queue.has_batch());
        assert_eq!(queue.batch().len(), BATCH / 2);
        queue.sent(0);
        assert_eq!((queue.batch()[0].id, queue.batch().len()), (span(256).id, BATCH / 2 + GROWTH));
        while queue.halve() {}
        assert_eq!(queue.batch().len(), 1);
        queue.refused();
        assert_eq!((queue.missing(), queue.batch().len()), ((MOST - BATCH / 2) as u64, 1));
        queue.sent(0);
        assert_eq!(queue.batch().len(), 1 + GROWTH);
        (0..BATCH).for_each(|_| queue.sent(0));
        assert_eq!((queue.missing(), queue.most), (1, BATCH));
    }
}
