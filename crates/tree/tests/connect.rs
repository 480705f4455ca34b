//! Connection games with falling discs, against counts, values and playout probabilities computed independently.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_game::{Game as _, Outcome, Player, fraction};
use exactplay_rules::Connect;
use exactplay_tree::{Summary, Tree, minimax, playouts, summary};

/// What is known about all positions of one game, o being first.
struct Known {
    /// Columns, rows, discs in a row that win.
    size: (u8, u8, u8),
    /// Reachable positions.
    positions: u64,
    /// Of these, won by a line.
    won: u64,
    /// Of these, full boards without a line.
    full: u64,
    /// How many are worth a win of the first player, a draw, a win of the second player.
    values: [u64; 3],
    /// Random play from the start: the first player wins, the second player wins, a draw.
    playouts: [&'static str; 3],
}

#[rustfmt::skip]
const KNOWN: &[Known] = &[
    Known { size: (3, 3, 3), positions: 694, won: 173, full: 16, values: [371, 160, 163], playouts: ["0.5387231367", "0.2695187471", "0.1917581161"] },
    Known { size: (3, 4, 3), positions: 2_715, won: 888, full: 26, values: [1_476, 316, 923], playouts: ["0.5828731752", "0.3417302262", "0.0753965986"] },
    Known { size: (3, 5, 3), positions: 8_789, won: 3_262, full: 30, values: [4_867, 608, 3_314], playouts: ["0.5974425548", "0.3738739196", "0.0286835257"] },
    Known { size: (3, 6, 3), positions: 25_753, won: 10_096, full: 52, values: [14_490, 1_112, 10_151], playouts: ["0.6087060060", "0.3795188909", "0.0117751031"] },
    Known { size: (4, 3, 3), positions: 7_157, won: 2_498, full: 28, values: [4_199, 327, 2_631], playouts: ["0.6227007649", "0.3325971578", "0.0447020773"] },
    Known { size: (4, 4, 3), positions: 41_750, won: 17_802, full: 18, values: [24_273, 340, 17_137], playouts: ["0.6232367333", "0.3725955011", "0.0041677656"] },
    Known { size: (4, 5, 3), positions: 195_472, won: 91_059, full: 14, values: [111_687, 338, 83_447], playouts: ["0.6278672205", "0.3712658485", "0.0008669310"] },
    Known { size: (5, 3, 3), positions: 70_914, won: 30_225, full: 30, values: [41_774, 499, 28_641], playouts: ["0.6249299574", "0.3685453998", "0.0065246428"] },
    Known { size: (5, 4, 3), positions: 613_459, won: 304_990, full: 14, values: [344_650, 266, 268_543], playouts: ["0.6092940316", "0.3904591722", "0.0002467962"] },
    Known { size: (6, 3, 3), positions: 692_970, won: 339_331, full: 58, values: [398_208, 1_060, 293_702], playouts: ["0.6188294134", "0.3798797916", "0.0012907950"] },
    Known { size: (3, 3, 4), positions: 869, won: 0, full: 114, values: [0, 869, 0], playouts: ["0.0000000000", "0.0000000000", "1.0000000000"] },
    Known { size: (3, 4, 4), positions: 6_000, won: 261, full: 634, values: [336, 5_478, 186], playouts: ["0.0593572182", "0.0416476147", "0.8989951671"] },
    Known { size: (3, 5, 4), positions: 38_310, won: 2_295, full: 3_645, values: [2_568, 33_720, 2_022], playouts: ["0.0998792963", "0.0866696853", "0.8134510184"] },
    Known { size: (3, 6, 4), positions: 235_781, won: 16_713, full: 21_053, values: [17_370, 202_271, 16_140], playouts: ["0.1390076515", "0.1245501650", "0.7364421835"] },
    Known { size: (4, 3, 4), positions: 12_031, won: 204, full: 792, values: [552, 10_903, 576], playouts: ["0.0714216821", "0.0482634870", "0.8803148309"] },
    Known { size: (4, 4, 4), positions: 161_029, won: 21_404, full: 5_336, values: [36_499, 90_120, 34_410], playouts: ["0.2807875836", "0.2359032611", "0.4833091553"] },
    Known { size: (4, 5, 4), positions: 1_706_255, won: 320_734, full: 37_080, values: [553_837, 712_421, 439_997], playouts: ["0.4001006576", "0.3226555779", "0.2772437645"] },
    Known { size: (5, 3, 4), positions: 158_911, won: 6_908, full: 4_440, values: [26_192, 123_840, 8_879], playouts: ["0.1797358353", "0.0889910160", "0.7312731487"] },
    Known { size: (5, 4, 4), positions: 3_945_711, won: 807_998, full: 37_334, values: [1_372_788, 1_303_636, 1_269_287], playouts: ["0.4240525398", "0.3301139207", "0.2458335395"] },
    Known { size: (6, 3, 4), positions: 2_087_325, won: 145_627, full: 27_488, values: [314_728, 1_453_129, 319_468], playouts: ["0.2231912003", "0.1762583828", "0.6005504169"] },
    Known { size: (3, 3, 5), positions: 869, won: 0, full: 114, values: [0, 869, 0], playouts: ["0.0000000000", "0.0000000000", "1.0000000000"] },
    Known { size: (3, 4, 5), positions: 6_213, won: 0, full: 760, values: [0, 6_213, 0], playouts: ["0.0000000000", "0.0000000000", "1.0000000000"] },
    Known { size: (3, 5, 5), positions: 43_563, won: 852, full: 4_797, values: [1_200, 41_859, 504], playouts: ["0.0324608147", "0.0113134986", "0.9562256867"] },
    Known { size: (3, 6, 5), positions: 296_534, won: 7_620, full: 31_583, values: [8_250, 281_294, 6_990], playouts: ["0.0438755162", "0.0341466840", "0.9219777998"] },
    Known { size: (4, 3, 5), positions: 12_304, won: 0, full: 874, values: [0, 12_304, 0], playouts: ["0.0000000000", "0.0000000000", "1.0000000000"] },
    Known { size: (4, 4, 5), positions: 187_927, won: 0, full: 11_907, values: [0, 187_927, 0], playouts: ["0.0000000000", "0.0000000000", "1.0000000000"] },
    Known { size: (4, 5, 5), positions: 2_718_763, won: 85_932, full: 147_748, values: [101_538, 2_546_905, 70_320], playouts: ["0.0449390479", "0.0387411251", "0.9163198270"] },
    Known { size: (5, 3, 5), positions: 170_031, won: 1_000, full: 6_000, values: [7_945, 161_066, 1_020], playouts: ["0.0288098426", "0.0199210477", "0.9512691097"] },
    Known { size: (5, 4, 5), positions: 5_334_756, won: 60_115, full: 163_680, values: [157_635, 4_922_371, 254_750], playouts: ["0.0438169405", "0.0427747639", "0.9134082956"] },
    Known { size: (6, 3, 5), positions: 2_329_462, won: 35_874, full: 42_320, values: [93_245, 2_109_498, 126_719], playouts: ["0.0568627017", "0.0489386502", "0.8941986482"] },
];

/// Tests below this many positions run in every build.
const QUICK: u64 = 200_000;

fn tree((width, height, k): (u8, u8, u8)) -> Tree<Connect> {
    Tree::build(Connect::new(width, height, k, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn counts(width: u8, height: u8) -> Summary {
    summary(&tree((width, height, 4)))
}

/// A probability to ten decimals, rounded from its exact value.
fn decimals(numerator: u128, denominator: u128) -> String {
    let scaled = fraction(numerator, denominator) * fraction(10_u128.pow(10), 1);
    let digits = format!("{:011}", scaled.round().to_integer());
    format!("{}.{}", &digits[..1], &digits[1..])
}

fn assert_known(known: &Known) {
    let tree = tree(known.size);
    let game = tree.game();
    let name = game.name();
    let counts = summary(&tree);
    assert_eq!(counts.positions, known.positions, "{name}");
    let [x_wins, draws, o_wins] = counts.terminal;
    assert_eq!((x_wins + o_wins, draws), (known.won, known.full), "{name}");

    let mut worth = [0; 3];
    for (value, id) in minimax(&tree).iter().zip(0..) {
        worth[value.outcome as usize] += u64::from(game.orbit_size(tree.position(id)));
    }
    worth.reverse();
    assert_eq!(worth, known.values, "{name}");

    let random = playouts(&tree).unwrap().playouts(Tree::<Connect>::START, 0);
    let found = [Outcome::OWins, Outcome::XWins, Outcome::Draw]
        .map(|outcome| decimals(random.weight(outcome), random.total()));
    assert_eq!(found, known.playouts, "{name}");
}

#[test]
fn small_boards_have_the_known_values() {
    KNOWN.iter().filter(|known| known.positions < QUICK).for_each(assert_known);
}

#[test]
#[ignore = "seconds in a release build"]
fn larger_boards_have_the_known_values() {
    KNOWN.iter().filter(|known| known.positions >= QUICK).for_each(assert_known);
}

/// <https://tromp.github.io/c4/c4.html>, by height and then width.
#[test]
fn connect_four_has_the_published_numbers_of_positions() {
    let published: [&[u64]; 4] = [
        &[2, 5, 13, 35, 96, 267, 750, 2_118],
        &[3, 18, 116, 741, 4_688, 29_737],
        &[4, 58, 869, 12_031, 158_911],
        &[5, 179, 6_000, 161_029],
    ];
    for (height, row) in (1..).zip(published) {
        for (width, &positions) in (1..).zip(row) {
            assert_eq!(counts(width, height).positions, positions, "{width} x {height}");
        }
    }
}

#[test]
fn connect_four_on_four_by_four_has_the_known_counts() {
    let counts = counts(4, 4);
    let positions: Vec<_> = counts.by_ply.iter().map(|layer| layer.positions).collect();
    let expected = [
        1, 4, 16, 52, 160, 436, 1_128, 2_512, 5_084, 9_276, 14_788, 21_720, 26_698, 28_922, 24_912,
        18_076, 7_244,
    ];
    assert_eq!(positions, expected);
    assert_eq!((counts.orbits, counts.games), (80_541, 47_982_540));
}

#[test]
#[ignore = "seconds in a release build"]
fn connect_four_on_larger_boards_has_the_known_counts() {
    let five_by_four = counts(5, 4);
    assert_eq!(
        (five_by_four.positions, five_by_four.orbits, five_by_four.games),
        (3_945_711, 1_974_174, 152_505_051_772)
    );
    let four_by_five = counts(4, 5);
    assert_eq!(
        (four_by_five.positions, four_by_five.orbits, four_by_five.games),
        (1_706_255, 853_185, 5_317_582_722)
    );
    assert_eq!(counts(6, 3).positions, 2_087_325);
    assert_eq!(counts(7, 2).positions, 189_648);
}
