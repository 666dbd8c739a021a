//! What a session teaches is found by the next one, whatever kind it is, and only where it is the user's own.

use crate::workspace::{FINISH, Workspace, soon};
use deskpilot_agent::Deciders;
use deskpilot_core::{Event, Passage};
use deskpilot_deciders::Steps;
use deskpilot_embeddings::EMBEDDING_WEIGHTS;
use deskpilot_knowledge::{Kind, MAX_RECORD_BYTES, Query, Scope, SourceFile, read_document};
use deskpilot_learning::ExperienceKind;
use deskpilot_runtime::{
    Attendance, Config, Evaluation, ExperienceUse, KnowledgeConfig, Respondents, SaveExperience, Sessions,
    demonstrations_folder, embedding_weights, experience_folder, experience_store, forget_experience,
    index_learned, knowledge_index, knowledge_index_file, learn_experience, skills_folder,
};
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{Arc, Mutex},
};

const ASSIGN: &str =
    r#"{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "write: write the greeting"}"#;
pub(crate) const TYPE: &str = r#"{"Status": "CONTINUE", "ControlLabel": "1", "Function": "set_edit_text", "Args": {"text": "hello", "clear_current_text": false},
    "Observation": "the field is empty", "Thought": "I fill it"}"#;
/// What the EvaluationAgent says.
const RIGHT: &str = r#"{"reason": "the text is there", "complete": "yes"}"#;
const WRONG: &str = r#"{"reason": "the text is another", "complete": "no"}"#;
const FAIL: &str = r#"{"Status": "FAIL", "Comment": "there is no printer"}"#;

/// The settings of a workspace whose sessions learn.
pub(crate) fn config(workspace: &Workspace) -> Config {
    let config = workspace.spec("t", &[], &[], &Respondents::default()).config;
    Config { save_experience: SaveExperience::Auto, ..config }
}

/// The same, where the EvaluationAgent judges each session.
fn judging(workspace: &Workspace) -> Config {
    Config { evaluation: Evaluation::On, ..config(workspace) }
}

/// Runs a session with these replies. Returns its passages and its notices to the user.
async fn session(
    workspace: &Workspace,
    config: Config,
    task: &str,
    replies: &[&str],
) -> (Vec<Passage>, Vec<String>) {
    let mut spec = workspace.spec(task, &["write a greeting"], replies, &Respondents::default());
    spec.config = config;
    let notices = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&notices);
    let sessions = Sessions::new(Arc::new(move |it: &str| notes.lock().unwrap().push(it.to_owned())));
    let handle = sessions.start(spec).unwrap();
    soon("the end", handle.outcome()).await.unwrap();
    let entries = deskpilot_log::read(workspace.root(), task).unwrap().into_iter();
    let recalled = entries.filter_map(|it| match it.event {
        Event::Recalled { passages } => Some(passages),
        _ => None,
    });
    let notices = notices.lock().unwrap().clone();
    (recalled.flatten().collect(), notices)
}

/// Puts a file of experience and a demonstration into the user's data.
fn teach(config: &Config) {
    let folder = experience_folder(&config.environment).unwrap();
    fs::create_dir_all(&folder).unwrap();
    let record = |kind: &str, tip: &str| {
        format!(
            "format = 1\nkind = \"{kind}\"\nsub_task = \"print a page\"\napplications = [\"notepad\"]\ntips = [\"{tip}\"]\n"
        )
    };
    fs::write(folder.join("works.toml"), record("experience", "the menu File has Print")).unwrap();
    fs::write(folder.join("fails.toml"), record("warning", "print twice jams the paper")).unwrap();
    let shown = demonstrations_folder(&config.environment).unwrap().join("shown");
    fs::create_dir_all(&shown).unwrap();
    let step = "application = \"notepad\"\nwindow = \"Untitled\"\naction = { do = \"close_window\" }\n";
    let text =
        format!("request = \"print and close\"\n[[applications]]\nname = \"notepad\"\n[[steps]]\n{step}");
    fs::write(shown.join("demonstration.toml"), text).unwrap();
}

/// The kinds of what is found about printing in this application.
async fn found(config: &Config, application: &str) -> Vec<&'static str> {
    let query = Query { subtask: "print".into(), application: application.into(), ..Query::default() };
    let scope = Scope::Application(application.into());
    let index = knowledge_index(config).await.unwrap();
    let found = index.search(&query, scope, 9).await.unwrap();
    let mut kinds: Vec<&str> = found.hits.iter().map(|it| it.chunk.kind.name()).collect();
    kinds.sort_unstable();
    kinds
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn what_worked_in_a_session_is_told_to_the_next_with_its_source() {
    let workspace = Workspace::new();
    let replies = [ASSIGN, TYPE, FINISH, FINISH, RIGHT];
    let (before, _) = session(&workspace, judging(&workspace), "first", &replies).await;
    assert_eq!(before, []);
    let environment = config(&workspace).environment;
    let library = experience_store(&environment).unwrap();
    let [only] = library.records() else { unreachable!("{:?}", library.records()) };
    assert_eq!((only.name.as_str(), only.record.kind), ("write-the-greeting", ExperienceKind::Experience));
    assert!(!only.record.is_edited(), "nobody changed it");
    let (passages, _) = session(&workspace, judging(&workspace), "second", &replies).await;
    let passage =
        passages.iter().find(|it| it.source == "experience").unwrap_or_else(|| unreachable!("{passages:?}"));
    assert!(passage.text.contains("set_edit_text with text \"hello\" on Edit \"Text\""), "{passage:?}");
    assert!(passage.place.ends_with("experience/write-the-greeting.toml"), "{passage:?}");
    let library = experience_store(&environment).unwrap();
    assert_eq!(library.record("write-the-greeting").unwrap().record.times_seen, 2);
}

#[tokio::test]
async fn experience_that_is_switched_off_reaches_no_prompt() {
    let workspace = Workspace::new();
    teach(&config(&workspace));
    let print = ASSIGN.replace("write: write the greeting", "print: print a page");
    for (task, experience, expected) in [
        ("on", ExperienceUse::On, &["demonstration", "experience", "warning"][..]),
        ("off", ExperienceUse::Off, &["demonstration"]),
    ] {
        let knowledge = KnowledgeConfig { experience, ..KnowledgeConfig::default() };
        let config = Config { knowledge, ..config(&workspace) };
        let (passages, _) = session(&workspace, config, task, &[&print, FAIL, FAIL]).await;
        let mut sources: Vec<&str> = passages.iter().map(|it| it.source.as_str()).collect();
        sources.sort_unstable();
        assert_eq!(sources, expected, "{task}: {passages:?}");
    }
}

/// The notices to the user that the log of a task holds.
fn advice(workspace: &Workspace, task: &str) -> Vec<String> {
    let entries = deskpilot_log::read(workspace.root(), task).unwrap().into_iter();
    let message = |event| match event {
        Event::Advised { message } => Some(message),
        _ => None,
    };
    entries.filter_map(|it| message(it.event)).collect()
}

#[tokio::test]
async fn a_session_says_once_that_the_model_of_its_index_is_missing() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    let weights = embedding_weights(&config.knowledge, &config.environment).unwrap();
    let index = knowledge_index(&config).await.unwrap();
    let (_, notices) = session(&workspace, config.clone(), "empty", &[FINISH]).await;
    assert_eq!((notices, advice(&workspace, "empty")), (Vec::new(), Vec::new()), "nothing could be found");
    teach(&config);
    let (_, notices) = session(&workspace, config.clone(), "taught", &[FINISH]).await;
    assert_eq!((notices, advice(&workspace, "taught")), (Vec::new(), Vec::new()), "nobody added help");

    let help = workspace.root().join("help.md");
    fs::write(&help, "# Print\nChoose Print.").unwrap();
    index.add(SourceFile::all_in(&help, Kind::Help, None).unwrap(), read_document, |_| ()).await.unwrap();
    let (_, notices) = session(&workspace, config.clone(), "missing", &[ASSIGN, FAIL, FAIL]).await;
    let [note] = notices.as_slice() else { unreachable!("{notices:?}") };
    let is_built = EMBEDDING_WEIGHTS.lacking.is_none();
    let end = match is_built {
        true => "; fetch it with `deskpilot knowledge model fetch`",
        false => "cargo build --release --package deskpilot-cli",
    };
    assert!(
        note.starts_with("note: passages are compared by words alone: ") && note.ends_with(end),
        "{note}"
    );
    assert_eq!(advice(&workspace, "missing"), [note.strip_prefix("note: ").unwrap()]);

    if !is_built {
        return;
    }
    fs::create_dir_all(weights.folder()).unwrap();
    for file in EMBEDDING_WEIGHTS.files {
        let stored = fs::File::create(weights.folder().join(file.name)).unwrap();
        stored.set_len(file.bytes).unwrap();
    }
    let (_, notices) = session(&workspace, config.clone(), "there", &[FINISH]).await;
    assert_eq!((notices, advice(&workspace, "there")), (Vec::new(), Vec::new()));
    let cut = weights.folder().join(EMBEDDING_WEIGHTS.files[0].name);
    fs::write(cut, "half").unwrap();
    session(&workspace, config, "cut", &[FINISH]).await;
    let cut = advice(&workspace, "cut");
    assert!(cut[0].contains("does not hold the bytes"), "{cut:?}");
}

#[tokio::test]
async fn a_session_warns_of_help_documents_that_it_cannot_find_anything_in() {
    let workspace = Workspace::new();
    let help = workspace.root().join("guides");
    fs::create_dir_all(&help).unwrap();
    for (name, text) in [
        ("good.md", "# Print\nChoose Print."),
        ("lost.epub", "no book"),
        ("manual.chm", "ITSF"),
        ("picture.png", "x"),
    ] {
        fs::write(help.join(name), text).unwrap();
    }
    let knowledge = KnowledgeConfig { help_documents: Some(help), ..KnowledgeConfig::default() };
    let config = Config { knowledge, ..config(&workspace) };
    let (_, notices) = session(&workspace, config, "help", &[FINISH]).await;
    for expected in [
        "lost.epub: it is not an electronic book (EPUB)",
        "manual.chm is left out: it is Compiled HTML Help (CHM)",
        "knowledge.help_documents 2 files give no document",
    ] {
        assert!(notices.iter().any(|it| it.contains(expected)), "{expected}: {notices:?}");
    }
}

#[tokio::test]
async fn what_failed_in_a_session_is_a_warning_of_the_next_once_a_person_says_so() {
    let workspace = Workspace::new();
    let (config, replies) = (config(&workspace), [ASSIGN, FAIL, FAIL]);
    session(&workspace, config.clone(), "first", &replies).await;
    let (passages, _) = session(&workspace, config.clone(), "second", &replies).await;
    assert_eq!(passages, [], "an agent's reason may be wrong");
    let entries = deskpilot_log::read(workspace.root(), "first").unwrap();
    learn_experience(&config.environment, &entries).unwrap();
    let (passages, _) = session(&workspace, config, "third", &replies).await;
    let sources: Vec<&str> = passages.iter().map(|it| it.source.as_str()).collect();
    assert_eq!(sources, ["warning"], "{passages:?}");
    assert!(passages[0].text.contains("gave this reason: \"there is no printer\""), "{passages:?}");
}

/// The texts of all files of experience and skills.
fn kept(config: &Config) -> String {
    let folders = [experience_folder(&config.environment), skills_folder(&config.environment)];
    let files = folders.into_iter().flatten().filter_map(|it| fs::read_dir(it).ok()).flatten();
    files.map(|it| fs::read_to_string(it.unwrap().path()).unwrap()).collect()
}

#[tokio::test]
async fn a_run_that_nobody_called_right_is_not_kept_as_one_that_worked() {
    let replies = [ASSIGN, TYPE, FINISH, FINISH, WRONG];
    for (evaluation, save_experience) in [
        (Evaluation::Off, SaveExperience::Auto),
        (Evaluation::Off, SaveExperience::Always),
        (Evaluation::On, SaveExperience::Auto),
        (Evaluation::On, SaveExperience::Always),
        (Evaluation::Off, SaveExperience::Never),
    ] {
        let workspace = Workspace::new();
        let config = Config { evaluation, save_experience, ..config(&workspace) };
        session(&workspace, config.clone(), "first", &replies).await;
        assert_eq!(kept(&config), "", "{evaluation:?} {save_experience:?}");
        let (passages, _) = session(&workspace, config, "second", &replies).await;
        assert_eq!(passages, [], "{evaluation:?} {save_experience:?}");
    }
}

#[tokio::test]
async fn programs_and_batches_without_checks_teach_nothing() {
    let workspace = Workspace::new();
    let config = judging(&workspace);
    let replies = [ASSIGN, TYPE, FINISH, FINISH, RIGHT];
    let mut spec = workspace.spec("batch", &["write a greeting"], &replies, &Respondents::default());
    (spec.config, spec.attendance) = (config.clone(), Attendance::Unattended);
    soon("the end", Workspace::sessions().start(spec).unwrap().outcome()).await.unwrap();
    assert_eq!(kept(&config), "");

    let mut spec = workspace.spec("steps", &["write a greeting"], &[], &Respondents::default());
    let judge = spec.deciders.judge.take();
    spec.deciders = Deciders { judge, ..Deciders::without_judge(Arc::new(Steps)) };
    spec.config = config.clone();
    soon("the end", Workspace::sessions().start(spec).unwrap().outcome()).await.unwrap();
    assert_eq!(kept(&config), "");
}

#[tokio::test]
async fn records_about_other_tasks_cost_no_prompt_anything_and_the_others_little() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    let folder = experience_folder(&config.environment).unwrap();
    fs::create_dir_all(&folder).unwrap();
    let record = |at: usize, sub_task: &str| {
        let tips: Vec<String> =
            (0..12).map(|tip| format!("\"tip {tip} of {at}: {}\"", "text ".repeat(20))).collect();
        let text = format!(
            "format = 1\nkind = \"experience\"\nsub_task = \"{sub_task}\"\napplications = [\"notepad\"]\ntips = [{}]\n",
            tips.join(", ")
        );
        fs::write(folder.join(format!("r{at}.toml")), text).unwrap();
    };
    let others = [
        "send the text to a printer",
        "replace words of the text",
        "show line numbers",
        "write a letter to a bank",
    ];
    others.iter().enumerate().for_each(|(at, it)| record(at, it));
    let (passages, _) = session(&workspace, config.clone(), "first", &[ASSIGN, FAIL, FAIL]).await;
    assert_eq!(passages, [], "none is about the greeting");
    (10..14).for_each(|at| record(at, "write the greeting"));
    let (passages, _) = session(&workspace, config, "second", &[ASSIGN, FAIL, FAIL]).await;
    assert!(!passages.is_empty(), "one is about it");
    let bytes: usize = passages.iter().map(|it| it.title.len() + it.text.len() + it.place.len()).sum();
    assert!(bytes <= MAX_RECORD_BYTES, "{bytes}: {passages:#?}");
}

#[tokio::test]
async fn one_index_has_experience_warnings_and_demonstrations_until_they_are_removed() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    assert_eq!(index_learned(&config).await.unwrap(), [""; 0]);
    let file = knowledge_index_file(&config.knowledge, &config.environment).unwrap();
    assert!(!file.exists(), "nothing was learned");
    teach(&config);
    assert_eq!(index_learned(&config).await.unwrap(), [""; 0]);
    assert_eq!(found(&config, "notepad").await, ["demonstration", "experience", "warning"]);
    assert_eq!(found(&config, "browser").await, [""; 0], "it is about another application");
    forget_experience(&config.environment, "fails").unwrap();
    index_learned(&config).await.unwrap();
    assert_eq!(found(&config, "notepad").await, ["demonstration", "experience"]);
    let folder = experience_folder(&config.environment).unwrap();
    fs::write(folder.join("works.toml"), "tips = 1").unwrap();
    fs::remove_dir_all(demonstrations_folder(&config.environment).unwrap()).unwrap();
    let problems = index_learned(&config).await.unwrap().join("\n");
    assert!(problems.contains("works.toml is not understood"), "{problems}");
    assert_eq!(found(&config, "notepad").await, [""; 0]);
}

#[tokio::test]
async fn a_folder_that_others_can_change_teaches_nothing() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    teach(&config);
    let folders = [experience_folder(&config.environment), demonstrations_folder(&config.environment)];
    folders.iter().flatten().for_each(|it| chmod(it, 0o777));
    let problems = index_learned(&config).await.unwrap().join("\n");
    for folder in ["experience", "demonstrations"] {
        assert!(problems.contains(&format!("{folder} is not used: ")), "{problems}");
    }
    assert!(experience_store(&config.environment).is_err());
    assert_eq!(found(&config, "notepad").await, [""; 0]);
    folders.iter().flatten().for_each(|it| chmod(it, 0o700));
    index_learned(&config).await.unwrap();
    assert_eq!(found(&config, "notepad").await.len(), 3);
}

#[tokio::test]
async fn an_index_that_others_can_change_is_not_asked() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    teach(&config);
    index_learned(&config).await.unwrap();
    let file = knowledge_index_file(&config.knowledge, &config.environment).unwrap();
    chmod(&file, 0o666);
    let refused = knowledge_index(&config).await.unwrap_err().to_string();
    assert!(refused.contains("index.db is not used: "), "{refused}");
    let (passages, notices) = session(&workspace, config.clone(), "first", &[FINISH]).await;
    assert_eq!(passages, []);
    assert!(
        notices.iter().any(|it| it.starts_with("warning: the session has no knowledge: ")),
        "{notices:?}"
    );
}

#[tokio::test]
async fn an_index_that_cannot_be_written_fails_no_session() {
    let workspace = Workspace::new();
    let config = config(&workspace);
    let file = workspace.root().with_file_name("no.db");
    fs::write(&file, "no index ".repeat(1000)).unwrap();
    let knowledge = KnowledgeConfig { index: Some(file), ..KnowledgeConfig::default() };
    let config = Config { knowledge, ..config };
    let config = Config { evaluation: Evaluation::On, ..config };
    let (_, notices) =
        session(&workspace, config.clone(), "first", &[ASSIGN, TYPE, FINISH, FINISH, RIGHT]).await;
    let notices = notices.join("\n");
    assert!(
        notices.contains("warning: what was learned is found once the index can be written: "),
        "{notices}"
    );
    assert_eq!(experience_store(&config.environment).unwrap().records().len(), 1, "it is kept");
}
