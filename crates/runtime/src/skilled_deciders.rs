//! Puts the user's skills before the deciders of a session, and asks the user whether they may run.

use crate::{
    Attendance, Environment, Notifier, RuntimeError, SessionSpec, set_skill_consent, skills_in_use,
    with_causes,
};
use deskpilot_agent::Deciders;
use deskpilot_core::Mode;
use deskpilot_deciders::Decider;
use deskpilot_learning::{SkillConsent, SkillConsents, SkillOwner, Skilled, is_language_model};
use std::sync::Arc;

/// The person whose skills a session follows.
struct SessionOwner {
    environment: Environment,
    attendance: Attendance,
    notify: Notifier,
}

/// The deciders of the session, which follow the user's skills where one fits and the user agreed. Programs and plans need none.
///
/// # Errors
/// Others can change the skills, or they cannot be read.
pub(crate) fn skilled_deciders(spec: &SessionSpec, notify: &Notifier) -> Result<Deciders, RuntimeError> {
    let deciders = spec.deciders.clone();
    if spec.mode != Mode::Normal || spec.plan.is_some() {
        return Ok(deciders);
    }
    let Some(skills) = skills_in_use(&spec.config)? else { return Ok(deciders) };
    let consents = Arc::new(SkillConsents::of(SessionOwner {
        environment: spec.config.environment.clone(),
        attendance: spec.attendance.clone(),
        notify: notify.clone(),
    }));
    let skilled = |inner: Arc<dyn Decider>| -> Arc<dyn Decider> {
        match is_language_model(inner.name()) {
            true => Arc::new(Skilled::new(inner, skills.clone()).asking(consents.clone())),
            false => inner,
        }
    };
    Ok(Deciders { host: skilled(deciders.host), app: skilled(deciders.app), judge: deciders.judge })
}

impl SkillOwner for SessionOwner {
    fn is_present(&self) -> bool {
        match &self.attendance {
            Attendance::Unattended => false,
            Attendance::Attended(respondents) => respondents.is_anyone_present(),
        }
    }

    fn keep(&self, names: &[String], consent: SkillConsent) {
        if let Err(error) = set_skill_consent(&self.environment, names, consent) {
            let names = names.join(" ");
            (self.notify)(&format!(
                "warning: your answer holds for this task only, because it could not be kept: {}; \
                 `deskpilot skills allow {names}` or `deskpilot skills never {names}` keeps it",
                with_causes(&error)
            ));
        }
    }
}
