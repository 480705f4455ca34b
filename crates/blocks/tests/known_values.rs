//! Counts and values known from elsewhere: published ones, and those of independent programs.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_blocks::{Board, Content, Discard, Plan, Summary, solve};
use exactplay_game::{Fraction, Outcome, Player, fraction};

fn summary(board: Board) -> Summary {
    let plan = Plan::new(board, Content::ValuesAndPlayouts).unwrap();
    solve(&plan, &mut Discard, |_| Ok(())).unwrap()
}

fn probability(summary: &Summary, outcome: Outcome) -> Fraction {
    summary.start.playouts.exact().unwrap().probability(outcome)
}

/// What is known of an m,n,k game in which o moves first.
struct Mnk {
    size: (u8, u8, u8),
    positions: u64,
    /// Finished positions: x wins, draw, o wins.
    terminal: [u64; 3],
    /// The outcome under optimal play, and the ply at which the game then ends.
    value: (Outcome, u8),
    /// In how many of the (cells)! orders of filling the board o wins, each game being counted with its continuations.
    o_wins: u128,
}

fn assert_mnk(known: &Mnk) -> Summary {
    let (width, height, k) = known.size;
    let summary = summary(Board::mnk(width, height, k, Player::O).unwrap());
    let name = format!("mnk:{width}x{height}:{k}");
    assert_eq!(summary.total.positions, known.positions, "{name}");
    assert_eq!(summary.total.terminal, known.terminal, "{name}");
    let value = summary.start.value;
    assert_eq!((value.outcome, value.plies), known.value, "{name}");
    let orders = (1..=u128::from(width * height)).product();
    assert_eq!(probability(&summary, Outcome::OWins), fraction(known.o_wins, orders), "{name}");
    summary
}

fn positions(summary: &Summary) -> Vec<u64> {
    summary.by_ply.iter().map(|layer| layer.positions).collect()
}

fn orbits(summary: &Summary) -> Vec<u64> {
    summary.by_ply.iter().map(|layer| layer.orbits).collect()
}

#[test]
fn tic_tac_toe() {
    let summary = assert_mnk(&Mnk {
        size: (3, 3, 3),
        positions: 5_478,
        terminal: [316, 16, 626],
        value: (Outcome::Draw, 9),
        o_wins: 212_256,
    });
    assert_eq!(positions(&summary), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    // OEIS A008907.
    assert_eq!(orbits(&summary), [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(summary.total.orbits, 765);
}

#[test]
fn boards_of_twelve_cells() {
    let known = Mnk {
        size: (4, 3, 3),
        positions: 111_973,
        terminal: [12_070, 28, 20_312],
        value: (Outcome::OWins, 7),
        o_wins: 281_217_024,
    };
    assert_eq!(assert_mnk(&known).total.orbits, 28_275);
    assert_mnk(&Mnk { size: (3, 4, 3), ..known });
    assert_mnk(&Mnk {
        size: (4, 3, 4),
        positions: 142_231,
        terminal: [684, 792, 1_416],
        value: (Outcome::Draw, 12),
        o_wins: 39_066_624,
    });
}

#[test]
fn boards_of_sixteen_cells() {
    let three = assert_mnk(&Mnk {
        size: (4, 4, 3),
        positions: 6_036_001,
        terminal: [1_050_026, 18, 1_522_416],
        value: (Outcome::OWins, 5),
        o_wins: 12_294_832_250_880,
    });
    assert_eq!(three.total.orbits, 756_387);

    let four = assert_mnk(&Mnk {
        size: (4, 4, 4),
        positions: 9_722_011,
        terminal: [252_940, 5_356, 401_096],
        value: (Outcome::Draw, 16),
        o_wins: 6_623_947_653_120,
    });
    assert_eq!(probability(&four, Outcome::OWins), fraction(23_768, 75_075));
    assert_eq!(probability(&four, Outcome::Draw), fraction(206, 495));
    assert_eq!(probability(&four, Outcome::XWins), fraction(60_191, 225_225));
    let expected = [
        1, 16, 240, 1680, 10920, 43680, 160_160, 400_400, 895_950, 1_433_520, 1_962_576, 1_962_576,
        1_543_080, 881_760, 333_792, 83_440, 8_220,
    ];
    assert_eq!(positions(&four), expected);
    let expected = [
        1, 3, 33, 219, 1413, 5514, 20_122, 50_215, 112_379, 179_510, 245_690, 245_690, 193_318,
        110_452, 41_870, 10_489, 1_059,
    ];
    assert_eq!(orbits(&four), expected);
    assert_eq!(four.total.orbits, 1_217_977);
}

#[test]
#[ignore = "two seconds in a release build"]
fn mnk_boards_of_fifteen_and_eighteen_cells() {
    assert_mnk(&Mnk {
        size: (5, 3, 3),
        positions: 2_286_668,
        terminal: [352_638, 30, 526_930],
        value: (Outcome::OWins, 7),
        o_wins: 771_769_175_040,
    });
    assert_mnk(&Mnk {
        size: (5, 3, 4),
        positions: 3_414_564,
        terminal: [43_182, 4_440, 71_514],
        value: (Outcome::Draw, 15),
        o_wins: 268_837_263_360,
    });
    assert_mnk(&Mnk {
        size: (6, 3, 3),
        positions: 46_487_328,
        terminal: [8_833_125, 58, 12_396_800],
        value: (Outcome::OWins, 7),
        o_wins: 3_721_202_502_451_200,
    });
    assert_mnk(&Mnk {
        size: (6, 3, 4),
        positions: 83_109_042,
        terminal: [1_815_627, 27_488, 2_686_500],
        value: (Outcome::Draw, 18),
        o_wins: 1_496_623_951_872_000,
    });
}

#[test]
#[ignore = "ten seconds and 360 MB in a release build"]
fn mnk_5x4_4() {
    let summary = assert_mnk(&Mnk {
        size: (5, 4, 4),
        positions: 674_794_169,
        terminal: [33_210_600, 37_362, 47_235_896],
        value: (Outcome::Draw, 20),
        o_wins: 1_059_177_135_873_024_000,
    });
    assert_eq!(summary.total.orbits, 168_720_724);
}

/// Games with gravity, one a line: width, height and k; positions; positions won at the end, and full boards without a
/// line; positions by value (the first player wins, draw, the second wins); the probabilities under random play that the
/// first player wins, the second wins, nobody wins, to ten decimals.
const SMALL_CONNECT: &str = "
3 3 3 694 173 16 371 160 163 0.5387231367 0.2695187471 0.1917581161
3 4 3 2715 888 26 1476 316 923 0.5828731752 0.3417302262 0.0753965986
3 5 3 8789 3262 30 4867 608 3314 0.5974425548 0.3738739196 0.0286835257
3 6 3 25753 10096 52 14490 1112 10151 0.6087060060 0.3795188909 0.0117751031
4 3 3 7157 2498 28 4199 327 2631 0.6227007649 0.3325971578 0.0447020773
4 4 3 41750 17802 18 24273 340 17137 0.6232367333 0.3725955011 0.0041677656
4 5 3 195472 91059 14 111687 338 83447 0.6278672205 0.3712658485 0.0008669310
5 3 3 70914 30225 30 41774 499 28641 0.6249299574 0.3685453998 0.0065246428
3 3 4 869 0 114 0 869 0 0.0000000000 0.0000000000 1.0000000000
3 4 4 6000 261 634 336 5478 186 0.0593572182 0.0416476147 0.8989951671
3 5 4 38310 2295 3645 2568 33720 2022 0.0998792963 0.0866696853 0.8134510184
3 6 4 235781 16713 21053 17370 202271 16140 0.1390076515 0.1245501650 0.7364421835
4 3 4 12031 204 792 552 10903 576 0.0714216821 0.0482634870 0.8803148309
4 4 4 161029 21404 5336 36499 90120 34410 0.2807875836 0.2359032611 0.4833091553
5 3 4 158911 6908 4440 26192 123840 8879 0.1797358353 0.0889910160 0.7312731487
3 3 5 869 0 114 0 869 0 0.0000000000 0.0000000000 1.0000000000
3 4 5 6213 0 760 0 6213 0 0.0000000000 0.0000000000 1.0000000000
3 5 5 43563 852 4797 1200 41859 504 0.0324608147 0.0113134986 0.9562256867
3 6 5 296534 7620 31583 8250 281294 6990 0.0438755162 0.0341466840 0.9219777998
4 3 5 12304 0 874 0 12304 0 0.0000000000 0.0000000000 1.0000000000
4 4 5 187927 0 11907 0 187927 0 0.0000000000 0.0000000000 1.0000000000
5 3 5 170031 1000 6000 7945 161066 1020 0.0288098426 0.0199210477 0.9512691097
";

const CONNECT: &str = "
5 4 3 613459 304990 14 344650 266 268543 0.6092940316 0.3904591722 0.0002467962
6 3 3 692970 339331 58 398208 1060 293702 0.6188294134 0.3798797916 0.0012907950
4 5 4 1706255 320734 37080 553837 712421 439997 0.4001006576 0.3226555779 0.2772437645
5 4 4 3945711 807998 37334 1372788 1303636 1269287 0.4240525398 0.3301139207 0.2458335395
6 3 4 2087325 145627 27488 314728 1453129 319468 0.2231912003 0.1762583828 0.6005504169
4 5 5 2718763 85932 147748 101538 2546905 70320 0.0449390479 0.0387411251 0.9163198270
5 4 5 5334756 60115 163680 157635 4922371 254750 0.0438169405 0.0427747639 0.9134082956
6 3 5 2329462 35874 42320 93245 2109498 126719 0.0568627017 0.0489386502 0.8941986482
";

const CONNECT_5X5_4: &str = "
5 5 4 69763700 18701973 339437 31229115 14419273 24115312 0.5041011492 0.3958727952 0.1000260555
";

fn assert_connect(table: &str, first: Player) {
    let second = first.other();
    for row in table.lines().filter(|row| !row.is_empty()) {
        let fields: Vec<_> = row.split(' ').collect();
        let [width, height, k] = [0, 1, 2].map(|i| fields[i].parse().unwrap());
        let counts: Vec<u64> = fields[3..9].iter().map(|field| field.parse().unwrap()).collect();

        let summary = summary(Board::connect(width, height, k, first).unwrap());
        let total = summary.total;
        let of = |counts: [u64; 3], outcome: Outcome| counts[outcome as usize];
        let [won, lost] = [first, second].map(Outcome::win);
        let found = [
            total.positions,
            of(total.terminal, won) + of(total.terminal, lost),
            of(total.terminal, Outcome::Draw),
            of(total.values, won),
            of(total.values, Outcome::Draw),
            of(total.values, lost),
        ];
        assert_eq!(found, *counts, "{row}");
        for (outcome, expected) in [won, lost, Outcome::Draw].into_iter().zip(&fields[9..]) {
            assert_eq!(ten_decimals(&probability(&summary, outcome)), *expected, "{row}");
        }
    }
}

/// A probability, rounded.
fn ten_decimals(probability: &Fraction) -> String {
    let unit = fraction(10_000_000_000, 1);
    let units = (probability * &unit).round().to_integer().to_string();
    let digits = format!("{units:0>11}");
    let (whole, decimals) = digits.split_at(1);
    format!("{whole}.{decimals}")
}

#[test]
fn connect_boards() {
    assert_connect(SMALL_CONNECT, Player::O);
    assert_connect(SMALL_CONNECT, Player::X);
}

#[test]
fn connect_4x4_by_ply() {
    let summary = summary(Board::connect(4, 4, 4, Player::O).unwrap());
    let expected = [
        1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14_788, 21_720, 26_698, 28_922, 24_912,
        18_076, 7_244,
    ];
    assert_eq!(positions(&summary), expected);
    assert_eq!(summary.total.orbits, 80_541);
}

#[test]
fn connect_5x4_by_ply() {
    let summary = summary(Board::connect(5, 4, 4, Player::O).unwrap());
    let expected = [
        1, 5, 25, 95, 345, 1070, 3230, 8325, 20_088, 43_505, 86_420, 157_205, 257_372, 388_167,
        509_374, 620_337, 619_592, 559_523, 385_184, 222_080, 63_768,
    ];
    assert_eq!(positions(&summary), expected);
    assert_eq!(summary.total.orbits, 1_974_174);
}

#[test]
#[ignore = "two seconds in a release build"]
fn larger_connect_boards() {
    assert_connect(CONNECT, Player::O);
}

#[test]
#[ignore = "five seconds in a release build"]
fn connect_5x5_4() {
    assert_connect(CONNECT_5X5_4, Player::O);
}

/// The numbers of Connect Four positions by John Tromp, from boards one column wide on; one row for each height from 1.
const PUBLISHED: [&[u64]; 6] = [
    &[2, 5, 13, 35, 96, 267, 750, 2_118],
    &[3, 18, 116, 741, 4_688, 29_737, 189_648],
    &[4, 58, 869, 12_031, 158_911],
    &[5, 179, 6_000, 161_029],
    &[6, 537, 38_310],
    &[7, 1_571, 235_781],
];

fn count(width: u8, height: u8) -> u64 {
    let board = Board::connect(width, height, 4, Player::O).unwrap();
    let plan = Plan::new(board, Content::Values).unwrap();
    solve(&plan, &mut Discard, |_| Ok(())).unwrap().total.positions
}

#[test]
fn connect_four_positions_are_as_many_as_published() {
    for (height, counts) in (1..).zip(PUBLISHED) {
        for (width, &positions) in (1..).zip(counts) {
            assert_eq!(count(width, height), positions, "{width}x{height}");
        }
    }
}

#[test]
#[ignore = "ten seconds in a release build"]
fn larger_connect_four_boards_have_as_many_positions_as_published() {
    let counts = [(6, 3, 2_087_325), (7, 3, 27_441_956), (6, 4, 94_910_577), (4, 6, 15_835_683)];
    for (width, height, positions) in counts {
        assert_eq!(count(width, height), positions, "{width}x{height}");
    }
}
