//! The skills that the clones of one configuration share.

use deskpilot_learning::SkillStore;
use std::sync::{Arc, OnceLock};

/// The user's skills, loaded on first use. Skills learned later are for later configurations.
#[derive(Clone, Debug, Default)]
pub struct SharedSkills(Arc<OnceLock<Option<Arc<SkillStore>>>>);

impl SharedSkills {
    /// The skills, loaded with `read` on first use; `None` if there are none.
    pub(crate) fn read_with<E>(
        &self,
        read: impl FnOnce() -> Result<Option<Arc<SkillStore>>, E>,
    ) -> Result<Option<Arc<SkillStore>>, E> {
        match self.0.get() {
            Some(known) => Ok(known.clone()),
            None => {
                let found = read()?;
                // Another session may have read them meanwhile: then those count for all.
                Ok(self.0.get_or_init(|| found).clone())
            }
        }
    }
}
