//! The parameters of an open game.

use kibitz_game::{Info, Kind, Parameter};
use serde::Serialize;
use serde_json::Value;

/// Parameters with their values, numbers as numbers.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(value_type = Object)
)]
pub struct SetOut(pub Vec<SetValue>);

/// A parameter with its value.
#[derive(Clone, Debug)]
pub struct SetValue {
    /// Its name.
    pub name: String,
    /// The value as text.
    pub text: String,
    /// The value in JSON.
    pub json: Value,
}

impl SetOut {
    /// The values of some parameters of a game.
    pub(crate) fn of(info: &Info<'_>, values: Vec<(&str, String)>) -> SetOut {
        let parameter = |name| info.parameters.iter().find(|p| p.name == name);
        let values = values.into_iter();
        let set = values.filter_map(|(name, value)| Some(SetValue::new(parameter(name)?, value)));
        SetOut(set.collect())
    }
}

impl SetValue {
    /// The value `text` of a parameter.
    #[must_use]
    pub fn new(parameter: &Parameter<'_>, text: String) -> SetValue {
        let json = match (parameter.kind, text.parse::<u64>()) {
            (Kind::Number, Ok(number)) => number.into(),
            _ => text.as_str().into(),
        };
        SetValue {
            name: parameter.name.to_owned(),
            text,
            json,
        }
    }
}

impl Serialize for SetOut {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for value in &self.0 {
            map.serialize_entry(&value.name, &value.json)?;
        }
        map.end()
    }
}
