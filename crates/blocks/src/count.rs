use exactplay_game::{Outcome, Symmetry};

use crate::cells::{members, members_below};
use crate::geometry::{Geometry, images};
use crate::subsets::Subsets;
use crate::summary::LayerSummary;
use crate::value::{Code, DRAW, UNREACHABLE, won};

/// Counts the positions of a block, those of its images, and their orbits.
pub(crate) fn block(
    geometry: &Geometry,
    subsets: &Subsets,
    set: u64,
    codes: &[Code],
) -> LayerSummary {
    let board = geometry.board();
    let ply = u8::try_from(subsets.stones()).expect("a ply");
    let stabilizer: Vec<_> = geometry.stabilizer(set).collect();
    let images = (geometry.group_size() / stabilizer.len()) as u64;

    let reachable = count(codes, |code| code != UNREACHABLE);
    let first_wins = count(codes, |code| code > DRAW);
    let draws = count(codes, |code| code == DRAW);
    let first_moved_last = ply % 2 == 1;
    let end = won(board, ply, first_moved_last);
    let ended = count(codes, |code| code == end);

    let [first, second] =
        [board.first(), board.first().other()].map(|player| Outcome::win(player) as usize);
    let mut summary = LayerSummary { positions: images * reachable, ..LayerSummary::default() };
    summary.values[first] = images * first_wins;
    summary.values[Outcome::Draw as usize] = images * draws;
    summary.values[second] = images * (reachable - first_wins - draws);
    summary.terminal[if first_moved_last { first } else { second }] = images * ended;
    if ply == board.cells() {
        summary.terminal[Outcome::Draw as usize] = images * draws;
    }
    summary.orbits = orbits(&stabilizer, subsets, set, codes, reachable);
    summary
}

/// How many codes a predicate holds for.
fn count(codes: &[Code], predicate: impl Fn(Code) -> bool) -> u64 {
    // Few enough at a time that bytes can count them, which is many at once.
    let chunks = codes.chunks(255).map(|chunk| {
        chunk.iter().fold(0_u8, |count, &code| count.wrapping_add(u8::from(predicate(code))))
    });
    chunks.map(u64::from).sum()
}

/// How many orbits the reachable positions of a block and its images form: those of the block under the symmetries that
/// keep its occupied set, by Burnside's lemma the mean number of positions that each of them keeps.
fn orbits(
    stabilizer: &[&Symmetry],
    subsets: &Subsets,
    set: u64,
    codes: &[Code],
    reachable: u64,
) -> u64 {
    let kept = stabilizer.iter().skip(1).map(|symmetry| kept(symmetry, subsets, set, codes));
    (reachable + kept.sum::<u64>()) / stabilizer.len() as u64
}

/// How many reachable positions of a block a symmetry keeps: the unions of its cycles that have the right size.
fn kept(symmetry: &Symmetry, subsets: &Subsets, set: u64, codes: &[Code]) -> u64 {
    let to: Vec<_> = images(symmetry, set).map(|cell| members_below(set, cell)).collect();
    let mut left = (1_u64 << to.len()) - 1;
    let mut cycles = Vec::new();
    while let Some(start) = members(left).next() {
        let (mut cycle, mut stone) = (0_u32, start);
        while cycle >> stone & 1 == 0 {
            cycle |= 1 << stone;
            stone = to[stone as usize];
        }
        left &= !u64::from(cycle);
        cycles.push(cycle);
    }
    // In the order of a Gray code, each union differs from the one before in a single cycle.
    let mut union = 0_u32;
    let unions = (0..1_u32 << cycles.len()).map(|step| {
        if step > 0 {
            union ^= cycles[step.trailing_zeros() as usize];
        }
        union
    });
    let right = unions.filter(|union| union.count_ones() == subsets.ones());
    right.filter(|&union| codes[subsets.rank(union) as usize] != UNREACHABLE).count() as u64
}
