//! Counts who can answer the questions of a session.

use tokio::sync::watch;

/// The people and programs that may answer the questions of a session. Cheap to clone; clones share one count.
#[derive(Clone, Debug)]
pub struct Respondents(watch::Sender<usize>);

impl Default for Respondents {
    fn default() -> Respondents {
        Respondents(watch::Sender::new(0))
    }
}

impl Respondents {
    /// Counts one more respondent, for as long as the returned value lives.
    #[must_use]
    pub fn attend(&self) -> Presence {
        self.0.send_modify(|count| *count += 1);
        Presence(self.0.clone())
    }

    /// Whether a respondent is present now.
    pub fn is_anyone_present(&self) -> bool {
        *self.0.borrow() > 0
    }

    /// Returns as soon as no respondent is present.
    pub(crate) async fn all_left(&self) {
        // The wait cannot fail: this value owns the sender.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// One respondent that is present.
#[derive(Debug)]
pub struct Presence(watch::Sender<usize>);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
