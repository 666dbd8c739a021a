//! How a client follows one of its calls.

use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// How a client follows one of its calls, if it asked for that.
pub struct CallProgress<'c> {
    context: &'c RequestContext<RoleServer>,
    token: Option<ProgressToken>,
}

impl<'c> CallProgress<'c> {
    /// The progress of the call with this request.
    pub fn of(context: &'c RequestContext<RoleServer>) -> CallProgress<'c> {
        CallProgress { context, token: context.meta.get_progress_token() }
    }

    /// Whether the client asked for it.
    pub fn is_followed(&self) -> bool {
        self.token.is_some()
    }

    /// Tells the client how much is done, and what is added to that.
    pub async fn tell(
        &self,
        done: f64,
        added: impl FnOnce(ProgressNotificationParam) -> ProgressNotificationParam + Send,
    ) {
        let Some(token) = self.token.clone() else { return };
        let told = added(ProgressNotificationParam::new(token, done));
        // A client that is gone hears nothing, and the end of the connection stops its tasks.
        let _ = self.context.peer.notify_progress(told).await;
    }
}
