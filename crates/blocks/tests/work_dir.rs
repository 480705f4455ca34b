//! Folders of layer files: equal bytes, resumed runs, look-ups, and refusal of what is not right.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use exactplay_blocks::{
    BlocksError, Board, Content, Discard, Lookup as _, Pass, Plan, Progress, Solution, Stopped,
    Summary, WorkDir, solve,
};
use exactplay_game::Player;
use tempfile::TempDir;

fn mnk() -> Plan {
    let board = Board::mnk(4, 3, 3, Player::O).unwrap();
    Plan::new(board, Content::ValuesAndPlayouts).unwrap()
}

fn connect() -> Plan {
    let board = Board::connect(4, 3, 3, Player::X).unwrap();
    Plan::new(board, Content::ValuesAndPlayouts).unwrap()
}

fn rounded() -> Plan {
    Plan::new(Board::connect(4, 3, 3, Player::O).unwrap(), Content::ValuesAndRoundedPlayouts)
        .unwrap()
}

fn run(folder: &Path, plan: &Plan) -> Result<Summary, BlocksError> {
    solve(plan, &mut WorkDir::make(folder, plan.clone())?, |_| Ok(()))
}

/// Runs until the layer of `ply` is begun.
fn run_until(folder: &Path, plan: &Plan, ply: u8) {
    let stop = |progress: Progress| match progress.pass {
        Pass::Backward if progress.ply == ply => Err(Stopped),
        Pass::Backward | Pass::Forward => Ok(()),
    };
    let mut work_dir = WorkDir::make(folder, plan.clone()).unwrap();
    assert!(matches!(solve(plan, &mut work_dir, stop), Err(BlocksError::Stopped)));
    let kept = (ply < plan.board().cells()).then_some(ply + 1);
    assert_eq!(work_dir.earliest().unwrap(), kept);
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let items = fs::read_dir(folder).unwrap().map(|item| item.unwrap());
    let files =
        items.map(|item| (item.file_name().into_string().unwrap(), fs::read(item.path()).unwrap()));
    files.collect()
}

#[test]
fn the_bytes_do_not_depend_on_threads_and_are_as_many_as_planned() {
    for plan in [mnk(), connect(), rounded()] {
        let solved = [1, 2, 8].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let folder = TempDir::new().unwrap();
            pool.install(|| run(folder.path(), &plan)).unwrap();
            files(folder.path())
        });
        assert!(solved[0] == solved[1] && solved[0] == solved[2]);
        let layers = solved[0].iter().filter(|(name, _)| name.starts_with("layer-"));
        let bytes: Vec<_> = layers.map(|(_, bytes)| bytes.len() as u128).collect();
        assert_eq!(bytes.len(), plan.layers().len());
        assert_eq!(bytes.iter().sum::<u128>(), plan.disk_bytes());
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_with_the_same_bytes() {
    for plan in [mnk(), connect(), rounded()] {
        let whole = TempDir::new().unwrap();
        let expected = run(whole.path(), &plan).unwrap();
        assert_eq!(solve(&plan, &mut Discard, |_| Ok(())).unwrap(), expected);

        let folder = TempDir::new().unwrap();
        for ply in [12, 7, 6, 0] {
            run_until(folder.path(), &plan, ply);
            let unfinished = folder.path().join("layer-05.blocks.123.tmp");
            fs::write(unfinished, "what a killed process was writing").unwrap();
            assert_eq!(WorkDir::open(folder.path()).unwrap().summary().unwrap(), None);
        }
        assert_eq!(run(folder.path(), &plan).unwrap(), expected);
        assert!(files(folder.path()) == files(whole.path()));

        let mut steps = 0;
        let mut work_dir = WorkDir::make(folder.path(), plan.clone()).unwrap();
        let again = solve(&plan, &mut work_dir, |_| {
            steps += 1;
            Ok(())
        });
        assert_eq!((again.unwrap(), steps), (expected.clone(), 0), "nothing is left to do");
        assert_eq!(WorkDir::open(folder.path()).unwrap().summary().unwrap(), Some(expected));
    }
}

#[test]
fn positions_are_looked_up_on_disk_as_in_memory() {
    for plan in [mnk(), connect(), rounded()] {
        let folder = TempDir::new().unwrap();
        run(folder.path(), &plan).unwrap();
        let mut on_disk = WorkDir::open(folder.path()).unwrap();
        assert_eq!(on_disk.plan().board(), plan.board());
        let mut in_memory = Solution::new(plan.clone());
        solve(&plan, &mut in_memory, |_| Ok(())).unwrap();

        let layers: Vec<_> = in_memory.layers().cloned().collect();
        for layer in layers {
            for block in (0..layer.sets().len()).step_by(3) {
                for position in layer.positions(block) {
                    let entry = in_memory.entry(position).unwrap();
                    assert_eq!(on_disk.entry(position).unwrap(), entry, "{position:?}");
                }
            }
        }
        let start = exactplay_rules::Stones::default();
        assert_eq!(
            on_disk.entry(start).unwrap().unwrap(),
            in_memory.entry(start).unwrap().unwrap()
        );
    }
}

#[test]
fn damage_is_refused() {
    let plan = mnk();
    let folder = TempDir::new().unwrap();
    run_until(folder.path(), &plan, 4);
    let path = folder.path().join("layer-05.blocks");
    let whole = fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = run(folder.path(), &plan).unwrap_err();
        assert!(matches!(error, BlocksError::Damaged { .. } | BlocksError::Foreign { .. }));
        error.to_string().replace(&*folder.path().to_string_lossy(), "")
    };
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        bytes
    };
    let length = whole.len();
    let damaged = "/layer-05.blocks is damaged: ";
    for (bytes, reason) in [
        (changed(0), format!("{damaged}it does not begin as a layer file does")),
        (changed(12), format!("{damaged}its head does not fit the layer that its name says")),
        (changed(70), format!("{damaged}its head or its list of digests has changed")),
        (changed(200), format!("{damaged}page 0 does not match its digest")),
        (changed(length - 1), format!("{damaged}its head or its list of digests has changed")),
        (
            whole[..length - 1].to_vec(),
            format!("{damaged}it has {} bytes, expected {length}", length - 1),
        ),
        (Vec::new(), format!("{damaged}it ends too soon")),
        (
            changed(8),
            "/layer-05.blocks does not belong to this run: it has version 0, expected 1".to_owned(),
        ),
        (
            changed(20),
            "/layer-05.blocks does not belong to this run: its run is not that of the manifest"
                .to_owned(),
        ),
    ] {
        assert_eq!(refusal(&bytes), reason);
    }
    fs::write(&path, &whole).unwrap();
    assert!(run(folder.path(), &plan).is_ok(), "once it is mended");

    // A look-up notices damage where it reads, and elsewhere is not disturbed by it.
    fs::write(&path, changed(200)).unwrap();
    let mut work_dir = WorkDir::open(folder.path()).unwrap();
    let start = exactplay_rules::Stones::default();
    assert!(work_dir.entry(start).unwrap().is_some());
    let five = exactplay_rules::Stones { o: 0b10_101, x: 0b01_010 };
    assert!(matches!(work_dir.entry(five), Err(BlocksError::Damaged { .. })));
}

#[test]
fn a_missing_layer_between_others_is_noticed() {
    let plan = mnk();
    let folder = TempDir::new().unwrap();
    run(folder.path(), &plan).unwrap();
    for name in ["layer-07.blocks", "layer-12.blocks"] {
        let path = folder.path().join(name);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let error = run(folder.path(), &plan).unwrap_err().to_string();
        assert!(error.contains(&format!("{name} is damaged: it is missing, though")), "{error}");
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn folders_of_other_runs_are_refused() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &mnk()).unwrap();
    let before = files(folder.path());
    let board = mnk().board();
    let x_first = Board::mnk(4, 3, 3, Player::X).unwrap();
    for (other, reason) in [
        (connect(), "not values and playouts of connect:4x3:3 with x first"),
        (Plan::new(board, Content::Values).unwrap(), "not values of mnk:4x3:3 with o first"),
        (
            Plan::new(x_first, Content::ValuesAndPlayouts).unwrap(),
            "not values and playouts of mnk:4x3:3 with x first",
        ),
    ] {
        let error = run(folder.path(), &other).unwrap_err().to_string();
        let holds =
            "does not belong to this run: it holds values and playouts of mnk:4x3:3 with o first";
        assert!(error.contains(&format!("{holds}, {reason}")), "{error}");
    }
    assert!(files(folder.path()) == before);

    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (text, reason) in [
        (text.replace("\"version\": 1", "\"version\": 2"), "it has version 2, expected 1"),
        (text.replace("\"game\"", "\"games\""), "missing field `game`"),
        (text.replace("mnk:4x3:3", "othello:6"), "unknown game \"othello:6\""),
        (text.replace("\"o\"", "\"q\""), "\"q\" moves first, expected \"o\" or \"x\""),
        ("{".to_owned(), "EOF while parsing"),
    ] {
        fs::write(&manifest, text).unwrap();
        let error = WorkDir::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains(&format!("manifest.json is damaged: {reason}")), "{error}");
    }

    fs::write(&manifest, text.replace("4x3:3", "6x6:6")).unwrap();
    let error = WorkDir::open(folder.path()).unwrap_err();
    assert!(matches!(error, BlocksError::Denominator { .. } | BlocksError::TooLarge { .. }));

    let other = TempDir::new().unwrap();
    fs::write(other.path().join("manifest.json.1.tmp"), "{").unwrap();
    assert!(run(other.path(), &mnk()).is_ok(), "a first run was killed at once");

    let other = TempDir::new().unwrap();
    fs::write(other.path().join("thesis.txt"), "years of work").unwrap();
    let error = run(other.path(), &mnk()).unwrap_err().to_string();
    assert!(error.contains("it is not empty and has no manifest.json"), "{error}");
    let error = WorkDir::open(other.path()).unwrap_err().to_string();
    assert!(error.contains("cannot read") && error.contains("manifest.json"), "{error}");
}

/// A disk that fills up while a layer is written, and a folder that is gone, leave the finished layers as they were.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_finished_layers_intact() {
    let plan = mnk();
    let folder = TempDir::new().unwrap();
    let unfinished = format!("layer-05.blocks.{}.tmp", std::process::id());
    let unfinished = folder.path().join(unfinished);
    let mut work_dir = WorkDir::make(folder.path(), plan.clone()).unwrap();
    let error = solve(&plan, &mut work_dir, |progress| {
        if progress.ply == 5 {
            std::os::unix::fs::symlink("/dev/full", &unfinished).unwrap();
        }
        Ok(())
    });
    let error = error.unwrap_err();
    assert!(error.to_string().contains("cannot write"), "{error}");
    let BlocksError::File { source, .. } = error else { panic!("{error}") };
    assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
    assert!(!unfinished.exists());
    assert_eq!(work_dir.earliest().unwrap(), Some(6));
    assert_eq!(run(folder.path(), &plan).unwrap(), solve(&plan, &mut Discard, |_| Ok(())).unwrap());

    let gone = TempDir::new().unwrap();
    let mut work_dir = WorkDir::make(gone.path().join("run"), plan.clone()).unwrap();
    fs::remove_dir_all(gone.path().join("run")).unwrap();
    assert!(matches!(
        solve(&plan, &mut work_dir, |_| Ok(())),
        Err(BlocksError::File { action: "write", .. })
    ));
    fs::write(gone.path().join("file"), "").unwrap();
    assert!(matches!(
        WorkDir::make(gone.path().join("file"), plan),
        Err(BlocksError::File { action: "make", .. })
    ));
}
