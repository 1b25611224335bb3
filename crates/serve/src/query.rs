//! Parsing of query strings.

use kibitz_query::did_you_mean;

use crate::api_error::ApiError;

/// The parameters of a request, all of them known to its route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// `set=NAME=VALUE`, in order.
    pub(crate) set: Vec<(String, String)>,
    given: Vec<(&'static str, String)>,
}

/// Parameters that a request may give several times.
const REPEATED: [&str; 1] = ["param"];

impl Query {
    /// Parses a query string; the route accepts `set` and the parameters in
    /// `known`.
    pub(crate) fn parse(raw: Option<&str>, known: &[&'static str]) -> Result<Query, ApiError> {
        let mut query = Query::default();
        for (name, value) in form_urlencoded::parse(raw.unwrap_or("").as_bytes()) {
            if name == "set" {
                query.set.push(pair(&value)?);
                continue;
            }
            let Some(known) = known.iter().find(|known| **known == name) else {
                return Err(unknown(&name, known));
            };
            if query.text(known).is_some() && !REPEATED.contains(known) {
                return Err(ApiError::query(format!("`{known}` is given twice")));
            }
            query.given.push((known, value.into_owned()));
        }
        Ok(query)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// All values of a parameter, in order.
    pub(crate) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.given.iter().filter(move |(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A decimal number of at max `max`.
    pub(crate) fn number(&self, name: &str, max: u64) -> Result<Option<u64>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u64>() {
            Ok(n) if is_plain && n <= max => Ok(Some(n)),
            _ => Err(ApiError::query(format!(
                "`{name}`: expected a whole number up to {max}, found `{text}`"
            ))),
        }
    }
}

fn pair(text: &str) -> Result<(String, String), ApiError> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.to_owned())),
        None => Err(ApiError::query(format!(
            "`set`: expected NAME=VALUE, found `{text}`"
        ))),
    }
}

fn unknown(name: &str, known: &[&'static str]) -> ApiError {
    let all = known.iter().copied().chain(["set"]);
    let advice = match did_you_mean(name, all.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", all.collect::<Vec<_>>().join(", ")),
    };
    ApiError::query(format!("unknown query parameter `{name}`")).help(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = Query::parse(Some("p=1%202+3&set=a=b%3Dc&set=d="), &["p"]).unwrap();
        assert_eq!(query.text("p"), Some("1 2 3"));
        let query_of_axes = Query::parse(Some("param=a=1&param=b=2"), &["param"]).unwrap();
        assert!(query_of_axes.texts("param").eq(["a=1", "b=2"]));
        let pairs = [("a", "b=c"), ("d", "")].map(|(n, v)| (n.to_owned(), v.to_owned()));
        assert_eq!(query.set, pairs);
    }

    #[test]
    fn invalid_queries_are_rejected() {
        for raw in ["p=1&p=2", "q=1", "set=a", "=", "p&p"] {
            assert!(Query::parse(Some(raw), &["p"]).is_err(), "{raw}");
        }
        let query = Query::parse(Some("n=+7&m=9&k=%31"), &["n", "m", "k"]).unwrap();
        assert!(query.number("n", 10).is_err());
        assert!(query.number("m", 8).is_err());
        assert_eq!(query.number("k", 8).unwrap(), Some(1));
        assert_eq!(query.number("absent", 8).unwrap(), None);
    }
}
