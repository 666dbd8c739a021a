//! A target for fuzzing: everything that an ACP agent writes is an introduction or an error.

use super::{initialize, introduction, transcript::Transcript, wire};
use agent_client_protocol::{
    Agent, Client, on_receive_notification,
    v1::{ConnectionTo, schema::SessionNotification},
};
use std::hint::black_box;
use tokio::{io::sink, runtime::Builder};

/// Everything that an agent writes.
pub fn acp_agent(bytes: &[u8]) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    let input = std::io::Cursor::new(bytes.to_vec());
    runtime.block_on(async move {
        let transcript = Transcript::default();
        let messages = transcript.clone();
        let talk = Client
            .v1()
            .on_receive_notification(
                async move |it: SessionNotification, _| {
                    messages.note(&it.update);
                    Ok(())
                },
                on_receive_notification!(),
            )
            .connect_with(wire(sink(), input), async |agent: ConnectionTo<Agent>| {
                Ok(initialize(&agent).await.map(|it| introduction(&it)))
            });
        drop(black_box(talk.await));
        black_box(transcript.text());
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn anything_an_agent_writes_is_read_or_refused() {
        let words = [
            "\"jsonrpc\":\"2.0\"",
            "\"method\":\"session/update\"",
            "\"params\":{",
            "\"sessionId\":",
            "\"update\":{",
            "\"toolCallId\":",
            "\"result\":{",
            "\n{",
        ];
        deskpilot_fuzz::fuzz("acp_agent", &words, super::acp_agent);
    }
}
