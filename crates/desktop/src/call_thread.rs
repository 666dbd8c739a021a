//! A thread on which calls to other programs run one after the other. A call that does not come back in time is abandoned with
//! its thread, and the next call gets another one.

mod apartment;
#[cfg(test)]
mod tests;

pub use apartment::{Apartment, Job, Unanswered};

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

/// A thread with a state that never leaves it. It begins with the first call.
pub struct CallThread<A: Apartment> {
    apartment: Arc<A>,
    current: Mutex<Current<A>>,
    /// As many references as threads, and this one.
    threads: Arc<()>,
}

/// The thread in use. Its number grows with every replacement.
struct Current<A: Apartment> {
    connection: u64,
    running: Option<Running<A>>,
}

/// The end of a thread's line that calls go into.
struct Running<A: Apartment> {
    jobs: mpsc::Sender<Job<A>>,
    bell: Arc<A::Bell>,
}

impl<A: Apartment> CallThread<A> {
    /// Calls on threads of this apartment, one at a time.
    pub fn new(apartment: A) -> CallThread<A> {
        let current = Mutex::new(Current { connection: 0, running: None });
        CallThread { apartment: Arc::new(apartment), current, threads: Arc::default() }
    }

    /// Runs a call, and waits for its result until the deadline. A call that has not begun by then never begins.
    ///
    /// # Errors
    /// [`Unanswered::Late`] where it does not come back in time: where it has begun, its effect may still come.
    /// [`Unanswered::Lost`] where its thread ends. Others are those of the call and of the apartment.
    pub async fn call<T: Send + 'static>(
        &self,
        deadline: impl Into<Instant>,
        call: impl FnOnce(&mut A::State) -> Result<T, A::Error> + Send + 'static,
    ) -> Result<T, A::Error> {
        let (reply, answer) = oneshot::channel();
        let job: Job<A> = Box::new(move |state: Result<&mut A::State, A::Error>| {
            if !reply.is_closed() {
                // A caller that gave up meanwhile has dropped the other end.
                drop(reply.send(state.and_then(call)));
            }
        });
        let (connection, bell) = self.send(job)?;
        let result = match timeout_at(deadline.into(), answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(A::unanswered(Unanswered::Lost("its thread ended during the call".into()))),
            Err(_) => {
                A::cancel(&bell);
                Err(A::unanswered(Unanswered::Late))
            }
        };
        if result.as_ref().is_err_and(A::ends_connection) {
            self.abandon(connection);
        }
        result
    }

    /// Hands a call to the thread, which is started where there is none; returns the thread's number and its bell.
    fn send(&self, job: Job<A>) -> Result<(u64, Arc<A::Bell>), A::Error> {
        // Locked until the call is in the queue: two callers would otherwise both start a thread.
        let mut current = self.current();
        let unsent = match &current.running {
            Some(running) => running.jobs.send(job).err().map(|unsent| unsent.0),
            None => Some(job),
        };
        if let Some(job) = unsent {
            current.connection += 1;
            let started = self.start(current.connection)?;
            // A thread that has just started waits for its first call.
            drop(started.jobs.send(job));
            current.running = Some(started);
        }
        let lost = || A::unanswered(Unanswered::Lost("it has no thread".into()));
        let bell = current.running.as_ref().map(|running| Arc::clone(&running.bell)).ok_or_else(lost)?;
        A::ring(&bell);
        Ok((current.connection, bell))
    }

    fn start(&self, connection: u64) -> Result<Running<A>, A::Error> {
        let place = Arc::clone(&self.threads);
        // One reference is `self.threads`, and `place` counts already for the thread that would start.
        if Arc::strong_count(&place) > A::MOST_THREADS + 1 {
            return Err(A::unanswered(Unanswered::Late));
        }
        let bell = Arc::new(self.apartment.bell()?);
        let (sender, jobs) = mpsc::channel::<Job<A>>();
        let (apartment, of_thread) = (Arc::clone(&self.apartment), Arc::clone(&bell));
        let serve = move || {
            // The place moves into the thread, so one that was abandoned counts until its call comes back. It is dropped last.
            let _place = place;
            let mut state: Result<A::State, A::Error> =
                Err(A::unanswered(Unanswered::Lost("not connected yet".into())));
            while let Some(job) = A::next(&of_thread, &jobs) {
                // What failed before may succeed now.
                if state.is_err() {
                    state = apartment.enter(&of_thread, connection);
                }
                job(state.as_mut().map_err(|error| error.clone()));
            }
        };
        let builder = thread::Builder::new().name(format!("{}-{connection}", A::NAME));
        builder.spawn(serve).map_err(|error| A::unanswered(Unanswered::Lost(error.to_string())))?;
        Ok(Running { jobs: sender, bell })
    }

    /// Lets the thread of this connection end when its call comes back.
    fn abandon(&self, connection: u64) {
        let mut current = self.current();
        // The call that was late may be an old one: the thread that came after it stays.
        if current.connection == connection
            && let Some(running) = current.running.take()
        {
            running.end();
        }
    }

    fn current(&self) -> MutexGuard<'_, Current<A>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: Apartment> Drop for CallThread<A> {
    fn drop(&mut self) {
        let running = self.current().running.take();
        if let Some(running) = running {
            running.end();
        }
    }
}

impl<A: Apartment> Running<A> {
    /// Tells the thread that no more calls come.
    fn end(self) {
        drop(self.jobs);
        A::ring(&self.bell);
    }
}
