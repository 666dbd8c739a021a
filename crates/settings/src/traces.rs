//! The configuration of traces, from the settings.

use crate::Layers;
use deskpilot_runtime::{Environment, TraceContent, TracesConfig};
use toml::Value;

/// The configuration that the layers hold; `None` if no collector is set.
pub(crate) fn traces(layers: &Layers, environment: &Environment) -> Option<TracesConfig> {
    let text = |name: &str| {
        layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
    };
    Some(TracesConfig {
        endpoint: text("traces.endpoint")?,
        content: match text("traces.content").as_deref() {
            Some("yes") => TraceContent::Included,
            _ => TraceContent::Omitted,
        },
        headers_variable: text("traces.headers_variable"),
        parent: environment.traceparent().map(str::to_owned),
    })
}
