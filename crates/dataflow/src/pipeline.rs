//! The stages of the dataflow, and what they share.

use crate::Templates;
use deskpilot_deciders::plan::TextMatching;
use deskpilot_runtime::{Config, Sessions, TracesConfig};

/// Instantiates, executes and judges tasks, each on a fresh private desktop.
#[derive(Clone)]
pub struct Pipeline {
    pub(crate) sessions: Sessions,
    pub(crate) config: Config,
    pub(crate) templates: Templates,
    pub(crate) options: PipelineOptions,
}

/// How tasks are executed.
#[derive(Clone, Debug, Default)]
pub struct PipelineOptions {
    /// How windows and controls are matched to the texts of a plan.
    pub matching: TextMatching,
    /// How often an execution that passes is repeated on a fresh copy of the document.
    pub replays: u32,
}

impl Pipeline {
    /// The pipeline with these settings; the logs of its sessions go into their folder of logs.
    pub fn new(
        sessions: Sessions,
        config: Config,
        templates: Templates,
        options: PipelineOptions,
    ) -> Pipeline {
        Pipeline { sessions, config, templates, options }
    }

    /// The same for a job that is a part of this span of another program, if it is a part of one.
    pub(crate) fn within(&self, traceparent: Option<&str>) -> Pipeline {
        let mut pipeline = self.clone();
        pipeline.config.traces = pipeline.config.traces.map(|it| traces_within(it, traceparent));
        pipeline
    }
}

/// The same spans as parts of this one, if there is one.
fn traces_within(traces: TracesConfig, traceparent: Option<&str>) -> TracesConfig {
    let parent = traceparent.map(str::to_owned).or(traces.parent);
    TracesConfig { parent, ..traces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_runtime::TraceContent;

    #[test]
    fn the_spans_of_a_job_are_parts_of_the_span_that_came_with_it_through_the_queue() {
        let traces = |parent: Option<&str>| TracesConfig {
            endpoint: "http://127.0.0.1:4318".into(),
            content: TraceContent::Omitted,
            headers_variable: None,
            parent: parent.map(str::to_owned),
        };
        for (of_worker, of_job, expected) in [
            (None, None, None),
            (None, Some("job"), Some("job")),
            (Some("worker"), Some("job"), Some("job")),
            (Some("worker"), None, Some("worker")),
        ] {
            assert_eq!(traces_within(traces(of_worker), of_job), traces(expected));
        }
    }
}
