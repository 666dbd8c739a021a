//! The forms that a client shows its person at present: at most one for each question, whichever calls follow its task.

use deskpilot_core::fold::QuestionId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The forms that a client shows at present. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct OpenForms(Arc<Mutex<Vec<FormEntry>>>);

#[derive(Clone)]
struct FormEntry {
    task: String,
    question: QuestionId,
    ended: CancellationToken,
}

/// Whether a question has a form already.
pub(crate) enum FormPlace {
    /// It has one; the token is cancelled at its end.
    Taken(CancellationToken),
    /// It has none. The form that is made now is the only one until this is dropped.
    Free(OpenForm),
}

/// A form that a client shows. It ends when this is dropped.
pub(crate) struct OpenForm {
    forms: OpenForms,
    entry: FormEntry,
}

impl OpenForms {
    /// The place of the form about this question of this task.
    pub(crate) fn place(&self, task: &str, question: QuestionId) -> FormPlace {
        let mut entries = self.entries();
        if let Some(known) = entries.iter().find(|it| it.task == task && it.question == question) {
            return FormPlace::Taken(known.ended.clone());
        }
        let entry = FormEntry { task: task.to_owned(), question, ended: CancellationToken::new() };
        entries.push(entry.clone());
        FormPlace::Free(OpenForm { forms: self.clone(), entry })
    }

    fn entries(&self) -> MutexGuard<'_, Vec<FormEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenForm {
    /// The token that is cancelled at its end.
    pub(crate) fn ended(&self) -> CancellationToken {
        self.entry.ended.clone()
    }
}

impl Drop for OpenForm {
    fn drop(&mut self) {
        let OpenForm { forms, entry } = self;
        forms.entries().retain(|it| !(it.task == entry.task && it.question == entry.question));
        entry.ended.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_one_form_at_a_time() {
        let forms = OpenForms::default();
        let FormPlace::Free(first) = forms.place("t", QuestionId(1)) else { unreachable!() };
        let FormPlace::Taken(ended) = forms.place("t", QuestionId(1)) else { unreachable!() };
        assert!(matches!(forms.place("t", QuestionId(2)), FormPlace::Free(_)));
        assert!(matches!(forms.place("u", QuestionId(1)), FormPlace::Free(_)));
        assert!(!ended.is_cancelled());
        drop(first);
        assert!(ended.is_cancelled());
        assert!(matches!(forms.place("t", QuestionId(1)), FormPlace::Free(_)));
    }
}
