//! The table of all settings: name, kind, default, meaning. Files, environment, help and manual are read from it.

use toml::Value;

/// One setting.
#[derive(Debug)]
pub(crate) struct Setting {
    /// Its name in files, `table.key`; in the environment it is `DESKPILOT_TABLE_KEY`.
    pub(crate) name: &'static str,
    /// What values it takes.
    pub(crate) kind: Kind,
    /// Its value when nobody sets it; empty means that there is none.
    pub(crate) default: &'static str,
    /// What it means.
    pub(crate) doc: &'static str,
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Any text.
    Text,
    /// A whole number from 0.
    Count,
    /// A number.
    Number,
    /// A list of texts; in the environment separated by commas.
    List,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

const fn setting(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Setting {
    Setting { name, kind, default, doc }
}

/// All settings, in the order of the manual.
pub(crate) const SETTINGS: &[Setting] = &[
    setting(
        "model.name",
        Kind::Text,
        "steps",
        "the model of both agents: steps, or provider/model such as openai/gpt-4o",
    ),
    setting("model.host", Kind::Text, "", "the HostAgent's model, if it is another"),
    setting("model.app", Kind::Text, "", "the AppAgents' model, if it is another"),
    setting("model.judge", Kind::Text, "", "the EvaluationAgent's model, if it is another"),
    setting(
        "model.operator",
        Kind::Text,
        "",
        "the computer-use model of the operator modes, such as openai/computer-use-preview or anthropic/claude-opus-4-5",
    ),
    setting("model.base_url", Kind::Text, "", "the provider's address, if it is not its usual one"),
    setting(
        "model.key_variable",
        Kind::Text,
        "",
        "the environment variable with the key, if it is not the provider's usual one",
    ),
    setting("model.timeout_seconds", Kind::Count, "120", "how long one reply may take"),
    setting("model.temperature", Kind::Number, "", "the sampling temperature; the provider's own unless set"),
    setting("model.max_output_tokens", Kind::Count, "2000", "the longest reply, in tokens"),
    setting(
        "model.structured",
        Kind::OneOf(&["schema", "json", "text"]),
        "schema",
        "how a reply's shape is asked for, where the provider offers it",
    ),
    setting(
        "model.images",
        Kind::OneOf(&["concatenated", "separate", "omitted"]),
        "separate",
        "which pictures a model is shown",
    ),
    setting(
        "model.last_picture",
        Kind::OneOf(&["included", "omitted"]),
        "omitted",
        "whether the last step's picture is shown too",
    ),
    setting(
        "picture.longest_side",
        Kind::Count,
        "0",
        "the longest side of the pictures a model is shown, in pixels; 0 for what its kind of model sees best",
    ),
    setting("model.proxy", Kind::Text, "", "the proxy for hosted models; the system's unless set"),
    setting(
        "desktop.kind",
        Kind::OneOf(&["private", "current"]),
        "private",
        "a desktop of its own, or the one you sit at",
    ),
    setting("desktop.size", Kind::Text, "1920x1080", "width and height of a private desktop, in pixels"),
    setting("view.tokens", Kind::Count, "1500", "the most tokens in which an agent is told of its window"),
    setting(
        "view.control_filter",
        Kind::List,
        "text,semantic,icon",
        "what puts controls first that a request is about: text, semantic, icon; none of them hides any",
    ),
    setting("view.control_filter_top_k", Kind::Count, "15", "how many controls each of them puts first"),
    setting("run.log_dir", Kind::Text, "logs", "the folder of the logs, one folder in it for each task"),
    setting(
        "run.ui_trees",
        Kind::OneOf(&["written", "omitted"]),
        "omitted",
        "whether the controls of each step are written to ui_trees/ in the log's folder too",
    ),
    setting("run.max_steps", Kind::Count, "50", "steps of a round before it fails"),
    setting(
        "run.opened",
        Kind::OneOf(&["kept", "closed"]),
        "kept",
        "what becomes of the windows that a session opened on your own desktop, when it has ended; those on a private one are always asked to close",
    ),
    setting(
        "run.evaluation",
        Kind::OneOf(&["off", "on"]),
        "off",
        "whether a session that ended is judged by the EvaluationAgent",
    ),
    setting(
        "run.speculation",
        Kind::OneOf(&["on", "off"]),
        "on",
        "whether a reply may hold several actions, done as long as the window stays as it was seen",
    ),
    setting(
        "run.complaints",
        Kind::Count,
        "3",
        "how often a reply that cannot be followed goes back to the model within one step",
    ),
    setting("run.retries", Kind::Count, "4", "how often a model call that may succeed later is tried again"),
    setting(
        "budget.round_seconds",
        Kind::Number,
        "0",
        "seconds of work of a round before it fails; 0 for no limit",
    ),
    setting(
        "budget.round_tokens",
        Kind::Count,
        "0",
        "tokens of prompts and replies of a round; 0 for no limit",
    ),
    setting(
        "budget.round_dollars",
        Kind::Number,
        "0",
        "dollars of a round, as far as prices are known; 0 for no limit",
    ),
    setting(
        "budget.session_steps",
        Kind::Count,
        "0",
        "steps of a session before its round fails; 0 for no limit",
    ),
    setting("budget.session_seconds", Kind::Number, "0", "seconds of work of a session; 0 for no limit"),
    setting(
        "budget.session_tokens",
        Kind::Count,
        "0",
        "tokens of prompts and replies of a session; 0 for no limit",
    ),
    setting(
        "budget.session_dollars",
        Kind::Number,
        "0",
        "dollars of a session, as far as prices are known; 0 for no limit",
    ),
    setting(
        "policy.file",
        Kind::Text,
        "",
        "the rules of what may be done; policy.toml beside the user's config.toml unless set",
    ),
    setting(
        "policy.preset",
        Kind::OneOf(&["", "read-only", "ask", "bounded", "unrestricted"]),
        "",
        "what holds where no rule speaks, whatever the file says; ask where nothing says",
    ),
    setting(
        "person.patience_seconds",
        Kind::Count,
        "3600",
        "how long it is waited for an answer, or for a person who took over, before the task stops and can be resumed",
    ),
    setting(
        "person.noticed",
        Kind::OneOf(&["on", "off"]),
        "on",
        "whether the agent pauses when you use the pointer or the keyboard of the current desktop while it works",
    ),
    setting(
        "person.answers",
        Kind::OneOf(&["ask", "remember", "forget"]),
        "ask",
        "what becomes of your answers after the task: you are asked, or they are kept for later tasks, or not",
    ),
    setting(
        "secrets.file",
        Kind::Text,
        "",
        "the file of named secrets, which nobody but you may read; secrets.toml beside the user's config.toml unless set",
    ),
    setting(
        "agents.file",
        Kind::Text,
        "",
        "the file of other agents that can be given subtasks; agents.toml beside the user's config.toml unless set",
    ),
    setting(
        "desktop.lease_seconds",
        Kind::Count,
        "30",
        "how long it is waited for a window in which another task works",
    ),
    setting(
        "grounding.kind",
        Kind::OneOf(&["none", "ocr", "service"]),
        "none",
        "who finds in pictures what the accessibility tree does not tell: text is read on this machine, or a service is \
         asked",
    ),
    setting(
        "grounding.when",
        Kind::OneOf(&["sparse", "always"]),
        "sparse",
        "when: where the accessibility tree of a window tells too little, or at every look",
    ),
    setting("grounding.timeout_seconds", Kind::Count, "20", "how long one picture may take"),
    setting("grounding.url", Kind::Text, "", "the service's address"),
    setting(
        "grounding.key_variable",
        Kind::Text,
        "",
        "the environment variable with the service's key, if it wants one; else it is looked for in the keyring",
    ),
    setting(
        "grounding.plain_http",
        Kind::OneOf(&["loopback", "anywhere"]),
        "loopback",
        "where pictures may be sent unencrypted",
    ),
    setting(
        "grounding.weights",
        Kind::Text,
        "",
        "the folder of the text reader's weights; deskpilot/weights in the user's data folder unless set",
    ),
    setting("knowledge.help_documents", Kind::Text, "", "a folder of help documents"),
    setting("prices.file", Kind::Text, "", "a file of prices that win over the built-in ones"),
];

impl Setting {
    /// The environment variable that sets it.
    pub(crate) fn variable(&self) -> String {
        format!("DESKPILOT_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// The value as this setting wants it; the error says what would be right.
    pub(crate) fn fitted(&self, value: &Value) -> Result<Value, String> {
        let fits = match (self.kind, value) {
            (Kind::Text, Value::String(_)) => true,
            (Kind::Count, Value::Integer(n)) => *n >= 0,
            (Kind::Number, Value::Integer(_) | Value::Float(_)) => true,
            (Kind::List, Value::Array(items)) => items.iter().all(Value::is_str),
            (Kind::OneOf(words), Value::String(text)) => words.contains(&text.as_str()),
            _ => false,
        };
        if fits {
            Ok(value.clone())
        } else {
            Err(format!("{} must be {}, and is {value}", self.name, self.expected()))
        }
    }

    /// The value that a text from the environment or a flag means.
    pub(crate) fn parsed(&self, text: &str) -> Result<Value, String> {
        let value = match self.kind {
            Kind::Text | Kind::OneOf(_) => Value::String(text.to_owned()),
            Kind::Count => text.parse().map(Value::Integer).map_err(|_| self.wrong(text))?,
            Kind::Number => text.parse().map(Value::Float).map_err(|_| self.wrong(text))?,
            Kind::List => {
                let items = text.split(',').map(str::trim).filter(|it| !it.is_empty());
                Value::Array(items.map(|it| Value::String(it.to_owned())).collect())
            }
        };
        self.fitted(&value)
    }

    fn wrong(&self, text: &str) -> String {
        format!("{} must be {}, and is {text:?}", self.name, self.expected())
    }

    /// What values it takes, in words.
    pub(crate) fn expected(&self) -> String {
        match self.kind {
            Kind::Text => "a text".into(),
            Kind::Count => "a whole number from 0".into(),
            Kind::Number => "a number".into(),
            Kind::List => "a list of texts".into(),
            Kind::OneOf(words) => format!("one of {}", words.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_its_own_name_a_sentence_and_a_default_it_takes() {
        for (n, it) in SETTINGS.iter().enumerate() {
            assert!(SETTINGS[..n].iter().all(|other| other.name != it.name), "{}", it.name);
            assert!(!it.doc.is_empty() && !it.doc.ends_with('.'), "{}", it.name);
            assert!(it.default.is_empty() || it.parsed(it.default).is_ok(), "{}", it.name);
        }
    }
}
