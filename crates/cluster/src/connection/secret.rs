//! The secret that the processes of a run share, and proofs of knowing it.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ClusterError;

/// The length of a nonce, and of a proof.
pub(crate) const PROOF: usize = 32;

/// A secret of at least [`MIN`](Secret::MIN) bytes.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Shorter secrets could be guessed.
    pub const MIN: usize = 16;

    /// The secret in a text, without white space around it.
    ///
    /// # Errors
    /// Returns an error if it is too short.
    pub fn new(text: &[u8]) -> Result<Secret, ClusterError> {
        let text = text.trim_ascii();
        if text.len() < Secret::MIN {
            return Err(ClusterError::Setup(format!(
                "the secret has {} bytes, expected at least {}; make one with \
                 `head -c 32 /dev/urandom | base64`",
                text.len(),
                Secret::MIN
            )));
        }
        Ok(Secret(text.to_vec()))
    }

    /// A random one, as text.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn random() -> Result<String, ClusterError> {
        Ok(nonce()?.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The proof that its sender knows the secret and has seen these messages.
    pub(crate) fn prove(&self, messages: &[&[u8]]) -> [u8; PROOF] {
        self.mac(messages).finalize().into_bytes().into()
    }

    /// Whether this is the proof for these messages, in constant time.
    pub(crate) fn accepts(&self, messages: &[&[u8]], proof: &[u8; PROOF]) -> bool {
        self.mac(messages).verify_slice(proof).is_ok()
    }

    fn mac(&self, messages: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = match Hmac::<Sha256>::new_from_slice(&self.0) {
            Ok(mac) => mac,
            Err(_) => unreachable!("keys of any length are possible"),
        };
        for message in messages {
            // With lengths, so that no two lists of messages have the same bytes.
            mac.update(&(message.len() as u64).to_le_bytes());
            mac.update(message);
        }
        mac
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// Random bytes that are used once.
pub(crate) fn nonce() -> Result<[u8; PROOF], ClusterError> {
    let mut bytes = [0; PROOF];
    let problem = |error| ClusterError::Setup(format!("the system has no random numbers: {error}"));
    getrandom::fill(&mut bytes).map_err(problem)?;
    Ok(bytes)
}
