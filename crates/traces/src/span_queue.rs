//! The spans that wait for a collector: a few, the oldest of which go first when there are more.

use crate::Span;
use std::collections::VecDeque;

/// The most spans that wait.
const MOST: usize = 2048;

/// The most spans of one request.
const BATCH: usize = 512;

/// Spans that wait, and the number of those that were given up.
#[derive(Debug, Default)]
pub struct SpanQueue {
    waiting: VecDeque<Span>,
    dropped: u64,
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
        let waiting = self.waiting.make_contiguous();
        &waiting[..waiting.len().min(BATCH)]
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether as many wait as one request has.
    pub fn has_batch(&self) -> bool {
        self.waiting.len() >= BATCH
    }

    /// Takes the next batch out, of which the collector did not take this many.
    pub fn sent(&mut self, rejected: u64) {
        let count = self.waiting.len().min(BATCH);
        self.waiting.drain(..count);
        self.dropped += rejected.min(count as u64);
    }

    /// Takes the next batch out, of which the collector took none.
    pub fn refused(&mut self) {
        self.sent(BATCH as u64);
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
}
