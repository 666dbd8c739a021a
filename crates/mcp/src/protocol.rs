//! What the protocol leaves to the server: its revisions, and who it says it is.

use rmcp::{
    RoleServer,
    model::{Implementation, ProtocolVersion},
    service::RequestContext,
};

/// The revisions that clients may use. Later ones than those of `rmcp` need its next version, and older ones have no results with
/// structure.
pub(crate) const REVISIONS: &[ProtocolVersion] =
    &[ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];

/// The revision for a client that asks for an unknown one. From the next revision on there is no handshake that could name it.
pub(crate) const OFFERED: ProtocolVersion = ProtocolVersion::V_2025_11_25;

/// Whether the request is of a revision that begins with a handshake, and has sessions.
pub fn has_handshake(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_none_or(|it| it.has_initialize())
}

/// How a question reaches the person at the client, or its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionWay {
    /// A request of the server's, while the call waits.
    Request,
    /// The result of the call, which the client repeats with the answer.
    Result,
    /// The client cannot ask: the result of the call says what is asked, and another call answers.
    None,
}

impl QuestionWay {
    /// The way to the person at the client that made this call.
    pub fn of(context: &RequestContext<RoleServer>) -> QuestionWay {
        let elicitation = context.client_capabilities().and_then(|it| it.elicitation);
        // Without any mode a client means forms, as all did at first.
        match elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
            true => QuestionWay::of_revision(context),
            false => QuestionWay::None,
        }
    }

    /// The way to the model of the client that made this call.
    pub(crate) fn to_model(context: &RequestContext<RoleServer>) -> QuestionWay {
        match context.client_capabilities().and_then(|it| it.sampling) {
            Some(_) => QuestionWay::of_revision(context),
            None => QuestionWay::None,
        }
    }

    /// The way of the revision that this call speaks.
    fn of_revision(context: &RequestContext<RoleServer>) -> QuestionWay {
        match has_handshake(context) {
            true => QuestionWay::Request,
            false => QuestionWay::Result,
        }
    }
}

/// This program, as clients show it.
pub(crate) fn identity() -> Implementation {
    Implementation::new("deskpilot", env!("CARGO_PKG_VERSION")).with_title("Deskpilot")
}
