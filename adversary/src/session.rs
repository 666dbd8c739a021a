//! A session whose agents are the adversary's, and whose user answers nothing.

use crate::{native::RecordingReceiver, windows::Windows};
use anyhow::Result;
use async_trait::async_trait;
use deskpilot_agent::{
    Confirmation, Deciders, Guidance, Images, Knowledge, LastPicture, OpenedWindows, Options, Ports,
    RoundFinish, Session, SessionControl, Speculation, SystemClock, Timeouts, User, UserAbsent, UserReply,
    Watcher,
};
use deskpilot_core::{
    Answer, Clipboard, Consent, Mode, PathStyle, PauseCause, Policy, Question, fold::Limits, fold::QuestionId,
};
use deskpilot_deciders::Decider;
use deskpilot_desktop::{
    Budget, Desktop, GroundingTrigger, Puppeteer, Receiver, RedactedDesktop, Sandbox, ShellReceiver,
};
use deskpilot_log::MemoryLog;
use std::{path::PathBuf, sync::Arc};
use tokio_util::sync::CancellationToken;

/// A session on this desktop in which this decider decides and this watcher sees every entry.
pub(crate) fn open(
    decider: Arc<dyn Decider>,
    watcher: Watcher,
    desktop: Box<dyn Desktop>,
    policy: &Policy,
    windows: &Windows<'_>,
) -> Result<Session> {
    let receivers: Vec<Box<dyn Receiver>> = vec![
        Box::new(RecordingReceiver { record: windows.record.clone() }),
        Box::new(ShellReceiver { env: Vec::new(), sandbox: Sandbox::None, folder: "/".into() }),
    ];
    let ports = Ports {
        log: Box::new(MemoryLog::default()),
        puppeteer: Puppeteer::new(RedactedDesktop::new(desktop, policy.clone()), receivers),
        grounding: None,
        deciders: Deciders::without_judge(decider),
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: Box::new(SilentUser),
        clock: Box::new(SystemClock),
        read_content: |_| None,
        check_kind: |_| Ok(()),
        watchers: vec![watcher],
    };
    let control = SessionControl::new(CancellationToken::new());
    Ok(Session::open(ports, options(policy.clone(), windows.home.clone()), control, "adversary")?)
}

fn options(policy: Policy, home: PathBuf) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        subtask_steps: None,
        round: Limits::default(),
        session: Limits::default(),
        opened_windows: OpenedWindows::Keep,
        speculation: Speculation::On,
        finish: RoundFinish::Prepared,
        complaints: 20,
        policy,
        path_style: PathStyle::Posix,
        clipboard: Clipboard::Own,
        working: PathBuf::new(),
        user_home: home.clone(),
        own_places: Vec::new(),
        home,
        timeouts: Timeouts::default(),
        remembered: Vec::new(),
        images: Images::Omitted,
        last_picture: LastPicture::Omitted,
        look: Budget::LOOK,
        grounding: GroundingTrigger::Sparse,
        guidance: Guidance::On,
    }
}

/// A user who is asked and does not answer, so that the session goes on.
struct SilentUser;

#[async_trait]
impl User for SilentUser {
    async fn ask(&mut self, _: QuestionId, _: &[Question]) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        Err(UserAbsent)
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        Ok(Consent::Unanswered("nobody answered".into()).into())
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}
