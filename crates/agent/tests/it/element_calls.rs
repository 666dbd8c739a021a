//! Native commands that mean elements of a page: ruled on by what the page calls them, and held where there is no such thing.

use crate::common::{FINISH, Script, TestEnv, assign};
use async_trait::async_trait;
use deskpilot_agent::{Ports, Session};
use deskpilot_core::{
    Call, CommandSpec, Effect, Event, Evidence, Outcome, ParamKind, SideEffects, command,
    command_table::{optional, required},
};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use serde_json::json;
use std::sync::{Arc, Mutex};

const COMMANDS: &[CommandSpec] = &[command!(
    SideEffects::Presses,
    "press_element",
    "Presses an element.",
    &[required("element", ParamKind::Text, "the element"), optional("name", ParamKind::Element, "its name"),],
)];

/// A page with two elements, e1 and e2.
#[derive(Clone, Default)]
struct TwoElements {
    ran: Arc<Mutex<Vec<String>>>,
}

#[async_trait]
impl Receiver for TwoElements {
    fn name(&self) -> &'static str {
        "PAGE"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(_))
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn complete(&mut self, action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        let element = action.call.args["element"].as_str().unwrap_or_default();
        let name = match element {
            "e1" => "Next",
            "e2" => "Delete my account",
            _ => {
                let why = format!("there is no element {element} on this page");
                return Err(DesktopError::NotPossible { what: "the page".into(), why });
            }
        };
        let args = json!({"element": element, "name": name});
        Ok(Some(Call { args: args.as_object().unwrap().clone(), ..action.call.clone() }))
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        self.ran.lock().unwrap().push(action.call.to_string());
        Ok(Effect::Confirmed(Evidence::Reported("it was pressed".into())).into())
    }
}

#[tokio::test]
async fn an_element_is_judged_by_what_the_page_calls_it_and_one_that_is_not_there_is_reported() {
    for (element, ran, asked, held) in [
        ("e1", &["press_element(element=\"e1\", name=\"Next\")"][..], 0, None),
        ("e2", &[], 1, None),
        ("e9", &[], 0, Some("there is no element e9 on this page")),
    ] {
        let env = TestEnv::new("window \"Shop\" browser\n  edit \"Search\"\n");
        // The agent's own name for it is not one of the page's.
        let args = format!(r#"{{"element": "{element}", "name": "Next"}}"#);
        let press = format!(r#"{{"Status": "CONTINUE", "Function": "press_element", "Args": {args}}}"#);
        let replies = [assign("press it"), press, FINISH.to_owned(), FINISH.to_owned()];
        let page = TwoElements::default();
        let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), vec![Box::new(page.clone())]);
        let ports = Ports { puppeteer, ..env.ports(Arc::new(Script::new(&replies))) };
        let mut session =
            Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
        session.round("press it").await.unwrap();
        assert_eq!(*page.ran.lock().unwrap(), ran, "{}", env.transcript());
        assert_eq!(env.user.asked.lock().unwrap().len(), asked, "{}", env.transcript());
        let reason = env.log.entries().into_iter().find_map(|it| match it.event {
            Event::Held { divergence, .. } => Some(divergence.to_string()),
            _ => None,
        });
        assert_eq!(reason.is_some_and(|it| held.is_some_and(|held| it.contains(held))), held.is_some());
    }
}
