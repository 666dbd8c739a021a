//! What a platform says of the threads that its calls run on.

use std::sync::mpsc;

/// A call on its way to a thread. It gets an error where the thread could not be set up.
pub type Job<A> = Box<dyn FnOnce(Result<&mut <A as Apartment>::State, <A as Apartment>::Error>) + Send>;

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The deadline passed.
    Late,
    /// The thread of the call is gone, for this reason.
    Lost(String),
}

/// What threads of calls are set up with, and how they wait for calls.
pub trait Apartment: Sized + Send + Sync + 'static {
    /// What the calls of one thread work with. It never leaves the thread.
    type State: 'static;
    /// Why a call has no result.
    type Error: Clone + Send + 'static;
    /// What tells a thread from outside that there is a call.
    type Bell: Send + Sync + 'static;

    /// What the threads are called.
    const NAME: &'static str;
    /// The most threads that exist at once, most of them abandoned: where so many calls hang, the next one would hang, too.
    const MOST_THREADS: usize;

    /// The bell of another thread.
    ///
    /// # Errors
    /// Where the system has none: the call fails with this.
    fn bell(&self) -> Result<Self::Bell, Self::Error>;

    /// Sets up the thread on which it runs. The number grows with every thread.
    ///
    /// # Errors
    /// The error of this call. The next one tries again.
    fn enter(&self, bell: &Self::Bell, connection: u64) -> Result<Self::State, Self::Error>;

    /// The error of a call that has no answer.
    fn unanswered(why: Unanswered) -> Self::Error;

    /// Whether the next call needs another thread after an error of a call.
    fn ends_connection(error: &Self::Error) -> bool;

    /// Waits for the next call; `None` once no more come.
    fn next(_bell: &Self::Bell, jobs: &mpsc::Receiver<Job<Self>>) -> Option<Job<Self>> {
        jobs.recv().ok()
    }

    /// Says that there is a call, or that no more come. Threads that wait for the calls themselves need no bell.
    fn ring(_bell: &Self::Bell) {}

    /// Ends the call to another program for which the thread waits, where that is possible.
    fn cancel(_bell: &Self::Bell) {}
}
