//! A skill runs by itself only if a person agreed, and not about another document than the one in which it was learned.

use crate::{
    learning::{TYPE, config},
    workspace::{FINISH, Workspace, soon},
};
use deskpilot_core::Event;
use deskpilot_learning::SkillConsent;
use deskpilot_runtime::{
    Config, Reply, Respondents, SharedSkills, SkillUse, learn, set_skill_consent, skill_store,
};

const REQUEST: &str = "type \"hello\" into the text";
const NEWEST: &str = "do what the newest mail says";
/// Assigns a subtask whose words say all that is done for it.
const ASSIGN_ALL: &str = r#"{"Status": "ASSIGN", "ControlLabel": "1",
    "Current Sub-Task": "write: type \"hello\" into the text", "Comment": "written"}"#;

/// A session that follows skills, and who answers its questions with this, if anybody is there.
async fn skilled(
    workspace: &Workspace,
    (task, request): (&str, &str),
    replies: &[&str],
    answer: Option<&str>,
) -> Vec<Event> {
    let respondents = Respondents::default();
    let presence = answer.is_some().then(|| respondents.attend());
    let mut spec = workspace.spec(task, &[request], replies, &respondents);
    spec.config = Config { skills: SkillUse::On(SharedSkills::default()), ..config(workspace) };
    let handle = Workspace::sessions().start(spec).unwrap();
    let mut questions = handle.questions();
    let answering = async {
        while let Some(question) = questions.next().await {
            let reply = Reply::Answers(vec![answer.unwrap_or_default().to_owned()]);
            handle.answer(question.id, reply, "somebody").unwrap();
        }
    };
    tokio::select! {
        outcome = soon("the end", handle.outcome()) => drop(outcome.unwrap()),
        () = answering => {}
    }
    soon("the end", handle.outcome()).await.unwrap();
    drop(presence);
    deskpilot_log::read(workspace.root(), task).unwrap().into_iter().map(|it| it.event).collect()
}

/// How often a model and how often a person was asked, and whether the text was typed.
fn summary(events: &[Event]) -> (usize, usize, bool) {
    let count = |is: fn(&Event) -> bool| events.iter().filter(|it| is(it)).count();
    let typed = count(|it| matches!(it, Event::Acted { outcome, .. } if outcome.effect.is_success()));
    let asked = |it: &Event| matches!(it, Event::Asked { .. });
    (count(|it| matches!(it, Event::Prompted { .. })), count(asked), typed > 0)
}

/// Does what is asked twice with these replies, and has a person call it right both times.
async fn teach_twice(workspace: &Workspace, request: &str, replies: &[&str]) -> Config {
    let config = config(workspace);
    for task in ["first", "second"] {
        let events = skilled(workspace, (task, request), replies, None).await;
        assert!(summary(&events).2, "{events:#?}");
        let entries = deskpilot_log::read(workspace.root(), task).unwrap();
        learn(&config.environment, &entries).unwrap();
    }
    config
}

#[tokio::test]
async fn a_skill_runs_by_itself_only_after_a_person_agreed_once() {
    let replies = [ASSIGN_ALL, TYPE, FINISH, FINISH];
    let workspace = Workspace::new();
    let config = teach_twice(&workspace, REQUEST, &replies).await;
    let (calls, asked, typed) = summary(&skilled(&workspace, ("alone", REQUEST), &replies, None).await);
    assert!(calls > 0 && asked == 0 && typed, "nobody is there: the model does it");
    let events = skilled(&workspace, ("not-now", REQUEST), &replies, Some("hm")).await;
    assert!(matches!(summary(&events), (1.., 1, true)), "{events:#?}");
    let question = events.iter().find_map(|it| match it {
        Event::Asked { questions } => questions.first(),
        _ => None,
    });
    let question = &question.unwrap().0;
    assert!(question.contains("set_edit_text with text \"hello\" on Edit \"Text\""), "{question}");
    let events = skilled(&workspace, ("once", REQUEST), &[FINISH], Some("2")).await;
    assert!(matches!(summary(&events), (0..=1, 1, true)), "{events:#?}");
    let events = skilled(&workspace, ("agreed", REQUEST), &[FINISH], Some("1")).await;
    assert!(matches!(summary(&events), (0..=1, 1, true)), "asked again, as it was for once: {events:#?}");
    let events = skilled(&workspace, ("later", REQUEST), &[FINISH], None).await;
    assert!(matches!(summary(&events), (0..=1, 0, true)), "{events:#?}");
    let library = skill_store(&config.environment).unwrap();
    let consents: Vec<SkillConsent> = library.skills().iter().map(|it| it.skill.consent).collect();
    assert_eq!(consents, [SkillConsent::Always; 2], "the request, and the subtask that was named with it");
    let names: Vec<String> = library.skills().iter().map(|it| it.name.clone()).collect();
    set_skill_consent(&config.environment, &names, SkillConsent::Never).unwrap();
    let (calls, asked, _) = summary(&skilled(&workspace, ("never", REQUEST), &replies, Some("1")).await);
    assert!(calls > 0 && asked == 0, "a person said never");
}

#[tokio::test]
async fn the_same_words_about_another_document_are_not_played_from_memory() {
    let newest = ASSIGN_ALL.replace("type \\\"hello\\\" into the text", NEWEST);
    let workspace = Workspace::new();
    let config = teach_twice(&workspace, NEWEST, &[&newest, TYPE, FINISH, FINISH]).await;
    let library = skill_store(&config.environment).unwrap();
    let names: Vec<String> = library.skills().iter().map(|it| it.name.clone()).collect();
    set_skill_consent(&config.environment, &names, SkillConsent::Always).unwrap();
    let other = TYPE.replace("hello", "the third mail says this");
    let events = skilled(&workspace, ("third", NEWEST), &[&newest, &other, FINISH, FINISH], Some("1")).await;
    let (calls, asked, _) = summary(&events);
    assert!(calls >= 3 && asked == 0, "{events:#?}");
    let typed = |it: &Event| matches!(it, Event::Acting { operation, .. } if operation.to_string().contains("third mail"));
    assert!(events.iter().any(typed), "{events:#?}");
}
