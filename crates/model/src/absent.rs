//! Stubs for builds without hosted models: the same functions, which return an error that says how to get them.

use crate::{HostedOptions, Model, ModelError, Prices};
use deskpilot_core::{Feature, NotBuilt};
use std::sync::Arc;

/// Always fails: hosted models are not built in.
#[expect(clippy::needless_pass_by_value, reason = "with hosted models it keeps the options")]
pub fn hosted(options: HostedOptions, _: Arc<Prices>) -> Result<Arc<dyn Model>, ModelError> {
    Err(ModelError::Misconfigured { what: options.name(), message: NotBuilt(Feature::Hosted).to_string() })
}

/// Unknown: hosted models are not built in.
pub async fn context_size(_: &HostedOptions) -> Option<u32> {
    None
}

/// Always fails: hosted models are not built in.
pub fn operator(options: HostedOptions, prices: Arc<Prices>) -> Result<Arc<dyn Model>, ModelError> {
    hosted(options, prices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Provider;

    #[test]
    fn a_hosted_model_that_is_not_built_in_says_how_to_get_it() {
        let options = || HostedOptions::with_defaults(Provider::by_name("openai").unwrap(), "gpt-6-luna");
        let prices = || Arc::new(Prices::embedded());
        for opened in [hosted(options(), prices()), operator(options(), prices())] {
            let error = opened.err().unwrap().to_string();
            assert!(error.starts_with("openai/gpt-6-luna cannot be used: this build leaves out"), "{error}");
            assert!(error.contains("--features hosted"), "{error}");
        }
    }
}
