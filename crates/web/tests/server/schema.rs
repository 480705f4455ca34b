//! Documents held against the schemas of `openapi.json`.

use serde_json::Value;

pub(crate) fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// Fails unless a value is as a schema says. Knows the keywords that the description uses.
pub(crate) fn check(description: &Value, schema: &Value, value: &Value, place: &str) {
    if let Err(error) = matches(description, schema, value, place) {
        panic!("{error}");
    }
}

fn matches(description: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place}: {value} is not {what}"));
    for (keyword, expected) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$ref" => {
                let pointer = expected.as_str().unwrap().trim_start_matches('#');
                matches(description, description.pointer(pointer).unwrap(), value, place)?;
            }
            "oneOf" => {
                let fits = |one: &&Value| matches(description, one, value, place).is_ok();
                if expected.as_array().unwrap().iter().filter(fits).count() != 1 {
                    return wrong(&format!("exactly one of {expected}"));
                }
            }
            "type" => {
                let fits = match expected.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                if !fits {
                    return wrong(&format!("of type {expected}"));
                }
            }
            "const" if value != expected => return wrong(&format!("{expected}")),
            "enum" if !expected.as_array().unwrap().contains(value) => {
                return wrong(&format!("one of {expected}"));
            }
            "required" => {
                let missing = expected
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|name| value.get(name.as_str().unwrap()).is_none());
                if let Some(missing) = missing {
                    return wrong(&format!("complete: {missing} is missing"));
                }
            }
            "properties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    let Some(schema) = expected.get(name) else {
                        return wrong(&format!("described: {name} is unknown"));
                    };
                    matches(description, schema, part, &format!("{place}.{name}"))?;
                }
            }
            "items" => {
                for part in value.as_array().into_iter().flatten() {
                    matches(description, expected, part, &format!("{place}[]"))?;
                }
            }
            "minItems" | "maxItems" => {
                let bound = usize::try_from(expected.as_u64().unwrap()).unwrap();
                let is_least = keyword == "minItems";
                let fits = |items: &Vec<Value>| {
                    if is_least { items.len() >= bound } else { items.len() <= bound }
                };
                if !value.as_array().is_none_or(fits) {
                    return wrong(&format!("of {bound} items"));
                }
            }
            "const"
            | "enum"
            | "description"
            | "default"
            | "minimum"
            | "maximum"
            | "additionalProperties" => {}
            other => panic!("{place}: the keyword {other} is new"),
        }
    }
    Ok(())
}
