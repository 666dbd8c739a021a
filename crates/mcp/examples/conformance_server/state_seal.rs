//! The state that a client brings back with its answers: which round it answers, sealed so that no client can make one up.

use blake3::Hash;

/// What this server seals states with.
pub(crate) struct StateSeal([u8; 32]);

impl StateSeal {
    /// The seal that comes from this secret.
    pub(crate) fn of(secret: &str) -> StateSeal {
        StateSeal(blake3::derive_key(
            "deskpilot conformance_server 2026-07-28 request state",
            secret.as_bytes(),
        ))
    }

    /// The state of this round of the tool or prompt of this name.
    pub(crate) fn sealed(&self, name: &str, round: usize) -> String {
        format!("{round}-{}", self.mark(name, round).to_hex())
    }

    /// The round of a state; `None` if this server did not give it out for this name.
    pub(crate) fn opened(&self, name: &str, state: &str) -> Option<usize> {
        let (round, mark) = state.split_once('-')?;
        let round = round.parse().ok()?;
        let given = Hash::from_hex(mark).ok()?;
        (self.mark(name, round) == given).then_some(round)
    }

    fn mark(&self, name: &str, round: usize) -> Hash {
        blake3::keyed_hash(&self.0, format!("{name} {round}").as_bytes())
    }
}
