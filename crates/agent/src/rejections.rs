//! Counts the invalid replies to one question: what the next attempt says about them, and when to give up.

use deskpilot_core::{Complaint, Remedy};
use deskpilot_deciders::{Attempt, DeciderError, NoReply};
use std::fmt;

/// The most replies to one question that may be cut: each attempt may be longer than the one before.
const MAX_CUT: u32 = 3;
/// The most replies to one question that may be withheld: a filter that holds back two holds back the third.
const MAX_WITHHELD: u32 = 2;

/// The replies to one question that do not count.
pub(crate) struct Rejections {
    /// The most complaints about them.
    most: u32,
    attempt: Attempt,
    last: Option<Complaint>,
    cut: u32,
    withheld: u32,
}

/// What follows from a reply that does not count.
#[derive(Debug, PartialEq)]
pub(crate) struct Rejected {
    /// The message for the decider.
    pub(crate) complaint: Option<Complaint>,
    /// Why the decider is not asked again, if there were too many.
    pub(crate) enough: Option<Enough>,
}

/// Why the decider is not asked again.
#[derive(Debug, PartialEq)]
pub(crate) enum Enough {
    /// Too many replies were invalid.
    Invalid(String),
    /// The decider failed.
    Failed {
        /// What went wrong, and what to do.
        message: String,
        /// The remedy.
        remedy: Remedy,
    },
}

impl Rejections {
    /// None yet, of a question with at most this number of complaints.
    pub(crate) fn new(most: u32) -> Rejections {
        Rejections { most, attempt: Attempt::default(), last: None, cut: 0, withheld: 0 }
    }

    /// The next attempt.
    pub(crate) fn attempt(&self) -> Attempt {
        self.attempt
    }

    /// The complaint about the last reply.
    pub(crate) fn complaint(&self) -> Option<&Complaint> {
        self.last.as_ref()
    }

    /// Counts a reply that does not count as one, or another failure of the decider.
    pub(crate) fn add(&mut self, error: DeciderError) -> Rejected {
        let (complaint, enough) = match error {
            DeciderError::Rejected(complaint) => {
                let enough = self.is_last().then(|| self.invalid(&complaint));
                (complaint, enough)
            }
            DeciderError::NoReply { what, message } => {
                self.attempt.reply_length = what.next_length();
                let is_last = self.is_last();
                let enough = (self.is_enough_of(&what) || is_last).then(|| self.failed(&what, &message));
                (what.complaint(), enough)
            }
            error => {
                let (message, remedy) = (error.to_string(), error.remedy());
                return Rejected { complaint: None, enough: Some(Enough::Failed { message, remedy }) };
            }
        };
        self.attempt.number += 1;
        self.last = Some(complaint.clone());
        Rejected { complaint: Some(complaint), enough }
    }

    fn is_last(&self) -> bool {
        self.attempt.number >= self.most
    }

    fn is_enough_of(&mut self, what: &NoReply) -> bool {
        let (count, most) = match what {
            NoReply::Cut(_) => (&mut self.cut, MAX_CUT),
            NoReply::Withheld(_) => (&mut self.withheld, MAX_WITHHELD),
        };
        *count += 1;
        *count >= most
    }

    fn invalid(&self, last: &Complaint) -> Enough {
        Enough::Invalid(format!("the model's reply was invalid {} times: {last}", self.attempt.number + 1))
    }

    /// Only a person can change what cuts or withholds replies.
    fn failed(&self, what: &NoReply, message: &str) -> Enough {
        let times = match what {
            NoReply::Cut(_) => self.cut,
            NoReply::Withheld(_) => self.withheld,
        };
        let times = if times > 1 { format!("{times} times: ") } else { String::new() };
        Enough::Failed { message: format!("{times}{message}"), remedy: Remedy::AskUser }
    }
}

impl fmt::Display for Enough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Enough::Invalid(reason) | Enough::Failed { message: reason, .. } => f.write_str(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::ReplyLength;

    fn cut(tokens: u64) -> DeciderError {
        DeciderError::NoReply { what: NoReply::Cut(tokens), message: "m was cut".into() }
    }

    fn withheld() -> DeciderError {
        DeciderError::NoReply { what: NoReply::Withheld("a filter".into()), message: "m withheld".into() }
    }

    fn invalid() -> DeciderError {
        Complaint::new("no").into()
    }

    /// The end of a question with these errors, after how many of them it came, and the last attempt.
    fn ask(most: u32, errors: Vec<DeciderError>) -> (usize, String, Attempt) {
        let mut rejections = Rejections::new(most);
        let count = errors.len();
        for (at, error) in errors.into_iter().enumerate() {
            if let Some(enough) = rejections.add(error).enough {
                return (at + 1, enough.to_string(), rejections.attempt());
            }
        }
        (count, String::new(), rejections.attempt())
    }

    #[test]
    fn the_next_reply_may_be_longer_and_after_a_few_it_is_enough() {
        let longer = |tokens| ReplyLength::LongerThan(tokens);
        for (most, errors, count, end, length) in [
            (9, vec![cut(2000)], 1, "", longer(2000)),
            (9, vec![cut(2000), cut(8000)], 2, "", longer(8000)),
            (9, vec![cut(2000), cut(8000), cut(9000), cut(9000)], 3, "3 times: m was cut", longer(9000)),
            (9, vec![cut(2000), invalid(), cut(9000)], 3, "", longer(9000)),
            (9, vec![cut(2000), invalid()], 2, "", longer(2000)),
            (1, vec![invalid(), cut(9000)], 2, "m was cut", longer(9000)),
            (9, vec![withheld()], 1, "", ReplyLength::Usual),
            (9, vec![withheld(), withheld()], 2, "2 times: m withheld", ReplyLength::Usual),
            (
                1,
                vec![invalid(), invalid()],
                2,
                "the model's reply was invalid 2 times: no",
                ReplyLength::Usual,
            ),
            (0, vec![invalid()], 1, "the model's reply was invalid 1 times: no", ReplyLength::Usual),
        ] {
            let (came, message, attempt) = ask(most, errors);
            assert_eq!((came, message.as_str(), attempt.reply_length), (count, end, length));
        }
    }

    #[test]
    fn what_a_person_must_change_ends_the_round_and_is_told() {
        let mut rejections = Rejections::new(0);
        let Rejected { complaint, enough } = rejections.add(cut(0));
        assert!(complaint.is_some_and(|it| it.as_str().contains("model.max_output_tokens")));
        assert!(matches!(enough, Some(Enough::Failed { remedy: Remedy::AskUser, .. })));
        let gone = DeciderError::Failed { message: "gone".into(), remedy: Remedy::GiveUp };
        let Rejected { complaint, enough } = Rejections::new(3).add(gone);
        assert_eq!(complaint, None);
        assert_eq!(enough, Some(Enough::Failed { message: "gone".into(), remedy: Remedy::GiveUp }));
    }
}
