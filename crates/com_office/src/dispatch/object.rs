//! An object of another program as commands use it.

use super::{
    error::CallError,
    value::{Access, Args, Dispatch, Value},
};
use std::{
    cell::Cell,
    fmt::{self, Debug},
    rc::Rc,
};

/// An object of a document or of its program. All objects that come of one another know together whether anything was changed.
#[derive(Clone)]
pub(crate) struct Object {
    dispatch: Rc<dyn Dispatch>,
    has_changed: Rc<Cell<bool>>,
}

impl Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.dispatch.fmt(f)
    }
}

impl Object {
    /// The first object of a command.
    pub(crate) fn new(dispatch: Rc<dyn Dispatch>) -> Object {
        Object { dispatch, has_changed: Rc::default() }
    }

    /// Whether this object, or one that came of the same first one, was changed, or may have been.
    pub(crate) fn has_changed(&self) -> bool {
        self.has_changed.get()
    }

    /// The value of a member.
    pub(crate) fn value(&self, member: &str) -> Result<Value, CallError> {
        self.value_of(member, Args::default())
    }

    /// The value of a member with arguments.
    pub(crate) fn value_of(&self, member: &str, args: Args) -> Result<Value, CallError> {
        self.dispatch.invoke(Access::Get, member, args)
    }

    /// The object that a member is.
    pub(crate) fn object(&self, member: &str) -> Result<Object, CallError> {
        self.object_of(member, Args::default())
    }

    /// The object that a member with arguments is.
    pub(crate) fn object_of(&self, member: &str, args: Args) -> Result<Object, CallError> {
        self.as_object(member, self.value_of(member, args)?)
    }

    /// The same; `None` where there is none.
    pub(crate) fn object_if_any(&self, member: &str, args: Args) -> Result<Option<Object>, CallError> {
        match self.value_of(member, args)? {
            Value::Empty | Value::Null => Ok(None),
            found => self.as_object(member, found).map(Some),
        }
    }

    /// The text of a member.
    pub(crate) fn text(&self, member: &str) -> Result<String, CallError> {
        match self.value(member)? {
            Value::Text(text) => Ok(text),
            found => Err(unexpected(member, &found)),
        }
    }

    /// The whole number of a member.
    pub(crate) fn integer(&self, member: &str) -> Result<i64, CallError> {
        match self.value(member)? {
            Value::Integer(number) => Ok(number),
            // Counts of cells and handles come as numbers that are whole.
            #[expect(clippy::cast_possible_truncation, reason = "it is whole, and not too large")]
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => Ok(number as i64),
            found => Err(unexpected(member, &found)),
        }
    }

    /// The number of a member.
    pub(crate) fn number(&self, member: &str) -> Result<f64, CallError> {
        match self.value(member)? {
            Value::Number(number) => Ok(number),
            #[expect(clippy::cast_precision_loss, reason = "lengths and counts are small")]
            Value::Integer(number) => Ok(number as f64),
            found => Err(unexpected(member, &found)),
        }
    }

    /// Whether a member is true. Some say so with a number, of which 0 is false.
    pub(crate) fn flag(&self, member: &str) -> Result<bool, CallError> {
        match self.value(member)? {
            Value::Bool(flag) => Ok(flag),
            Value::Integer(number) => Ok(number != 0),
            found => Err(unexpected(member, &found)),
        }
    }

    /// Gives a member a value.
    pub(crate) fn put(&self, member: &str, value: impl Into<Value>) -> Result<(), CallError> {
        self.put_of(member, Args::default(), value)
    }

    /// Gives a member with arguments a value.
    pub(crate) fn put_of(
        &self,
        member: &str,
        mut args: Args,
        value: impl Into<Value>,
    ) -> Result<(), CallError> {
        args.positional.push(value.into());
        self.invoke(Access::Put, member, args).map(drop)
    }

    /// Gives a member of a list a value that says how the list is read from then on. Nothing of the document changes.
    pub(crate) fn choose(&self, member: &str, value: impl Into<Value>) -> Result<(), CallError> {
        let args = Args { positional: vec![value.into()], named: Vec::new() };
        self.dispatch.invoke(Access::Put, member, args).map(drop)
    }

    /// Has the object do something.
    pub(crate) fn call(&self, member: &str, args: Args) -> Result<Value, CallError> {
        self.invoke(Access::Call, member, args)
    }

    /// The same, where it returns an object.
    pub(crate) fn call_for_object(&self, member: &str, args: Args) -> Result<Object, CallError> {
        self.as_object(member, self.call(member, args)?)
    }

    /// Changes something. A call that was rejected has not begun, and one that failed otherwise may have done a part.
    fn invoke(&self, access: Access, member: &str, args: Args) -> Result<Value, CallError> {
        let result = self.dispatch.invoke(access, member, args);
        if !matches!(
            result,
            Err(CallError::Busy | CallError::NoSuchMember(_) | CallError::BadArgument { .. })
        ) {
            self.has_changed.set(true);
        }
        result
    }

    /// The object that a value of one of its members is.
    pub(crate) fn as_object(&self, member: &str, value: Value) -> Result<Object, CallError> {
        match value {
            Value::Object(dispatch) => Ok(Object { dispatch, has_changed: Rc::clone(&self.has_changed) }),
            found => Err(unexpected(member, &found)),
        }
    }
}

impl From<&Object> for Value {
    fn from(it: &Object) -> Value {
        Value::Object(Rc::clone(&it.dispatch))
    }
}

fn unexpected(member: &str, found: &Value) -> CallError {
    CallError::Unexpected { member: member.to_owned(), found: found.to_string() }
}
