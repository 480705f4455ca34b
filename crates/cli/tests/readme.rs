//! The examples of the READMEs are what the program prints.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::process::Command;

/// Runs every `console` block: a line `$ exactplay …`, then its output; a line `...` stands for any further lines.
fn assert_examples_hold(text: &str) -> usize {
    let blocks = text.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
    let mut count = 0;
    for block in blocks {
        let (command, expected) =
            block.strip_prefix("$ exactplay ").unwrap().split_once('\n').unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_exactplay"))
            .args(command.split(' '))
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        match expected.strip_suffix("...\n") {
            Some(beginning) => {
                assert!(found.starts_with(beginning), "exactplay {command} printed:\n{found}");
            }
            None => assert_eq!(found, expected, "exactplay {command}"),
        }
        count += 1;
    }
    count
}

#[test]
fn readme_examples_are_what_is_printed() {
    assert_eq!(assert_examples_hold(include_str!("../../../README.md")), 5);
    assert_eq!(assert_examples_hold(include_str!("../../../README.ja.md")), 4);
}
