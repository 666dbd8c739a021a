//! A redacted desktop at the fields that contain secrets: it follows them through every read, and reads, selects and copies
//! nothing there.

use super::{
    RedactedDesktop,
    field_effect::{self, FieldContent},
    field_guard::FieldGuard,
    fields::ReadTime,
    pattern::MatchScope,
    pictures::SECRETS_READ,
    texts,
};
use crate::{ControlSnapshot, DesktopError, root_window};
use deskpilot_core::{Control, Gesture, Input, Outcome, State, TextMode, Window, WindowId, placeholder};

impl RedactedDesktop {
    /// Why native commands are refused in a window: they could read the secret that one of its fields shows.
    pub(crate) fn native_objection(&self, window: WindowId) -> Option<DesktopError> {
        let field = self.fields.readable_in(window)?;
        let mut error = field.error();
        // The error names the control, whose name may repeat the secret.
        self.redactor.redact(texts::of_error(&mut error), MatchScope::Parts);
        Some(error)
    }

    /// Takes a control for a field that contains the secret of this name, because an earlier process of the session typed it
    /// there.
    pub async fn cover_field(&mut self, window: WindowId, control: &Control, name: &str) {
        let is_desktop = self.desktop.root_window().await.is_ok_and(|it| it.id == window);
        self.fields.add(Some(window).filter(|_| !is_desktop), control, &placeholder(name));
        self.redactor.share_fields(self.fields.all());
    }

    /// Follows the fields through a read.
    pub(super) async fn update_fields(
        &mut self,
        window: &Window,
        seen: &ControlSnapshot,
    ) -> Result<(), DesktopError> {
        let root = self.desktop.root_window().await?.id;
        let window = Some(window.id).filter(|it| *it != root);
        self.fields.update(window, seen, &self.redactor);
        self.redactor.share_fields(self.fields.all());
        Ok(())
    }

    /// Refuses to read a control that contains a secret.
    async fn check_readable(&mut self, window: WindowId, control: &Control) -> Result<(), DesktopError> {
        if !self.fields.concern(window) {
            return Ok(());
        }
        let controls = self.follow_fields(window).await?;
        let Self { fields, redactor, .. } = &*self;
        let guard = FieldGuard { fields, redactor, window, controls: &controls };
        guard.reading(control).map_or(Ok(()), Err)
    }

    /// The controls of a window with their secrets, through which it follows the fields; none if the window is gone.
    async fn follow_fields(&mut self, window: WindowId) -> Result<Vec<Control>, DesktopError> {
        let Some(window) = self.desktop.windows().await?.into_iter().find(|it| it.id == window) else {
            return Ok(Vec::new());
        };
        let seen = match self.desktop.glance(&window, SECRETS_READ).await {
            Ok(seen) => seen,
            Err(error) if error.is_of_whole_desktop() => return Err(error),
            Err(_) => return Ok(Vec::new()),
        };
        self.fields.update(Some(window.id), &seen, &self.redactor);
        self.redactor.share_fields(self.fields.all());
        Ok(seen.controls)
    }

    /// Performs an input. `typed` are the placeholders of the secrets that it types.
    pub(super) async fn perform_guarded(
        &mut self,
        input: &Input,
        typed: &[String],
    ) -> Result<Outcome, DesktopError> {
        if typed.is_empty() && !self.fields.concern(input.window) {
            return self.desktop.perform(input).await;
        }
        let controls = self.follow_fields(input.window).await?;
        let mut quoted = self.fields.texts(&controls, &self.redactor);
        let Self { fields, redactor, .. } = &*self;
        let guard = FieldGuard { fields, redactor, window: input.window, controls: &controls };
        if let Some(error) = guard.objection(input) {
            return Err(error);
        }
        let target = guard.target(&input.aim).cloned();
        // Before the secret is sent: if this future is dropped, the secret may be there all the same.
        if let (Some(placeholder), Some(target)) = (typed.first(), &target) {
            self.fields.add(Some(input.window), target, placeholder);
            self.redactor.share_fields(self.fields.all());
        }
        let field = target.as_ref().and_then(|it| self.fields.around(it)).cloned();
        let mut outcome = self.desktop.perform(input).await;
        let mut controls = self.follow_fields(input.window).await?;
        // A field that was just emptied is read again once it has been empty for long enough, so that the
        // effect can say so.
        if let Some(rest) = field.as_ref().and_then(|it| self.fields.forgets_in(&it.control)) {
            tokio::time::sleep(rest).await;
            controls = self.follow_fields(input.window).await?;
        }
        if let (Ok(outcome), Some(field)) = (&mut outcome, field) {
            let now = self.fields.of(&field.control).map(|it| it.control.clone());
            let content = self.content(now.as_ref(), input, !typed.is_empty());
            field_effect::conceal(&mut outcome.effect, content, &field.placeholder);
        }
        // Of before and after the input: the outcome may quote either.
        quoted.extend(self.fields.texts(&controls, &self.redactor));
        match &mut outcome {
            Ok(outcome) => field_effect::replace_texts(texts::of_outcome(outcome), &quoted),
            Err(error) => field_effect::replace_texts(texts::of_error(error), &quoted),
        }
        outcome
    }

    /// The content of a field after an input there. A field is forgotten once it holds nothing but a text that the input put
    /// into it.
    fn content(&mut self, now: Option<&Control>, input: &Input, types_secret: bool) -> FieldContent {
        let Some(now) = now else { return FieldContent::Known(String::new()) };
        let text = now.value.as_deref().filter(|_| !now.states.has(State::Protected));
        match (&input.gesture, text) {
            (Gesture::Text { text: typed, .. }, Some(text))
                if types_secret && text.contains(typed.as_str()) =>
            {
                FieldContent::Secret
            }
            (Gesture::Text { text: typed, mode: TextMode::Replace }, Some(text))
                if !types_secret && text == typed =>
            {
                self.fields.remove(now);
                FieldContent::Known(typed.clone())
            }
            _ if now.states.has(State::Protected) => FieldContent::Hidden,
            _ => FieldContent::Unknown,
        }
    }

    /// Replaces the secrets in a control that was read at this time. Returns whether there were any.
    pub(super) fn redact_control(&self, control: &mut Control, read: ReadTime) -> bool {
        let field = self.fields.of(control).filter(|it| it.is_struck_whole());
        let held = field.or_else(|| self.fields.repeated_by(control, read, &self.redactor));
        if let Some(held) = held {
            held.strike(control, &self.redactor);
        }
        let is_held = held.is_some();
        self.redactor.redact(texts::of_control(control), MatchScope::Parts) || is_held
    }

    /// The text of a real control, unless it contains a secret.
    pub(super) async fn read_real(
        &mut self,
        window: WindowId,
        control: &Control,
    ) -> Result<String, DesktopError> {
        let window = root_window::window_of(&mut *self.desktop, window, control).await?;
        self.check_readable(window, control).await?;
        let text = self.desktop.read(window, control).await?;
        // The text may be newer than the read of the fields, and the place of the control is older.
        let newer = Control { name: text.clone(), value: Some(text.clone()), ..control.clone() };
        let repeated = self.fields.repeated_by(&newer, ReadTime::Earlier, &self.redactor);
        repeated.map_or(Ok(text), |field| Err(field.error()))
    }
}
