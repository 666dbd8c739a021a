//! The ways in which the window of `windows/orders.py` differs from the one that the skill knows, and what the skill may have done
//! in each when it notices. Written down before anything is measured.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What was entered and pressed, as the application records it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The buttons and boxes that were used, in order.
    pub(super) used: Vec<String>,
    pub(super) customer: String,
    pub(super) article: String,
    pub(super) pieces: i64,
    pub(super) express: bool,
}

/// How a skill deals with a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// It does all that it usually does: the difference changes nothing about the result.
    Same,
    /// It does so many of its steps, and hands back.
    HandBack(usize),
}

/// A way in which the window differs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variation {
    /// Its name, which is the argument of the program.
    pub(super) name: &'static str,
    pub(super) wanted: Wanted,
    /// What the application itself made different, as JSON.
    pub(super) own: &'static str,
}

const fn handed_back(name: &'static str, steps: usize) -> Variation {
    Variation { name, wanted: Wanted::HandBack(steps), own: "{}" }
}

/// All of them.
pub(super) const VARIATIONS: &[Variation] = &[
    handed_back("renamed field", 0),
    handed_back("another window", 0),
    handed_back("dialog at the start", 0),
    handed_back("field is read-only", 0),
    Variation { own: r#"{"customer": "Bob"}"#, ..handed_back("value is there", 0) },
    handed_back("field is disabled", 1),
    Variation { own: r#"{"used": ["(asked)"]}"#, ..handed_back("dialog while typing", 2) },
    handed_back("smaller range", 2),
    Variation { own: r#"{"express": true}"#, ..handed_back("box is checked", 3) },
    handed_back("box is gone", 0),
    handed_back("another kind", 0),
    handed_back("renamed button", 0),
    handed_back("button is disabled", 4),
    handed_back("moved elsewhere", 4),
    handed_back("two alike", 4),
    handed_back("effect is none", 5),
    Variation { own: r#"{"customer": ""}"#, ..handed_back("effect is another", 5) },
    handed_back("another result", 5),
    handed_back("dialog after a step", 5),
    handed_back("button goes away", 5),
    handed_back("button is disabled later", 5),
    handed_back("window closes", 5),
    handed_back("dialog as effect", 6),
    Variation { wanted: Wanted::Same, ..handed_back("moved", 6) },
    // A container without a name is not seen.
    Variation { wanted: Wanted::Same, ..handed_back("moved into a tool bar", 6) },
];

/// How many steps the skill has.
pub(super) const STEPS: usize = 6;

impl Variation {
    /// What the application must have recorded in the end.
    pub(super) fn record(&self) -> serde_json::Result<Record> {
        let done = match self.wanted {
            Wanted::Same => STEPS,
            Wanted::HandBack(steps) => steps,
        };
        let mut record = Map::new();
        let entered = [
            ("customer", json!("Ada"), json!("")),
            ("article", json!("tea"), json!("")),
            ("pieces", json!(3), json!(0)),
            ("express", json!(true), json!(false)),
        ];
        for (at, (name, entered, empty)) in entered.into_iter().enumerate() {
            record.insert(name.into(), if at < done { entered } else { empty });
        }
        let used = ["Express", "Add", "Save"];
        record.insert("used".into(), json!(used[..done.saturating_sub(3)]));
        let own: Map<String, Value> = serde_json::from_str(self.own)?;
        record.extend(own);
        serde_json::from_value(Value::Object(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_what_the_steps_until_then_do() {
        let of = |name: &str| VARIATIONS.iter().find(|it| it.name == name).unwrap().record().unwrap();
        assert_eq!(of("value is there"), Record { customer: "Bob".into(), ..Record::default() });
        let added = of("another result");
        assert_eq!((added.used, added.pieces), (vec!["Express".to_owned(), "Add".into()], 3));
        assert_eq!(of("moved").used, ["Express", "Add", "Save"]);
    }
}
