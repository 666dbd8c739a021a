//! A desktop with named secrets, on which a resumed session knows what its earlier processes typed, and where.

use crate::Notifier;
use deskpilot_core::{
    Action, Aim, AppView, Control, Entry, Event, Operation, State, View, WindowId, control_at, named_secrets,
};
use deskpilot_desktop::{RedactedDesktop, Redactor, SecretStore};
use std::collections::BTreeMap;

/// The desktop with these secrets. Secrets that an earlier process of the session typed are redacted from the start, and the
/// fields where it typed or read them count as holding them.
pub(crate) async fn redacted(
    desktop: RedactedDesktop,
    secrets: Box<dyn SecretStore>,
    redactor: &Redactor,
    entries: &[Entry],
    notify: &Notifier,
) -> RedactedDesktop {
    let mut redacted = desktop.with_secrets(secrets, redactor.clone());
    for text in entries.iter().take_while(|it| typed_secrets(it).is_empty()).flat_map(read_texts) {
        // Texts that were read before a secret was typed stay readable, even if a secret contains them.
        redactor.redact_text(text);
    }
    for (window, control, name) in fields(entries) {
        redacted.cover_field(window, control, &name).await;
    }
    let mut typed: Vec<String> = entries.iter().flat_map(typed_secrets).collect();
    typed.sort();
    typed.dedup();
    for trouble in redacted.cover_secrets(&typed).await {
        notify(&format!("warning: {trouble}; agents may read it outside of the field where it was typed"));
    }
    redacted
}

fn typed_secrets(entry: &Entry) -> Vec<String> {
    match &entry.event {
        Event::Acting { operation, .. } => operation.secrets(),
        _ => Vec::new(),
    }
}

fn read_texts(entry: &Entry) -> Vec<String> {
    match &entry.event {
        Event::Observed { view: View::App(view) } => {
            let texts = |it: &Control| [Some(it.name.clone()), it.value.clone()];
            view.controls.iter().flat_map(texts).flatten().collect()
        }
        Event::Observed { view: View::Desktop(view) } => {
            view.windows.iter().map(|it| it.title.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// The fields in which secrets may stand, each with the name of one: where an earlier process typed it, and where the last look
/// at a window has the name in place of the text.
fn fields(entries: &[Entry]) -> Vec<(WindowId, &Control, String)> {
    let (mut views, mut fields) = (BTreeMap::new(), Vec::new());
    for entry in entries {
        match &entry.event {
            Event::Observed { view: View::App(view) } => {
                views.insert(view.window.id, view);
            }
            Event::Acting { operation: operation @ Operation::Act(action), .. } => {
                let window = action.window.id;
                let typed = operation.secrets().into_iter().next();
                let field = target(action, views.get(&window).copied());
                fields.extend(typed.zip(field).map(|(name, field)| (window, field, name)));
            }
            _ => {}
        }
    }
    fields.extend(views.values().flat_map(|it| named_fields(it)));
    fields
}

/// The control that an action types into; without a target of its own, that which had the keyboard focus.
fn target<'e>(action: &'e Action, view: Option<&'e AppView>) -> Option<&'e Control> {
    let controls = view.map(|it| it.controls.as_slice()).unwrap_or_default();
    match &action.aim {
        Aim::Control(control) => Some(control),
        Aim::Point(point) => control_at(controls, *point),
        Aim::Window => controls.iter().rev().find(|it| it.states.has(State::Focused)),
    }
}

fn named_fields(view: &AppView) -> impl Iterator<Item = (WindowId, &Control, String)> {
    view.controls.iter().filter(|it| it.states.has(State::Editable)).filter_map(|it| {
        let name = *named_secrets(it.value.as_deref()?).first()?;
        Some((view.window.id, it, name.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_trait::async_trait;
    use deskpilot_core::{
        ActionId, Button, Call, Gesture, Input, Policy, Secret, TextMode, Timestamp, Verb, Window, parse_keys,
    };
    use deskpilot_desktop::{
        Budget, Desktop, DesktopReader, RevealedSecret, SecretError, SecretScope, WindowList,
    };
    use deskpilot_testkit::TextDesktop;

    const MAIL: &str = "{{secret:mail}}";
    const DESK: &str = r#"
    window "Log in" mail
      edit "Password" protected focused
      edit "Notes" = "-"
      button "Show" -> unmask "Password"
    "#;

    /// The secret `mail`, unless it was removed.
    enum Mail {
        Kept,
        Removed,
    }

    #[async_trait]
    impl SecretStore for Mail {
        fn names(&self) -> Vec<String> {
            vec!["mail".into()]
        }

        async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
            match self {
                Mail::Kept => RevealedSecret::new(name, Secret::new("opensesame42"), SecretScope::default()),
                Mail::Removed => Err(SecretError::Unknown { name: name.to_owned(), known: Vec::new() }),
            }
        }
    }

    fn desktop(real: &TextDesktop) -> RedactedDesktop {
        RedactedDesktop::new(Box::new(real.for_another_session()), Policy::default())
    }

    /// A look at the only window.
    async fn look(desktop: &mut RedactedDesktop) -> AppView {
        let window = desktop.windows().await.unwrap().remove(0);
        let controls = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
        AppView::of(window, controls)
    }

    fn control(view: &AppView, name: &str) -> Control {
        view.controls.iter().find(|it| it.name == name).unwrap().clone()
    }

    fn logged(event: Event) -> Entry {
        Entry { seq: 0, at: Timestamp(0), event }
    }

    fn acting(window: Window, aim: Aim, gesture: Gesture) -> Entry {
        let call = Call { command: "type".into(), args: serde_json::Map::new() };
        let action = Action { call, window, aim, verb: Verb::Gesture(gesture) };
        logged(Event::Acting { id: ActionId(1), operation: Operation::Act(Box::new(action)), selected: None })
    }

    /// Types the secret in one process, which then looks once more; the application leaves three letters of it in this field.
    /// Returns what the next process reads there.
    async fn after_resumption(field: &str, aims: fn(&AppView) -> Aim, mail: Mail) -> Option<String> {
        let real = TextDesktop::new(DESK).unwrap();
        let mut first = desktop(&real).with_secrets(Box::new(Mail::Kept), Redactor::default());
        let view = look(&mut first).await;
        let mut entries = vec![logged(Event::Observed { view: View::App(view.clone()) })];
        let (window, aim) = (view.window.clone(), aims(&view));
        let gesture = match aim {
            Aim::Window => Gesture::Keys(parse_keys(MAIL).unwrap()),
            _ => Gesture::Text { text: MAIL.into(), mode: TextMode::Replace },
        };
        entries.push(acting(window.clone(), aim.clone(), gesture.clone()));
        first.perform(&Input { window: window.id, aim, gesture }).await.unwrap();
        real.put(field, "opensesame42");
        let view = look(&mut first).await;
        let show = Aim::Control(Box::new(control(&view, "Show")));
        entries.push(logged(Event::Observed { view: View::App(view) }));
        let press = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
        first.perform(&Input { window: window.id, aim: show, gesture: press }).await.unwrap();
        real.put(field, "ope");
        let notify: Notifier = std::sync::Arc::new(|_: &str| {});
        let mut next =
            redacted(desktop(&real), Box::new(mail), &Redactor::default(), &entries, &notify).await;
        control(&look(&mut next).await, field).value
    }

    #[tokio::test]
    async fn a_resumed_session_strikes_what_stands_where_an_earlier_process_typed_or_read_a_secret() {
        let at_control = |view: &AppView| Aim::Control(Box::new(control(view, "Password")));
        let at_point = |view: &AppView| Aim::Point(control(view, "Password").rect.center());
        for (field, aims) in [
            ("Password", at_control as fn(&AppView) -> Aim),
            ("Password", at_point),
            ("Password", |_| Aim::Window),
            ("Notes", at_control),
        ] {
            for mail in [Mail::Kept, Mail::Removed] {
                assert_eq!(after_resumption(field, aims, mail).await.as_deref(), Some(MAIL), "{field}");
            }
        }
    }
}
