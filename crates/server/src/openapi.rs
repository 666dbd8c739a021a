//! The interface as an OpenAPI document, made from the table of its routes. Pure.

use crate::route_spec::{BodySpec, Field, Presence, ReplySpec, RouteMethod, RouteSpec, ValueKind};
use serde_json::{Map, Value, json};

/// Where the document has the shape of every error.
const ERROR: &str = "#/components/schemas/Error";

/// The document of these routes.
pub(crate) fn openapi(routes: &[RouteSpec]) -> Value {
    let mut paths = Map::new();
    for route in routes {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.word()] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "The interface of Deskpilot's page",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Served by `deskpilot serve` on 127.0.0.1; docs/api.md describes it. It may change with any version.",
        },
        "security": [{"cookie": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"cookie": {
                "type": "apiKey",
                "in": "cookie",
                "name": "deskpilot-PORT",
                "description": "from the address that `deskpilot serve` prints",
            }},
            "schemas": {"Error": error_schema()},
        },
    })
}

fn operation(route: &RouteSpec) -> Value {
    let of_path = route.parts().map(path_parameter);
    let of_query = route.parameters.iter().map(query_parameter);
    let (status, done) = reply(route.reply);
    let mut operation = json!({
        "summary": route.says,
        "parameters": of_path.chain(of_query).collect::<Vec<_>>(),
        "responses": {
            status: done,
            "default": {
                "description": "it was not done",
                "content": {"application/json": {"schema": {"$ref": ERROR}}},
            },
        },
    });
    if let RouteMethod::Post(body) = route.method {
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"schema": body_schema(body)}}});
    }
    operation
}

/// A part of a path. A task is known by the key of its folder and its name, a blob by its hash.
fn path_parameter(name: &str) -> Value {
    let schema = match name {
        "folder" => json!({"type": "string", "pattern": "^[0-9a-f]{16}$"}),
        "hash" => json!({"type": "string", "pattern": "^[0-9a-f]{64}$"}),
        "number" => json!({"type": "integer", "minimum": 0}),
        _ => json!({"type": "string"}),
    };
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

fn query_parameter(field: &Field) -> Value {
    let is_needed = field.presence == Presence::Needed;
    json!({"name": field.name, "in": "query", "required": is_needed, "schema": value_schema(field.kind)})
}

fn reply(reply: ReplySpec) -> (&'static str, Value) {
    let object = |keys: &[&str]| {
        let schema = json!({"type": "object", "required": keys});
        json!({"description": "done", "content": {"application/json": {"schema": schema}}})
    };
    match reply {
        ReplySpec::Object(keys) => ("200", object(keys)),
        ReplySpec::Made(keys) => ("201", object(keys)),
        ReplySpec::Events(names) => (
            "200",
            json!({"description": format!("events: {}", names.join(", ")), "content": {"text/event-stream": {}}}),
        ),
        ReplySpec::Bytes => {
            ("200", json!({"description": "its bytes, with their own type", "content": {"*/*": {}}}))
        }
        ReplySpec::Socket => ("101", json!({"description": "a WebSocket"})),
    }
}

fn body_schema(body: BodySpec) -> Value {
    let object = |fields: &[Field]| {
        let properties: Map<String, Value> =
            fields.iter().map(|it| (it.name.to_owned(), field_schema(it))).collect();
        let needed: Vec<&str> =
            fields.iter().filter(|it| it.presence == Presence::Needed).map(|it| it.name).collect();
        json!({"type": "object", "properties": properties, "required": needed, "additionalProperties": false})
    };
    match body {
        BodySpec::Keys(fields) => object(fields),
        BodySpec::OneOf(fields) => {
            json!({"oneOf": fields.iter().map(|it| object(&[*it])).collect::<Vec<_>>()})
        }
    }
}

fn field_schema(field: &Field) -> Value {
    match field.presence {
        Presence::Needed => value_schema(field.kind),
        Presence::Optional => json!({"anyOf": [value_schema(field.kind), {"type": "null"}]}),
    }
}

fn value_schema(kind: ValueKind) -> Value {
    match kind {
        ValueKind::Text => json!({"type": "string"}),
        ValueKind::Number(most) => json!({"type": "integer", "minimum": 0, "maximum": most}),
        ValueKind::Flag => json!({"type": "boolean"}),
        ValueKind::Reply => reply_schema(),
    }
}

/// The reply to a question: answers, a consent, or that the desktop is handed back.
fn reply_schema() -> Value {
    let one = |name: &str, schema: Value| json!({"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": false});
    let consent = json!({"oneOf": [
        {"enum": ["once", "session", "always", "stop"]},
        one("no", json!({"type": "string"})),
    ]});
    json!({"oneOf": [
        one("answers", json!({"type": "array", "items": {"type": "string"}})),
        one("consent", consent),
        {"const": "hand_back"},
    ]})
}

fn error_schema() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "properties": {"error": {
            "type": "object",
            "properties": {"code": text, "says": text},
            "required": ["code", "says"],
            "additionalProperties": false,
        }},
        "required": ["error"],
        "additionalProperties": false,
    })
}
