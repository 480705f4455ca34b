//! A part of a tree as a picture: a column for each ply, a board for each node.

use std::str::FromStr;

use exactplay_documents::{
    ProbabilityDocument, RoleDocument, Status, TreeDocument, TreeNodeDocument,
};
use exactplay_game::{Fraction, Outcome};
use num_traits::ToPrimitive as _;
use thiserror::Error;

use crate::chart::escape;

/// How the parts of a drawn tree look, for light and for dark pages.
pub const TREE_STYLE: &str = include_str!("tree.css");

/// The number that stands above each board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Show {
    /// None.
    None,
    /// The score under the rule of the tree.
    #[default]
    Score,
    /// P(o wins) under random play.
    PO,
    /// P(x wins).
    PX,
    /// P(draw).
    PDraw,
    /// P(o wins) + P(draw) / 2.
    PsO,
    /// P(x wins) + P(draw) / 2.
    PsX,
}

/// A text that names no number to show.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown number {0:?}: expected none, score, p_o, p_x, p_draw, ps_o or ps_x")]
pub struct UnknownShow(String);

impl FromStr for Show {
    type Err = UnknownShow;

    fn from_str(text: &str) -> Result<Self, UnknownShow> {
        Ok(match text {
            "none" => Self::None,
            "score" => Self::Score,
            "p_o" => Self::PO,
            "p_x" => Self::PX,
            "p_draw" => Self::PDraw,
            "ps_o" => Self::PsO,
            "ps_x" => Self::PsX,
            other => return Err(UnknownShow(other.to_owned())),
        })
    }
}

impl Show {
    /// What a node shows: the name of the number and its value, if the game is analysed. Numbers that are no whole
    /// multiples of a thousandth are rounded.
    pub fn of(self, node: &TreeNodeDocument) -> Option<String> {
        let playout = node.playout.as_ref();
        match self {
            Self::None => None,
            Self::Score => node.score.map(|score| format!("score {score}")),
            Self::PO => playout.map(|playout| format!("P(o) {}", short(&playout.o))),
            Self::PX => playout.map(|playout| format!("P(x) {}", short(&playout.x))),
            Self::PDraw => playout.map(|playout| format!("P(draw) {}", short(&playout.draw))),
            Self::PsO => node.ps_o.as_ref().map(|ps_o| format!("ps_o {}", short(ps_o))),
            Self::PsX => node.ps_x.as_ref().map(|ps_x| format!("ps_x {}", short(ps_x))),
        }
    }
}

/// Draws a tree as a document that stands alone.
///
/// A node is a group of classes `node`, `role-…`, `value-…`, `best` or `dim`; it carries its position, move and id, and a
/// title with its exact numbers. The children of the selected position whose moves are in `disagree` get an outline: a
/// player makes them though they are not best.
pub fn tree_plot(tree: &TreeDocument, show: Show, disagree: &[String]) -> String {
    let picture = Picture::new(tree, show);
    let (width, height) = (picture.width(), picture.height());
    let title = format!("The tree of {} at {}", escape(&tree.game), escape(&tree.position));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"tree\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n<style>{TREE_STYLE}</style>\n\
         <defs><path id=\"tree-cells\" d=\"{}\"/></defs>\n\
         <rect class=\"page\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n",
        picture.board.cells()
    );
    picture.draw_columns(&mut svg);
    picture.draw_edges(&mut svg);
    for node in &tree.nodes {
        let parent = node.parent.map(|parent| tree.nodes[parent].role);
        let is_reply = parent == Some(RoleDocument::Selected);
        let is_played = node.name.as_ref().is_some_and(|name| disagree.contains(name));
        picture.draw_node(&mut svg, node, is_reply && is_played && node.best != Some(true));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The same as a page that stands alone.
pub fn tree_page(tree: &TreeDocument, show: Show) -> String {
    let title = escape(&format!("{} at {}", tree.game, tree.position));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <style>:root{{color-scheme:light dark}}body{{margin:0}}</style></head>\n<body>\n{}</body>\n</html>\n",
        tree_plot(tree, show, &[])
    )
}

const MARGIN: f64 = 8.0;
/// The height of the heads of the columns.
const HEAD: f64 = 18.0;
/// The height of a line of text in a node.
const LINE: f64 = 13.0;
/// The least width of a node, for its texts.
const LEAST_WIDTH: f64 = 74.0;
const PADDING: f64 = 5.0;
/// Between a column and the next.
const GAP: f64 = 34.0;
/// Between a row and the next.
const ROW_GAP: f64 = 8.0;

/// The board of a game.
#[derive(Debug, Clone, Copy)]
struct Board {
    columns: u8,
    rows: u8,
    /// The side of a cell.
    cell: f64,
}

impl Board {
    fn of(position: &str) -> Self {
        let rows = rows(position);
        let size = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let (columns, rows) = (size(rows.first().map_or(0, |row| row.len())), size(rows.len()));
        Self { columns, rows, cell: if columns.max(rows) <= 4 { 13.0 } else { 9.0 } }
    }

    fn width(self) -> f64 {
        f64::from(self.columns) * self.cell
    }

    fn height(self) -> f64 {
        f64::from(self.rows) * self.cell
    }

    /// The lines between and around the cells.
    fn cells(self) -> String {
        let (width, height) = (self.width(), self.height());
        let mut path = format!("M0 0H{width}V{height}H0Z");
        for x in 1..self.columns {
            path += &format!("M{} 0V{height}", f64::from(x) * self.cell);
        }
        for y in 1..self.rows {
            path += &format!("M0 {}H{width}", f64::from(y) * self.cell);
        }
        path
    }

    /// The rings of o and the crosses of x.
    fn stones(self, position: &str) -> [String; 2] {
        let radius = self.cell * 0.3;
        let (mut rings, mut crosses) = (String::new(), String::new());
        for (row, y) in rows(position).into_iter().zip(0_u8..) {
            for (stone, x) in row.bytes().zip(0_u8..) {
                let [x, y] = [x, y].map(|at| (f64::from(at) + 0.5) * self.cell);
                let [left, top, double] = [x - radius, y - radius, 2.0 * radius];
                match stone {
                    b'o' => {
                        rings += &format!(
                            "M{left:.1} {y:.1}a{radius:.1} {radius:.1} 0 1 0 {double:.1} 0a{radius:.1} {radius:.1} 0 1 0-{double:.1} 0"
                        );
                    }
                    b'x' => {
                        let right = x + radius;
                        crosses += &format!(
                            "M{left:.1} {top:.1}l{double:.1} {double:.1}M{right:.1} {top:.1}l-{double:.1} {double:.1}"
                        );
                    }
                    _ => {}
                }
            }
        }
        [rings, crosses]
    }
}

/// The rows of a position in notation, without the player to move that may stand behind them.
pub(crate) fn rows(position: &str) -> Vec<&str> {
    position.split(' ').next().unwrap_or_default().split('/').collect()
}

/// A tree with the places of its nodes.
struct Picture<'a> {
    tree: &'a TreeDocument,
    show: Show,
    /// Whether some node shows a number.
    has_numbers: bool,
    board: Board,
    /// The row of each node; a parent may stand between two.
    rows: Vec<f64>,
    /// How many rows there are.
    height: f64,
    first_ply: u8,
    columns: u8,
}

impl<'a> Picture<'a> {
    fn new(tree: &'a TreeDocument, show: Show) -> Self {
        let (rows, height) = rows_of(tree);
        let plies = tree.nodes.iter().map(|node| node.ply);
        let first_ply = plies.clone().min().unwrap_or(0);
        let columns = plies.max().unwrap_or(0) - first_ply + 1;
        Self {
            tree,
            show,
            has_numbers: tree.nodes.iter().any(|node| show.of(node).is_some()),
            board: Board::of(&tree.position),
            rows,
            height,
            first_ply,
            columns,
        }
    }

    fn node_width(&self) -> f64 {
        self.board.width().max(LEAST_WIDTH) + 2.0 * PADDING
    }

    /// Where the board begins in a node.
    fn board_top(&self) -> f64 {
        let lines = if self.has_numbers { 2.0 } else { 1.0 };
        PADDING + lines * LINE + 2.0
    }

    fn node_height(&self) -> f64 {
        self.board_top() + self.board.height() + LINE + PADDING
    }

    fn width(&self) -> f64 {
        f64::from(self.columns) * (self.node_width() + GAP) - GAP + 2.0 * MARGIN
    }

    fn height(&self) -> f64 {
        HEAD + self.height * (self.node_height() + ROW_GAP) + MARGIN
    }

    fn left(&self, node: &TreeNodeDocument) -> f64 {
        MARGIN + f64::from(node.ply - self.first_ply) * (self.node_width() + GAP)
    }

    fn top(&self, node: &TreeNodeDocument) -> f64 {
        HEAD + self.rows[node.id] * (self.node_height() + ROW_GAP)
    }

    /// A band for every other ply, and what each column holds.
    fn draw_columns(&self, svg: &mut String) {
        let (step, height) = (self.node_width() + GAP, self.height());
        for column in 0..self.columns {
            let ply = self.first_ply + column;
            let left = MARGIN + f64::from(column) * step;
            if ply % 2 == 1 {
                let band = left - GAP / 2.0;
                *svg += &format!(
                    "<rect class=\"band\" x=\"{band:.1}\" width=\"{step:.1}\" height=\"{height:.0}\"/>\n"
                );
            }
            let mut turns: Vec<_> = self.tree.nodes.iter().filter(|node| node.ply == ply).collect();
            turns.retain(|node| node.to_move.is_some());
            let turn = turns.first().and_then(|node| node.to_move);
            // After a pass not all nodes of a ply have the same player to move.
            let turn = turn.filter(|_| turns.iter().all(|node| node.to_move == turn));
            let turn = turn.map_or_else(String::new, |turn| format!(", {turn} to move"));
            *svg +=
                &format!("<text class=\"head\" x=\"{left:.1}\" y=\"12\">ply {ply}{turn}</text>\n");
        }
    }

    /// From every parent to its children: those of one kind as one line.
    fn draw_edges(&self, svg: &mut String) {
        let middle = self.node_height() / 2.0;
        let kind = |node: &TreeNodeDocument| match (node.role, node.best) {
            (RoleDocument::BestLine, _) => 2,
            (_, Some(true)) => 1,
            _ => 0,
        };
        let classes = ["edge", "edge best", "edge role-best_line"];
        let mut paths = classes.map(|_| String::new());
        for node in &self.tree.nodes {
            let Some(parent) = node.parent.map(|parent| &self.tree.nodes[parent]) else { continue };
            let (x, y) = (self.left(parent) + self.node_width(), self.top(parent) + middle);
            let (right, below) = (self.left(node) - x, self.top(node) + middle - y);
            let half = right / 2.0;
            let line =
                format!("M{x:.1} {y:.1}c{half:.1} 0 {half:.1} {below:.1} {right:.1} {below:.1}");
            paths[kind(node)] += &line;
        }
        for (class, path) in classes.iter().zip(paths).filter(|(_, path)| !path.is_empty()) {
            *svg += &format!("<path class=\"{class}\" d=\"{path}\"/>\n");
        }
    }

    fn draw_node(&self, svg: &mut String, node: &TreeNodeDocument, disagrees: bool) {
        let (left, top) = (self.left(node), self.top(node));
        let (width, height) = (self.node_width(), self.node_height());
        let name = node.name.as_deref().unwrap_or_default();
        *svg += &format!(
            "<g class=\"{}\" transform=\"translate({left:.1} {top:.1})\" data-position=\"{}\" data-move=\"{name}\" \
             data-id=\"{}\" role=\"treeitem\" aria-level=\"{}\" aria-selected=\"{}\" aria-label=\"{}\">\
             <title>{}</title><rect class=\"frame\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\"/>",
            classes(node, disagrees),
            node.position,
            node.id,
            node.ply - self.first_ply + 1,
            node.role == RoleDocument::Selected,
            label(node, disagrees).join(", "),
            escape(&[label(node, disagrees), numbers(node)].concat().join("\n")),
        );
        let times =
            if node.multiplicity > 1 { format!(" ×{}", node.multiplicity) } else { String::new() };
        let end = width - PADDING;
        let baseline = PADDING + LINE - 4.0;
        *svg += &format!(
            "<text class=\"name\" x=\"{PADDING}\" y=\"{baseline}\">{name}{times}</text>\
             <text class=\"value\" x=\"{end:.1}\" y=\"{baseline}\" text-anchor=\"end\">{}</text>",
            letter(node)
        );
        if let Some(number) = self.show.of(node) {
            let baseline = baseline + LINE;
            *svg += &format!(
                "<text class=\"number\" x=\"{PADDING}\" y=\"{baseline}\">{}</text>",
                escape(&number)
            );
        }
        self.draw_board(svg, node);
        if node.children_omitted > 0 {
            let baseline = height - PADDING - 1.0;
            *svg += &format!(
                "<text class=\"more\" x=\"{end:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{} more</text>",
                node.children_omitted
            );
        }
        if disagrees {
            *svg += &format!(
                "<rect class=\"outline\" x=\"-3\" y=\"-3\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>",
                width + 6.0,
                height + 6.0
            );
        }
        svg.push_str("</g>\n");
    }

    fn draw_board(&self, svg: &mut String, node: &TreeNodeDocument) {
        let cell = self.board.cell;
        let (left, top) = ((self.node_width() - self.board.width()) / 2.0, self.board_top());
        *svg += &format!(
            "<g transform=\"translate({left:.1} {top:.1})\"><use class=\"cells\" href=\"#tree-cells\"/>"
        );
        if let Some([x, y]) = node.xy.map(|cells| cells.map(|at| f64::from(at) * cell + 0.5)) {
            let side = cell - 1.0;
            *svg += &format!(
                "<rect class=\"last\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\"/>"
            );
        }
        for (class, path) in ["o", "x"].iter().zip(self.board.stones(&node.position)) {
            if !path.is_empty() {
                *svg += &format!("<path class=\"{class}\" d=\"{path}\"/>");
            }
        }
        svg.push_str("</g>");
    }
}

/// The row of each node, and how many rows there are. Leaves have rows of their own; a parent stands in the middle of its
/// children, but the way to the selected position is straight.
fn rows_of(tree: &TreeDocument) -> (Vec<f64>, f64) {
    let mut ends: Vec<Option<(f64, f64)>> = vec![None; tree.nodes.len()];
    let mut straight: Vec<Option<f64>> = vec![None; tree.nodes.len()];
    let mut has_children = vec![false; tree.nodes.len()];
    for parent in tree.nodes.iter().filter_map(|node| node.parent) {
        has_children[parent] = true;
    }
    let mut rows = vec![0.0; tree.nodes.len()];
    let mut height = 0.0;
    for node in tree.nodes.iter().filter(|node| !has_children[node.id]) {
        rows[node.id] = height;
        height += 1.0;
    }
    for node in tree.nodes.iter().rev() {
        if let Some((first, last)) = ends[node.id] {
            rows[node.id] = straight[node.id].unwrap_or(f64::midpoint(first, last));
        }
        let row = rows[node.id];
        if let Some(parent) = node.parent {
            let (first, last) = ends[parent].unwrap_or((row, row));
            ends[parent] = Some((first.min(row), last.max(row)));
            if matches!(node.role, RoleDocument::Path | RoleDocument::Selected) {
                straight[parent] = Some(row);
            }
        }
    }
    (rows, height)
}

fn classes(node: &TreeNodeDocument, disagrees: bool) -> String {
    let role = match node.role {
        RoleDocument::Path => "path",
        RoleDocument::Sibling => "sibling",
        RoleDocument::Selected => "selected",
        RoleDocument::Subtree => "subtree",
        RoleDocument::BestLine => "best_line",
    };
    let value = match outcome(node) {
        Some(Outcome::OWins) => "o",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::XWins) => "x",
        None => "unknown",
    };
    let mut classes = format!("node role-{role} value-{value}");
    let is_shown_for_itself = matches!(node.role, RoleDocument::Sibling | RoleDocument::Subtree);
    match node.best {
        Some(true) => classes.push_str(" best"),
        Some(false) if is_shown_for_itself => classes.push_str(" dim"),
        Some(false) | None => {}
    }
    if disagrees {
        classes.push_str(" disagree");
    }
    classes
}

/// How a node ends under optimal play; where the game is not analysed, how it has ended.
fn outcome(node: &TreeNodeDocument) -> Option<Outcome> {
    node.value.or(match node.status {
        Status::Playing => None,
        Status::O => Some(Outcome::OWins),
        Status::X => Some(Outcome::XWins),
        Status::Draw => Some(Outcome::Draw),
    })
}

/// The value in two characters or three: who wins, and after how many plies.
pub(crate) fn letter(node: &TreeNodeDocument) -> String {
    let letter = match outcome(node) {
        Some(Outcome::OWins) => "O",
        Some(Outcome::Draw) => "D",
        Some(Outcome::XWins) => "X",
        None => "?",
    };
    match node.plies_to_end {
        Some(plies) if plies > 0 => format!("{letter} {plies}"),
        _ => letter.to_owned(),
    }
}

/// What is said of a node in words.
fn label(node: &TreeNodeDocument, disagrees: bool) -> Vec<String> {
    let mut label = vec![node.name.clone().unwrap_or_else(|| node.position.clone())];
    let ending = |outcome: Outcome| match outcome.winner() {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_owned(),
    };
    match (outcome(node), node.plies_to_end) {
        (Some(outcome), Some(0)) => label.push(format!("{}, the end", ending(outcome))),
        (Some(outcome), Some(1)) => label.push(format!("{} in 1 ply", ending(outcome))),
        (Some(outcome), Some(plies)) => label.push(format!("{} in {plies} plies", ending(outcome))),
        (Some(outcome), None) => label.push(ending(outcome)),
        (None, _) => {}
    }
    if node.best == Some(true) && node.parent.is_some() {
        label.push("best".to_owned());
    }
    if node.multiplicity > 1 {
        label.push(format!("stands for {} moves", node.multiplicity));
    }
    if disagrees {
        label.push("played though not best".to_owned());
    }
    label
}

/// The exact numbers of a node.
fn numbers(node: &TreeNodeDocument) -> Vec<String> {
    let both = |number: &ProbabilityDocument| match number {
        ProbabilityDocument::Exact(text) => format!("{text} ({:.6})", decimal(number)),
        ProbabilityDocument::Rounded(_) => format!("{:.6}", decimal(number)),
    };
    let mut numbers = vec![node.position.clone()];
    numbers.extend(node.score.map(|score| format!("score {score}")));
    if let Some(playout) = &node.playout {
        let playout = [("P(o)", &playout.o), ("P(draw)", &playout.draw), ("P(x)", &playout.x)];
        numbers.extend(playout.map(|(name, number)| format!("{name} {}", both(number))));
    }
    let scores = [("ps_o", &node.ps_o), ("ps_x", &node.ps_x)];
    let scores = scores.into_iter().filter_map(|(name, number)| Some((name, number.as_ref()?)));
    numbers.extend(scores.map(|(name, number)| format!("{name} {}", both(number))));
    numbers
}

fn decimal(number: &ProbabilityDocument) -> f64 {
    match number {
        ProbabilityDocument::Exact(text) => {
            let fraction = text.parse::<Fraction>().expect("written by us");
            fraction.to_f64().expect("in range")
        }
        ProbabilityDocument::Rounded(number) => *number,
    }
}

/// A probability to three places, but 0 and 1 only where they are exact.
fn short(number: &ProbabilityDocument) -> String {
    if let ProbabilityDocument::Exact(text) = number
        && matches!(text.as_str(), "0" | "1")
    {
        return text.clone();
    }
    match format!("{:.3}", decimal(number)).as_str() {
        "0.000" => "<0.001".to_owned(),
        "1.000" => ">0.999".to_owned(),
        rounded => rounded.to_owned(),
    }
}
