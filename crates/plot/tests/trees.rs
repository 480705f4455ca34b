//! What the pictures of trees show.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_documents::TreeDocument;
use exactplay_game::{Game, Player};
use exactplay_plot::{Show, tree_dot, tree_page, tree_plot};
use exactplay_rules::{Mnk, Othello};
use exactplay_tree::{Analysis, Extent, Scoring, View, play_list};

const EXTENT: Extent =
    Extent { depth: 1, scoring: Scoring::Default, merge: true, most_nodes: 3_000 };

/// The tree of tic-tac-toe at the end of some moves.
fn tictactoe(moves: &str, extent: Extent) -> TreeDocument {
    let analysis = Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap();
    let game = analysis.game();
    let (way, _) = play_list(game, moves).unwrap();
    let view = View::new(game, Some(&analysis), game.start(), &way, extent);
    TreeDocument::new(game, Some(&analysis), &view, extent)
}

/// The group of the node with this move and role.
fn node<'a>(svg: &'a str, mv: &str, role: &str) -> &'a str {
    let of_move = format!("data-move=\"{mv}\"");
    let of_role = format!("class=\"node role-{role} ");
    let mut groups = svg.split("\n<g ");
    groups.find(|group| group.contains(&of_move) && group.starts_with(&of_role)).unwrap()
}

#[test]
fn a_node_tells_its_value_in_words_and_numbers() {
    let tree = tictactoe("b2,a1", EXTENT);
    let svg = tree_plot(&tree, Show::PsO, &["a2".to_owned(), "c3".to_owned()]);
    assert_eq!(svg.matches("role=\"treeitem\"").count(), tree.nodes.len());
    let selected = node(&svg, "a1", "selected");
    assert!(selected.contains("value-draw best\""), "{selected}");
    assert!(selected.contains("data-position=\"x../.o./...\""));
    assert!(selected.contains(
        "aria-selected=\"true\" aria-label=\"a1, draw in 7 plies, best, stands for 4 moves\""
    ));
    assert!(selected.contains(">a1 ×4</text>") && selected.contains(">D 7</text>"));
    assert!(selected.contains("ps_o 5/7 (0.714286)") && selected.contains(">ps_o 0.714</text>"));
    // The losing sibling is dimmed, and says what else there would be to see.
    let sibling = node(&svg, "a2", "sibling");
    assert!(sibling.contains("value-o dim\"") && sibling.contains(">4 more</text>"), "{sibling}");
    // An outline is for moves of the selected position that are not best, and here all are.
    assert!(!svg.contains(" disagree\""));
}

#[test]
fn moves_that_are_played_though_not_best_are_outlined() {
    let tree = tictactoe("a1,b1,a3", Extent { scoring: Scoring::Shortest, ..EXTENT });
    let svg = tree_plot(&tree, Show::None, &["a2".to_owned(), "b2".to_owned()]);
    assert!(svg.contains("role-selected value-o"), "{svg}");
    // All is lost, but only a2 keeps o from winning at once, so b2 is outlined and a2 is not.
    assert!(!node(&svg, "a2", "subtree").contains("disagree"));
    let outlined = node(&svg, "b2", "subtree");
    assert!(outlined.contains("disagree") && outlined.contains("played though not best"));
    assert!(outlined.contains("class=\"outline\"") && !outlined.contains("class=\"number\""));
}

/// Boards do not overlap: the frames of one column are a row apart at least.
#[test]
fn nodes_have_places_of_their_own() {
    let tree = tictactoe("", Extent { depth: 2, merge: false, ..EXTENT });
    let svg = tree_plot(&tree, Show::Score, &[]);
    let mut places: Vec<(f64, f64)> = svg
        .split("<g class=\"node ")
        .skip(1)
        .map(|group| {
            let place = group.split("translate(").nth(1).unwrap().split(')').next().unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        })
        .collect();
    assert_eq!(places.len(), tree.nodes.len());
    let height = svg.split("class=\"frame\" width=\"84.0\" height=\"").nth(1).unwrap();
    let height: f64 = height.split('"').next().unwrap().parse().unwrap();
    places.sort_by(|a, b| a.partial_cmp(b).unwrap());
    for pair in places.windows(2) {
        assert!(pair[0].0 < pair[1].0 || pair[0].1 + height < pair[1].1, "{pair:?}");
    }
    assert_eq!(svg, tree_plot(&tree, Show::Score, &[]));
}

#[test]
fn a_game_that_is_not_analysed_has_boards_without_values() {
    let game = Othello::new(8, Player::O).unwrap();
    let view = View::new(&game, None, game.start(), &[], EXTENT);
    let svg = tree_plot(&TreeDocument::new(&game, None, &view, EXTENT), Show::Score, &[]);
    assert!(svg.contains("role-selected value-unknown\"") && svg.contains(">?</text>"));
    assert!(!svg.contains("class=\"number\""));
}

#[test]
fn trees_are_written_for_browsers_and_graphviz() {
    let tree = tictactoe("b2", EXTENT);
    let page = tree_page(&tree, Show::Score);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</svg>\n</body>\n</html>\n"));
    let dot = tree_dot(&tree, Show::Score);
    assert!(dot.starts_with("digraph \"mnk:3x3:3 at .../.o./...\" {\n") && dot.ends_with("}\n"));
    assert!(
        dot.contains("n3 [label=\"D 8\\nscore 0\\n...\\n.o.\\n...\", style=solid, penwidth=3];"),
        "{dot}"
    );
    assert!(dot.contains("  n0 -> n3 [label=\"b2\", style=solid];"));
    assert!(dot.contains("style=dotted"));
}
