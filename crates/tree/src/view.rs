use exactplay_game::{Game, Move};

use crate::{Analysis, Scoring, line_to};

/// How many positions are looked at to find a way from the start.
const MOST_VISITED: usize = 20_000;

/// A part of the tree of moves, as it is shown around one position: the way to it, its siblings, its subtree to some
/// depth, and lines of best play from there to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<P> {
    /// The nodes in depth-first order: a parent stands before its children, and children in the order of moves.
    pub nodes: Vec<ViewNode<P>>,
}

/// One node of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewNode<P> {
    /// Its parent's place among the nodes; nothing for the first.
    pub parent: Option<usize>,
    /// Why it is shown.
    pub role: Role,
    /// The move that leads to it; nothing for the first.
    pub mv: Option<Move>,
    /// The position.
    pub position: P,
    /// Whether it is among the best children of its parent. The first node is; where the game is not analysed, nobody
    /// knows.
    pub best: Option<bool>,
    /// How many moves of its parent it stands for.
    pub multiplicity: u32,
    /// Children that are not shown.
    pub omitted: u32,
}

/// Why a node is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It lies on the way to the selected position.
    Path,
    /// It has the same parent as the selected position.
    Sibling,
    /// It is the selected position.
    Selected,
    /// It follows the selected position.
    Subtree,
    /// It follows the deepest nodes of the subtree, by the first of the best moves each time.
    BestLine,
}

/// How much of a tree is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// How many plies the subtree of the selected position has.
    pub depth: u8,
    /// The rule that decides which moves are best.
    pub scoring: Scoring,
    /// Whether children that a symmetry maps to each other are shown once.
    pub merge: bool,
    /// The most nodes. The way and the siblings are shown in any case.
    pub most_nodes: usize,
}

impl<P: Copy + Eq> View<P> {
    /// What is shown around a position, with the first way that leads to it from the start. Where none is found the
    /// position stands alone before its subtree.
    pub fn around<G: Game<Position = P>>(
        game: &G,
        analysis: Option<&Analysis<G>>,
        position: P,
        extent: Extent,
    ) -> Self {
        match line_to(game, position, MOST_VISITED) {
            Some(way) => Self::new(game, analysis, game.start(), &way, extent),
            None => Self::new(game, analysis, position, &[], extent),
        }
    }

    /// What is shown around the end of a way. Where the game is not analysed there are no lines of best play.
    ///
    /// The subtree grows ply by ply, each node with all its children or with none, for as long as the nodes suffice;
    /// then come the lines, first those of best play from the selected position on.
    ///
    /// # Panics
    /// When a move of the way is not legal.
    pub fn new<G: Game<Position = P>>(
        game: &G,
        analysis: Option<&Analysis<G>>,
        from: P,
        way: &[Move],
        extent: Extent,
    ) -> Self {
        let mut growth = Growth { game, analysis, extent, nodes: Vec::new() };
        let selected = growth.way(from, way);
        let deepest = growth.subtree(selected);
        growth.lines(selected, &deepest);
        growth.finish()
    }
}

/// A view that grows: nodes in the order in which they are found, each with the places of its children.
struct Growth<'a, G: Game> {
    game: &'a G,
    analysis: Option<&'a Analysis<G>>,
    extent: Extent,
    nodes: Vec<(ViewNode<G::Position>, Vec<usize>)>,
}

impl<G: Game> Growth<'_, G> {
    /// Adds the way and the siblings of its end, whose place is returned.
    fn way(&mut self, from: G::Position, way: &[Move]) -> usize {
        let role = if way.is_empty() { Role::Selected } else { Role::Path };
        let best = self.analysis.is_some().then_some(true);
        let first = ViewNode {
            parent: None,
            role,
            mv: None,
            position: from,
            best,
            multiplicity: 1,
            omitted: 0,
        };
        self.nodes.push((first, Vec::new()));
        let mut last = 0;
        for (place, &mv) in way.iter().enumerate() {
            let is_end = place + 1 == way.len();
            let mut next = None;
            for mut child in self.children(last, Some(mv)) {
                let is_next = child.mv == Some(mv);
                child.role = match (is_next, is_end) {
                    (true, true) => Role::Selected,
                    (true, false) => Role::Path,
                    (false, true) => Role::Sibling,
                    (false, false) => continue,
                };
                let added = self.add(last, child);
                if is_next {
                    next = Some(added);
                }
            }
            last = next.expect("a legal move");
        }
        last
    }

    /// Adds the subtree of a node ply by ply, and returns the nodes of its last ply.
    fn subtree(&mut self, selected: usize) -> Vec<usize> {
        let mut layer = vec![selected];
        for _ in 0..self.extent.depth {
            let mut next = Vec::new();
            for &node in &layer {
                let children = self.children(node, None);
                if self.nodes.len() + children.len() > self.extent.most_nodes {
                    return Vec::new();
                }
                next.extend(children.into_iter().map(|child| self.add(node, child)));
            }
            layer = next;
        }
        layer
    }

    /// Adds the lines of best play from some nodes.
    fn lines(&mut self, selected: usize, deepest: &[usize]) {
        let Some(analysis) = self.analysis else { return };
        let (best, others): (Vec<_>, Vec<_>) =
            deepest.iter().partition(|&&node| self.is_best_from(selected, node));
        for mut last in best.into_iter().chain(others) {
            let position = |growth: &Self, node: usize| growth.nodes[node].0.position;
            let plies = |node| analysis.value(analysis.id(position(self, node))).plies;
            if self.nodes.len() + usize::from(plies(last)) > self.extent.most_nodes {
                continue;
            }
            let scoring = self.extent.scoring;
            while let Some(&mv) = analysis.best_moves(position(self, last), scoring).first() {
                let mut children = self.children(last, Some(mv));
                children.retain(|child| child.mv == Some(mv));
                let child = children.pop().expect("a legal move");
                last = self.add(last, ViewNode { role: Role::BestLine, ..child });
            }
        }
    }

    /// Whether every move from a node down to another is best.
    fn is_best_from(&self, ancestor: usize, mut node: usize) -> bool {
        while node != ancestor {
            let shown = &self.nodes[node].0;
            match (shown.best, shown.parent) {
                (Some(true), Some(parent)) => node = parent,
                _ => return false,
            }
        }
        true
    }

    fn add(&mut self, parent: usize, child: ViewNode<G::Position>) -> usize {
        let place = self.nodes.len();
        self.nodes[parent].1.push(place);
        self.nodes.push((child, Vec::new()));
        place
    }

    /// The children of a node as they would be added to its subtree. Of merged ones the first move stands for all, unless
    /// `kept` is among them.
    fn children(&self, node: usize, kept: Option<Move>) -> Vec<ViewNode<G::Position>> {
        let position = self.nodes[node].0.position;
        let best = self.analysis.map(|analysis| analysis.best_moves(position, self.extent.scoring));
        let groups = self.groups(position, kept);
        let child = |(mv, multiplicity)| ViewNode {
            parent: Some(node),
            role: Role::Subtree,
            mv: Some(mv),
            position: self.game.play(position, mv),
            best: best.as_ref().map(|best| best.contains(&mv)),
            multiplicity,
            omitted: 0,
        };
        groups.into_iter().map(child).collect()
    }

    /// The moves of a position that are told apart, each with how many it stands for.
    fn groups(&self, position: G::Position, kept: Option<Move>) -> Vec<(Move, u32)> {
        let game = self.game;
        if !self.extent.merge {
            return game.moves(position).map(|mv| (mv, 1)).collect();
        }
        let mut groups: Vec<(G::Position, Move, u32)> = Vec::new();
        for mv in game.moves(position) {
            let canonical = game.canonical(game.play(position, mv));
            match groups.iter_mut().find(|(of, ..)| *of == canonical) {
                Some((_, first, number)) => {
                    *number += 1;
                    if kept == Some(mv) {
                        *first = mv;
                    }
                }
                None => groups.push((canonical, mv, 1)),
            }
        }
        groups.into_iter().map(|(_, mv, number)| (mv, number)).collect()
    }

    /// The nodes in depth-first order, each with the number of its children that are not shown.
    fn finish(self) -> View<G::Position> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut open = vec![(0, None)];
        while let Some((place, parent)) = open.pop() {
            let (node, children) = &self.nodes[place];
            let told_apart = self.groups(node.position, None).len();
            let omitted = u32::try_from(told_apart - children.len()).expect("few moves");
            let shown = nodes.len();
            nodes.push(ViewNode { parent, omitted, ..node.clone() });
            open.extend(children.iter().rev().map(|&child| (child, Some(shown))));
        }
        View { nodes }
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;
    use exactplay_rules::{Connect, Mnk};

    use super::*;

    const EXTENT: Extent =
        Extent { depth: 2, scoring: Scoring::Default, merge: false, most_nodes: 3_000 };

    fn tictactoe() -> Analysis<Mnk> {
        Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
    }

    fn view(
        analysis: &Analysis<Mnk>,
        way: &[&str],
        extent: Extent,
    ) -> View<exactplay_rules::Stones> {
        let game = analysis.game();
        let way: Vec<_> = way.iter().map(|name| game.parse_move(name).unwrap()).collect();
        View::new(game, Some(analysis), game.start(), &way, extent)
    }

    fn count(view: &View<exactplay_rules::Stones>, role: Role) -> usize {
        view.nodes.iter().filter(|node| node.role == role).count()
    }

    #[test]
    fn the_start_has_a_subtree_and_lines_to_the_end() {
        let analysis = tictactoe();
        let view = view(&analysis, &[], EXTENT);
        assert_eq!(count(&view, Role::Selected), 1);
        assert_eq!(count(&view, Role::Subtree), 9 + 72);
        // Every line of best play from ply 2 is drawn, or won by o at ply 5, 7 or 9.
        let game = analysis.game();
        for (place, node) in view.nodes.iter().enumerate() {
            let is_parent = view.nodes.iter().any(|child| child.parent == Some(place));
            assert_eq!(is_parent, game.outcome(node.position).is_none(), "{node:?}");
            if let Some(parent) = node.parent {
                assert!(parent < place);
                let before = view.nodes[parent].position;
                assert_eq!(game.play(before, node.mv.unwrap()), node.position);
            }
        }
        assert!(view.nodes[0].best == Some(true) && view.nodes[0].omitted == 0);
    }

    #[test]
    fn a_selected_position_has_a_way_and_siblings() {
        let analysis = tictactoe();
        let view = view(&analysis, &["b2", "b1", "a1"], EXTENT);
        assert_eq!(count(&view, Role::Path), 3);
        assert_eq!(count(&view, Role::Sibling), 6);
        assert_eq!(count(&view, Role::Subtree), 6 + 30);
        assert_eq!(
            (view.nodes[0].omitted, view.nodes[1].omitted, view.nodes[2].omitted),
            (8, 7, 0)
        );
        // Only a corner holds against the centre.
        assert_eq!((view.nodes[1].best, view.nodes[2].best), (Some(true), Some(false)));
        let sibling = view.nodes.iter().find(|node| node.role == Role::Sibling).unwrap();
        assert_eq!(sibling.omitted, 6);
    }

    #[test]
    fn symmetric_children_are_shown_once() {
        let analysis = tictactoe();
        let merged = view(&analysis, &[], Extent { merge: true, depth: 1, ..EXTENT });
        let first: Vec<_> = merged
            .nodes
            .iter()
            .filter(|node| node.role == Role::Subtree)
            .map(|node| (analysis.game().move_name(node.mv.unwrap()), node.multiplicity))
            .collect();
        let expected = [("a1", 4), ("a2", 4), ("b2", 1)].map(|(name, n)| (name.to_owned(), n));
        assert_eq!(first, expected);
        // The move that was made stands for those like it.
        let way = view(&analysis, &["c3"], Extent { merge: true, depth: 0, ..EXTENT });
        let selected = way.nodes.iter().find(|node| node.role == Role::Selected).unwrap();
        assert_eq!(analysis.game().move_name(selected.mv.unwrap()), "c3");
        assert_eq!((selected.multiplicity, way.nodes[0].omitted), (4, 0));
    }

    #[test]
    fn nodes_are_bounded_and_what_is_left_out_is_counted() {
        let analysis = tictactoe();
        let full = view(&analysis, &[], Extent { depth: 9, ..EXTENT });
        assert!(full.nodes.len() <= 3_000 && full.nodes.len() > 2_990, "{}", full.nodes.len());
        let omitted: u32 = full.nodes.iter().map(|node| node.omitted).sum();
        assert!(omitted > 0);
        let small = view(&analysis, &["a1", "b2"], Extent { most_nodes: 0, ..EXTENT });
        assert_eq!(small.nodes.len(), 2 + 8);
    }

    #[test]
    fn a_game_that_is_not_analysed_has_no_best_moves() {
        let game = Connect::new(7, 6, 4, Player::O).unwrap();
        let view = View::new(&game, None, game.start(), &[], EXTENT);
        assert_eq!(view.nodes.len(), 1 + 7 + 49);
        assert!(view.nodes.iter().all(|node| node.best.is_none()));
    }
}
