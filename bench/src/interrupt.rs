//! Ctrl-C ends a measurement; what was measured until then is kept.

use crate::say;
use anyhow::{Result, bail};
use tokio::signal::ctrl_c;
use tokio_util::sync::CancellationToken;

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A token that the first Ctrl-C cancels. The second one ends the program at once.
pub(crate) fn interrupt_token() -> CancellationToken {
    let token = CancellationToken::new();
    let interrupt = token.clone();
    tokio::spawn(async move {
        while ctrl_c().await.is_ok() {
            if interrupt.is_cancelled() {
                std::process::exit(INTERRUPTED);
            }
            say("what runs is ended, and the results so far follow; Ctrl-C again ends at once ...");
            interrupt.cancel();
        }
    });
    token
}

/// What a part measures; an error once the measurement is interrupted.
pub(crate) async fn unless_interrupted<T>(
    interrupt: &CancellationToken,
    part: impl Future<Output = Result<T>>,
) -> Result<T> {
    interrupt.run_until_cancelled(part).await.unwrap_or_else(interrupted)
}

/// The error of a measurement that was interrupted.
pub(crate) fn interrupted<T>() -> Result<T> {
    bail!("it was interrupted")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        future::{pending, ready},
        time::Duration,
    };
    use tokio::time::timeout;

    #[tokio::test]
    async fn a_part_that_never_ends_is_interrupted() {
        let interrupt = CancellationToken::new();
        assert_eq!(unless_interrupted(&interrupt, ready(Ok(7))).await.unwrap(), 7);
        interrupt.cancel();
        let interrupted = unless_interrupted(&interrupt, pending::<Result<u32>>());
        let error = timeout(Duration::from_secs(60), interrupted).await.unwrap().unwrap_err();
        assert_eq!(error.to_string(), "it was interrupted");
    }
}
