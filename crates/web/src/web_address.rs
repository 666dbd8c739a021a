//! Addresses of the web: other schemes reach files, settings and scripts.

use thiserror::Error;
use url::Url;

/// Why a text is no address that Deskpilot opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WebAddressError {
    /// It is not whole, or not of the web.
    #[error("a whole address such as https://example.org/, http or https")]
    NotOfTheWeb,
    /// It holds a login.
    #[error("an address without a user name or a password in it")]
    HasLogin,
}

/// The address that a text holds.
///
/// # Errors
/// It is no address of the web, or holds a login. The error says what it must be.
pub fn web_address(text: &str) -> Result<Url, WebAddressError> {
    let url = Url::parse(text.trim()).map_err(|_| WebAddressError::NotOfTheWeb)?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(WebAddressError::NotOfTheWeb);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(WebAddressError::HasLogin);
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_opened() {
        use WebAddressError::{HasLogin, NotOfTheWeb};
        for (text, expected) in [
            ("https://example.org/a?b#c", Ok(())),
            (" http://127.0.0.1:8080 ", Ok(())),
            ("about:blank", Err(NotOfTheWeb)),
            ("javascript:alert(1)", Err(NotOfTheWeb)),
            ("data:text/html,<b>x", Err(NotOfTheWeb)),
            ("file:///etc/passwd", Err(NotOfTheWeb)),
            ("view-source:https://example.org", Err(NotOfTheWeb)),
            ("chrome://browser/content/browser.xhtml", Err(NotOfTheWeb)),
            ("https://user@example.org/", Err(HasLogin)),
            ("https://:secret@example.org/", Err(HasLogin)),
            ("example.org", Err(NotOfTheWeb)),
            ("", Err(NotOfTheWeb)),
        ] {
            assert_eq!(web_address(text).map(|_| ()), expected, "{text}");
        }
    }
}
