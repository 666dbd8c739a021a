//! What a route of the interface takes and replies, as data: the router, the description for programs and the tests are made from it.

use crate::app::App;
use axum::routing::{MethodFilter, MethodRouter};

/// Gives the handler of a route for this method.
type RouteOf = fn(MethodFilter) -> MethodRouter<App>;

/// A route of the interface.
#[derive(Clone, Copy)]
pub(crate) struct RouteSpec {
    /// How it is asked.
    pub(crate) method: RouteMethod,
    /// Its path, with the names of its parts in brackets.
    pub(crate) path: &'static str,
    /// What it does, in a few words.
    pub(crate) says: &'static str,
    /// The parameters of its address.
    pub(crate) parameters: &'static [Field],
    /// What it replies once it was done.
    pub(crate) reply: ReplySpec,
    /// Its handler.
    pub(crate) route: RouteOf,
}

/// How a route is asked.
#[derive(Clone, Copy)]
pub(crate) enum RouteMethod {
    /// It changes nothing.
    Get,
    /// It changes something, as this body says.
    Post(BodySpec),
}

/// The JSON object that a route takes.
#[derive(Clone, Copy)]
pub(crate) enum BodySpec {
    /// These keys and no others.
    Keys(&'static [Field]),
    /// One of these keys.
    OneOf(&'static [Field]),
}

/// A key of a body, or a parameter of an address.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its values.
    pub(crate) kind: ValueKind,
    /// Whether it has to be there.
    pub(crate) presence: Presence,
}

/// Whether a field has to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// A request without it is wrong.
    Needed,
    /// It may be left out, and be `null` in a body.
    Optional,
}

/// The values of a field.
#[derive(Clone, Copy)]
pub(crate) enum ValueKind {
    /// Any text.
    Text,
    /// A whole number from 0 to this one.
    Number(u64),
    /// `true` or `false`.
    Flag,
    /// The reply to a question.
    Reply,
}

/// What a route replies once it was done.
#[derive(Clone, Copy)]
pub(crate) enum ReplySpec {
    /// A JSON object with these keys.
    Object(&'static [&'static str]),
    /// The same, for something that was made.
    Made(&'static [&'static str]),
    /// Server-sent events of these names.
    Events(&'static [&'static str]),
    /// The bytes of a blob.
    Bytes,
    /// A WebSocket.
    Socket,
}

impl RouteMethod {
    /// The method for the router.
    pub(crate) const fn filter(self) -> MethodFilter {
        match self {
            RouteMethod::Get => MethodFilter::GET,
            RouteMethod::Post(_) => MethodFilter::POST,
        }
    }

    /// The method as descriptions spell it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            RouteMethod::Get => "get",
            RouteMethod::Post(_) => "post",
        }
    }
}

impl RouteSpec {
    /// A route that changes nothing.
    pub(crate) const fn get(
        path: &'static str,
        says: &'static str,
        reply: ReplySpec,
        route: RouteOf,
    ) -> RouteSpec {
        RouteSpec { method: RouteMethod::Get, path, says, parameters: &[], reply, route }
    }

    /// A route that changes something.
    pub(crate) const fn post(
        path: &'static str,
        says: &'static str,
        body: BodySpec,
        reply: ReplySpec,
        route: RouteOf,
    ) -> RouteSpec {
        RouteSpec { method: RouteMethod::Post(body), path, says, parameters: &[], reply, route }
    }

    /// The same with parameters of its address.
    pub(crate) const fn with(self, parameters: &'static [Field]) -> RouteSpec {
        RouteSpec { parameters, ..self }
    }

    /// The names of the parts of its path.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|it| it.strip_prefix('{')?.strip_suffix('}'))
    }
}

impl Field {
    /// A field that has to be there.
    pub(crate) const fn needed(name: &'static str, kind: ValueKind) -> Field {
        Field { name, kind, presence: Presence::Needed }
    }

    /// A field that may be left out.
    pub(crate) const fn optional(name: &'static str, kind: ValueKind) -> Field {
        Field { name, kind, presence: Presence::Optional }
    }
}

#[cfg(test)]
impl BodySpec {
    /// Its keys.
    pub(crate) const fn fields(self) -> &'static [Field] {
        match self {
            BodySpec::Keys(fields) | BodySpec::OneOf(fields) => fields,
        }
    }
}
