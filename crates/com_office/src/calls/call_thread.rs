//! A thread on which jobs run one after the other. One that does not end in time is abandoned with its thread, and the next one gets
//! another thread.

use crate::dispatch::error::CallError;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Instant,
};
use tokio::{sync::oneshot, time::timeout_at};

/// The most threads that exist at once, most of them abandoned: a program on which so many jobs hang answers no other either.
const MOST_THREADS: usize = 4;

/// What runs on the thread; an error where the thread could not be set up.
pub(crate) type Job<A> = Box<dyn FnOnce(Result<&A, CallError>) + Send>;

/// What a thread is set up with, on that thread, and how it waits for jobs.
pub(crate) trait Apartment: Sized + 'static {
    /// What tells the thread from others that there is a job.
    type Bell: Send + Sync + 'static;

    /// The bell of another thread.
    fn bell() -> Result<Self::Bell, CallError>;

    /// Sets the thread up.
    fn enter(bell: &Self::Bell) -> Result<Self, CallError>;

    /// Waits for the next job; `None` once there will be none.
    fn next(bell: &Self::Bell, jobs: &mpsc::Receiver<Job<Self>>) -> Option<Job<Self>>;

    /// Says that there is a job, or that there will be none.
    fn ring(bell: &Self::Bell);

    /// Ends the call to another program on which the thread waits, where that is possible.
    fn cancel(bell: &Self::Bell);
}

/// A thread with an apartment that never leaves it. It begins with the first job.
pub(crate) struct CallThread<A: Apartment> {
    current: Mutex<Option<Running<A>>>,
    /// As many references as threads, and this one.
    threads: Arc<()>,
}

/// The end of a thread's line that jobs go into.
struct Running<A: Apartment> {
    jobs: mpsc::Sender<Job<A>>,
    bell: Arc<A::Bell>,
}

impl<A: Apartment> Clone for Running<A> {
    fn clone(&self) -> Running<A> {
        Running { jobs: self.jobs.clone(), bell: Arc::clone(&self.bell) }
    }
}

impl<A: Apartment> CallThread<A> {
    pub(crate) fn new() -> CallThread<A> {
        CallThread { current: Mutex::new(None), threads: Arc::new(()) }
    }

    /// Runs a job, and waits for its result until the deadline. A job that has not begun by then never begins.
    ///
    /// # Errors
    /// [`CallError::Late`] where it does not end in time. Where it has begun, its effect may still come.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        deadline: Instant,
        job: impl FnOnce(&A) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        let (reply, answer) = oneshot::channel();
        let job: Job<A> = Box::new(move |apartment| {
            if !reply.is_closed() {
                // Who gave up meanwhile has dropped the other end.
                drop(reply.send(apartment.and_then(job)));
            }
        });
        let running = self.send(job)?;
        let result = match timeout_at(deadline.into(), answer).await {
            Ok(Ok(result)) => return result,
            Ok(Err(_)) => Err(CallError::Lost("its thread ended".into())),
            Err(_) => Err(CallError::Late),
        };
        A::cancel(&running.bell);
        self.abandon(running);
        result
    }

    fn send(&self, job: Job<A>) -> Result<Running<A>, CallError> {
        let mut current = self.current();
        let unsent = match current.as_ref() {
            Some(running) => match running.jobs.send(job) {
                Ok(()) => None,
                Err(mpsc::SendError(job)) => Some(job),
            },
            None => Some(job),
        };
        if let Some(job) = unsent {
            let started = self.start()?;
            // A thread that has just started waits for its first job.
            drop(started.jobs.send(job));
            *current = Some(started);
        }
        let running = current.clone().ok_or_else(|| CallError::Lost("it has no thread".into()))?;
        A::ring(&running.bell);
        Ok(running)
    }

    fn start(&self) -> Result<Running<A>, CallError> {
        let place = Arc::clone(&self.threads);
        if Arc::strong_count(&place) > MOST_THREADS + 1 {
            return Err(CallError::Late);
        }
        let bell = Arc::new(A::bell()?);
        let (sender, jobs) = mpsc::channel::<Job<A>>();
        let of_thread = Arc::clone(&bell);
        let serve = move || {
            let apartment = A::enter(&of_thread);
            while let Some(job) = A::next(&of_thread, &jobs) {
                job(apartment.as_ref().map_err(Clone::clone));
            }
            drop(apartment);
            drop(place);
        };
        let builder = thread::Builder::new().name("com-office".into());
        builder.spawn(serve).map_err(|error| CallError::Lost(error.to_string()))?;
        Ok(Running { jobs: sender, bell })
    }

    /// Lets a thread end when its job does.
    fn abandon(&self, abandoned: Running<A>) {
        let mut current = self.current();
        if current.as_ref().is_some_and(|it| Arc::ptr_eq(&it.bell, &abandoned.bell)) {
            *current = None;
        }
        let bell = Arc::clone(&abandoned.bell);
        drop(abandoned);
        A::ring(&bell);
    }

    fn current(&self) -> MutexGuard<'_, Option<Running<A>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: Apartment> Drop for CallThread<A> {
    fn drop(&mut self) {
        let running = self.current().take();
        if let Some(running) = running {
            self.abandon(running);
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// An apartment of no system.
    pub(crate) struct Plain;

    impl Apartment for Plain {
        type Bell = ();

        fn bell() -> Result<(), CallError> {
            Ok(())
        }

        fn enter((): &()) -> Result<Plain, CallError> {
            Ok(Plain)
        }

        fn next((): &(), jobs: &mpsc::Receiver<Job<Plain>>) -> Option<Job<Plain>> {
            jobs.recv().ok()
        }

        fn ring((): &()) {}

        fn cancel((): &()) {}
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::Plain, *};
    use std::{sync::mpsc::channel, time::Duration};

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    fn far() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[tokio::test]
    async fn jobs_run_in_order_on_one_thread_that_ends_with_its_owner() {
        let calls = CallThread::<Plain>::new();
        let first = calls.run(far(), |_| Ok(thread::current().id())).await.unwrap();
        assert_eq!(calls.run(far(), |_| Ok(thread::current().id())).await, Ok(first));
        let threads = Arc::clone(&calls.threads);
        drop(calls);
        while Arc::strong_count(&threads) > 1 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_job_that_hangs_is_late_and_the_next_one_gets_another_thread() {
        let calls = CallThread::<Plain>::new();
        let first = calls.run(far(), |_| Ok(thread::current().id())).await.unwrap();
        let (end, until) = channel::<()>();
        let hang = move |_: &Plain| until.recv().map_err(|_| CallError::Gone);
        assert_eq!(calls.run(soon(), hang).await, Err(CallError::Late));
        assert_ne!(calls.run(far(), |_| Ok(thread::current().id())).await, Ok(first));
        drop(end);
    }

    #[tokio::test]
    async fn threads_that_hang_have_a_bound_and_count_until_they_end() {
        let calls = CallThread::<Plain>::new();
        let mut ends = Vec::new();
        for _ in 0..MOST_THREADS {
            let (end, until) = channel::<()>();
            ends.push(end);
            let hang = move |_: &Plain| until.recv().map_err(|_| CallError::Gone);
            assert_eq!(calls.run(soon(), hang).await, Err(CallError::Late));
        }
        assert_eq!(calls.run(far(), |_| Ok(())).await, Err(CallError::Late));
        drop(ends);
        while Arc::strong_count(&calls.threads) > 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(calls.run(far(), |_| Ok(())).await, Ok(()));
    }

    #[tokio::test]
    async fn a_job_that_panics_ends_its_thread_alone() {
        let calls = CallThread::<Plain>::new();
        let ended = calls.run(far(), |_| -> Result<(), CallError> { panic!("planted") }).await;
        assert!(matches!(ended, Err(CallError::Lost(_))), "{ended:?}");
        assert_eq!(calls.run(far(), |_| Ok(())).await, Ok(()));
    }
}
