//! Web search as a knowledge source, from the settings.

#[cfg(feature = "web-search")]
pub(crate) use built::source;
#[cfg(feature = "web-search")]
pub use built::web_search_check;
#[cfg(not(feature = "web-search"))]
pub(crate) use left_out::source;
#[cfg(not(feature = "web-search"))]
pub use left_out::web_search_check;

/// The words of `knowledge.web_search.engine`: none, and every search engine.
pub const SEARCH_ENGINES: &[&str] = &["none", "searxng", "brave", "tavily", "opensearch"];

#[cfg(feature = "web-search")]
mod built {
    use crate::{Config, Environment, UsageError, WebSearchConfig, keys};
    use deskpilot_browser::WEB_COMMANDS;
    use deskpilot_core::{
        Action, Aim, Call, Grounds, Operation, PermissionKind, PermissionRequest, Policy, PolicyContext,
        Rect, Ruling, RulingSource, Secret, Verb, Window, WindowId, WindowState,
    };
    use deskpilot_documents::{Links, html_to_markdown};
    use deskpilot_knowledge::{Destination, KnowledgeSource};
    use deskpilot_web_search::{
        CacheSettings, EngineSpec, HtmlReader, JsonFields, NAME, PageRule, PrivateWords, WebSearch,
        WebSearchSettings,
    };
    use serde_json::json;
    use std::{sync::Arc, time::Duration};

    /// The source, if the settings name an engine. A missing key is an error now, not in the middle of a task.
    ///
    /// # Errors
    /// The settings cannot be used.
    pub(crate) fn source(config: &Config) -> Result<Option<Box<dyn KnowledgeSource>>, UsageError> {
        let Some(search) = &config.web_search else { return Ok(None) };
        let usage = |error: deskpilot_web_search::SettingsError| UsageError(error.to_string());
        let spec = EngineSpec::of(&search.engine).map_err(usage)?;
        let settings = WebSearchSettings {
            engine: search.engine.clone(),
            address: search.address.clone(),
            key: key(search, spec, &config.environment)?,
            results: search.results,
            pages: search.pages,
            json: json_fields(search),
            cache: cache(search, &config.environment),
            private: private(&config.environment),
            html: HtmlReader(|html| html_to_markdown(html, None, Links::Ignored)),
            rule: page_rule(config.policy.policy.clone(), &config.environment),
        };
        Ok(Some(Box::new(WebSearch::open(settings).map_err(usage)?)))
    }

    /// What `doctor` reports about web search; `None` if no engine is set. Sends nothing.
    pub fn web_search_check(config: &Config) -> Option<Result<String, UsageError>> {
        let search = config.web_search.as_ref()?;
        Some(source(config).and_then(|source| {
            let site = match source.map(|it| it.destination()) {
                Some(Destination::Elsewhere(site)) => site,
                _ => String::new(),
            };
            match query_ruling(config, &site) {
                Ruling::Allow => Ok(format!("{} at {site}", search.engine)),
                _ => Err(UsageError(format!(
                    "no rule of the policy lets queries go to {site}; docs/web-search.md has the rule to add"
                ))),
            }
        }))
    }

    /// What the policy says about a query to this site, as the agent asks it.
    fn query_ruling(config: &Config, site: &str) -> Ruling {
        let permit = PermissionRequest {
            agent: NAME.into(),
            application: None,
            kind: PermissionKind::Fetches,
            title: "search for knowledge".into(),
            places: vec![site.to_owned()],
            details: String::new(),
            home: String::new(),
        };
        config.policy.policy.judge(&Operation::Permit(Box::new(permit)), &PolicyContext::default()).0
    }

    fn key(
        search: &WebSearchConfig,
        spec: &EngineSpec,
        environment: &Environment,
    ) -> Result<Option<Secret>, UsageError> {
        let usual = Some(spec.key_variable).filter(|it| !it.is_empty());
        let Some(variable) = search.key_variable.as_deref().or(usual) else { return Ok(None) };
        match keys::find(variable, environment) {
            Some(key) => Ok(Some(key)),
            None => Err(UsageError(format!(
                "there is no key of {}: set {variable}, or use `deskpilot key set {variable}`",
                spec.name
            ))),
        }
    }

    fn json_fields(search: &WebSearchConfig) -> JsonFields {
        let fields = search.json.clone();
        JsonFields {
            results: fields.results.into(),
            title: fields.title.into(),
            url: fields.url.into(),
            snippet: fields.snippet.into(),
        }
    }

    fn cache(search: &WebSearchConfig, environment: &Environment) -> Option<CacheSettings> {
        let folder = environment.data_folder()?.join("web-search");
        (search.max_age > Duration::ZERO).then_some(CacheSettings { folder, max_age: search.max_age })
    }

    fn private(environment: &Environment) -> PrivateWords {
        let users = ["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(|it| environment.value(it));
        PrivateWords { home: environment.user_home(), users: users.map(str::to_owned).collect() }
    }

    /// A page of the results is read where the rules for sites let an agent read it with `web_crawler` unasked. Its address is the
    /// engine's, as it came: no agent can write into it what is to leave the machine, so it has no risk of its own.
    fn page_rule(policy: Policy, environment: &Environment) -> PageRule {
        let user_home = environment.user_home().to_string_lossy().into_owned();
        let path_style = environment.platform().path_style();
        PageRule(Arc::new(move |url| {
            let operation = Operation::Act(Box::new(crawl(url.as_str())));
            let command = WEB_COMMANDS.iter().find(|it| it.name == CRAWLER);
            let user_home = &user_home;
            let seen = PolicyContext { command, path_style, user_home, ..PolicyContext::default() };
            match policy.judge(&operation, &seen) {
                (ruling, Grounds { source: RulingSource::Rule(_), .. }) => ruling == Ruling::Allow,
                _ => {
                    let harmless = PolicyContext { found: Some(&[]), ..seen };
                    policy.judge(&operation, &harmless).0 == Ruling::Allow
                }
            }
        }))
    }

    const CRAWLER: &str = "web_crawler";

    /// The action of reading a page, on the whole desktop.
    fn crawl(url: &str) -> Action {
        let args = json!({"url": url}).as_object().cloned().unwrap_or_default();
        Action {
            call: Call { command: CRAWLER.into(), args },
            window: Window {
                label: None,
                id: WindowId(0),
                title: String::new(),
                application: String::new(),
                process: None,
                rect: Rect::new(0, 0, 1, 1),
                state: WindowState::Normal,
                focused: false,
            },
            aim: Aim::Window,
            verb: Verb::Native,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::super::SEARCH_ENGINES;
        use super::page_rule;
        use crate::Environment;
        use deskpilot_core::{Policy, PolicyFile, Preset};
        use deskpilot_linux::Linux;
        use deskpilot_web_search::ENGINES;
        use std::sync::Arc;
        use url::Url;

        #[test]
        fn the_words_of_the_setting_are_none_and_the_engines() {
            let engines = ENGINES.iter().map(|it| it.name);
            assert_eq!(["none"].into_iter().chain(engines).collect::<Vec<_>>(), SEARCH_ENGINES);
        }

        #[test]
        fn a_page_is_read_unless_the_policy_would_ask_about_it_or_refuse_it() {
            let site = r#""command": "web_crawler", "domain": ["example.org", "*.example.org"]"#;
            let environment = Environment::new(Vec::new(), Arc::new(Linux));
            for (rules, url, is_read) in [
                (String::new(), "https://example.org/x", true),
                (format!(r#"{{"say": "refuse", {site}}}"#), "https://example.org/x", false),
                (format!(r#"{{"say": "refuse", {site}}}"#), "https://www.example.org/x", false),
                (format!(r#"{{"say": "refuse", {site}}}"#), "https://example.com/x", true),
                (format!(r#"{{"say": "ask", {site}}}"#), "https://example.org/x", false),
                (r#"{"say": "refuse", "risk": "sends"}"#.to_owned(), "https://example.org/x", false),
            ] {
                for preset in [Preset::ReadOnly, Preset::Ask] {
                    let parsed = serde_json::from_str(&format!("[{rules}]")).unwrap();
                    let policy =
                        Policy::of(PolicyFile { rules: parsed, preset, ..PolicyFile::default() }).unwrap();
                    let rule = page_rule(policy, &environment);
                    assert_eq!((rule.0)(&Url::parse(url).unwrap()), is_read, "{rules:?} {url}");
                }
            }
        }
    }
}

#[cfg(not(feature = "web-search"))]
mod left_out {
    use crate::{Config, UsageError};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_knowledge::KnowledgeSource;

    /// None, because this build has none.
    ///
    /// # Errors
    /// The settings name an engine.
    pub(crate) fn source(config: &Config) -> Result<Option<Box<dyn KnowledgeSource>>, UsageError> {
        match config.web_search {
            Some(_) => Err(UsageError(NotBuilt(Feature::WebSearch).to_string())),
            None => Ok(None),
        }
    }

    /// What `doctor` reports about web search; `None` if no engine is set.
    pub fn web_search_check(config: &Config) -> Option<Result<String, UsageError>> {
        source(config).err().map(Err)
    }
}
