//! Which control a text means: what steps, scripts, plans and names ahead have in common. Pure.
//!
//! [`ControlDescription`] is what a text says of a control, [`NameRule`] says when a name means another one, and [`best_ranked`]
//! which of a list are meant: one, several that are alike, or none. Each caller has its own rules and ranks, as data:
//!
//! | caller | name | then |
//! | --- | --- | --- |
//! | a script | `Exact`, or `ExactBeginning` with a `*` | the ordinal that it gives |
//! | a name ahead | `Exact`, `Letters`, `Beginning`, `SharedWords`, in this order | the kind, then the value |
//! | a step | [`folded_name`], a synonym, a typing error, words within a long name | what is in front, the role, the exact name |
//! | a plan | the similarity of folded names, or a pattern | what can be used, the exact name, the label |
//!
//! A skill recognises a control that it used before: its identity is compared as it is, and none of this applies.

mod description;
mod name;
mod rank;
mod rule;

pub use description::ControlDescription;
pub use name::{folded_name, has_words, is_same_name, normalized_name};
pub use rank::best_ranked;
pub use rule::NameRule;
