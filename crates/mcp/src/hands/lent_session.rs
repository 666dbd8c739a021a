//! The session whose hands a client borrows: like any other, but nothing of it is judged, learned, looked up or limited.

use super::{client_decider::ClientDecider, client_model::ClientModel, wanted_picture::WantedPicture};
use crate::turns::Turns;
use deskpilot_agent::{
    Deciders, Guidance, Images, Judge, LastPicture, ModelDecider, RoundFinish, Speculation,
};
use deskpilot_core::fold::Limits;
use deskpilot_runtime::{
    AnswerRetention, Attendance, Budget, Config, Evaluation, ExperienceUse, KnowledgeConfig, LENT_TO,
    Respondents, SaveExperience, SessionSpec, SkillUse, new_task_name, prompts,
};
use std::{sync::Arc, time::Duration};

/// What hands need from the server that lends them.
#[derive(Clone, Debug)]
pub struct HandsOptions {
    /// The person's settings.
    pub config: Config,
    /// The client's name, as logs show it.
    pub client: String,
    /// How long a call may take; then its result comes with a later call.
    pub deadline: Duration,
    /// How long a client may be silent; then its desktop is closed.
    pub idle: Duration,
}

impl HandsOptions {
    /// The deadline of a call, where nothing else is said: many clients give up after a minute.
    pub const DEADLINE: Duration = Duration::from_secs(50);
    /// The silence after which a desktop is closed, where nothing else is said.
    pub const IDLE: Duration = Duration::from_secs(30 * 60);
}

/// The specification of a session whose model is the client.
pub(super) fn lent_session(
    options: &HandsOptions,
    turns: &Arc<Turns>,
    wanted: &Arc<WantedPicture>,
    respondents: &Respondents,
) -> SessionSpec {
    let config = lent(options.config.clone());
    let name = format!("{LENT_TO}{}", options.client);
    let model = ClientModel { name, turns: turns.clone(), idle: options.idle };
    let model = ModelDecider::new(Arc::new(model), prompts(&config));
    let decider = Arc::new(ClientDecider { model, wanted: wanted.clone() });
    let deciders = Deciders { host: decider.clone(), app: decider, judge: None };
    let request = format!("{} works on this desktop", options.client);
    SessionSpec {
        attendance: Attendance::Attended(respondents.clone()),
        judge: Judge::ChecksOnly,
        guidance: Guidance::Off,
        ..SessionSpec::with(config, &new_task_name(), [request], deciders)
    }
}

/// The settings without what serves agents that work alone. A client may be wrong as often as it likes, and reads pictures from the
/// log.
fn lent(config: Config) -> Config {
    let limits = Limits::default();
    let knowledge =
        KnowledgeConfig { experience: ExperienceUse::Off, help_documents: None, ..config.knowledge };
    Config {
        images: Images::Omitted,
        last_picture: LastPicture::Omitted,
        budget: Budget { subtask_steps: None, round: limits, session: limits },
        speculation: Speculation::On,
        finish: RoundFinish::Host,
        evaluation: Evaluation::Off,
        complaints: u32::MAX,
        answers: AnswerRetention::Forget,
        save_experience: SaveExperience::Never,
        skills: SkillUse::Off,
        web_search: None,
        knowledge,
        ..config
    }
}
