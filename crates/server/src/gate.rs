//! What every request passes: the names of the server, where it comes from, and whether its browser or program was let in. And what every
//! reply has.

use crate::{
    access::Viewer,
    app::{App, AppState},
    blocking::blocking,
    body::{DEADLINE, whole_body},
    error::ApiError,
    token_routes::TokenRoutes,
};
use axum::{
    body::Body,
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method,
        header::{
            AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
            WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

/// The one path that needs no cookie, because it gives one.
pub(crate) const OPEN: &str = "/open";

/// How the paths of the interface begin.
const INTERFACE: &str = "/api/";

/// No inline script, no inline style, and nothing from or for another site.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The header with which a browser says from where a request comes.
const FETCH_SITE: &str = "sec-fetch-site";

/// The header that keeps other sites from embedding what is served.
const RESOURCE_POLICY: &str = "cross-origin-resource-policy";

/// The word before a program's token.
const BEARER: &str = "Bearer";

/// Who sends a request, which decides what it has to come with.
enum Asker {
    Browser,
    Program(TokenRoutes),
}

impl Asker {
    fn of(app: &AppState, request: &Request) -> Asker {
        let added = app.options.token_routes.as_ref();
        let asked = added.filter(|it| it.path == request.uri().path());
        asked.map_or(Asker::Browser, |it| Asker::Program(it.clone()))
    }
}

/// Checks a request before it is done, and gives its reply the headers of all replies.
pub(crate) async fn gate(State(app): State<App>, request: Request, next: Next) -> Response {
    let asker = Asker::of(&app, &request);
    let wants_json = matches!(asker, Asker::Program(_)) || request.uri().path().starts_with(INTERFACE);
    let admitted = match asker {
        Asker::Browser => admit_browser(&app, request),
        Asker::Program(routes) => admit_program(&app, routes, request).await,
    };
    let mut response = match admitted {
        Ok(request) => next.run(request).await,
        Err(error) => {
            let error = slowed(&app, error).await;
            let is_of_token = matches!(error, ApiError::NoBearer | ApiError::WrongBearer);
            let mut refusal = if wants_json { error.into_response() } else { error.into_text() };
            if is_of_token {
                refusal.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(BEARER));
            }
            refusal
        }
    };
    protect(response.headers_mut());
    response
}

/// The error, once a wrong guess has waited.
async fn slowed(app: &AppState, error: ApiError) -> ApiError {
    match error {
        ApiError::WrongCookie | ApiError::WrongBearer => {
            app.slowdown.wrong_guess().await.err().map_or(error, ApiError::from)
        }
        other => other,
    }
}

/// The request of a browser, with who it is; only the one that asks for a cookie may come from nobody.
fn admit_browser(app: &AppState, mut request: Request) -> Result<Request, ApiError> {
    // Browsers send their origin with everything that changes something.
    let needs_origin = !matches!(*request.method(), Method::GET | Method::HEAD);
    if check_place(app, &request)?.is_none() && needs_origin {
        return Err(ApiError::ForeignOrigin);
    }
    if request.uri().path() != OPEN {
        let cookie = cookie(request.headers(), &app.hosts.cookie()).ok_or(ApiError::NoCookie)?;
        let viewer: Viewer = app.access.viewer(cookie).ok_or(ApiError::WrongCookie)?;
        request.extensions_mut().insert(viewer);
    }
    Ok(request)
}

/// The request of a program, with whose token it has and all of its body.
async fn admit_program(app: &AppState, routes: TokenRoutes, request: Request) -> Result<Request, ApiError> {
    check_place(app, &request)?;
    let token = bearer(request.headers()).ok_or(ApiError::NoBearer)?.to_owned();
    let (mut parts, body) = request.into_parts();
    let holder = blocking(move || (routes.admit)(&token).ok_or(ApiError::WrongBearer)).await?;
    parts.extensions.extend(holder);
    let body = whole_body(body, routes.largest_body, DEADLINE).await?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// Checks by which name the server is asked, and by whose page. The origin of that page, if the request names one.
fn check_place<'r>(app: &AppState, request: &'r Request) -> Result<Option<&'r HeaderValue>, ApiError> {
    let headers = request.headers();
    let mut hosts = headers.get_all(HOST).iter();
    let (host, other) = (hosts.next().and_then(text), hosts.next());
    let host = host.filter(|it| other.is_none() && app.hosts.is_own(it)).ok_or(ApiError::WrongHost)?;
    let origin = headers.get(ORIGIN);
    let is_own = origin.is_none_or(|it| text(it).is_some_and(|origin| app.hosts.is_own_origin(origin, host)));
    // A link on another site may lead to the address that lets a browser in, which has a token.
    // A browser says `none` where a person typed the address, or opened it outside of a page.
    let is_foreign =
        headers.get(FETCH_SITE).and_then(text).is_some_and(|it| !matches!(it, "same-origin" | "none"));
    if !is_own || is_foreign && request.uri().path() != OPEN {
        return Err(ApiError::ForeignOrigin);
    }
    Ok(origin)
}

/// The token of a program.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (kind, token) = text(headers.get(AUTHORIZATION)?)?.split_once(' ')?;
    kind.eq_ignore_ascii_case(BEARER).then(|| token.trim())
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

/// The value of the cookie of this name.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(text).flat_map(|it| it.split(';'));
    let mut named = cookies.filter_map(|it| it.trim().split_once('='));
    named.find(|(it, _)| *it == name).map(|(_, value)| value)
}

fn protect(headers: &mut HeaderMap) {
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
}
