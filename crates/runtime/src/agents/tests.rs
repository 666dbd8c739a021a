//! Secrets are removed from what an external agent says, and it gets the variables that the user's programs get.

use super::*;
use deskpilot_core::{PermissionKind, Policy, Secret};
use deskpilot_desktop::{
    NullDesktop, RedactedDesktop, RevealedSecret, SecretError, SecretScope, SecretStore,
};

/// One secret.
struct OneSecret;

#[async_trait]
impl SecretStore for OneSecret {
    fn names(&self) -> Vec<String> {
        vec!["mail".into()]
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        RevealedSecret::new(name, Secret::new("opensesame42"), SecretScope::default())
    }
}

/// Says the secret wherever it can.
struct LeakyAgent(AgentProfile, Option<ExternalError>);

#[async_trait]
impl ExternalAgent for LeakyAgent {
    fn profile(&self) -> &AgentProfile {
        &self.0
    }

    async fn carry_out(&self, _: &str, asks: &PermissionChannel) -> Result<SubtaskResult, ExternalError> {
        let leak = || "opensesame42 it is".to_owned();
        let permit = PermissionRequest {
            agent: "leaky".into(),
            application: None,
            home: String::new(),
            kind: PermissionKind::Reads,
            title: leak(),
            places: vec![leak()],
            details: leak(),
        };
        let done = asks.ask(permit).await;
        match &self.1 {
            Some(error) => Err(error.clone()),
            None if done => Ok(SubtaskResult::Done(leak())),
            None => Ok(SubtaskResult::Failed(leak())),
        }
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        Ok("leaky".into())
    }
}

#[tokio::test]
async fn a_secret_is_struck_from_whatever_another_agent_says() {
    let redactor = Redactor::default();
    let redacted = RedactedDesktop::new(Box::new(NullDesktop), Policy::default())
        .with_secrets(Box::new(OneSecret), redactor.clone());
    assert!(redacted.cover_secrets(&["mail".to_owned()]).await.is_empty());
    let why = || "opensesame42".to_owned();
    let errors = [
        ExternalError::NotStarted { name: "leaky".into(), why: why() },
        ExternalError::BrokeOff { name: "leaky".into(), why: why() },
    ];
    for (granted, error) in [(true, None), (false, None)].into_iter().chain(errors.map(|it| (true, Some(it))))
    {
        let profile = AgentProfile { name: "leaky".into(), introduction: "x".into(), application: None };
        let redacted_agent =
            RedactedAgent { agent: Arc::new(LeakyAgent(profile, error)), redactor: redactor.clone() };
        let (asks, mut heard) = PermissionChannel::open();
        let hear = async {
            let request = heard.recv().await.expect("it asks");
            let asked = format!("{:?}", request.permit);
            if granted {
                request.grant();
            }
            asked
        };
        let (result, asked) = tokio::join!(redacted_agent.carry_out("x", &asks), hear);
        for text in [format!("{result:?}"), asked] {
            assert!(!text.contains("opensesame") && text.contains("{{secret:mail}}"), "{text}");
        }
        assert_eq!(matches!(result, Ok(SubtaskResult::Failed(_))), !granted);
    }
}

#[test]
fn it_finds_the_users_programs_and_the_tasks_windows_and_no_keys() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let ours = [
        pair("PATH", "/bin"),
        pair("HOME", "/home/u"),
        pair("LC_ALL", "C"),
        pair("DISPLAY", ":0"),
        pair("OPENAI_API_KEY", "k"),
        pair("DESKPILOT_SECRET_MAIL", "s"),
    ];
    let desktop = [pair("DISPLAY", ":7"), pair("HOME", "/tmp/home"), pair("LD_PRELOAD", "x.so")];
    let around = surroundings(&ours, &desktop, Path::new("/tmp/home"));
    let env: Vec<(&str, &str)> =
        around.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(env, [("DISPLAY", ":7"), ("HOME", "/home/u"), ("LC_ALL", "C"), ("PATH", "/bin")]);
    assert_eq!((around.home, around.folder), ("/home/u".into(), "/tmp/home".into()));
}
