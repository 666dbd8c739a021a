//! Calls that hang, fail, panic and come too late, on threads of no system.

use super::*;
use std::{
    sync::{
        Condvar,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, TryRecvError, channel},
    },
    time::Duration,
};

/// Why a call of a test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Failure {
    Unanswered(Unanswered),
    Gone,
    Unsupported,
}

const LATE: Failure = Failure::Unanswered(Unanswered::Late);
const MOST_THREADS: usize = 3;

/// Threads whose state this makes from the number of their connection.
struct MadeBy<F>(F);

impl<S: 'static, F: Fn(u64) -> Result<S, Failure> + Send + Sync + 'static> Apartment for MadeBy<F> {
    type State = S;
    type Error = Failure;
    type Bell = ();
    const NAME: &'static str = "test";
    const MOST_THREADS: usize = MOST_THREADS;

    fn bell(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn enter(&self, (): &(), connection: u64) -> Result<S, Failure> {
        self.0(connection)
    }

    fn unanswered(why: Unanswered) -> Failure {
        Failure::Unanswered(why)
    }

    fn ends_connection(error: &Failure) -> bool {
        matches!(error, Failure::Unanswered(_))
    }
}

/// Threads whose state is the number of their connection.
type Numbered = MadeBy<fn(u64) -> Result<u64, Failure>>;

fn numbered() -> CallThread<Numbered> {
    CallThread::new(MadeBy(Ok))
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(20)
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// A call that hangs until the other end says something or is dropped.
fn hang<S>(until: Receiver<()>) -> impl FnOnce(&mut S) -> Result<(), Failure> {
    move |_| until.recv().map_err(|_| Failure::Gone)
}

/// Waits until no thread is left.
async fn all_ended(threads: &Arc<()>) {
    while Arc::strong_count(threads) > 1 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn calls_run_in_order_on_one_thread_that_keeps_its_state() {
    let calls = CallThread::new(MadeBy(|_| Ok((0, thread::current().id()))));
    for expected in 1..4 {
        let count = |state: &mut (i32, thread::ThreadId)| {
            state.0 += 1;
            assert_eq!(state.1, thread::current().id());
            Ok(state.0)
        };
        assert_eq!(calls.call(far(), count).await, Ok(expected));
    }
}

#[tokio::test]
async fn a_call_that_hangs_is_late_and_the_next_one_gets_another_thread() {
    let calls = numbered();
    let (end, until) = channel();
    assert_eq!(calls.call(soon(), hang(until)).await, Err(LATE));
    assert_eq!(calls.call(far(), |number| Ok(*number)).await, Ok(2));
    assert_eq!(calls.current().connection, 2);
    drop(end);
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_any_more_never_begins() {
    let calls = Arc::new(numbered());
    let (end, until) = channel();
    let (ran, has_run) = channel();
    let hanging = tokio::spawn({
        let calls = Arc::clone(&calls);
        async move { calls.call(far(), hang(until)).await }
    });
    while calls.current().connection == 0 {
        tokio::task::yield_now().await;
    }
    let second = move |_: &mut u64| ran.send(()).map_err(|_| Failure::Gone);
    assert_eq!(calls.call(soon(), second).await, Err(LATE));
    end.send(()).unwrap();
    assert_eq!(hanging.await.unwrap(), Ok(()));
    // The closure was dropped unrun: its channel has ended without a message.
    assert!(has_run.recv().is_err());
}

#[tokio::test]
async fn a_call_that_panics_ends_its_thread_alone() {
    let calls = numbered();
    let ended = calls.call(far(), |_| -> Result<(), Failure> { panic!("planted") }).await;
    assert!(matches!(ended, Err(Failure::Unanswered(Unanswered::Lost(_)))), "{ended:?}");
    assert_eq!(calls.call(far(), |number| Ok(*number)).await, Ok(2));
}

#[tokio::test]
async fn what_cannot_be_set_up_is_the_error_of_every_call() {
    let calls = CallThread::new(MadeBy(|_| Err::<(), _>(Failure::Unsupported)));
    for _ in 0..2 {
        assert_eq!(calls.call(far(), |()| Ok(())).await, Err(Failure::Unsupported));
    }
    assert_eq!(calls.current().connection, 1);
}

#[tokio::test]
async fn what_could_not_be_set_up_once_is_tried_again() {
    let tries = AtomicUsize::new(0);
    let calls = CallThread::new(MadeBy(move |_| match tries.fetch_add(1, Ordering::SeqCst) {
        0 => Err(Failure::Gone),
        tries => Ok(tries),
    }));
    assert_eq!(calls.call(far(), |tries| Ok(*tries)).await, Err(Failure::Gone));
    assert_eq!(calls.call(far(), |tries| Ok(*tries)).await, Ok(1));
    assert_eq!(calls.call(far(), |tries| Ok(*tries)).await, Ok(1));
}

#[tokio::test]
async fn threads_that_hang_have_a_bound_and_count_until_they_end() {
    let calls = numbered();
    let mut ends = Vec::new();
    for _ in 0..MOST_THREADS {
        let (end, until) = channel();
        ends.push(end);
        assert_eq!(calls.call(soon(), hang(until)).await, Err(LATE));
    }
    assert_eq!(calls.call(far(), |_| Ok(())).await, Err(LATE));
    drop(ends);
    all_ended(&calls.threads).await;
    assert_eq!(calls.call(far(), |_| Ok(())).await, Ok(()));
}

#[tokio::test]
async fn a_thread_ends_with_its_owner() {
    let calls = numbered();
    assert_eq!(calls.call(far(), |number| Ok(*number)).await, Ok(1));
    let threads = Arc::clone(&calls.threads);
    drop(calls);
    all_ended(&threads).await;
}

/// A bell, and whether the call on its thread is cancelled.
#[derive(Default)]
struct Bell {
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Bell {
    fn set(&self, change: impl Fn(&mut (bool, bool))) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    fn wait_until_cancelled(&self) {
        let guard = self.state.lock().unwrap();
        drop(self.changed.wait_while(guard, |(_, is_cancelled)| !*is_cancelled).unwrap());
    }
}

/// Threads that look for calls only when their bell rings.
struct Rung;

impl Apartment for Rung {
    type State = Arc<Bell>;
    type Error = Failure;
    type Bell = Arc<Bell>;
    const NAME: &'static str = "rung";
    const MOST_THREADS: usize = MOST_THREADS;

    fn bell(&self) -> Result<Arc<Bell>, Failure> {
        Ok(Arc::default())
    }

    fn enter(&self, bell: &Arc<Bell>, _connection: u64) -> Result<Arc<Bell>, Failure> {
        Ok(Arc::clone(bell))
    }

    fn unanswered(why: Unanswered) -> Failure {
        Failure::Unanswered(why)
    }

    fn ends_connection(error: &Failure) -> bool {
        *error == LATE
    }

    fn next(bell: &Arc<Bell>, jobs: &Receiver<Job<Rung>>) -> Option<Job<Rung>> {
        loop {
            match jobs.try_recv() {
                Ok(job) => return Some(job),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {}
            }
            let guard = bell.state.lock().unwrap();
            let mut guard = bell.changed.wait_while(guard, |(is_rung, _)| !*is_rung).unwrap();
            guard.0 = false;
        }
    }

    fn ring(bell: &Arc<Bell>) {
        bell.set(|state| state.0 = true);
    }

    fn cancel(bell: &Arc<Bell>) {
        bell.set(|state| state.1 = true);
    }
}

#[tokio::test]
async fn a_thread_that_waits_for_its_bell_gets_every_call_and_ends_with_its_owner() {
    let calls = CallThread::new(Rung);
    for expected in 1..4 {
        assert_eq!(calls.call(far(), move |_| Ok(expected)).await, Ok(expected));
    }
    let threads = Arc::clone(&calls.threads);
    drop(calls);
    all_ended(&threads).await;
}

#[tokio::test]
async fn a_late_call_is_cancelled_and_its_thread_ends() {
    let calls = CallThread::new(Rung);
    let cancelled = calls.call(soon(), |bell| {
        bell.wait_until_cancelled();
        Ok(())
    });
    assert_eq!(cancelled.await, Err(LATE));
    all_ended(&calls.threads).await;
    assert_eq!(calls.call(far(), |_| Ok(())).await, Ok(()));
}
