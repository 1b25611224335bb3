//! What a request's query string says.

use kibitz_query::did_you_mean;

use crate::refusal::Refusal;

/// The parameters of a request, each of which its route knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// `set=NAME=VALUE`, in their order.
    pub(crate) set: Vec<(String, String)>,
    given: Vec<(&'static str, String)>,
}

impl Query {
    /// Reads a query string of a route that knows `set` and these parameters.
    pub(crate) fn parse(raw: Option<&str>, known: &[&'static str]) -> Result<Query, Refusal> {
        let mut query = Query::default();
        for (name, value) in form_urlencoded::parse(raw.unwrap_or("").as_bytes()) {
            if name == "set" {
                query.set.push(pair(&value)?);
                continue;
            }
            let Some(known) = known.iter().find(|known| **known == name) else {
                return Err(unknown(&name, known));
            };
            if query.text(known).is_some() {
                return Err(Refusal::query(format!("`{known}` is given twice")));
            }
            query.given.push((known, value.into_owned()));
        }
        Ok(query)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let found = self.given.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A whole number up to `most`.
    pub(crate) fn number(&self, name: &str, most: u64) -> Result<Option<u64>, Refusal> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u64>() {
            Ok(n) if is_plain && n <= most => Ok(Some(n)),
            _ => Err(Refusal::query(format!(
                "`{name}`: expected a whole number up to {most}, found `{text}`"
            ))),
        }
    }
}

fn pair(text: &str) -> Result<(String, String), Refusal> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.to_owned())),
        None => Err(Refusal::query(format!(
            "`set`: expected NAME=VALUE, found `{text}`"
        ))),
    }
}

fn unknown(name: &str, known: &[&'static str]) -> Refusal {
    let all = known.iter().copied().chain(["set"]);
    let advice = match did_you_mean(name, all.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", all.collect::<Vec<_>>().join(", ")),
    };
    Refusal::query(format!("no parameter `{name}` in this query")).help(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = Query::parse(Some("p=1%202+3&set=a=b%3Dc&set=d="), &["p"]).unwrap();
        assert_eq!(query.text("p"), Some("1 2 3"));
        let pairs = [("a", "b=c"), ("d", "")].map(|(n, v)| (n.to_owned(), v.to_owned()));
        assert_eq!(query.set, pairs);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
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
