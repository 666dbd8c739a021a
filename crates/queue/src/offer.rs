//! A lease on its way to the caller of a claim.

use crate::Lease;
use std::fmt;

/// A lease that is given back unless the caller takes it: a caller who no longer waits must not cost the job an attempt.
pub(crate) struct Offer {
    lease: Option<Lease>,
    give_back: Box<dyn Fn(Lease) + Send>,
}

impl Offer {
    pub(crate) fn new(lease: Lease, give_back: impl Fn(Lease) + Send + 'static) -> Offer {
        Offer { lease: Some(lease), give_back: Box::new(give_back) }
    }

    /// The lease, which is the caller's now.
    pub(crate) fn accept(mut self) -> Option<Lease> {
        self.lease.take()
    }
}

impl Drop for Offer {
    fn drop(&mut self) {
        if let Some(lease) = self.lease.take() {
            (self.give_back)(lease);
        }
    }
}

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Offer").field(&self.lease).finish()
    }
}
