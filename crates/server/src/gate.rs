//! What every request passes: the names of the server, where it comes from, and whether its browser was let in. And what every reply has.

use crate::{
    access::Viewer,
    app::{App, AppState},
    error::ApiError,
};
use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
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

/// Checks a request before it is done, and gives its reply the headers of all replies.
pub(crate) async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let is_of_interface = request.uri().path().starts_with(INTERFACE);
    // Decided before anything is awaited: a request cannot be looked at from several threads.
    let admitted = admit(&app, &request);
    let mut response = match admitted {
        Ok(viewer) => {
            if let Some(viewer) = viewer {
                request.extensions_mut().insert(viewer);
            }
            next.run(request).await
        }
        Err(error) => {
            let error = slowed(&app, error).await;
            if is_of_interface { error.into_response() } else { error.into_text() }
        }
    };
    protect(response.headers_mut());
    response
}

/// The error, once a wrong guess has waited.
async fn slowed(app: &AppState, error: ApiError) -> ApiError {
    match error {
        ApiError::WrongCookie => {
            app.slowdown.wrong_guess().await.err().map_or(ApiError::WrongCookie, ApiError::from)
        }
        other => other,
    }
}

/// The browser of a request that may be done; `None` for one that asks for its cookie.
fn admit(app: &AppState, request: &Request) -> Result<Option<Viewer>, ApiError> {
    check_place(app, request)?;
    if request.uri().path() == OPEN {
        return Ok(None);
    }
    let cookie = cookie(request.headers(), &app.hosts.cookie()).ok_or(ApiError::NoCookie)?;
    app.access.viewer(cookie).map(Some).ok_or(ApiError::WrongCookie)
}

/// Checks by which name the server is asked, and by whose page.
fn check_place(app: &AppState, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let mut hosts = headers.get_all(HOST).iter();
    let (host, other) = (hosts.next().and_then(text), hosts.next());
    let host = host.filter(|it| other.is_none() && app.hosts.is_own(it)).ok_or(ApiError::WrongHost)?;
    let is_own = match headers.get(ORIGIN) {
        Some(origin) => text(origin).is_some_and(|it| app.hosts.is_own_origin(it, host)),
        // Browsers send it with everything that changes something.
        None => matches!(*request.method(), Method::GET | Method::HEAD),
    };
    // A link on another site may lead to the address that lets a browser in, which has a token.
    let is_foreign =
        headers.get(FETCH_SITE).and_then(text).is_some_and(|it| !matches!(it, "same-origin" | "none"));
    if !is_own || is_foreign && request.uri().path() != OPEN {
        return Err(ApiError::ForeignOrigin);
    }
    Ok(())
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
