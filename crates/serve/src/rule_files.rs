//! Rule files sent by clients.
//!
//! A file is stored under the hash of its text, so a name always means the same
//! file, even after eviction.

use std::fmt::Write as _;
use std::time::Duration;

use axum::http::StatusCode;
use kibitz_query::{GameSource, RuleFile};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use sha2::{Digest, Sha256};

use crate::api_error::ApiError;
use crate::options::Options;
use crate::recent::Recent;

/// Maximum number of stored files.
const MAX: u64 = 256;

/// File name in diagnostics.
const FILE: &str = "rules.py";

/// Prefix of the names of rule-file games.
const PREFIX: &str = "rules-";

/// Bytes of the digest in a name; 128 bits make collisions negligible.
const DIGEST_LEN: usize = 16;

/// The stored rule files, most recently used.
#[derive(Debug)]
pub(crate) struct RuleFiles {
    is_allowed: bool,
    limits: Limits,
    files: Recent<RuleFile>,
}

impl RuleFiles {
    pub(crate) fn new(options: &Options) -> RuleFiles {
        RuleFiles {
            is_allowed: options.accepts_rules(),
            limits: Limits {
                fuel: options.fuel,
                ..Limits::default()
            },
            files: Recent::new(MAX, Duration::MAX),
        }
    }

    /// Rejects rule files if other machines can reach the server.
    pub(crate) fn allow(&self) -> Result<(), ApiError> {
        if self.is_allowed {
            return Ok(());
        }
        let message = "rule files are disabled: other machines can reach this server";
        let error = ApiError::new(StatusCode::FORBIDDEN, "rules_forbidden", message);
        Err(error.help("`kibitz serve --allow-rules` accepts them"))
    }

    /// A rule file with this text.
    pub(crate) fn file(&self, text: &str) -> RuleFile {
        RuleFile {
            source: Source::new(FILE, text),
            limits: self.limits,
        }
    }

    /// The name of a rule file with this text.
    pub(crate) fn name_of(text: &str) -> String {
        let mut name = PREFIX.to_owned();
        for byte in &Sha256::digest(text.as_bytes())[..DIGEST_LEN] {
            // Writing to a string does not fail.
            let _ = write!(name, "{byte:02x}");
        }
        name
    }

    pub(crate) fn keep(&self, name: &str, file: RuleFile) {
        self.files.insert(name.into(), file, 1);
    }

    /// The game of this name: built-in, or a rule file sent before.
    pub(crate) fn find(&self, name: &str) -> Result<GameSource, ApiError> {
        if !is_rule_name(name) {
            return Ok(GameSource::BuiltIn(kibitz_query::find(name)?));
        }
        let file = self.files.get(name);
        file.map(GameSource::File).ok_or_else(|| {
            let message = "unknown rule file";
            ApiError::new(StatusCode::NOT_FOUND, "no_such_rules", message)
                .help("send it to /api/v1/rules again")
        })
    }
}

/// Whether a name (or a cache key that begins with one) is that of a rule file.
pub(crate) fn is_rule_name(name: &str) -> bool {
    name.starts_with(PREFIX)
}
