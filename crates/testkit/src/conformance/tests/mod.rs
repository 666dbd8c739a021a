//! The conformance suite with correct desktops and faulty receivers.

mod receivers;

use super::*;
use crate::TextDesktop;
use async_trait::async_trait;
use deskpilot_core::{Policy, Secret};
use deskpilot_desktop::{RedactedDesktop, Redactor, RevealedSecret, SecretError, SecretScope, SecretStore};

/// One secret without restrictions.
struct Mail;

#[async_trait]
impl SecretStore for Mail {
    fn names(&self) -> Vec<String> {
        vec!["mail".into()]
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        match name {
            "mail" => RevealedSecret::new(name, Secret::new("OpenSesame 42"), SecretScope::default()),
            _ => Err(SecretError::Unknown { name: name.to_owned(), known: self.names() }),
        }
    }
}

#[tokio::test]
async fn the_text_desktop_keeps_every_promise() {
    let mut desktop = TextDesktop::new(
        r#"
        window "Behind" other
          button "Idle"
        app "Everything" everything
          window "Everything" everything
            document "Text" = "old"
            edit "Password" = "secret" protected
            checkbox "Wrap"
            button "Print" disabled
            list "Fonts"
              item "Serif" selected
              item "Sans"
            button "Ask" -> window "Question" everything
              button "Yes" -> close
        "#,
    )
    .unwrap();
    let fixture = Fixture {
        edit: Some(NamedControl::new(Role::Document, "Text")),
        button: Some(NamedControl::new(Role::Button, "Ask")),
        check_box: Some(NamedControl::new(Role::CheckBox, "Wrap")),
        list: Some((NamedControl::new(Role::List, "Fonts"), "Sans".into())),
        disabled: Some(NamedControl::new(Role::Button, "Print")),
        protected: Some(NamedControl::new(Role::Edit, "Password")),
        ..Fixture::of("everything")
    };
    check(&mut desktop, &fixture).await;
    let mut other = desktop.for_another_session();
    check_claims(&mut desktop, &mut other, "everything").await;
}

#[tokio::test]
async fn a_redacted_desktop_is_as_good_as_a_bare_one() {
    let fixture = r#"
    app "Editor" editor
      window "Notes" editor
        edit "Text" = "words"
        edit "Password" protected
        button "Save" -> save "Text" as "notes.txt"
        button "Print" disabled
    "#;
    let target = |role, name: &str| Some(NamedControl::new(role, name));
    let fixture_of = Fixture {
        edit: target(Role::Edit, "Text"),
        protected: target(Role::Edit, "Password"),
        disabled: target(Role::Button, "Print"),
        ..Fixture::of("Editor")
    };
    let real = TextDesktop::new(fixture).unwrap();
    let redacted = RedactedDesktop::new(Box::new(real), Policy::default());
    let mut redacted = redacted.with_secrets(Box::new(Mail), Redactor::default());
    assert!(redacted.cover_secrets(&["mail".into()]).await.is_empty());
    check(&mut redacted, &fixture_of).await;
}
