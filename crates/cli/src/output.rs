use std::io::{self, Write as _};
use std::path::Path;

use exactplay_dataset::AtomicFile;
use serde::Serialize;

use crate::failure::Failure;

/// Prints an answer to standard output; colours only where they are wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::stdout(&error))
}

/// Prints one JSON document, indented.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let mut json = serde_json::to_string_pretty(document).expect("plain data");
    json.push('\n');
    print(&json)
}

/// Prints one JSON document on a line of its own.
pub(crate) fn print_json_line(document: &impl Serialize) -> Result<(), Failure> {
    let mut json = serde_json::to_string(document).expect("plain data");
    json.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(json.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::stdout(&error))
}

/// Writes a file, whole or not at all.
pub(crate) fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    let written = AtomicFile::create(path).and_then(|mut file| {
        file.write_all(content.as_bytes())?;
        file.finish()
    });
    written.map_err(|error| Failure::file(path, error))
}
