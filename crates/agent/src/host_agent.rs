//! The HostAgent's prompt, built from its scene.

use crate::prompt::{
    BlackboardReader, blackboard, complaint_section, host_contract, host_hints, host_system, is_empty,
    last_actions, list, passages, plan, subtasks, text,
};
use deskpilot_core::{
    AgentKind, AgentProfile, Application, FolderListing, Prompt, Provenance, ReplyLength, Section, Window,
    WindowState, has_words, normalized_name, section,
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
        applications_section(&view.applications, &context.round.request),
        subtasks(context.round),
        passages(context.passages),
        blackboard(context.blackboard, &reader),
        plan(context.memory),
        windows_section(&view.windows),
        last_actions(context.memory, context.blackboard, reader.agent),
    ];
    sections.extend(folders_section(&view.folders, view.working.as_deref()));
    // That no window is open is worth a word.
    sections.retain(|it| it.name == section::APPLICATION_INFORMATION || !is_empty(it));
    sections.extend(host_hints(context.round));
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
    let values: Vec<Value> = windows.iter().map(window_json).collect();
    list(section::APPLICATION_INFORMATION, Provenance::Screen, &values)
}

fn window_json(window: &Window) -> Value {
    let mut value = json!({
        "label": window.label.map_or(String::new(), |it| it.to_string()),
        "title": window.title,
        "application": window.application,
    });
    for (state, holds) in [("focused", window.focused), ("minimized", window.state == WindowState::Minimized)]
    {
        if holds {
            value[state] = json!(true);
        }
    }
    value
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
const KEYWORDS: usize = 2;

fn applications_section(applications: &[Application], request: &str) -> Section {
    let offered = applications.iter().filter(|it| it.refused.is_none());
    let lines: Vec<String> = offered.map(|it| application_line(it, request)).collect();
    text(section::INSTALLED_APPLICATIONS, Provenance::Document, &lines.join("\n"))
}

/// An application as a line without repeated words: every prompt has this list. Keywords are listed where nothing else says what it
/// is for, or where the request has them; its identifier where the request calls it by that.
fn application_line(it: &Application, request: &str) -> String {
    let is_in_name = |word: &str| normalized_name(&it.name).contains(&normalized_name(word));
    let mut facts = Vec::new();
    if !is_in_name(&it.generic_name) {
        facts.push(it.generic_name.clone());
    }
    let is_news = |word: &&String| {
        !is_in_name(word) && !normalized_name(&it.generic_name).contains(&normalized_name(word))
    };
    let is_explained = !it.generic_name.is_empty() || !it.opens.is_empty();
    let is_needed = |word: &&String| !is_explained || has_words(request, word);
    let keywords: Vec<&str> =
        it.keywords.iter().filter(is_news).filter(is_needed).take(KEYWORDS).map(String::as_str).collect();
    if !keywords.is_empty() {
        facts.push(keywords.join(", "));
    }
    // A person calls `org.gnome.TextEditor` by its last part.
    let id = it.id.rsplit('.').next().unwrap_or(&it.id);
    if !is_in_name(id) && has_words(request, id) {
        facts.push(format!("id {}", it.id));
    }
    if !it.opens.is_empty() {
        facts.push(format!("opens {}", it.opens.join(" ")));
    }
    match facts.as_slice() {
        [] => it.name.clone(),
        _ => format!("{}: {}", it.name, facts.join("; ")),
    }
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
        let section = applications_section(&applications, "");
        assert_eq!(section.text, "Firefox");
    }

    #[test]
    fn an_application_is_listed_with_the_documents_that_it_opens() {
        let opens = ["ods", "csv"].map(str::to_owned).into();
        let calc = Application { id: "calc".into(), name: "Calc".into(), opens, ..Application::default() };
        assert_eq!(application_line(&calc, ""), "Calc: opens ods csv");
    }

    #[test]
    fn of_an_application_only_what_is_new_and_helps_is_listed() {
        for ((name, generic_name, id, keywords), request, expected) in [
            (("Galculator", "", "galculator", &[][..]), "", "Galculator"),
            (("gedit", "", "org.gnome.gedit", &["Text", "gedit", "a", "b"]), "", "gedit: Text, a"),
            (("Image Viewer", "Viewer", "org.gnome.eog", &["Picture"]), "Look at it", "Image Viewer"),
            (
                ("Image Viewer", "Viewer", "org.gnome.eog", &["Picture"]),
                "Show the picture with eog",
                "Image Viewer: Picture; id org.gnome.eog",
            ),
            (
                ("Mousepad", "Text Editor", "org.xfce.mousepad", &["Editor", "note"]),
                "Take a note",
                "Mousepad: Text Editor; note",
            ),
        ] {
            let application = Application {
                id: id.into(),
                name: name.into(),
                generic_name: generic_name.into(),
                keywords: keywords.iter().map(|it| (*it).to_owned()).collect(),
                ..Application::default()
            };
            assert_eq!(application_line(&application, request), expected, "{name} for {request:?}");
        }
    }
}
