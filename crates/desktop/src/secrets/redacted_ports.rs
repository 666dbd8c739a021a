//! Receivers and groundings behind a redactor.

use super::{Redactor, pattern::MatchScope, redactor::redact_result, texts};
use crate::{
    ApplicationLifeCycle, CommandGaps, DesktopError, Detections, Grounding, Image, NativeAction,
    PageElements, PageHit, PageReading, Receiver, Scope,
};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Effect, Outcome, Point, Rect, Refusal, Window};
use std::{sync::Arc, time::Duration};

/// A receiver whose results contain no secrets, such as one that a program printed.
pub struct RedactedReceiver {
    /// The receiver that runs the commands.
    pub receiver: Box<dyn Receiver>,
    /// Redacts their results.
    pub redactor: Redactor,
}

#[async_trait]
impl Receiver for RedactedReceiver {
    fn name(&self) -> &str {
        self.receiver.name()
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        self.receiver.serves(scope)
    }

    fn table(&self) -> &'static [CommandSpec] {
        self.receiver.table()
    }

    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let mut commands =
            redact_result(&self.redactor, self.receiver.commands(scope).await, |_| Vec::new())?;
        // A command is called by its name, which a part of a secret may be by chance.
        self.redactor.redact(commands.iter_mut().flat_map(texts::of_command), MatchScope::Whole);
        Ok(commands)
    }

    fn take_gaps(&mut self, scope: Scope<'_>) -> CommandGaps {
        let mut gaps = self.receiver.take_gaps(scope);
        self.redactor.redact(gaps.troubles.iter_mut().chain(&mut gaps.limit), MatchScope::Parts);
        gaps
    }

    async fn complete(&mut self, action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        // What the agent wrote stays as it is: only what the page says may hold a secret.
        let mut written = action.call.clone();
        let written: Vec<String> = texts::of_call(&mut written).into_iter().map(|it| it.clone()).collect();
        let completed = self.receiver.complete(action).await;
        redact_result(&self.redactor, completed, |it| {
            let page_texts = it.iter_mut().flat_map(texts::of_call);
            page_texts.filter(|it| !written.contains(it)).collect()
        })
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        if self.receiver.takes_picture(action.call) && !self.redactor.is_empty() {
            return Ok(Effect::Refused(Refusal::NotPossible {
                what: action.call.command.clone(),
                why: "a secret was typed in this session and may stand in the picture; read the text instead"
                    .into(),
            })
            .into());
        }
        redact_result(&self.redactor, self.receiver.run(action).await, texts::of_outcome)
    }

    fn takes_picture(&self, call: &Call) -> bool {
        self.receiver.takes_picture(call)
    }

    fn deadline(&self, call: &Call) -> Option<Duration> {
        self.receiver.deadline(call)
    }

    fn page_elements(&mut self) -> Option<&mut dyn PageElements> {
        let has_pages = self.receiver.page_elements().is_some();
        has_pages.then_some(self as &mut dyn PageElements)
    }

    /// What it returns and takes has no text that a secret may be in.
    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        self.receiver.life_cycle()
    }
}

#[async_trait]
impl PageElements for RedactedReceiver {
    async fn elements(&mut self, window: &Window, page: Rect) -> Result<PageReading, DesktopError> {
        let Some(inner) = self.receiver.page_elements() else { return Ok(PageReading::default()) };
        let found = inner.elements(window, page).await;
        redact_result(&self.redactor, found, |it| {
            it.elements.iter_mut().map(|element| &mut element.name).collect()
        })
    }

    async fn element_at(
        &mut self,
        window: &Window,
        page: Rect,
        point: Point,
    ) -> Result<PageHit, DesktopError> {
        let Some(inner) = self.receiver.page_elements() else { return Ok(PageHit::Unknown) };
        let hit = inner.element_at(window, page, point).await;
        redact_result(&self.redactor, hit, |it| match it {
            PageHit::Element(element) => vec![&mut element.name],
            PageHit::Unknown | PageHit::Nothing => Vec::new(),
        })
    }
}

/// A grounding whose results contain no secrets.
pub struct RedactedGrounding {
    /// The grounding that looks.
    pub grounding: Box<dyn Grounding>,
    /// Redacts what it finds.
    pub redactor: Redactor,
}

#[async_trait]
impl Grounding for RedactedGrounding {
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError> {
        let detections = self.grounding.find(picture).await;
        redact_result(&self.redactor, detections, |it| {
            it.elements.iter_mut().map(|spot| &mut spot.name).collect()
        })
    }
}
