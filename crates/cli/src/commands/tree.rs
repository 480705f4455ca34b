use std::path::{Path, PathBuf};

use anstyle::Style;
use clap::ValueEnum;
use exactplay_documents::{RoleDocument, TreeDocument, TreeNodeDocument};
use exactplay_game::{Game, PositionError};
use exactplay_plot::{Show, tree_dot, tree_page, tree_plot};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Extent, Scoring, View, play_list};

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{self, GOOD, STRONG, Table};

/// Show the tree of moves around a position: the way to it, its siblings, its subtree and the lines of best play
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The position; moves:b2,a1 also says by which moves it came about
    #[arg(default_value = "-")]
    position: String,
    #[command(flatten)]
    game: GameArgs,
    /// How many plies of the subtree are shown
    #[arg(long, value_name = "D", default_value_t = 2)]
    depth: u8,
    /// The rule that says which moves are best
    #[arg(long, value_enum, default_value_t = Rule::Default)]
    scoring: Rule,
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "score",
        help = "The number above each board: none, score, p_o, p_x, p_draw, ps_o or ps_x"
    )]
    show: Show,
    /// Show children that a symmetry maps to each other once
    #[arg(long)]
    merge: bool,
    /// The most nodes to show; the rest is counted
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    nodes: usize,
    /// Write the tree to a file instead: .svg, .html, .json or .dot by its name; "-" is an SVG picture on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// A scoring rule, as an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// Who wins
    Default,
    /// A sooner win is better
    Shortest,
    /// The same; among drawing moves, those that still leave the opponent a way to err
    #[value(alias = "shortest_draw")]
    ShortestDraw,
}

impl From<Rule> for Scoring {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Default => Self::Default,
            Rule::Shortest => Self::Shortest,
            Rule::ShortestDraw => Self::ShortestDraw,
        }
    }
}

/// What a file holds, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Html,
    Json,
    Dot,
}

impl Format {
    fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("html") => Ok(Self::Html),
            Some("json") => Ok(Self::Json),
            Some("dot") => Ok(Self::Dot),
            None if path.as_os_str() == "-" => Ok(Self::Svg),
            _ => Err(Failure::Usage(format!(
                "cannot tell what {} is to hold: expected a name that ends in .svg, .html, .json or .dot",
                path.display()
            ))),
        }
    }

    fn write(self, tree: &TreeDocument, show: Show) -> String {
        match self {
            Self::Svg => tree_plot(tree, show, &[]),
            Self::Html => tree_page(tree, show),
            Self::Json => serde_json::to_string_pretty(tree).expect("plain data") + "\n",
            Self::Dot => tree_dot(tree, show),
        }
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    // An unknown kind of file is refused before anything is computed.
    args.output.as_deref().map(Format::of).transpose()?;
    args.game.parse()?.visit(args)
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let position = game.parse(&self.position)?;
        let analysis = engine::analysis(game, Memory(self.game.max_memory))?;
        if !analysis.contains(position) {
            return Err(PositionError::unreachable(&self.position, "no game leads to it").into());
        }
        let game = analysis.game();
        let extent = Extent {
            depth: self.depth,
            scoring: self.scoring.into(),
            merge: self.merge,
            most_nodes: self.nodes,
        };
        let list = self.position.trim().strip_prefix("moves:");
        let way = list.and_then(|list| play_list(game, list).ok());
        let view = match way.filter(|&(_, end)| end == position) {
            Some((way, _)) => View::new(game, Some(&analysis), game.start(), &way, extent),
            None => View::around(game, Some(&analysis), position, extent),
        };
        let tree = TreeDocument::new(game, Some(&analysis), &view, extent);
        match &self.output {
            None if self.json => output::print_json(&tree),
            None => output::print(&report(&tree, self.show)),
            Some(path) => {
                let written = Format::of(path)?.write(&tree, self.show);
                if path.as_os_str() == "-" {
                    return output::print(&written);
                }
                output::write_file(path, &written)?;
                output::print(&format!("{}: {} nodes\n", path.display(), tree.nodes.len()))
            }
        }
    }
}

/// A line for each node, indented by its ply; a line of best play stands behind the node from which it goes on.
fn report(tree: &TreeDocument, show: Show) -> String {
    let mut table = Table::new(&["move", "position", "value", "", "", ""]);
    let first_ply = tree.nodes.first().map_or(0, |node| node.ply);
    for node in tree.nodes.iter().filter(|node| node.role != RoleDocument::BestLine) {
        let is_best = node.best == Some(true);
        let style = match node.role {
            RoleDocument::Selected => STRONG,
            RoleDocument::Sibling | RoleDocument::Subtree if is_best => GOOD,
            _ => Style::new(),
        };
        let mark = match (node.role, is_best) {
            (RoleDocument::Selected, _) => ">",
            (_, true) => "*",
            (_, false) => " ",
        };
        let indent = "  ".repeat(usize::from(node.ply - first_ply));
        let name = node.name.as_deref().unwrap_or("start");
        let line = best_line(tree, node);
        let more = match node.children_omitted {
            omitted if omitted > 0 && line.is_empty() => format!("{omitted} more"),
            _ => String::new(),
        };
        table.row(
            style,
            vec![
                format!("{indent}{mark} {name}{}", times(node.multiplicity)),
                node.position.clone(),
                node.value.map_or(String::new(), |value| {
                    text::value(value, node.plies_to_end.unwrap_or(0))
                }),
                show.of(node).unwrap_or_default(),
                line,
                more,
            ],
        );
    }
    let lines = table.lines();
    // The names of the columns say nothing that the lines do not.
    lines[1..].join("\n") + "\n"
}

fn times(multiplicity: u32) -> String {
    if multiplicity > 1 { format!(" x{multiplicity}") } else { String::new() }
}

/// The moves of the line of best play that goes on from a node.
fn best_line(tree: &TreeDocument, node: &TreeNodeDocument) -> String {
    let mut line = String::new();
    let mut last = node.id;
    for next in &tree.nodes[node.id + 1..] {
        if next.role != RoleDocument::BestLine || next.parent != Some(last) {
            break;
        }
        line.push_str(if line.is_empty() { "then " } else { " " });
        line.push_str(next.name.as_deref().unwrap_or_default());
        last = next.id;
    }
    line
}
