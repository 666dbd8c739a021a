//! Counts the invalid replies to one question: what the next attempt says about them, and when to give up.

use deskpilot_core::{Complaint, Remedy};
use deskpilot_deciders::{Attempt, DeciderError, NoReply};
use std::fmt;

/// The most replies to one question that may be cut: each attempt may be longer than the one before.
const MAX_CUT: u32 = 3;
/// The most replies to one question that may be withheld: a filter that holds back two holds back the third.
const MAX_WITHHELD: u32 = 2;
/// The most replies to one question that may have thoughts and no answer: each request asks for more that can help.
const MAX_ONLY_THOUGHTS: u32 = 3;

/// The replies to one question that do not count.
pub(crate) struct Rejections {
    /// The most complaints about them.
    most: u32,
    attempt: Attempt,
    /// The complaint about the last reply, as the decider gets it.
    last: Option<Complaint>,
    repeated: Repeated,
    cut: u32,
    withheld: u32,
    only_thoughts: u32,
}

/// The last complaint, and how often in a row it was the same.
#[derive(Default)]
struct Repeated {
    complaint: Option<Complaint>,
    times: u32,
}

impl Repeated {
    /// The complaint; one that came before says how often, so that no request is the same as the one before it.
    fn count(&mut self, complaint: Complaint) -> Complaint {
        self.times = if self.complaint.as_ref() == Some(&complaint) { self.times + 1 } else { 1 };
        let times = self.times;
        self.complaint = Some(complaint.clone());
        if times == 1 {
            return complaint;
        }
        Complaint::new(format!("{complaint} ({times} replies in a row had this: write it in another way)"))
    }
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
        Rejections {
            most,
            attempt: Attempt::default(),
            last: None,
            repeated: Repeated::default(),
            cut: 0,
            withheld: 0,
            only_thoughts: 0,
        }
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
                let (times, most) = self.add_one_of(&what);
                self.attempt.reply_length = what.next_length(times);
                let enough = (times >= most || self.is_last()).then(|| failed(times, &message));
                (what.complaint(times), enough)
            }
            error => {
                let (message, remedy) = (error.to_string(), error.remedy());
                return Rejected { complaint: None, enough: Some(Enough::Failed { message, remedy }) };
            }
        };
        self.attempt.number += 1;
        let complaint = self.repeated.count(complaint);
        self.last = Some(complaint.clone());
        Rejected { complaint: Some(complaint), enough }
    }

    fn is_last(&self) -> bool {
        self.attempt.number >= self.most
    }

    /// Counts one of this kind; returns how many there were, and how many there may be.
    fn add_one_of(&mut self, what: &NoReply) -> (u32, u32) {
        let (count, most) = match what {
            NoReply::Cut(_) => (&mut self.cut, MAX_CUT),
            NoReply::Withheld(_) => (&mut self.withheld, MAX_WITHHELD),
            NoReply::OnlyThoughts(_) => (&mut self.only_thoughts, MAX_ONLY_THOUGHTS),
        };
        *count += 1;
        (*count, most)
    }

    fn invalid(&self, last: &Complaint) -> Enough {
        Enough::Invalid(format!("the model's reply was invalid {} times: {last}", self.attempt.number + 1))
    }
}

/// The end after this many replies that did not count: only a person can change what cuts or withholds them, or makes them
/// nothing but thoughts.
fn failed(times: u32, message: &str) -> Enough {
    let times = if times > 1 { format!("{times} times: ") } else { String::new() };
    Enough::Failed { message: format!("{times}{message}"), remedy: Remedy::AskUser }
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

    fn thoughts(cut_after: Option<u64>) -> DeciderError {
        DeciderError::NoReply { what: NoReply::OnlyThoughts(cut_after), message: "m thought".into() }
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
        let fewer = |times, cut_after| ReplyLength::FewerThoughts { times, cut_after };
        for (most, errors, count, end, length) in [
            (9, vec![cut(2000)], 1, "", longer(2000)),
            (9, vec![cut(2000), cut(8000)], 2, "", longer(8000)),
            (9, vec![cut(2000), cut(8000), cut(9000), cut(9000)], 3, "3 times: m was cut", longer(9000)),
            (9, vec![cut(2000), invalid(), cut(9000)], 3, "", longer(9000)),
            (9, vec![cut(2000), invalid()], 2, "", longer(2000)),
            (1, vec![invalid(), cut(9000)], 2, "m was cut", longer(9000)),
            (9, vec![withheld()], 1, "", ReplyLength::Usual),
            (9, vec![withheld(), withheld()], 2, "2 times: m withheld", ReplyLength::Usual),
            (9, vec![thoughts(None)], 1, "", fewer(1, None)),
            (9, vec![thoughts(None), thoughts(Some(8000))], 2, "", fewer(2, Some(8000))),
            (9, vec![thoughts(None), invalid(), thoughts(None)], 3, "", fewer(2, None)),
            (9, (0..5).map(|_| thoughts(None)).collect(), 3, "3 times: m thought", fewer(3, None)),
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
    fn no_complaint_is_made_twice_in_the_same_words() {
        let mut rejections = Rejections::new(9);
        let mut complaints: Vec<String> = Vec::new();
        for error in [invalid(), invalid(), invalid(), thoughts(None), thoughts(None), invalid()] {
            let complaint = rejections.add(error).complaint.unwrap().to_string();
            assert_eq!(rejections.complaint().map(Complaint::as_str), Some(complaint.as_str()));
            complaints.push(complaint);
        }
        assert_eq!(complaints[1], "no (2 replies in a row had this: write it in another way)");
        assert!(complaints.windows(2).all(|pair| pair[0] != pair[1]), "{complaints:?}");
        assert!(
            complaints[3].contains("answer now") && complaints[4].contains("2 such replies"),
            "{complaints:?}"
        );
        assert_eq!(complaints[5], "no");
    }

    #[test]
    fn what_a_person_must_change_ends_the_round_and_is_reported() {
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
