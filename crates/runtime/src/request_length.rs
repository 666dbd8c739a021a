//! Refuses requests that prompts would cut.

use crate::UsageError;
use deskpilot_agent::LONGEST_REQUEST;

/// Checks that the models see a request whole.
///
/// # Errors
/// It is too long; the sentence says what to do.
pub fn check_request(request: &str) -> Result<(), UsageError> {
    if request.len() <= LONGEST_REQUEST {
        return Ok(());
    }
    Err(UsageError(format!(
        "the request has {} bytes, and models see at most {LONGEST_REQUEST}: put the details into a file, and name the file in \
         the request",
        request.len()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_would_be_cut_is_refused() {
        assert!(check_request(&"x".repeat(LONGEST_REQUEST)).is_ok());
        let error = check_request(&"x".repeat(LONGEST_REQUEST + 1)).unwrap_err();
        assert!(error.to_string().starts_with("the request has 16001 bytes"), "{error}");
    }
}
