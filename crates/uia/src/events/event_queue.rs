//! The events of windows, in the order of their arrival, with a bound: a storm costs events, never memory.

use crate::protocol::node::{RuntimeId, WindowHandle};
use crate::protocol::property::Property;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// The most events that wait. What is beyond is counted.
pub const MOST_EVENTS: usize = 4096;

/// What happened to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Its children are others now.
    Structure,
    /// A property has another value.
    Property(Property),
    /// It has the keyboard focus now.
    Focus,
    /// It was pressed.
    Invoked,
    /// It is a menu that opened.
    MenuOpened,
    /// It is a menu that closed.
    MenuClosed,
    /// Its items are selected otherwise.
    Selection,
    /// Its text is another.
    Text,
    /// Another part of its text is selected.
    TextSelection,
    /// It is a window that opened.
    WindowOpened,
    /// It is a window that closed.
    WindowClosed,
    /// It is a page that has loaded.
    Loaded,
    /// It is a part of a page that wants to be read aloud.
    LiveRegion,
}

/// One event. The same event waits only once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UiEvent {
    /// The window that was watched; `None` for what is not of one window, as the focus.
    pub window: Option<WindowHandle>,
    /// The element, where its application says which.
    pub runtime_id: RuntimeId,
    /// What happened.
    pub kind: EventKind,
}

/// Count and time of the events of a window.
#[derive(Clone, Copy, Debug)]
pub struct EventActivity {
    /// How many events have arrived.
    pub count: u64,
    /// When the last one arrived.
    pub last: Instant,
}

/// The events taken from the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventBatch {
    /// The events, the oldest first, each once.
    pub events: Vec<UiEvent>,
    /// How many more arrived and were not kept: a mirror of a window reads it again.
    pub lost: u64,
}

/// The events of windows, as they arrive.
#[derive(Debug, Default)]
pub struct EventQueue {
    waiting: Mutex<WaitingEvents>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct WaitingEvents {
    order: VecDeque<UiEvent>,
    known: HashSet<UiEvent>,
    lost: u64,
    /// Events of older connections come late and are those of newer ones too.
    connection: u64,
    activity: HashMap<Option<WindowHandle>, EventActivity>,
}

impl EventQueue {
    /// Takes an event that came over a connection.
    pub(crate) fn push(&self, connection: u64, event: UiEvent) {
        let mut waiting = self.waiting();
        if waiting.connection != connection {
            return;
        }
        let last = Instant::now();
        let activity = waiting.activity.entry(event.window).or_insert(EventActivity { count: 0, last });
        *activity = EventActivity { count: activity.count + 1, last };
        if !waiting.known.contains(&event) {
            if waiting.order.len() < MOST_EVENTS {
                waiting.known.insert(event.clone());
                waiting.order.push_back(event);
            } else {
                waiting.lost += 1;
            }
        }
        // Before the call: who wakes up by it takes this lock.
        drop(waiting);
        self.arrived.notify_waiters();
    }

    /// Takes only events of this connection from now on.
    pub(crate) fn follow(&self, connection: u64) {
        let mut waiting = self.waiting();
        // What came between two connections was not received.
        waiting.lost += u64::from(waiting.connection != 0);
        waiting.connection = connection;
    }

    /// Forgets the count of a window that is watched no longer.
    pub(crate) fn forget(&self, window: WindowHandle) {
        self.waiting().activity.remove(&Some(window));
    }

    /// The events since the last call.
    pub fn take(&self) -> EventBatch {
        let mut waiting = self.waiting();
        waiting.known.clear();
        EventBatch {
            events: std::mem::take(&mut waiting.order).into(),
            lost: std::mem::take(&mut waiting.lost),
        }
    }

    /// Count and time of the events of a window so far; `None` before the first.
    pub fn activity(&self, window: WindowHandle) -> Option<EventActivity> {
        self.waiting().activity.get(&Some(window)).copied()
    }

    /// Waits until events are waiting, at most until the deadline.
    pub async fn next(&self, deadline: Instant) {
        let arrived = self.arrived.notified();
        tokio::pin!(arrived);
        // Before the look: an event between the look and the wait must not be missed.
        arrived.as_mut().enable();
        if self.waiting().order.is_empty() {
            let _ = timeout_at(deadline, arrived).await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingEvents> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    const WINDOW: WindowHandle = WindowHandle(7);

    fn event(number: i32) -> UiEvent {
        UiEvent { window: Some(WINDOW), runtime_id: RuntimeId::new(&[number]), kind: EventKind::Structure }
    }

    #[test]
    fn a_storm_fills_the_queue_once_and_the_rest_is_counted() {
        let queue = EventQueue::default();
        let storm = i32::try_from(MOST_EVENTS).unwrap() + 10;
        for number in 0..storm {
            queue.push(0, event(number));
        }
        let batch = queue.take();
        assert_eq!((batch.events.len(), batch.lost), (MOST_EVENTS, 10));
        assert_eq!(batch.events[0], event(0));
        assert_eq!(queue.activity(WINDOW).unwrap().count, u64::try_from(storm).unwrap());
        assert_eq!(queue.take(), EventBatch::default());
    }

    #[test]
    fn the_same_event_waits_once_and_comes_again_after_it_was_taken() {
        let queue = EventQueue::default();
        for number in [1, 2, 1, 1] {
            queue.push(0, event(number));
        }
        assert_eq!(queue.take().events, [event(1), event(2)]);
        queue.push(0, event(1));
        assert_eq!(queue.take(), EventBatch { events: vec![event(1)], lost: 0 });
        assert_eq!(queue.activity(WINDOW).unwrap().count, 5);
        queue.forget(WINDOW);
        assert!(queue.activity(WINDOW).is_none());
    }

    #[test]
    fn events_of_an_abandoned_connection_are_not_taken() {
        let queue = EventQueue::default();
        queue.follow(1);
        queue.push(1, event(0));
        queue.follow(2);
        queue.push(1, event(1));
        queue.push(2, event(2));
        assert_eq!(queue.take(), EventBatch { events: vec![event(0), event(2)], lost: 1 });
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_woken_by_an_event_or_at_the_deadline() {
        let queue = Arc::new(EventQueue::default());
        let begin = Instant::now();
        let deadline = begin + Duration::from_secs(60);
        let waiter = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.next(deadline).await }
        });
        tokio::task::yield_now().await;
        queue.push(0, event(1));
        waiter.await.unwrap();
        assert_eq!(begin.elapsed(), Duration::ZERO);
        queue.next(deadline).await;
        assert_eq!(begin.elapsed(), Duration::ZERO);
        queue.take();
        queue.next(deadline).await;
        assert_eq!(Instant::now(), deadline);
    }
}
