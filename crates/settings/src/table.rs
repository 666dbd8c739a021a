//! The table of all settings: name, kind of value, default, meaning. Files, environment, errors and manual use it.

use crate::setting::{Setting, ValueKind, setting};
use deskpilot_runtime::SEARCH_ENGINES;

/// All settings, in the order of the manual.
pub const SETTINGS: &[Setting] = &[
    setting(
        "model.name",
        ValueKind::Text,
        "steps",
        "the model of both agents: steps, or provider/model such as openai/gpt-6.1-terra",
    ),
    setting("model.host", ValueKind::Text, "", "the HostAgent's model, if different"),
    setting("model.app", ValueKind::Text, "", "the AppAgents' model, if different"),
    setting("model.judge", ValueKind::Text, "", "the EvaluationAgent's model, if different"),
    setting(
        "model.operator",
        ValueKind::Text,
        "",
        "the computer-use model of the operator modes, such as openai/gpt-6.1-terra or anthropic/claude-opus-5-5",
    ),
    setting("model.base_url", ValueKind::Text, "", "the provider's address, if not the default one"),
    setting(
        "model.key_variable",
        ValueKind::Text,
        "",
        "the environment variable with the key, if not the provider's default one",
    ),
    setting("model.timeout_seconds", ValueKind::Count, "120", "the time limit of one reply"),
    setting(
        "model.longest_wait_seconds",
        ValueKind::Count,
        "120",
        "the longest wait before the next call that a provider may ask for; after a longer one the round ends with the time when \
         `deskpilot resume` can go on with it",
    ),
    setting(
        "model.temperature",
        ValueKind::Number,
        "",
        "the sampling temperature; by default the provider's",
    ),
    setting(
        "model.max_output_tokens",
        ValueKind::Count,
        "0",
        "the length limit of a reply, in tokens; 0 for all that the model allows; a reply that is cut there is asked for again \
         with four times as much, as far as the model allows",
    ),
    setting(
        "model.structured",
        ValueKind::OneOf(&["schema", "grammar", "json", "text"]),
        "schema",
        "how the shape of a reply is requested, if the provider supports it; grammar is for llama.cpp, whose older servers take no schema",
    ),
    setting(
        "model.size",
        ValueKind::OneOf(&["auto", "full", "small"]),
        "auto",
        "how much guidance prompts have: full, small for a model that loses the request in it, or auto: small for models whose names \
         say that they have few parameters, and for those with a context of at most 16384 tokens, as `deskpilot doctor --deep` finds",
    ),
    setting(
        "model.images",
        ValueKind::OneOf(&["concatenated", "separate", "omitted"]),
        "separate",
        "which pictures a model gets",
    ),
    setting(
        "model.last_picture",
        ValueKind::OneOf(&["included", "omitted"]),
        "omitted",
        "whether a model also gets the last step's picture",
    ),
    setting(
        "picture.longest_side",
        ValueKind::Count,
        "0",
        "the longest side of the pictures a model gets, in pixels; 0 for the default of its kind of model",
    ),
    setting("model.proxy", ValueKind::Text, "", "the proxy for hosted models; by default the system's"),
    setting(
        "desktop.kind",
        ValueKind::OneOf(&["private", "current"]),
        "private",
        "a private desktop, or the one you sit at; the default on Windows is current",
    ),
    setting("desktop.size", ValueKind::Text, "1920x1080", "width and height of a private desktop, in pixels"),
    setting(
        "desktop.home",
        ValueKind::Text,
        "fresh",
        "the home of the applications of a private desktop: fresh for each task, keep for one that all tasks share, so that settings and logins last, or a folder",
    ),
    setting(
        "view.tokens",
        ValueKind::Count,
        "1500",
        "the most tokens of the text that describes a window to an agent",
    ),
    setting(
        "view.control_filter",
        ValueKind::List,
        "text,semantic,icon",
        "what puts the controls first that a request is about: text, semantic, icon; no filter hides any",
    ),
    setting("view.control_filter_top_k", ValueKind::Count, "15", "how many controls each filter puts first"),
    setting(
        "run.out",
        ValueKind::Text,
        "",
        "where files go that are saved without a folder: home (that of the applications), or a folder; by default the folder in which you run Deskpilot at a terminal, else home",
    ),
    setting("run.log_dir", ValueKind::Text, "logs", "the folder of the logs, with one folder for each task"),
    setting(
        "run.ui_trees",
        ValueKind::OneOf(&["written", "omitted"]),
        "omitted",
        "whether the controls of each step are also written to ui_trees/ in the log's folder",
    ),
    setting(
        "run.max_steps",
        ValueKind::Count,
        "0",
        "the most steps of a round; then it ends, and `deskpilot resume` goes on with it; 0 for no limit",
    ),
    setting(
        "run.opened",
        ValueKind::OneOf(&["kept", "closed"]),
        "kept",
        "what happens at the end to windows that a session opened on your own desktop; those on a private one are always closed",
    ),
    setting(
        "run.evaluation",
        ValueKind::OneOf(&["off", "on"]),
        "off",
        "whether the EvaluationAgent judges a session when it has ended",
    ),
    setting(
        "run.speculation",
        ValueKind::OneOf(&["on", "off"]),
        "on",
        "whether a reply may contain several actions, which are done as long as the window stays as it was seen",
    ),
    setting(
        "run.native",
        ValueKind::OneOf(&["on", "off", "only"]),
        "on",
        "whether AppAgents give applications native commands where they can (see `deskpilot commands`), use their windows alone, or do nothing in windows",
    ),
    setting(
        "run.sandbox",
        ValueKind::OneOf(&["on", "network", "off"]),
        "on",
        "whether programs that agents run can write only to a task's home and working folder and have no network, only the former, or neither; on machines with bubblewrap, and on Windows, where they keep the network",
    ),
    setting(
        "run.finish",
        ValueKind::OneOf(&["prepared", "host"]),
        "prepared",
        "who ends a round when the last planned subtask is proven, its notes and files there and no effect in doubt: the comment that the HostAgent prepared, or the HostAgent after another look (always so with run.evaluation)",
    ),
    setting(
        "run.complaints",
        ValueKind::Count,
        "3",
        "how often an unusable reply goes back to the model within one step",
    ),
    setting("run.retries", ValueKind::Count, "4", "how often a failed model call is retried"),
    setting(
        "budget.subtask_steps",
        ValueKind::Count,
        "100",
        "steps of an AppAgent in one subtask before the round ends; 0 for no limit; a warning comes at four fifths of each budget, and `deskpilot resume` goes on with a round that a budget ended",
    ),
    setting(
        "budget.round_seconds",
        ValueKind::Number,
        "28800",
        "seconds of work of a round before it ends; 0 for no limit",
    ),
    setting(
        "budget.round_tokens",
        ValueKind::Count,
        "0",
        "tokens of prompts and replies of a round; 0 for no limit",
    ),
    setting(
        "budget.round_dollars",
        ValueKind::Number,
        "25",
        "dollars of a round before it ends, as far as prices are known; 0 for no limit",
    ),
    setting(
        "budget.session_steps",
        ValueKind::Count,
        "0",
        "steps of a session before its round fails; 0 for no limit",
    ),
    setting("budget.session_seconds", ValueKind::Number, "0", "seconds of work of a session; 0 for no limit"),
    setting(
        "budget.session_tokens",
        ValueKind::Count,
        "0",
        "tokens of prompts and replies of a session; 0 for no limit",
    ),
    setting(
        "budget.session_dollars",
        ValueKind::Number,
        "0",
        "dollars of a session, as far as prices are known; 0 for no limit",
    ),
    setting(
        "policy.file",
        ValueKind::Text,
        "",
        "the file of the policy's rules; by default policy.toml next to your config.toml",
    ),
    setting(
        "policy.preset",
        ValueKind::OneOf(&["", "read-only", "ask", "bounded", "unrestricted"]),
        "",
        "the preset for actions that no rule covers, which overrides the file's; by default ask",
    ),
    setting(
        "person.patience_seconds",
        ValueKind::Count,
        "3600",
        "how long a task waits for an answer, or for a person who took the desktop, before it stops; you can resume it",
    ),
    setting(
        "person.noticed",
        ValueKind::OneOf(&["on", "off"]),
        "on",
        "whether the agent pauses when you use the pointer or the keyboard of the current desktop while it works",
    ),
    setting(
        "person.answers",
        ValueKind::OneOf(&["ask", "remember", "forget"]),
        "ask",
        "what happens to your answers after the task: you are asked whether to keep them for later tasks, or they are kept, or not",
    ),
    setting(
        "terminal.progress",
        ValueKind::OneOf(&["steps", "details", "everything", "nothing"]),
        "steps",
        "what a task shows while it runs: a line for each step, every action and its effect, every entry of the log, or nothing: then one line has the result",
    ),
    setting(
        "secrets.file",
        ValueKind::Text,
        "",
        "the file of named secrets, which only you may read; by default secrets.toml next to your config.toml",
    ),
    setting(
        "agents.file",
        ValueKind::Text,
        "",
        "the file of external agents that can take subtasks; by default agents.toml next to your config.toml",
    ),
    setting(
        "tools.file",
        ValueKind::Text,
        "",
        "the file of MCP servers whose tools agents can use; by default tools.toml next to your config.toml",
    ),
    setting(
        "desktop.lease_seconds",
        ValueKind::Count,
        "30",
        "how long a task waits for a window in which another task works",
    ),
    setting(
        "grounding.kind",
        ValueKind::OneOf(&["none", "ocr", "service"]),
        "none",
        "what finds controls in pictures that the accessibility tree lacks: text recognition on this machine, or a service",
    ),
    setting(
        "grounding.when",
        ValueKind::OneOf(&["sparse", "always"]),
        "sparse",
        "when it is used: if the accessibility tree of a window has too little, or at every look",
    ),
    setting("grounding.timeout_seconds", ValueKind::Count, "20", "the time limit of one picture"),
    setting("grounding.url", ValueKind::Text, "", "the service's address"),
    setting(
        "grounding.key_variable",
        ValueKind::Text,
        "",
        "the environment variable with the service's key, if it needs one; without the variable, the keyring's entry of that name",
    ),
    setting(
        "grounding.plain_http",
        ValueKind::OneOf(&["loopback", "anywhere"]),
        "loopback",
        "where pictures may be sent unencrypted",
    ),
    setting(
        "grounding.weights",
        ValueKind::Text,
        "",
        "the folder of the text reader's weights; by default deskpilot/weights in your data folder",
    ),
    setting(
        "knowledge.save_experience",
        ValueKind::OneOf(&["auto", "always", "ask", "never"]),
        "auto",
        "when what a session did is kept as skills and experience: auto, after what checks or an evaluation called right, and of the rest facts about the application; always, as auto, and you are asked at the terminal about what nothing judged; ask, after what you call right at the terminal; or never",
    ),
    setting(
        "knowledge.experience",
        ValueKind::OneOf(&["on", "off"]),
        "on",
        "whether agents are shown what earlier sessions found out, where it fits: what worked, and warnings of what went wrong",
    ),
    setting(
        "knowledge.skills",
        ValueKind::OneOf(&["on", "off"]),
        "on",
        "whether a subtask or request that was right twice before is done again without a model, once you agreed, step by step as long as the window is as it was",
    ),
    setting(
        "knowledge.web_search.engine",
        ValueKind::OneOf(SEARCH_ENGINES),
        "none",
        "the search engine that is asked for knowledge, once the policy allows it: SearXNG, the Brave Search API, Tavily, or any address with {searchTerms} in it",
    ),
    setting(
        "knowledge.web_search.address",
        ValueKind::Text,
        "",
        "the engine's address: https, or http on this machine and in your own network; by default the usual one",
    ),
    setting(
        "knowledge.web_search.key_variable",
        ValueKind::Text,
        "",
        "the environment variable with the engine's key, if not BRAVE_API_KEY or TAVILY_API_KEY; without the variable, the keyring's entry of that name",
    ),
    setting("knowledge.web_search.results", ValueKind::Count, "5", "how many results are used, from 1 to 20"),
    setting(
        "knowledge.web_search.pages",
        ValueKind::Count,
        "2",
        "how many pages of the best results are read, up to 5",
    ),
    setting(
        "knowledge.web_search.cache_days",
        ValueKind::Count,
        "7",
        "for how many days what was found is kept in your data folder; 0 for not at all",
    ),
    setting(
        "knowledge.web_search.json_results",
        ValueKind::Text,
        "/results",
        "for opensearch: the JSON pointer from the answer to the list of results",
    ),
    setting(
        "knowledge.web_search.json_title",
        ValueKind::Text,
        "/title",
        "for opensearch: the JSON pointer from a result to its title",
    ),
    setting(
        "knowledge.web_search.json_url",
        ValueKind::Text,
        "/url",
        "for opensearch: the JSON pointer from a result to its address",
    ),
    setting(
        "knowledge.web_search.json_snippet",
        ValueKind::Text,
        "/content",
        "for opensearch: the JSON pointer from a result to what it shows of the page",
    ),
    setting(
        "knowledge.index",
        ValueKind::Text,
        "",
        "the file of the index of knowledge; by default deskpilot/knowledge/index.db in your data folder",
    ),
    setting(
        "knowledge.help_documents",
        ValueKind::Text,
        "",
        "a folder of help documents, which each session puts into the index",
    ),
    setting(
        "knowledge.weights",
        ValueKind::Text,
        "",
        "the folder of the weights of the model that compares knowledge by meaning; by default deskpilot/weights in your data folder",
    ),
    setting("prices.file", ValueKind::Text, "", "a file of prices that override the built-in ones"),
    setting(
        "traces.endpoint",
        ValueKind::Text,
        "",
        "the address of a collector of OpenTelemetry, which gets the spans of sessions at its /v1/traces: https, or http on this machine; also set by OTEL_EXPORTER_OTLP_ENDPOINT",
    ),
    setting(
        "traces.content",
        ValueKind::OneOf(&["no", "yes"]),
        "no",
        "whether spans hold texts: requests, subtasks, replies, what is typed, questions and answers",
    ),
    setting(
        "traces.headers_variable",
        ValueKind::Text,
        "",
        "the environment variable with the headers that the collector wants, as name=value,name=value, if not OTEL_EXPORTER_OTLP_HEADERS; without the variable, the keyring's entry of that name",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_its_own_name_a_sentence_and_a_default_it_takes() {
        for (n, it) in SETTINGS.iter().enumerate() {
            assert!(SETTINGS[..n].iter().all(|other| other.name != it.name), "{}", it.name);
            assert!(!it.doc.is_empty() && !it.doc.ends_with('.'), "{}", it.name);
            assert!(it.default.is_empty() || it.parse(it.default).is_ok(), "{}", it.name);
        }
    }
}
