//! Rule files that clients bring.
//!
//! A file is kept under a name made from its text, so that a name never means
//! another file, whatever is forgotten meanwhile.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::StatusCode;
use kibitz_query::{Choice, RuleFile};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use sha2::{Digest, Sha256};

use crate::options::Options;
use crate::refusal::Refusal;

/// Files that are kept.
const MOST: u64 = 256;

/// What messages call a file that came without a name.
const FILE: &str = "rules.py";

/// How the names of such games begin.
const PREFIX: &str = "rules-";

/// Bytes of the digest in a name: nobody meets two files with the same.
const DIGEST: usize = 16;

/// The rule files that are kept, the last ones that were asked about.
#[derive(Debug)]
pub(crate) struct RuleFiles {
    is_allowed: bool,
    limits: Limits,
    files: Cache<Arc<str>, RuleFile>,
}

impl RuleFiles {
    pub(crate) fn new(options: &Options) -> RuleFiles {
        RuleFiles {
            is_allowed: options.takes_rules(),
            limits: Limits {
                fuel: options.fuel,
                ..Limits::default()
            },
            // Whoever sends a file asks about it at once: it may push out any other.
            files: Cache::builder()
                .max_capacity(MOST)
                .eviction_policy(EvictionPolicy::lru())
                .build(),
        }
    }

    /// Refuses rules where others than this machine could send them.
    pub(crate) fn allow(&self) -> Result<(), Refusal> {
        if self.is_allowed {
            return Ok(());
        }
        let message = "this server takes no rule files: others than its own machine may reach it";
        let refusal = Refusal::new(StatusCode::FORBIDDEN, "rules_forbidden", message);
        Err(refusal.help("`kibitz serve --allow-rules` takes them"))
    }

    /// A file with this text.
    pub(crate) fn file(&self, text: &str) -> RuleFile {
        RuleFile {
            source: Source::new(FILE, text),
            limits: self.limits,
        }
    }

    /// The name of a file.
    pub(crate) fn name_of(text: &str) -> String {
        let mut name = PREFIX.to_owned();
        for byte in &Sha256::digest(text.as_bytes())[..DIGEST] {
            // Writing to a string does not fail.
            let _ = write!(name, "{byte:02x}");
        }
        name
    }

    pub(crate) async fn keep(&self, name: &str, file: RuleFile) {
        self.files.insert(name.into(), file).await;
        // The cache tidies up now and then: without this it would hold more
        // files than it should in between.
        self.files.run_pending_tasks().await;
    }

    /// The game that a name means: one of the catalogue, or a file that was
    /// sent.
    pub(crate) async fn find(&self, name: &str) -> Result<Choice, Refusal> {
        if !is_rule_name(name) {
            return Ok(Choice::Listed(kibitz_query::find(name)?));
        }
        let file = self.files.get(name).await;
        file.map(Choice::File).ok_or_else(|| {
            let message = "this rule file is not known here";
            Refusal::new(StatusCode::NOT_FOUND, "no_such_rules", message)
                .help("send it to /api/v1/rules again")
        })
    }
}

/// Whether a name, or what begins with one, is that of a rule file.
pub(crate) fn is_rule_name(name: &str) -> bool {
    name.starts_with(PREFIX)
}
