//! The HostAgent's prompt, built from its scene.

use crate::prompt::{
    BlackboardReader, blackboard, complaint_section, host_contract, host_system, last_actions, list,
    passages, plan, subtasks, text,
};
use deskpilot_core::{
    AgentKind, AgentProfile, Application, FolderListing, Prompt, Provenance, ReplyLength, Section, Window,
    WindowState, normalized_name, section,
};
use deskpilot_deciders::HostScene;
use deskpilot_model::ModelSize;
use serde_json::{Value, json};

/// The HostAgent's prompt for a model of this size.
pub(crate) fn prompt(scene: &HostScene<'_>, size: ModelSize) -> Prompt {
    let HostScene { context, view, others, .. } = scene;
    let step_in_memory = context.step_in_memory();
    let reader = BlackboardReader { agent: AgentKind::HostAgent, round: context.round, step_in_memory };
    let mut sections = vec![
        text(section::USER_REQUEST, Provenance::User, &context.round.request),
        applications_section(&view.applications),
        subtasks(context.round),
        passages(context.passages),
        blackboard(context.blackboard, &reader),
        plan(context.memory),
        windows_section(&view.windows),
        last_actions(context.memory, context.blackboard, reader.agent),
    ];
    sections.extend(folders_section(&view.folders, view.working.as_deref()));
    sections.retain(|it| it.name != section::RETRIEVED_INFORMATION || it.text != "[]");
    sections.extend(other_agents_section(others));
    sections.extend(context.complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::HostAgent,
        system: host_system(size, others),
        sections,
        pictures: context.pictures.to_vec(),
        contract: host_contract(others),
        reply_length: ReplyLength::Usual,
    }
}

fn windows_section(windows: &[Window]) -> Section {
    let values: Vec<Value> = windows
        .iter()
        .map(|window| {
            json!({
                "label": window.label.map_or(String::new(), |it| it.to_string()),
                "title": window.title,
                "application": window.application,
                "focused": window.focused,
                "minimized": window.state == WindowState::Minimized,
            })
        })
        .collect();
    list(section::APPLICATION_INFORMATION, Provenance::Screen, &values)
}

/// The files of the folders that the request names, and the working folder.
fn folders_section(folders: &[FolderListing], working: Option<&str>) -> Option<Section> {
    let folder_json = |it: &FolderListing| {
        let mut value = json!({"folder": it.folder, "files": it.files});
        if it.left_out > 0 {
            value["more"] = json!(it.left_out);
        }
        value
    };
    let working = working.map(|it| json!({"working_folder": it}));
    let values: Vec<Value> = working.into_iter().chain(folders.iter().map(folder_json)).collect();
    (!values.is_empty()).then(|| list(section::FOLDERS, Provenance::Document, &values))
}

/// The external agents, in the words of the user's settings.
fn other_agents_section(others: &[&AgentProfile]) -> Option<Section> {
    let profile_json = |it: &&AgentProfile| json!({"name": it.name, "introduction": it.introduction, "application": it.application});
    let values: Vec<Value> = others.iter().map(profile_json).collect();
    (!values.is_empty()).then(|| list(section::OTHER_AGENTS, Provenance::User, &values))
}

/// The most keywords listed for an application.
const KEYWORDS: usize = 4;

fn applications_section(applications: &[Application]) -> Section {
    let offered = applications.iter().filter(|it| it.refused.is_none());
    let values: Vec<Value> = offered.map(application_json).collect();
    list(section::INSTALLED_APPLICATIONS, Provenance::Document, &values)
}

/// An application as JSON without repeated words: every prompt has this list.
fn application_json(it: &Application) -> Value {
    let is_in_name = |word: &str| normalized_name(&it.name).contains(&normalized_name(word));
    let id = it.id.as_str();
    let mut value = json!({"name": it.name});
    if !is_in_name(&it.generic_name) {
        value["generic_name"] = json!(it.generic_name);
    }
    if !is_in_name(id.rsplit('.').next().unwrap_or(id)) {
        value["id"] = json!(id);
    }
    let is_news = |word: &&String| {
        !is_in_name(word) && !normalized_name(&it.generic_name).contains(&normalized_name(word))
    };
    let keywords: Vec<&String> = it.keywords.iter().filter(is_news).take(KEYWORDS).collect();
    if !keywords.is_empty() {
        value["keywords"] = json!(keywords);
    }
    if !it.opens.is_empty() {
        value["opens"] = json!(it.opens.join(" "));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_start_here_is_not_offered() {
        let named = |name: &str, refused: Option<&str>| Application {
            name: name.into(),
            refused: refused.map(str::to_owned),
            ..Application::default()
        };
        let applications = [named("Firefox", None), named("Chromium", Some("it does not run for root"))];
        let section_text = format!("{:?}", applications_section(&applications));
        assert!(section_text.contains("Firefox") && !section_text.contains("Chromium"), "{section_text}");
    }

    #[test]
    fn an_application_is_listed_with_the_documents_that_it_opens() {
        let opens = ["ods", "csv"].map(str::to_owned).into();
        let calc = Application { id: "calc".into(), name: "Calc".into(), opens, ..Application::default() };
        assert_eq!(application_json(&calc), json!({"name": "Calc", "opens": "ods csv"}));
    }

    #[test]
    fn of_an_application_only_what_is_new_is_listed() {
        for ((name, generic_name, id, keywords), expected) in [
            (("Galculator", "", "galculator", &[][..]), r#"{"name":"Galculator"}"#),
            (
                ("gedit", "", "org.gnome.gedit", &["Text", "gedit", "a", "b", "c", "d"]),
                r#"{"keywords":["Text","a","b","c"],"name":"gedit"}"#,
            ),
            (
                ("Image Viewer", "Viewer", "org.gnome.eog", &["Picture"]),
                r#"{"id":"org.gnome.eog","keywords":["Picture"],"name":"Image Viewer"}"#,
            ),
            (
                ("Mousepad", "Text Editor", "org.xfce.mousepad", &["Editor", "note"]),
                r#"{"generic_name":"Text Editor","keywords":["note"],"name":"Mousepad"}"#,
            ),
        ] {
            let application = Application {
                id: id.into(),
                name: name.into(),
                generic_name: generic_name.into(),
                keywords: keywords.iter().map(|it| (*it).to_owned()).collect(),
                ..Application::default()
            };
            let expected_json: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(application_json(&application), expected_json, "{name}");
        }
    }
}
