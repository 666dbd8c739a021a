//! All routes of the interface, in the order of `docs/api.md`.

use super::{
    about, applications, approvals, audit, batches, blobs, dataflows, doctor, entries, entry, models,
    options, screen, start, state, steer, steps, stream, task,
};
use crate::route_spec::{BodySpec, Field, ReplySpec, RouteSpec, ValueKind};
use axum::routing::on;

/// A body that says nothing.
const NOTHING: BodySpec = BodySpec::Keys(&[]);

/// The status of a session after a command.
const STATUS: ReplySpec = ReplySpec::Object(&["phase", "next", "question"]);

/// The name of a task.
const NAMED: &[&str] = &["folder", "name"];

/// Every yes that lasts.
const LASTING: ReplySpec = ReplySpec::Object(&["rules", "answers"]);

/// The number of an entry.
const SEQ: ValueKind = ValueKind::Number(u64::MAX);

/// Which piece of a list is wanted.
const PIECE: &[Field] = &[Field::optional("from", SEQ), Field::optional("limit", SEQ)];

/// Where a stream begins.
const FROM: &[Field] = &[Field::optional("from", SEQ)];

/// Which observation of a step is wanted.
const OBSERVATION: &[Field] = &[Field::optional("entry", SEQ)];

/// After which entry the folds are wanted.
const MOMENT: &[Field] = &[Field::optional("at", SEQ)];

/// How thorough the doctor is.
const DEPTH: &[Field] = &[Field::optional("deep", ValueKind::Flag)];

/// An answer.
const ANSWER: &[Field] = &[Field::needed("question", SEQ), Field::needed("reply", ValueKind::Reply)];

/// A further request.
const FURTHER: &[Field] = &[Field::needed("text", ValueKind::Text)];

/// What a task is resumed with.
const CONTINUATION: &[Field] = &[Field::optional("request", ValueKind::Text)];

/// Which model is tested.
const TESTED: &[Field] = &[Field::needed("name", ValueKind::Text)];

/// Which lasting yes is taken back.
const YES: &[Field] = &[Field::needed("rule", ValueKind::Text), Field::needed("answer", ValueKind::Text)];

/// What a task is started with: the request and the flags of `deskpilot run`.
const NEW_TASK: &[Field] = &[
    Field::needed("request", ValueKind::Text),
    Field::optional("name", ValueKind::Text),
    Field::optional("mode", ValueKind::Text),
    Field::optional("model", ValueKind::Text),
    Field::optional("base_url", ValueKind::Text),
    Field::optional("desktop", ValueKind::Text),
    Field::optional("home", ValueKind::Text),
    Field::optional("out", ValueKind::Text),
    Field::optional("max_steps", ValueKind::Number(u32::MAX as u64)),
    Field::optional("policy", ValueKind::Text),
    Field::optional("evaluate", ValueKind::Text),
    Field::optional("grounding", ValueKind::Text),
];

/// Which tasks are listed.
const LISTED: &[Field] = &[
    Field::optional("state", ValueKind::Text),
    Field::optional("find", ValueKind::Text),
    Field::optional("last", SEQ),
    Field::optional("sizes", ValueKind::Flag),
];

/// Every route of the interface.
pub(super) const ROUTES: &[RouteSpec] = &[
    RouteSpec::get(
        "/api/about",
        "who the page is, and what is served",
        ReplySpec::Object(&["version", "viewer", "port", "features"]),
        |method| on(method, about::about),
    ),
    RouteSpec::post(
        "/api/invitations",
        "an address that lets another browser in",
        NOTHING,
        ReplySpec::Object(&["address"]),
        |method| on(method, entry::invite),
    ),
    RouteSpec::get("/api/tasks", "the tasks", ReplySpec::Object(&["tasks", "left_out"]), |method| {
        on(method, task::list)
    })
    .with(LISTED),
    RouteSpec::post(
        "/api/tasks",
        "starts a task",
        BodySpec::Keys(NEW_TASK),
        ReplySpec::Made(NAMED),
        |method| on(method, start::start),
    ),
    RouteSpec::get(
        "/api/feed",
        "the changes of all tasks",
        ReplySpec::Events(&["tasks", "task", "gone"]),
        |method| on(method, stream::feed),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}",
        "a task",
        ReplySpec::Object(&["task", "header", "entries", "steps", "rounds", "question", "live"]),
        |method| on(method, task::show),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/entries",
        "a piece of its log",
        ReplySpec::Object(&["entries", "next", "more"]),
        |method| on(method, entries::entries),
    )
    .with(PIECE),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/events",
        "its log as it is written",
        ReplySpec::Events(&["entry", "task", "end", "reset", "fault"]),
        |method| on(method, stream::events),
    )
    .with(FROM),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/steps",
        "a piece of its steps",
        ReplySpec::Object(&["steps", "next", "more"]),
        |method| on(method, steps::list),
    )
    .with(PIECE),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/steps/{number}",
        "a step",
        ReplySpec::Object(&["number", "agent", "entry", "observations", "decisions", "operations"]),
        |method| on(method, steps::show),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/steps/{number}/tree",
        "what a step saw",
        ReplySpec::Object(&["entry", "kind", "tree", "view"]),
        |method| on(method, steps::tree),
    )
    .with(OBSERVATION),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/state",
        "its folds after an entry",
        ReplySpec::Object(&["at", "round", "blackboard", "question", "cost"]),
        |method| on(method, state::state),
    )
    .with(MOMENT),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/tokens",
        "what its prompts took",
        ReplySpec::Object(&["total"]),
        |method| on(method, audit::tokens),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/audit",
        "whether its log is as it was written",
        ReplySpec::Object(&["sound", "entries", "chain", "origin", "damage", "blobs"]),
        |method| on(method, audit::audit),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/blobs/{hash}",
        "a blob that its log names",
        ReplySpec::Bytes,
        |method| on(method, blobs::blob),
    ),
    RouteSpec::post(
        "/api/tasks/{folder}/{task}/answer",
        "answers a question",
        BodySpec::Keys(ANSWER),
        STATUS,
        |method| on(method, steer::answer),
    ),
    RouteSpec::post("/api/tasks/{folder}/{task}/stop", "stops it", NOTHING, STATUS, |method| {
        on(method, steer::stop)
    }),
    RouteSpec::post("/api/tasks/{folder}/{task}/pause", "pauses it", NOTHING, STATUS, |method| {
        on(method, steer::pause)
    }),
    RouteSpec::post(
        "/api/tasks/{folder}/{task}/hand-back",
        "gives its desktop back",
        NOTHING,
        STATUS,
        |method| on(method, steer::hand_back),
    ),
    RouteSpec::post(
        "/api/tasks/{folder}/{task}/requests",
        "a further request for it",
        BodySpec::Keys(FURTHER),
        STATUS,
        |method| on(method, steer::request),
    ),
    RouteSpec::post(
        "/api/tasks/{folder}/{task}/resume",
        "resumes it",
        BodySpec::Keys(CONTINUATION),
        ReplySpec::Object(NAMED),
        |method| on(method, start::resume),
    ),
    RouteSpec::get(
        "/api/options",
        "what a form offers that starts a task",
        ReplySpec::Object(&["modes", "policies", "settings", "log_dir", "folder"]),
        |method| on(method, options::options),
    ),
    RouteSpec::get(
        "/api/tasks/{folder}/{task}/screen",
        "its desktop, shown and taken over",
        ReplySpec::Socket,
        |method| on(method, screen::screen),
    ),
    RouteSpec::get("/api/doctor", "what works here", ReplySpec::Object(&["checks"]), |method| {
        on(method, doctor::doctor)
    })
    .with(DEPTH),
    RouteSpec::get(
        "/api/applications",
        "what is native in each application",
        ReplySpec::Object(&["applications"]),
        |method| on(method, applications::applications),
    ),
    RouteSpec::get("/api/models", "the models of the settings", ReplySpec::Object(&["models"]), |method| {
        on(method, models::models)
    }),
    RouteSpec::post(
        "/api/models/test",
        "asks one of them a few questions, which may cost something",
        BodySpec::Keys(TESTED),
        ReplySpec::Object(&["name", "found", "seconds"]),
        |method| on(method, models::test),
    ),
    RouteSpec::get("/api/approvals", "every yes that lasts", LASTING, |method| on(method, approvals::list)),
    RouteSpec::post(
        "/api/approvals/take-back",
        "takes one of them back",
        BodySpec::OneOf(YES),
        LASTING,
        |method| on(method, approvals::take_back),
    ),
    RouteSpec::get("/api/batches", "the batches", ReplySpec::Object(&["batches"]), |method| {
        on(method, batches::list)
    }),
    RouteSpec::get(
        "/api/dataflows",
        "the folders of results of the dataflow",
        ReplySpec::Object(&["dataflows"]),
        |method| on(method, dataflows::list),
    ),
    RouteSpec::get(
        "/api/dataflows/{folder}",
        "one of them, with its jobs and workers",
        ReplySpec::Object(&[
            "folder",
            "path",
            "records",
            "runs",
            "fault",
            "overviews",
            "jobs",
            "left_out",
            "failures",
        ]),
        |method| on(method, dataflows::show),
    ),
];
