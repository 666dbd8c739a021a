//! Deferred targets: controls that are not on the screen yet, given by role and name or value, and matched once they
//! appear. Pure.

use super::{Control, ControlDescription, ControlSource, NameRule, Role, State, normalized_name};
use crate::edit_similarity;

/// The result of matching a deferred control.
#[derive(Clone, Debug, PartialEq)]
pub enum DeferredMatch<'a> {
    /// No control matches.
    Nothing,
    /// Only this control matches.
    One(&'a Control, MatchedBy),
    /// Several controls match.
    Several(Vec<&'a Control>, MatchedBy),
}

/// What a deferred control and the one that was found have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchedBy {
    /// Kind and name, or kind and value where no name was given.
    Name,
    /// A kind that serves the same purpose, or a part of the name.
    Resemblance,
    /// The kind alone: no name was given, or the control has none.
    Kind,
}

/// The suffix of a deferred target that need not appear.
const IF_THERE: &str = " if there";

/// Parses a deferred target as a listing writes it: `MenuItem "Save As"`, a role alone (`Edit`) for the only
/// one of its role or the one with the keyboard focus, a role and a value (`Edit = "12 pt"`), or a name alone. It is optional with `if there` behind what is quoted.
/// `None` for empty text.
pub fn parse_deferred(text: &str) -> Option<Control> {
    let text = text.trim();
    match text.strip_suffix(IF_THERE).map(str::trim_end).filter(|it| it.ends_with('"')) {
        Some(named) => parse_required(named).map(|it| Control { source: ControlSource::Optional, ..it }),
        None => parse_required(text),
    }
}

fn parse_required(text: &str) -> Option<Control> {
    let described = ControlDescription::parse(text)?;
    let (role, name) = (described.role.unwrap_or(Role::Other), described.name.unwrap_or_default());
    Some(Control { value: described.value, ..Control::deferred(role, &name) })
}

/// Kinds that people and models take for one another.
const KIN: &[&[Role]] = &[
    &[Role::List, Role::Tree, Role::Table],
    &[Role::ListItem, Role::TreeItem],
    &[Role::Edit, Role::ComboBox, Role::Spinner],
    &[Role::Button, Role::ToggleButton],
    &[Role::Menu, Role::MenuItem],
];

/// Of which kind a control is, compared with the expected one.
#[derive(Clone, Copy)]
enum KindRule {
    /// Of the same.
    Same,
    /// Of one that serves the same purpose.
    Kin,
}

/// What a control may have in common with an expected one of a name, from the closest to the loosest.
const RULES: [(NameRule, KindRule, MatchedBy); 7] = [
    (NameRule::Exact, KindRule::Same, MatchedBy::Name),
    (NameRule::Letters, KindRule::Same, MatchedBy::Name),
    (NameRule::Letters, KindRule::Kin, MatchedBy::Resemblance),
    (NameRule::Beginning, KindRule::Same, MatchedBy::Resemblance),
    (NameRule::Beginning, KindRule::Kin, MatchedBy::Resemblance),
    (NameRule::SharedWords, KindRule::Same, MatchedBy::Resemblance),
    (NameRule::SharedWords, KindRule::Kin, MatchedBy::Resemblance),
];

/// Finds the expected control among the current ones. The closest rule that any of them fits decides, and only a
/// single match may be used.
///
/// Case, spaces and punctuation never count. A control of the same kind and name comes first; then one of a kind
/// that serves the same purpose; then one whose name begins with the expected words. A value that was given decides where no
/// name was given, and among several controls of one name. A field may also be named by
/// some of its words, or be the only one of its kind and have no name; a button may not: `Save` is no
/// `Don't Save`.
pub fn match_deferred<'a>(
    expected: &Control,
    now: impl IntoIterator<Item = &'a Control>,
) -> DeferredMatch<'a> {
    let now: Vec<&Control> = now.into_iter().collect();
    let same: Vec<&Control> = now.iter().copied().filter(|it| is_kind(expected.role, it)).collect();
    let kin: Vec<&Control> = now.iter().copied().filter(|it| is_kin(expected.role, it)).collect();
    if let (true, Some(value)) = (expected.name.is_empty(), &expected.value) {
        let [same, kin] = [same, kin].map(|among| with_value(among, value));
        return single(if same.is_empty() { kin } else { same }, MatchedBy::Name);
    }
    if expected.name.is_empty() {
        let found = if same.is_empty() { kin } else { same };
        return single(with_keyboard(found), MatchedBy::Kind);
    }
    let called = |(rule, kind, by): (NameRule, KindRule, MatchedBy)| {
        let among = match kind {
            KindRule::Same => &same,
            KindRule::Kin => &kin,
        };
        let found: Vec<&Control> =
            among.iter().copied().filter(|it| is_called(&expected.name, rule, it)).collect();
        (!found.is_empty()).then(|| single(of_value(found, expected), by))
    };
    RULES.into_iter().find_map(called).unwrap_or_else(|| match same.as_slice() {
        [only] if only.name.is_empty() && !only.role.acts_by_name() => {
            DeferredMatch::One(only, MatchedBy::Kind)
        }
        _ => DeferredMatch::Nothing,
    })
}

/// How many characters of two names are compared to rank them.
const COMPARED: usize = 60;

/// The controls that come nearest to an expected one: those of its kind first, then by their names.
pub fn nearest_controls<'a>(
    expected: &Control,
    now: impl IntoIterator<Item = &'a Control>,
    most: usize,
) -> Vec<&'a Control> {
    let beginning = |name: &str| normalized_name(name).chars().take(COMPARED).collect::<String>();
    let wanted = beginning(&expected.name);
    let is_near = |it: &Control| is_kind(expected.role, it) || is_kin(expected.role, it);
    let rank = |it: &'a Control| {
        let unlike = 1.0 - edit_similarity(&wanted, &beginning(it.text()));
        ((!is_kind(expected.role, it), !is_near(it)), unlike, it)
    };
    let may_be_used =
        |it: &&Control| it.states.has(State::Enabled) && (it.role.is_interactive() || is_near(it));
    let mut ranked: Vec<_> = now.into_iter().filter(may_be_used).map(rank).collect();
    ranked.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    ranked.into_iter().take(most).map(|(_, _, it)| it).collect()
}

fn single(found: Vec<&Control>, by: MatchedBy) -> DeferredMatch<'_> {
    match found.as_slice() {
        [] => DeferredMatch::Nothing,
        [only] => DeferredMatch::One(only, by),
        _ => DeferredMatch::Several(found, by),
    }
}

/// Of several, the one with the keyboard focus, if one of them has it: it is what a person would type into.
fn with_keyboard(found: Vec<&Control>) -> Vec<&Control> {
    let focused: Vec<&Control> = found.iter().copied().filter(|it| it.states.has(State::Focused)).collect();
    if focused.is_empty() { found } else { focused }
}

/// The controls with this value.
fn with_value<'a>(mut among: Vec<&'a Control>, value: &str) -> Vec<&'a Control> {
    among.retain(|it| it.value.as_deref().is_some_and(|has| has.trim() == value.trim()));
    among
}

/// Of several, those with the expected value, if there are any.
fn of_value<'a>(found: Vec<&'a Control>, expected: &Control) -> Vec<&'a Control> {
    let Some(value) = expected.value.as_deref().filter(|_| found.len() > 1) else { return found };
    let chosen = with_value(found.clone(), value);
    if chosen.is_empty() { found } else { chosen }
}

/// Whether the control is of this kind; a name without a kind means whatever can be used.
fn is_kind(expected: Role, control: &Control) -> bool {
    match expected {
        Role::Other => control.role.is_interactive(),
        role => control.role == role,
    }
}

/// Whether the control is of another kind that serves the same purpose.
fn is_kin(expected: Role, control: &Control) -> bool {
    let together = KIN.iter().any(|it| it.contains(&expected) && it.contains(&control.role));
    // A combo box without a field takes no text that is typed.
    let takes_text = control.role != Role::ComboBox || control.states.has(State::Editable);
    control.role != expected && together && takes_text
}

/// Whether a control of the right kind has this name. What a nameless one holds is its name as a whole alone, and one that is
/// pressed for what its name says needs more than words of it.
fn is_called(name: &str, rule: NameRule, control: &Control) -> bool {
    match rule {
        NameRule::Exact | NameRule::ExactBeginning | NameRule::Letters => rule.accepts(name, control.text()),
        NameRule::Beginning => rule.accepts(name, &control.name),
        NameRule::SharedWords => !control.role.acts_by_name() && rule.accepts(name, &control.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(role: Role, name: &str) -> Control {
        Control::deferred(role, name)
    }

    #[test]
    fn a_control_is_named_by_its_kind_and_its_name_by_one_of_them_or_not_at_all() {
        for (text, expected) in [
            ("MenuItem \"Save As...\"", Some((Role::MenuItem, "Save As..."))),
            ("Edit", Some((Role::Edit, ""))),
            ("Save", Some((Role::Other, "Save"))),
            ("\"Save\"", Some((Role::Other, "Save"))),
            ("Edit the file", Some((Role::Other, "Edit the file"))),
            ("Button \"a \\\"b\\\"\"", Some((Role::Button, "a \"b\""))),
            ("Edit = \"12 pt\"", Some((Role::Edit, ""))),
            ("Edit \"Name\" = \"Ann\"", Some((Role::Edit, "Name"))),
            ("=SUM(A1)", Some((Role::Other, "=SUM(A1)"))),
            ("=", Some((Role::Other, "="))),
            ("  ", None),
        ] {
            let found = parse_deferred(text).map(|it| (it.role, it.name));
            assert_eq!(found, expected.map(|(role, name)| (role, name.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_control_that_need_not_appear_is_marked() {
        for (text, expected) in [
            ("Button \"Keep\" if there", Some(("Keep", true))),
            ("\"Keep\" if there", Some(("Keep", true))),
            ("Button \"Keep\"", Some(("Keep", false))),
            ("Replace if there", Some(("Replace if there", false))),
            ("Button \"Replace if there\"", Some(("Replace if there", false))),
        ] {
            let found = parse_deferred(text);
            assert_eq!(found.as_ref().map(|it| (it.name.as_str(), it.is_optional())), expected, "{text}");
        }
    }

    #[test]
    fn it_is_used_only_if_no_other_could_be_meant() {
        let now = [
            control(Role::MenuItem, "Save As…"),
            control(Role::Button, "Save"),
            control(Role::Button, "Close"),
            control(Role::Button, "Close"),
            control(Role::Edit, "Name:"),
            control(Role::Text, "Total"),
            control(Role::Button, "="),
        ];
        for (text, expected) in [
            ("MenuItem \"Save As...\"", Ok("Save As…")),
            ("save", Ok("Save")),
            ("Edit", Ok("Name:")),
            ("Edit \"Name\"", Ok("Name:")),
            ("=", Ok("=")),
            ("+", Err(0)),
            ("Total", Err(0)),
            ("MenuItem \"Save\"", Ok("Save As…")),
            ("MenuItem \"Sa\"", Err(0)),
            ("Close", Err(2)),
        ] {
            assert_eq!(found(text, &now).map(|(name, _)| name), expected, "{text}");
        }
    }

    fn found<'n>(text: &str, now: &'n [Control]) -> Result<(&'n str, MatchedBy), usize> {
        match match_deferred(&parse_deferred(text).unwrap(), now) {
            DeferredMatch::One(it, by) => Ok((it.name.as_str(), by)),
            DeferredMatch::Nothing => Err(0),
            DeferredMatch::Several(all, _) => Err(all.len()),
        }
    }

    #[test]
    fn of_several_of_a_kind_the_one_with_the_keyboard_is_meant() {
        let search = control(Role::Edit, "Search");
        let edit = |states: &[State]| Control {
            states: states.iter().copied().collect(),
            ..control(Role::Edit, "Text")
        };
        assert_eq!(found("Edit", &[edit(&[]), search.clone()]), Err(2));
        assert_eq!(found("Edit", &[search, edit(&[State::Focused])]), Ok(("Text", MatchedBy::Kind)));
    }

    #[test]
    fn one_rule_finds_what_only_one_control_can_mean() {
        use MatchedBy::{Kind, Name, Resemblance};
        let editable = |it: Control| Control { states: it.states.with(State::Editable), ..it };
        let now = [
            control(Role::Button, "Use Word 2007–365 Format!"),
            control(Role::Button, "_Keep “Old” File…"),
            control(Role::Button, "Don't Save"),
            control(Role::Button, "Find Next\tCtrl+G"),
            control(Role::Edit, "Name:"),
            control(Role::Tree, "Places"),
            editable(control(Role::ComboBox, "Address")),
            control(Role::ComboBox, "Filter"),
            control(Role::TreeItem, "Home"),
            control(Role::Cell, "AB10"),
            control(Role::Slider, ""),
        ];
        for (text, expected) in [
            ("Button \"use word 2007-365 format\"", Ok(("Use Word 2007–365 Format!", Name))),
            ("Button \"Keep 'old' file...\"", Ok(("_Keep “Old” File…", Name))),
            ("Button \"Use Word\"", Ok(("Use Word 2007–365 Format!", Resemblance))),
            ("Button \"find next\"", Ok(("Find Next\tCtrl+G", Name))),
            ("Button \"Use Word 2007–365 For…\"", Ok(("Use Word 2007–365 Format!", Resemblance))),
            ("Button \"Save\"", Err(0)),
            ("Edit \"File name:\"", Ok(("Name:", Resemblance))),
            ("Edit \"Address\"", Ok(("Address", Resemblance))),
            ("Edit \"Filter\"", Err(0)),
            ("Edit", Ok(("Name:", Kind))),
            ("List", Ok(("Places", Kind))),
            ("List \"Places\"", Ok(("Places", Resemblance))),
            ("ListItem \"home\"", Ok(("Home", Resemblance))),
            ("Cell \"AB1\"", Err(0)),
            ("Slider \"Volume\"", Ok(("", Kind))),
            ("ComboBox", Err(2)),
        ] {
            assert_eq!(found(text, &now), expected, "{text}");
        }
    }

    #[test]
    fn a_control_without_a_name_is_named_by_its_value() {
        use MatchedBy::Name;
        let valued =
            |role, name: &str, value: &str| Control { value: Some(value.into()), ..control(role, name) };
        let now = [
            valued(Role::Edit, "", "A1"),
            valued(Role::Edit, "", "Liberation Sans"),
            valued(Role::ComboBox, "", "10 pt"),
            valued(Role::Spinner, "Width", "3"),
            valued(Role::Spinner, "Height", "3"),
            valued(Role::CheckBox, "Wrap", "a"),
            valued(Role::CheckBox, "Wrap", "b"),
            control(Role::Edit, ""),
        ];
        let value = |text: &str| match match_deferred(&parse_deferred(text).unwrap(), &now) {
            DeferredMatch::One(it, by) => Ok((it.value.as_deref().unwrap_or_default(), by)),
            DeferredMatch::Nothing => Err(0),
            DeferredMatch::Several(all, _) => Err(all.len()),
        };
        for (text, expected) in [
            ("Edit = \"A1\"", Ok(("A1", Name))),
            ("Edit \"A1\"", Ok(("A1", Name))),
            ("Edit = \"A\"", Err(0)),
            ("ComboBox = \"10 pt\"", Ok(("10 pt", Name))),
            ("Spinner = \"3\"", Err(2)),
            ("CheckBox \"Wrap\" = \"b\"", Ok(("b", Name))),
            ("CheckBox \"Wrap\" = \"c\"", Err(2)),
            ("Spinner \"Width\" = \"8\"", Ok(("3", Name))),
            ("Edit = \"Liberation\"", Err(0)),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn the_nearest_are_of_the_same_kind_then_of_the_nearest_name() {
        let now = [
            control(Role::Menu, "File"),
            control(Role::Menu, "Edit"),
            control(Role::Button, "Cancel"),
            control(Role::Button, "Save all"),
            control(Role::MenuItem, "Saves"),
            control(Role::Text, "Save"),
        ];
        for (text, expected) in [
            ("Button \"Save\"", ["Save all", "Cancel", "Saves"]),
            ("TabItem \"Saved\"", ["Saves", "Save all", "Cancel"]),
        ] {
            let nearest = nearest_controls(&parse_deferred(text).unwrap(), &now, 3);
            let names: Vec<&str> = nearest.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, expected, "{text}");
        }
    }
}
