//! The value that an action takes: its kind by the D-Bus type, and how an argument becomes one.

use deskpilot_core::{Param, ParamKind, Presence, Refusal};
use deskpilot_dbus::{AnyValue, Value};
use serde_json::Value as Json;

/// The name of the parameter.
pub(super) const VALUE: &str = "value";

/// What an action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionValue {
    /// Nothing.
    Nothing,
    /// Nothing: its state is true or false, and each activation turns it over. A call may say which it wants.
    Switch,
    /// True or false.
    Flag,
    /// A text.
    Text,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 32 bits that is not negative.
    UInt32,
    /// A whole number of 64 bits.
    Int64,
    /// A number.
    Double,
}

impl ActionValue {
    /// What an action with a parameter of this type and this state takes; `None` if no argument can be such a value.
    pub(super) fn of(takes: &str, state: Option<&AnyValue>) -> Option<ActionValue> {
        Some(match (takes, state) {
            ("", Some(AnyValue::Flag(_))) => ActionValue::Switch,
            ("", _) => ActionValue::Nothing,
            ("b", _) => ActionValue::Flag,
            ("s", _) => ActionValue::Text,
            ("i", _) => ActionValue::Int32,
            ("u", _) => ActionValue::UInt32,
            ("x", _) => ActionValue::Int64,
            ("d", _) => ActionValue::Double,
            _ => return None,
        })
    }

    /// The parameter of the command; `None` if it has none.
    pub(super) fn param(self) -> Option<Param> {
        let (kind, doc, presence) = match self {
            ActionValue::Nothing => return None,
            ActionValue::Switch => {
                (ParamKind::Flag, "whether it is on; turned over if left out", Presence::Optional)
            }
            ActionValue::Flag => (ParamKind::Flag, "what it is set to", Presence::Required),
            // For the policy, a text of an action's that looks like a path or an address is one.
            ActionValue::Text => (ParamKind::Text, "the text that it is given", Presence::Required),
            ActionValue::Int32 | ActionValue::UInt32 | ActionValue::Int64 => {
                (ParamKind::Number, "the whole number that it is given", Presence::Required)
            }
            ActionValue::Double => (ParamKind::Number, "the number that it is given", Presence::Required),
        };
        Some(Param { name: VALUE.into(), doc: doc.into(), kind, presence })
    }

    /// The argument as the action takes it; `None` if the action takes nothing.
    ///
    /// # Errors
    /// The argument is no such value.
    pub(super) fn encoded(self, argument: Option<&Json>) -> Result<Option<Value<'_>>, Refusal> {
        let bad = |must: &str| Refusal::BadArgument { name: VALUE.into(), must: must.into() };
        let number = || argument.and_then(Json::as_number);
        let whole = || number().and_then(|it| it.as_i64());
        Ok(Some(match self {
            ActionValue::Nothing | ActionValue::Switch => return Ok(None),
            ActionValue::Flag => {
                Value::Flag(argument.and_then(Json::as_bool).ok_or_else(|| bad("true or false"))?)
            }
            ActionValue::Text => Value::Text(argument.and_then(Json::as_str).ok_or_else(|| bad("a text"))?),
            ActionValue::Int32 => Value::Int32(
                whole()
                    .and_then(|it| it.try_into().ok())
                    .ok_or_else(|| bad("a whole number from -2147483648 to 2147483647"))?,
            ),
            ActionValue::UInt32 => Value::UInt32(
                whole()
                    .and_then(|it| it.try_into().ok())
                    .ok_or_else(|| bad("a whole number from 0 to 4294967295"))?,
            ),
            ActionValue::Int64 => Value::Int64(whole().ok_or_else(|| bad("a whole number"))?),
            ActionValue::Double => {
                Value::Double(number().and_then(|it| it.as_f64()).ok_or_else(|| bad("a number"))?)
            }
        }))
    }
}

/// The value as a state that an action may have.
pub(super) fn as_state(value: &Value<'_>) -> Option<AnyValue> {
    Some(match value {
        Value::Flag(flag) => AnyValue::Flag(*flag),
        Value::Text(text) => AnyValue::Text((*text).to_owned()),
        Value::Int32(number) => AnyValue::Integer((*number).into()),
        Value::UInt32(number) => AnyValue::Integer((*number).into()),
        Value::Int64(number) => AnyValue::Integer((*number).into()),
        Value::Double(number) => AnyValue::Double(*number),
        Value::Table(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_become_values_or_are_refused() {
        let shown = |value: ActionValue, argument: Json| match value.encoded(Some(&argument)) {
            Ok(value) => format!("{:?}", value.as_ref().and_then(as_state)),
            Err(refusal) => refusal.to_string(),
        };
        for (value, argument, expected) in [
            (ActionValue::Flag, json!(true), "Some(Flag(true))"),
            (ActionValue::Text, json!("solarized"), "Some(Text(\"solarized\"))"),
            (ActionValue::Text, json!(3), "value must be a text"),
            (ActionValue::Int32, json!(-4), "Some(Integer(-4))"),
            (ActionValue::Int32, json!(4_000_000_000_u32), "value must be a whole number from -2147483648"),
            (ActionValue::UInt32, json!(4_000_000_000_u32), "Some(Integer(4000000000))"),
            (ActionValue::UInt32, json!(-1), "value must be a whole number from 0"),
            (ActionValue::UInt32, json!(1.5), "value must be a whole number from 0"),
            (ActionValue::Int64, json!(1e30), "value must be a whole number"),
            (ActionValue::Double, json!(1.5), "Some(Double(1.5))"),
            (ActionValue::Switch, json!(true), "None"),
        ] {
            let shown = shown(value, argument.clone());
            assert!(shown.starts_with(expected), "{value:?} {argument}: {shown}");
        }
    }

    #[test]
    fn what_no_argument_can_be_is_not_offered() {
        for types in ["(ss)", "as", "v", "a{sv}", "y", "z", "ss"] {
            assert_eq!(ActionValue::of(types, None), None, "{types}");
        }
        assert_eq!(ActionValue::of("", Some(&AnyValue::Flag(false))), Some(ActionValue::Switch));
        assert_eq!(ActionValue::of("", Some(&AnyValue::Integer(0))), Some(ActionValue::Nothing));
    }
}
