//! The stages of the dataflow, and what they share.

use crate::Templates;
use deskpilot_deciders::plan::TextMatching;
use deskpilot_runtime::{Config, Sessions};

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
        if let (Some(traces), Some(parent)) = (&mut pipeline.config.traces, traceparent) {
            traces.parent = Some(parent.to_owned());
        }
        pipeline
    }
}
