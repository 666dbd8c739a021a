//! A thread on which calls run one after the other. A call that does not come back in time is abandoned with its thread, and
//! the next call gets another one.

use crate::protocol::error::CallError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// The most threads that exist at once, most of them abandoned: a desktop on which so many calls hang answers no other either.
const MOST_THREADS: usize = 8;

type Job<S> = Box<dyn FnOnce(Result<&mut S, CallError>) + Send>;
/// Makes the state of a thread, on that thread. It gets the number of the connection.
type SetUp<S> = Arc<dyn Fn(u64) -> Result<S, CallError> + Send + Sync>;

/// A thread with a state that never leaves it.
pub(crate) struct CallThread<S> {
    set_up: SetUp<S>,
    current: Mutex<Current<S>>,
    threads: Arc<AtomicUsize>,
}

/// The thread in use. Its number grows with every replacement.
struct Current<S> {
    connection: u64,
    jobs: Option<mpsc::Sender<Job<S>>>,
}

impl<S: 'static> CallThread<S> {
    /// Calls on a thread that begins with the first of them.
    pub(crate) fn new(set_up: impl Fn(u64) -> Result<S, CallError> + Send + Sync + 'static) -> CallThread<S> {
        let current = Mutex::new(Current { connection: 0, jobs: None });
        CallThread { set_up: Arc::new(set_up), current, threads: Arc::default() }
    }

    /// Runs a call, and waits for its result until the deadline. A call that has not begun by then never begins.
    ///
    /// # Errors
    /// [`CallError::Late`] where it does not come back in time. Where it has begun, its effect may still come.
    pub(crate) async fn call<T: Send + 'static>(
        &self,
        deadline: Instant,
        call: impl FnOnce(&mut S) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(move |state: Result<&mut S, CallError>| {
            if !reply.is_closed() {
                // Who gave up meanwhile has dropped the other end.
                drop(reply.send(state.and_then(call)));
            }
        });
        let connection = self.send(job)?;
        let result = match timeout_at(deadline, answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(CallError::Lost("its thread ended during the call".into())),
            Err(_) => Err(CallError::Late),
        };
        if matches!(result, Err(CallError::Late | CallError::Lost(_))) {
            self.abandon(connection);
        }
        result
    }

    /// Hands a call to the thread, which is started where there is none, and returns the number of the connection.
    fn send(&self, job: Job<S>) -> Result<u64, CallError> {
        let mut current = self.current();
        let unsent = match &current.jobs {
            Some(jobs) => match jobs.send(job) {
                Ok(()) => return Ok(current.connection),
                Err(mpsc::SendError(job)) => job,
            },
            None => job,
        };
        current.connection += 1;
        let jobs = self.start(current.connection)?;
        // A thread that has just started waits for its first job.
        drop(jobs.send(unsent));
        current.jobs = Some(jobs);
        Ok(current.connection)
    }

    fn start(&self, connection: u64) -> Result<mpsc::Sender<Job<S>>, CallError> {
        let place = ThreadCount::one_more(&self.threads).ok_or(CallError::Late)?;
        let (sender, jobs) = mpsc::channel::<Job<S>>();
        let set_up = Arc::clone(&self.set_up);
        let serve = move || {
            // The place moves into the thread, so one that was abandoned counts until its call comes back.
            let _place = place;
            let mut state = Err(CallError::Lost("not connected yet".into()));
            for job in jobs {
                // What failed before may succeed now.
                if state.is_err() {
                    state = set_up(connection);
                }
                job(state.as_mut().map_err(|error| error.clone()));
            }
        };
        let builder = thread::Builder::new().name(format!("uia-{connection}"));
        builder.spawn(serve).map_err(|error| CallError::Lost(error.to_string()))?;
        Ok(sender)
    }

    /// Lets the thread of this connection end when its call comes back.
    fn abandon(&self, connection: u64) {
        let mut current = self.current();
        // The call that was late may be an old one: the thread that came after it stays.
        if current.connection == connection {
            current.jobs = None;
        }
    }

    fn current(&self) -> MutexGuard<'_, Current<S>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the threads that exist.
struct ThreadCount(Arc<AtomicUsize>);

impl ThreadCount {
    fn one_more(threads: &Arc<AtomicUsize>) -> Option<ThreadCount> {
        let one_more = |count| (count < MOST_THREADS).then_some(count + 1);
        threads.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_more).ok()?;
        Some(ThreadCount(Arc::clone(threads)))
    }
}

impl Drop for ThreadCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    fn far() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    /// A thread whose state is the number of its connection.
    fn numbered() -> CallThread<u64> {
        CallThread::new(Ok)
    }

    /// A call that hangs until the other end says something or is dropped.
    fn hang<S>(until: Receiver<()>) -> impl FnOnce(&mut S) -> Result<(), CallError> {
        move |_| until.recv().map_err(|_| CallError::Gone)
    }

    #[tokio::test]
    async fn calls_run_in_order_on_one_thread_that_keeps_its_state() {
        let calls = CallThread::new(|_| Ok((0, thread::current().id())));
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
        assert_eq!(calls.call(soon(), hang(until)).await, Err(CallError::Late));
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
        let second = move |_: &mut u64| ran.send(()).map_err(|_| CallError::Gone);
        assert_eq!(calls.call(soon(), second).await, Err(CallError::Late));
        end.send(()).unwrap();
        assert_eq!(hanging.await.unwrap(), Ok(()));
        // The closure was dropped unrun: its channel has ended without a message.
        assert!(has_run.recv().is_err());
    }

    #[tokio::test]
    async fn a_call_that_panics_ends_its_thread_alone() {
        let calls = numbered();
        let ended = calls.call(far(), |_| -> Result<(), CallError> { panic!("planted") }).await;
        assert!(matches!(ended, Err(CallError::Lost(_))), "{ended:?}");
        assert_eq!(calls.call(far(), |number| Ok(*number)).await, Ok(2));
    }

    #[tokio::test]
    async fn what_cannot_be_set_up_is_the_error_of_every_call() {
        let calls = CallThread::<()>::new(|_| Err(CallError::Unsupported));
        for _ in 0..2 {
            assert_eq!(calls.call(far(), |()| Ok(())).await, Err(CallError::Unsupported));
        }
        assert_eq!(calls.current().connection, 1);
    }

    #[tokio::test]
    async fn what_could_not_be_set_up_once_is_tried_again() {
        let tries = AtomicUsize::new(0);
        let calls = CallThread::new(move |_| match tries.fetch_add(1, Ordering::SeqCst) {
            0 => Err(CallError::Busy),
            tries => Ok(tries),
        });
        assert_eq!(calls.call(far(), |tries| Ok(*tries)).await, Err(CallError::Busy));
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
            assert_eq!(calls.call(soon(), hang(until)).await, Err(CallError::Late));
        }
        assert_eq!(calls.call(far(), |_| Ok(())).await, Err(CallError::Late));
        drop(ends);
        while calls.threads.load(Ordering::SeqCst) > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(calls.call(far(), |_| Ok(())).await, Ok(()));
    }
}
