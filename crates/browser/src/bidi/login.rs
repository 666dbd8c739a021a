//! Requests that the browser holds back because a server asks for a name and a password.

use crate::session::{DeclinedLogin, Event, LoginRequest, Prompts, host_of};
use serde::Deserialize;
use serde_json::{Value, json};

/// The event of a server that asks.
const ASKED: &str = "network.authRequired";
/// The status with which a proxy asks, and no site.
const PROXY_ASKS: u16 = 407;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuthRequired {
    context: Option<String>,
    /// The navigation that the request is of; none for a part of a page.
    navigation: Option<String>,
    is_blocked: bool,
    request: HeldRequest,
    response: AskingResponse,
}

#[derive(Debug, Deserialize)]
struct HeldRequest {
    request: String,
    url: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskingResponse {
    status: u16,
    #[serde(default)]
    auth_challenges: Vec<Challenge>,
}

#[derive(Debug, Deserialize)]
struct Challenge {
    realm: Option<String>,
}

/// What becomes of a request that is held back.
#[derive(Debug)]
pub(super) struct HeldLogin {
    /// What commands hear of it; none where it is no page's.
    pub(super) event: Option<Event>,
    /// The parameters of the answer that it gets at once; none where an agent answers it.
    pub(super) answer: Option<Value>,
}

impl HeldLogin {
    /// The request that an event reports as held back; `None` for any other event. Only the page of a tab waits: parts of a page and
    /// its frames get no login, because nobody could tell whose they are.
    pub(super) fn of(event: &Value, prompts: &Prompts) -> Option<HeldLogin> {
        if event["method"] != ASKED {
            return None;
        }
        let Ok(asked) = AuthRequired::deserialize(&event["params"]) else {
            return HeldLogin::unreadable(&event["params"]);
        };
        if !asked.is_blocked {
            return None;
        }
        let request = &asked.request;
        if asked.response.status == PROXY_ASKS {
            return Some(HeldLogin { event: None, answer: Some(answer_to(&request.request, "default")) });
        }
        let cancel = || Some(answer_to(&request.request, "cancel"));
        let Some(context) = asked.context.filter(|_| asked.navigation.is_some()) else {
            return Some(HeldLogin { event: None, answer: cancel() });
        };
        if !prompts.is_tab(&context) {
            let declined = DeclinedLogin { context, host: host_of(&request.url) };
            return Some(HeldLogin { event: Some(Event::LoginDeclined(declined)), answer: cancel() });
        }
        let realm =
            asked.response.auth_challenges.first().and_then(|it| it.realm.as_deref()).unwrap_or_default();
        let login = LoginRequest::new(&context, &request.url, realm, &request.request);
        Some(HeldLogin { event: Some(Event::LoginRequested(login)), answer: None })
    }

    /// A request of which no more than its name can be read gets no login: without an answer it would wait for ever.
    fn unreadable(params: &Value) -> Option<HeldLogin> {
        let request = params["request"]["request"].as_str()?;
        Some(HeldLogin { event: None, answer: Some(answer_to(request, "cancel")) })
    }
}

/// The parameters that answer a request: `default` has the browser ask in its window, `cancel` gives no login.
pub(super) fn answer_to(request: &str, action: &str) -> Value {
    json!({"request": request, "action": action})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::CreatedContext;

    fn asked(context: &str, navigation: Option<&str>, status: u16) -> Value {
        let response = json!({"status": status, "authChallenges": [{"scheme": "Basic", "realm": "Total"}]});
        let request = json!({"request": "7-a", "url": "http://a.example:8001/total"});
        let params = json!({
            "context": context, "navigation": navigation, "isBlocked": true, "request": request, "response": response,
        });
        json!({"method": "network.authRequired", "params": params})
    }

    #[test]
    fn only_the_page_of_a_tab_waits_for_a_login() {
        let mut prompts = Prompts::default();
        prompts.apply(&Event::Created(CreatedContext { context: "tab".into(), parent: None }));
        prompts
            .apply(&Event::Created(CreatedContext { context: "frame".into(), parent: Some("tab".into()) }));
        for (event, waits, action) in [
            (asked("tab", Some("1"), 401), Some("a.example:8001"), None),
            (asked("frame", Some("1"), 401), None, Some("cancel")),
            (asked("tab", None, 401), None, Some("cancel")),
            (asked("tab", Some("1"), 407), None, Some("default")),
        ] {
            let held = HeldLogin::of(&event, &prompts).unwrap();
            let host = held.event.as_ref().and_then(|it| match it {
                Event::LoginRequested(login) => Some(login.host.as_str()),
                _ => None,
            });
            assert_eq!(host, waits, "{event}");
            assert_eq!(held.answer.as_ref().and_then(|it| it["action"].as_str()), action, "{event}");
        }
        let unreadable =
            json!({"method": ASKED, "params": {"isBlocked": true, "request": {"request": "7-a"}}});
        let held = HeldLogin::of(&unreadable, &prompts).unwrap();
        assert_eq!(held.answer, Some(answer_to("7-a", "cancel")), "no request waits for ever");
        let mut unnamed = asked("tab", Some("1"), 401);
        unnamed["params"]["response"]["authChallenges"] = json!([{"scheme": "Basic", "realm": null}]);
        assert!(HeldLogin::of(&unnamed, &prompts).is_some_and(|it| it.answer.is_none()));
        let frames = HeldLogin::of(&asked("frame", Some("1"), 401), &prompts).unwrap();
        assert!(matches!(&frames.event, Some(Event::LoginDeclined(it)) if it.host == "a.example:8001"));
        assert!(HeldLogin::of(&json!({"method": "browsingContext.load", "params": {}}), &prompts).is_none());
    }
}
