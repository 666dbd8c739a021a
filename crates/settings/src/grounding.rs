//! The configuration of grounding, from the settings.

use crate::Layers;
use anyhow::{Context, Result};
use deskpilot_desktop::GroundingTrigger;
use deskpilot_grounding::PlainHttp;
use deskpilot_runtime::{GroundingConfig, GroundingKind};
use std::{path::PathBuf, time::Duration};
use toml::Value;

/// The configuration that the layers hold.
pub(crate) fn grounding(layers: &Layers) -> Result<GroundingConfig> {
    let text = |name: &str| {
        layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
    };
    let seconds = layers.value("grounding.timeout_seconds").and_then(Value::as_integer).unwrap_or(0);
    let seconds = u32::try_from(seconds)
        .with_context(|| format!("grounding.timeout_seconds is too large: {seconds}"))?;
    Ok(GroundingConfig {
        kind: match text("grounding.kind").as_deref() {
            Some("ocr") => GroundingKind::Ocr,
            Some("service") => GroundingKind::Service,
            _ => GroundingKind::None,
        },
        when: match text("grounding.when").as_deref() {
            Some("always") => GroundingTrigger::Always,
            _ => GroundingTrigger::Sparse,
        },
        deadline: Duration::from_secs(u64::from(seconds.max(1))),
        url: text("grounding.url"),
        key_variable: text("grounding.key_variable"),
        plain_http: match text("grounding.plain_http").as_deref() {
            Some("anywhere") => PlainHttp::Anywhere,
            _ => PlainHttp::Loopback,
        },
        weights: text("grounding.weights").map(PathBuf::from),
    })
}
