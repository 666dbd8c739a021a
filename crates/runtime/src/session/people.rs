//! Who is there to answer.

use tokio::sync::watch;

/// The people, and the programs, that may answer the questions of a session. Cheap to clone; all clones count the same.
#[derive(Clone, Debug)]
pub struct People(watch::Sender<usize>);

impl Default for People {
    fn default() -> People {
        People(watch::Sender::new(0))
    }
}

impl People {
    /// Somebody is there who could answer, as long as the value lives.
    #[must_use]
    pub fn attend(&self) -> Attendance {
        self.0.send_modify(|there| *there += 1);
        Attendance(self.0.clone())
    }

    /// Returns as soon as nobody is there.
    pub(crate) async fn gone(&self) {
        // The sender is this value's own: it does not end.
        let _ = self.0.subscribe().wait_for(|there| *there == 0).await;
    }
}

/// Somebody who is there.
#[derive(Debug)]
pub struct Attendance(watch::Sender<usize>);

impl Drop for Attendance {
    fn drop(&mut self) {
        self.0.send_modify(|there| *there -= 1);
    }
}
