//! What a doctor of this machine checks: the platform, the models and their keys, the folder of the logs, the space on the disk.

use crate::{
    Config, EndedModel, LEAST_CONTEXT, agent_models, embedding_weights, ended_models, knowledge_index,
    knowledge_index_file, probe_model, web_search_check, with_causes,
};
use deskpilot_desktop::{Availability, Check, CheckDepth};
use deskpilot_system::{free_space, private_temporary_folder};
use jiff::civil::Date;
use std::path::{Path, PathBuf};

/// The pictures of a long task take some hundred MiB.
const NEEDED: u64 = 1 << 30;

/// Everything that Deskpilot needs or can use here, on this day, each with what to do where it is missing.
pub async fn machine_checks(config: &Config, depth: CheckDepth, today: Date) -> Vec<Check> {
    let mut checks = config.environment.platform().checks(depth).await;
    checks.extend(models(config, depth, today).await);
    checks.extend(ended(config, today));
    checks.push(embedding_model(config).await);
    checks.push(log_folder(config));
    checks.extend(disk(config));
    checks.extend(web_search(config));
    checks
}

/// Whether the models of the agents can be used, and with a deep check whether they answer.
async fn models(config: &Config, depth: CheckDepth, today: Date) -> Vec<Check> {
    let mut checks = Vec::new();
    for name in agent_models(config) {
        let label = if name == config.model.app { "model" } else { "model of the HostAgent" };
        let probed = probe_model(name, config, depth, today).await;
        let context = probed.as_ref().ok().and_then(|it| it.facts?.context);
        let (found, remedy) = match probed {
            Ok(it) => (Availability::Available(it.how), None),
            Err(error) => (
                Availability::Missing(format!("{name}: {}", with_causes(&error))),
                Some(MODEL_REMEDY.to_owned()),
            ),
        };
        // Without a deep check nobody knows whether it is up, and a key may come later.
        let required = depth == CheckDepth::Deep;
        checks.push(Check { required, ..check(label, "decides what to do", found, remedy) });
        checks.extend(context.and_then(|it| small_context(name, it)));
    }
    checks
}

/// A warning of a context into which no prompt fits; `None` for one that is large enough.
fn small_context(name: &str, context: u32) -> Option<Check> {
    let found = Availability::Missing(format!(
        "{name}: {context} tokens; a prompt with its reply takes up to {LEAST_CONTEXT}, and what does not fit is cut"
    ));
    let small =
        check("context of a model", "a cut prompt loses the request", found, Some(CONTEXT_REMEDY.to_owned()));
    (context < LEAST_CONTEXT).then_some(small)
}

const CONTEXT_REMEDY: &str =
    "start its server with more: OLLAMA_CONTEXT_LENGTH=16384 for Ollama, -c 16384 for llama.cpp";

/// A warning for each model of the settings that its maker has switched off on this day.
fn ended(config: &Config, today: Date) -> Vec<Check> {
    let warning = |it: EndedModel| {
        let found = Availability::Missing(format!("{}: switched off on {}", it.name, it.since));
        check("end of a model", "a model that is gone decides nothing", found, Some(ENDED_REMEDY.to_owned()))
    };
    ended_models(config, today).into_iter().map(warning).collect()
}

const ENDED_REMEDY: &str = "name another, such as `deskpilot config set model.name openai/gpt-6.1-terra`";

const MODEL_REMEDY: &str = "`deskpilot manual models` lists the providers, their keys and addresses";

/// Whether knowledge can be compared by meaning: the model is there, and what is in the index has vectors.
async fn embedding_model(config: &Config) -> Check {
    let found = weights_folder(config);
    let without = passages_without_vector(config).await.unwrap_or_default();
    let number = match without {
        0 => String::new(),
        1 => "; 1 passage of the index is found by its words alone".to_owned(),
        some => format!("; {some} passages of the index are found by their words alone"),
    };
    let (found, remedy) = match found {
        Ok(folder) => {
            (Availability::Available(format!("{folder}{number}")), (without > 0).then_some(EMBED_REMEDY))
        }
        Err(error) => (Availability::Missing(format!("{error}{number}")), Some(MODEL_OF_INDEX_REMEDY)),
    };
    check("embedding model", "finds help by its meaning", found, remedy.map(str::to_owned))
}

/// The folder of the weights, all of which are there; else what is wrong with them.
fn weights_folder(config: &Config) -> Result<String, String> {
    let weights = embedding_weights(&config.knowledge, &config.environment);
    let weights = weights.map_err(|error| with_causes(&error))?;
    weights.check().map_err(|error| with_causes(&error))?;
    Ok(weights.folder().display().to_string())
}

const MODEL_OF_INDEX_REMEDY: &str = "it is not needed: without it help is found by its words alone";
const EMBED_REMEDY: &str = "`deskpilot knowledge embed` compares them by meaning";

/// How many passages of the index have no vector; `None` without an index that can be read.
async fn passages_without_vector(config: &Config) -> Option<u64> {
    let file = knowledge_index_file(&config.knowledge, &config.environment).ok()?;
    if !file.exists() {
        return None;
    }
    let sources = knowledge_index(config).await.ok()?.list().await.ok()?;
    Some(sources.iter().map(|it| it.chunks.saturating_sub(it.embedded)).sum())
}

/// Whether logs can be written.
fn log_folder(config: &Config) -> Check {
    let place = existing(&config.log_dir);
    let shown = std::path::absolute(&config.log_dir).unwrap_or_else(|_| config.log_dir.clone());
    let (found, remedy) = match private_temporary_folder(&place, ".deskpilot-doctor-") {
        Ok(_) => (Availability::Available(shown.display().to_string()), None),
        Err(error) => (
            Availability::Missing(format!("{} cannot be written: {error}", shown.display())),
            Some("choose another folder with --log-dir, or set run.log_dir".to_owned()),
        ),
    };
    Check { required: true, ..check("log folder", "what a task did, and its pictures", found, remedy) }
}

/// Whether the disk of the logs has room; `None` where the system does not report it.
fn disk(config: &Config) -> Option<Check> {
    let free = free_space(&existing(&config.log_dir)).ok()??;
    let shown = format!("{:.1} GiB free", free as f64 / NEEDED as f64);
    let (found, remedy) = match free {
        NEEDED.. => (Availability::Available(shown), None),
        _ => (
            Availability::Missing(shown),
            Some("`deskpilot log rm --older-than 30d` deletes old logs".to_owned()),
        ),
    };
    Some(check("disk", "pictures of the screen", found, remedy))
}

/// Whether web search can be used; `None` if no engine is set.
fn web_search(config: &Config) -> Option<Check> {
    let (found, remedy) = match web_search_check(config)? {
        Ok(how) => (Availability::Available(how), None),
        Err(error) => (Availability::Missing(error.to_string()), Some(SEARCH_REMEDY.to_owned())),
    };
    Some(check("web search", "finds knowledge for subtasks", found, remedy))
}

const SEARCH_REMEDY: &str = "see docs/web-search.md, or set knowledge.web_search.engine to none";

/// The folder, or the nearest one above it that exists.
fn existing(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    folder.ancestors().find(|it| it.is_dir()).map_or_else(|| PathBuf::from("."), Path::to_owned)
}

fn check(name: &str, why: &str, found: Availability, remedy: Option<String>) -> Check {
    Check { name: name.into(), why: why.into(), found, remedy, required: false, package: None }
}
