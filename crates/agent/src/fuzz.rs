//! Targets for fuzzing: whatever a model replies, it is a decision or a complaint.

use crate::{
    fixtures::{at_first_scene, control, labelled_window},
    prompt::{CommandOffer, OfferContext},
    reply::{read_app, read_host},
};
use deskpilot_core::{AppView, DesktopView, Label, Pictures, Role, Window};
use std::hint::black_box;

fn labelled(label: u32) -> Window {
    labelled_window(label, "Untitled 1", "mousepad")
}

/// A HostAgent's reply.
pub fn host_reply(bytes: &[u8]) {
    let view = DesktopView {
        windows: vec![labelled(1), labelled(2)],
        applications: Vec::new(),
        pictures: Pictures::default(),
        folders: Vec::new(),
        working: None,
    };
    let reply = String::from_utf8_lossy(bytes);
    drop(black_box(at_first_scene(&view, |scene| read_host(&reply, scene))));
}

/// An AppAgent's reply.
pub fn app_reply(bytes: &[u8]) {
    let mut controls =
        vec![control(Role::Button, "Save"), control(Role::Edit, ""), control(Role::Table, "Sheet")];
    (1..).zip(&mut controls).for_each(|(label, it)| it.label = Some(Label(label)));
    let view = AppView::of(labelled(1), controls);
    let offer = CommandOffer::new(&[], OfferContext::default());
    drop(black_box(read_app(&String::from_utf8_lossy(bytes), &view, &offer)));
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    const WORDS: &[&str] = &[
        "```json\n",
        "\"Status\":",
        "\"CONTINUE\"",
        "\"ControlLabel\":",
        "\"Function\":",
        "\"Args\":",
        "\"ActionList\":",
        "\"keys\":",
        "{\"",
        "]}",
        "{{secret:",
        "\"Plan\":",
        "\"Questions\":",
    ];

    #[test]
    fn any_reply_of_a_host_agent_is_a_decision_or_a_complaint() {
        fuzz("host_reply", WORDS, super::host_reply);
    }

    #[test]
    fn any_reply_of_an_app_agent_is_a_decision_or_a_complaint() {
        fuzz("app_reply", WORDS, super::app_reply);
    }
}
