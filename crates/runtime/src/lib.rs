//! The composition root: builds sessions from settings. The command, batches and servers start sessions here, and pass in
//! the platform and the settings.

mod agents;
pub mod answers;
mod approval;
pub mod batch;
mod config;
mod consent_origin;
pub mod control;
mod environment;
mod error;
mod experience;
mod fact_records;
mod fewer_thoughts;
mod file_error;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod grounding;
pub mod keys;
mod knowledge;
mod learned_documents;
mod learned_folder;
mod learning;
mod lent_desktop;
mod machine_checks;
mod made_files;
mod model_facts;
mod model_probe;
mod model_questions;
mod models;
mod notifier;
mod own_file;
mod own_places;
mod policy_file;
mod receivers;
mod replace_file;
mod request_length;
mod session;
mod shared_skills;
mod skilled_deciders;
mod task_folders;
mod task_home;
mod task_name;
mod task_places;
mod text;
mod text_changes;
pub mod tokens;
mod toml_file;
mod tool_servers;
mod unattended;
mod vault;
mod warm_desktops;
mod web_search;
mod wiring;

pub use agents::{agent_specs, agent_specs_file, agents_without_desktop};
pub use approval::approval_rows;
pub use config::{
    AnswerRetention, Budget, Config, Evaluation, ExperienceUse, GroundingConfig, GroundingKind, JsonPointers,
    KnowledgeConfig, ModelConfig, PersonDetection, PolicyConfig, SaveExperience, SkillUse, TraceContent,
    TracesConfig, WebSearchConfig,
};
pub use consent_origin::ConsentOrigin;
pub use control::{Phase, Reply};
pub use deskpilot_model::ModelSize;
pub use environment::Environment;
pub use error::{RuntimeError, UsageError, with_causes};
pub(crate) use experience::ExperienceKept;
pub use experience::{
    ExperienceLessons, LearnedRecord, experience_folder, experience_store, forget_experience,
    learn_experience,
};
pub use file_error::FileError;
pub use grounding::{grounding, weights};
pub use knowledge::{embedding_weights, index_learned, knowledge_index, knowledge_index_file, words_alone};
pub use learned_documents::demonstrations_folder;
pub use learning::{
    LEARNED, Lessons, forget_skill, keep_skills, learn, set_skill_consent, skill_store, skills_folder,
};
pub(crate) use learning::{learn_if_wanted, skills_in_use};
pub use lent_desktop::{LENT_TO, check_is_task, is_lent};
pub use machine_checks::machine_checks;
pub use made_files::made_files;
pub use model_facts::{KeptFormat, LEAST_CONTEXT, ModelFacts, Sight, ThinkingHabit};
pub use model_probe::{EndedModel, ProbedModel, agent_models, cost_of_thousand, ended_models, probe_model};
pub use models::{
    CLIENT_MODEL, app_model, deciders, deciders_of_mode, deciders_of_skill, deciders_off_thread,
    deciders_with_client, needs_of_mode, prompts,
};
pub use notifier::Notifier;
pub use own_file::check_unexposed;
pub use own_places::real_path;
pub use policy_file::{AddedRule, PolicyFileError, add_rule, added_rules, read_policy, take_back_rule};
pub use receivers::{SandboxUse, all_command_tables, command_tables};
pub use request_length::check_request;
pub use session::{
    Acceptance, AnswerError, Attendance, EventStream, HomeDocument, IdleBehavior, OpenedLog, Presence,
    QuestionOutcome, QuestionWatch, Respondents, SessionError, SessionHandle, SessionOutcome, SessionSpec,
    Sessions, TERMINAL, UnfinishedRound, verdict,
};
pub use shared_skills::SharedSkills;
pub(crate) use skilled_deciders::skilled_deciders;
pub(crate) use task_folders::TaskFolders;
pub use task_home::{OutFolder, TaskHome};
pub use task_name::{free_log_name, log_names, new_task_name};
pub use text::plain;
pub use text_changes::{TextChange, TextChanges};
pub use toml_file::{TomlError, parse_toml};
pub use unattended::UnattendedUser;
pub use vault::{SecretNames, Vault, keyring_entry};
pub use web_search::{SEARCH_ENGINES, web_search_check};
pub use wiring::{
    SessionActors, all_log_folders, journal, known_heads, log_folders, log_origin, options,
    ports_without_desktop, task_origin,
};
pub(crate) use wiring::{SessionEnvironment, open_environment, unless_stopped, watch_person};
