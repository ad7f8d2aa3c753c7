//! Endpoints: where is a chat model asked, and with which key?

use std::fmt;

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

    /// The text without the key, should a server repeat it.
    pub fn hide(&self, text: &str) -> String {
        // Servers of one's own take any word for a key; taking every `x` out of the answers would protect nothing.
        if self.0.len() < SHORTEST { text.into() } else { text.replace(&self.0, HIDDEN) }
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
    #[error(
        "`{url}` is no base URL: {why}; wanted is one such as https://api.openai.com/v1 or http://localhost:11434/v1"
    )]
    Url {
        /// What was given.
        url: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A URL with a name and a password, or with a query. It is not repeated here, since it may hold a key.
    #[error("the base URL holds more than a scheme, a host and a path ({what}): a key belongs into the environment")]
    Secret {
        /// What it holds.
        what: &'static str,
    },
    /// The key would be seen by everyone on the way.
    #[error("http would carry the key unprotected to {host}: give an https URL, or no key")]
    Unprotected {
        /// Where to.
        host: String,
    },
    /// No key has such characters.
    #[error("the key holds a blank or another character that no header carries")]
    Key,
}

/// Where a chat model is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
    host: String,
    local: bool,
    key: Option<Key>,
}

impl Endpoint {
    /// The endpoint with a base URL, to which `/chat/completions` is added.
    pub fn new(base: &str, key: Option<Key>) -> Result<Endpoint, EndpointError> {
        let base = base.trim().trim_end_matches('/');
        let base = base.strip_suffix("/chat/completions").unwrap_or(base);
        // Before anything else: errors that repeat the URL must not repeat a password.
        let secret = [('@', "a name or a password"), ('?', "a query"), ('#', "a fragment")];
        if let Some((_, what)) = secret.into_iter().find(|(sign, _)| base.contains(*sign)) {
            return Err(EndpointError::Secret { what });
        }
        if key.as_ref().is_some_and(|key| key.hide(base) != base) {
            return Err(EndpointError::Secret { what: "the key" });
        }
        let wrong = |why| EndpointError::Url { url: base.into(), why };
        let uri: Uri = base.parse().map_err(|_| wrong("it cannot be read"))?;
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) => return Err(wrong("it is neither https nor http")),
            None => return Err(wrong("it does not begin with https:// or http://")),
        };
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(|| wrong("it has no host"))?;
        let local = is_local(host);
        if key.is_some() && !https && !local {
            return Err(EndpointError::Unprotected { host: host.into() });
        }
        Ok(Endpoint { base: base.into(), host: host.into(), local, key })
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
        self.local
    }

    /// The key.
    pub fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }
}

fn is_local(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Option<Key> {
        Key::new(" sk-secret-1 \n").unwrap()
    }

    #[test]
    fn a_key_is_never_shown() {
        let endpoint = Endpoint::new("https://api.example.org/v1", key()).unwrap();
        assert!(!format!("{endpoint:?} {:#?}", endpoint.key()).contains("secret"));
        assert!(!format!("{:?}", key().unwrap().header()).contains("secret"));
        assert_eq!(key().unwrap().hide("wrong key sk-secret-1!"), "wrong key [key]!");
        assert_eq!(Key::new("x").unwrap().unwrap().hide("x + 1"), "x + 1");
        assert_eq!(Key::new(" ").unwrap(), None);
        assert_eq!(Key::new("two words"), Err(EndpointError::Key));
    }

    #[test]
    fn urls_are_taken_as_people_give_them() {
        let base = |url| Endpoint::new(url, key()).map(|endpoint| endpoint.base().to_owned());
        assert_eq!(base("https://api.example.org/v1/").unwrap(), "https://api.example.org/v1");
        assert_eq!(base("https://api.example.org/v1/chat/completions").unwrap(), "https://api.example.org/v1");
        for local in ["http://localhost:11434/v1", "http://127.0.0.1:8080", "http://[::1]:8080/v1"] {
            assert_eq!(base(local).unwrap(), local);
        }
    }

    #[test]
    fn other_urls_are_refused_with_the_reason() {
        let error = |url| Endpoint::new(url, key()).unwrap_err().to_string();
        assert!(error("api.example.org/v1").contains("https://api.openai.com/v1"), "{}", error("api.example.org/v1"));
        assert!(error("ftp://example.org").contains("neither https nor http"));
        assert!(error("").contains("is no base URL"));
        assert!(error("https://").contains("is no base URL"));
        assert!(error("http://192.168.0.7:8000/v1").contains("unprotected to 192.168.0.7"));
        assert!(Endpoint::new("http://192.168.0.7:8000/v1", None).is_ok());
        for secret in
            ["https://me:hunter2@example.org", "https://example.org/v1?key=hunter2", "https://example.org/sk-secret-1"]
        {
            assert!(!error(secret).contains("hunter2") && !error(secret).contains("sk-"), "{}", error(secret));
        }
    }
}
