use exactplay_documents::{RoleDocument, TreeDocument, TreeNodeDocument};

use crate::Show;
use crate::tree::{letter, rows};

/// A tree in the language of Graphviz: boards as text, best moves with solid lines.
pub fn tree_dot(tree: &TreeDocument, show: Show) -> String {
    let mut dot = format!(
        "digraph {:?} {{\n  rankdir=LR;\n  node [shape=box, fontname=monospace];\n",
        format!("{} at {}", tree.game, tree.position)
    );
    for node in &tree.nodes {
        let width = if node.role == RoleDocument::Selected { 3 } else { 1 };
        let style = if node.role == RoleDocument::BestLine { "dashed" } else { "solid" };
        dot += &format!(
            "  n{} [label=\"{}\", style={style}, penwidth={width}];\n",
            node.id,
            label(node, show)
        );
        if let Some(parent) = node.parent {
            let style = if node.best == Some(true) { "solid" } else { "dotted" };
            let name = node.name.as_deref().unwrap_or_default();
            dot += &format!("  n{parent} -> n{} [label=\"{name}\", style={style}];\n", node.id);
        }
    }
    dot.push_str("}\n");
    dot
}

fn label(node: &TreeNodeDocument, show: Show) -> String {
    let mut lines = vec![letter(node)];
    lines.extend(show.of(node));
    lines.extend(rows(&node.position).into_iter().map(str::to_owned));
    lines.extend((node.children_omitted > 0).then(|| format!("{} more", node.children_omitted)));
    lines.join("\\n")
}
