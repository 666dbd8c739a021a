//! Carries out the commands of players, and reads back what they did.

use super::remote::{PlayerState, Remote};
use crate::bus::BusError;
use deskpilot_core::{Call, Effect, Evidence, ExistingState, NoChangeReason, Outcome, Refusal};
use deskpilot_dbus::Variant;
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::Instant;

/// How long a player may take to carry out a command.
const SETTLING: Duration = Duration::from_secs(3);
/// How far the volume may be from what was wanted: players round it to steps of their own.
const VOLUME_STEP: f64 = 0.011;
/// How far the place may be from what was wanted, in seconds: players go to the nearest picture.
const PLACE_STEP: f64 = 1.0;

/// A command for a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlayerCommand {
    NowPlaying,
    /// The method, the status that it leads to, and the property that says whether it is possible.
    Status(&'static str, &'static str, &'static str),
    /// The method, and the property that says whether it is possible.
    Track(&'static str, &'static str),
    Volume(f64),
    Seek(f64),
}

/// What to read back: whether a state is as wanted, and what of it is shown.
struct ReadBack<W, S> {
    is_wanted: W,
    shown: S,
    of: &'static str,
}

impl PlayerCommand {
    /// The command of a call; `None` if there is none of this name.
    pub(super) fn of(call: &Call) -> Option<PlayerCommand> {
        let number = |name: &str| call.args.get(name).and_then(|it| it.as_f64()).unwrap_or(f64::NAN);
        Some(match call.command.as_str() {
            "now_playing" => PlayerCommand::NowPlaying,
            "play" => PlayerCommand::Status("Play", "Playing", "CanPlay"),
            "pause" => PlayerCommand::Status("Pause", "Paused", "CanPause"),
            "stop" => PlayerCommand::Status("Stop", "Stopped", "CanControl"),
            "next" => PlayerCommand::Track("Next", "CanGoNext"),
            "previous" => PlayerCommand::Track("Previous", "CanGoPrevious"),
            "set_volume" => PlayerCommand::Volume(number("volume")),
            "seek" => PlayerCommand::Seek(number("seconds")),
            _ => return None,
        })
    }

    pub(super) async fn carry_out(
        self,
        mut player: Remote,
        deadline: Duration,
    ) -> Result<Outcome, DesktopError> {
        let end = Instant::now() + deadline;
        let before = player.state().await.map_err(|error| error.of("the player"))?;
        if self == PlayerCommand::NowPlaying {
            let effect =
                Effect::Confirmed(Evidence::Reported(format!("the player says: {}", before.status())));
            return Ok(Outcome { output: Some(before.lines()), ..effect.into() });
        }
        if let Some(effect) = self.without_call(&before) {
            return Ok(effect.into());
        }
        player.link.changes.mark_unchanged();
        let left = end.saturating_duration_since(Instant::now());
        Ok(match self.send(&player, &before, SETTLING.min(left)).await {
            Ok(()) => self.effect(player, &before, end.min(Instant::now() + SETTLING)).await,
            Err(error) => unanswered(&error),
        }
        .into())
    }

    /// The effect where nothing is to be sent: the player cannot, the argument does not fit, or it is as wanted.
    fn without_call(self, before: &PlayerState) -> Option<Effect> {
        let cannot = |property: &str| {
            before.denies(property).then(|| {
                let why = format!("it says that this is not possible now ({property})");
                Effect::Refused(Refusal::NotPossible { what: "the player".into(), why })
            })
        };
        let is_already = |is: bool, text: String| {
            is.then_some(Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Text(text))))
        };
        let bad = |name: &str, must: String| {
            Some(Effect::Refused(Refusal::BadArgument { name: name.into(), must }))
        };
        match self {
            PlayerCommand::NowPlaying => None,
            PlayerCommand::Status(_, status, property) => {
                is_already(before.status() == status, status.into()).or_else(|| cannot(property))
            }
            PlayerCommand::Track(_, property) => cannot(property),
            PlayerCommand::Volume(volume) if !(0.0..=1.0).contains(&volume) => {
                bad("volume", "a number from 0 to 1".into())
            }
            PlayerCommand::Volume(volume) => {
                let is_same = before.volume().is_some_and(|it| (it - volume).abs() < 1e-9);
                is_already(is_same, volume_text(before)).or_else(|| cannot("CanControl"))
            }
            PlayerCommand::Seek(seconds) => match (before.track(), before.length()) {
                _ if !(0.0..=1e9).contains(&seconds) => bad("seconds", "a number from 0".into()),
                (_, Some(length)) if seconds > length => {
                    bad("seconds", format!("a number from 0 to {length:.1}, the end of the track"))
                }
                (None, _) => {
                    let why = "it does not say which track it plays".into();
                    Some(Effect::Refused(Refusal::NotPossible { what: "the player".into(), why }))
                }
                (Some(_), _) => cannot("CanSeek"),
            },
        }
    }

    async fn send(self, player: &Remote, before: &PlayerState, limit: Duration) -> Result<(), BusError> {
        match self {
            PlayerCommand::NowPlaying => Ok(()),
            PlayerCommand::Status(method, ..) | PlayerCommand::Track(method, _) => {
                player.call(method, &(), limit).await
            }
            PlayerCommand::Volume(volume) => player.set("Volume", Variant(volume), limit).await,
            PlayerCommand::Seek(seconds) => {
                let Some(track) = before.track() else { return Ok(()) };
                player.call("SetPosition", &(track, micros(seconds)), limit).await
            }
        }
    }

    /// Reads back what was done.
    async fn effect(self, player: Remote, before: &PlayerState, end: Instant) -> Effect {
        match self {
            PlayerCommand::NowPlaying => Effect::Confirmed(Evidence::Reported("read".into())),
            PlayerCommand::Status(_, status, _) => {
                let is_wanted = |it: &PlayerState| it.status() == status;
                let shown = PlayerState::status;
                read_back(player, before, ReadBack { is_wanted, shown, of: "the player's status" }, end).await
            }
            PlayerCommand::Track(..) => {
                let is_wanted = |it: &PlayerState| it.track_key() != before.track_key();
                let shown = track_text;
                read_back(player, before, ReadBack { is_wanted, shown, of: "the track" }, end).await
            }
            PlayerCommand::Volume(volume) => {
                let is_wanted =
                    move |it: &PlayerState| it.volume().is_some_and(|it| (it - volume).abs() < VOLUME_STEP);
                let shown = volume_text;
                read_back(player, before, ReadBack { is_wanted, shown, of: "the player's volume" }, end).await
            }
            PlayerCommand::Seek(seconds) => {
                let sent = Instant::now();
                let is_wanted = move |it: &PlayerState| {
                    let most = seconds + sent.elapsed().as_secs_f64() + PLACE_STEP;
                    it.position().is_some_and(|it| (seconds - PLACE_STEP..=most).contains(&it))
                };
                let shown = position_text;
                read_back(player, before, ReadBack { is_wanted, shown, of: "the place in the track" }, end)
                    .await
            }
        }
    }
}

async fn read_back<W, S>(
    mut player: Remote,
    before: &PlayerState,
    wanted: ReadBack<W, S>,
    end: Instant,
) -> Effect
where
    W: Fn(&PlayerState) -> bool + Send + Sync,
    S: Fn(&PlayerState) -> String + Send + Sync,
{
    let ReadBack { is_wanted, shown, of } = wanted;
    let after = match player.state_when(&is_wanted, end).await {
        Ok(after) => after,
        Err(error) => return unanswered(&error),
    };
    let evidence =
        Evidence::Value { before: Some(shown(before)), after: Some(shown(&after)), of: Some(of.into()) };
    match () {
        () if is_wanted(&after) => Effect::Confirmed(evidence),
        () if shown(before) == shown(&after) => Effect::NoChange(NoChangeReason::Same(evidence)),
        () => Effect::Partial(format!("{evidence}, which is not what was wanted")),
    }
}

/// The effect of what was sent and not answered.
fn unanswered(error: &BusError) -> Effect {
    match error.refusal() {
        Some(why) => Effect::Refused(Refusal::NotPossible { what: "the player".into(), why }),
        None => Effect::Partial(format!(
            "it was sent, and the player gave no answer: {error}; look whether it was done"
        )),
    }
}

/// The track, with the reference of the player's: two tracks may have the same title.
fn track_text(state: &PlayerState) -> String {
    let track = state.track().map(|it| crate::text::one_line(&it.0));
    track.map_or_else(|| state.title(), |track| format!("{} ({track})", state.title()))
}

fn volume_text(state: &PlayerState) -> String {
    state.volume().map_or_else(|| "unknown".into(), |it| format!("{it:.2}"))
}

fn position_text(state: &PlayerState) -> String {
    state.position().map_or_else(|| "unknown".into(), |it| format!("{it:.1} s"))
}

#[expect(clippy::cast_possible_truncation, reason = "at most a thousand million seconds, which fit")]
fn micros(seconds: f64) -> i64 {
    (seconds * 1e6).round() as i64
}
