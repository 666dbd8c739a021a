//! The skills that the clones of one configuration share.

use deskpilot_learning::SkillShelf;
use std::sync::{Arc, OnceLock};

/// The user's skills, which are read where they are needed first. What is learned later is for later configurations.
#[derive(Clone, Debug, Default)]
pub struct SharedSkills(Arc<OnceLock<Option<Arc<SkillShelf>>>>);

impl SharedSkills {
    /// The skills, which are read with this if nobody did so yet; `None` if there are none.
    pub(crate) fn read_with<E>(
        &self,
        read: impl FnOnce() -> Result<Option<Arc<SkillShelf>>, E>,
    ) -> Result<Option<Arc<SkillShelf>>, E> {
        match self.0.get() {
            Some(known) => Ok(known.clone()),
            None => {
                let found = read()?;
                Ok(self.0.get_or_init(|| found).clone())
            }
        }
    }
}
