//! Endpoints: where is a chat model asked, and with which key?

use std::fmt;
use std::net::IpAddr;

use ureq::http::{HeaderValue, Uri};

/// A key. Nothing shows it: it has no `Display`, its `Debug` says only that there is one, and it is never serialized.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// What stands where a key would.
const HIDDEN: &str = "[key]";
/// What is shorter is no secret.
const SHORTEST: usize = 8;

impl Key {
    /// A key, or none if the text is blank.
    pub fn new(text: &str) -> Result<Option<Key>, EndpointError> {
        let text = text.trim();
        match text.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok((!text.is_empty()).then(|| Key(text.into()))),
            false => Err(EndpointError::Key),
        }
    }

    /// The header that carries it; who logs headers does not see it.
    pub(super) fn header(&self) -> HeaderValue {
        let mut header = HeaderValue::try_from(format!("Bearer {}", self.0)).expect("a key is visible ASCII");
        header.set_sensitive(true);
        header
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

/// Why an endpoint cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// No URL that a chat model could be at.
    #[error("`{0}` is no base URL; wanted is one such as https://api.openai.com/v1 or http://localhost:11434/v1")]
    Url(String),
    /// A URL with a name and a password, a query or a fragment. It is not repeated here, since it may hold a key.
    #[error("the base URL holds more than a scheme, a host and a path: a key belongs into the environment")]
    Secret,
    /// The key would be seen by everyone on the way.
    #[error("http would carry the key unprotected to {0}: give an https URL, or no key")]
    Unprotected(String),
    /// No key has such characters.
    #[error("the key holds a blank or another character that no header carries")]
    Key,
}

/// Where a chat model is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
    host: String,
    key: Option<Key>,
}

impl Endpoint {
    /// The endpoint with a base URL, to which `/chat/completions` is added.
    pub fn new(base: &str, key: Option<Key>) -> Result<Endpoint, EndpointError> {
        let base = base.trim().trim_end_matches('/');
        let base = base.strip_suffix("/chat/completions").unwrap_or(base);
        // Before anything else: errors that repeat the URL must not repeat a password.
        let holds_key = key.as_ref().is_some_and(|key| base.contains(&key.0));
        if base.contains(['@', '?', '#']) || holds_key {
            return Err(EndpointError::Secret);
        }
        let uri = base.parse::<Uri>().ok().filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")));
        let host = uri.as_ref().and_then(Uri::host).filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| EndpointError::Url(base.into()))?.to_owned();
        let endpoint = Endpoint { base: base.into(), host, key };
        if endpoint.key.is_some() && !base.starts_with("https") && !endpoint.is_local() {
            return Err(EndpointError::Unprotected(endpoint.host));
        }
        Ok(endpoint)
    }

    /// The base URL, without a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is this machine.
    pub fn is_local(&self) -> bool {
        let bare = self.host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    pub(super) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// A text without the key, should a server repeat it.
    pub(super) fn hide(&self, text: &str) -> String {
        // Servers of one's own take any word for a key; taking every `x` out of the answers would protect nothing.
        match &self.key {
            Some(key) if key.0.len() >= SHORTEST => text.replace(&key.0, HIDDEN),
            _ => text.into(),
        }
    }
}
