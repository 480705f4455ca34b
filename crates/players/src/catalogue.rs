use crate::{
    DISC_PLAYERS, MONTE_CARLO_PLAYERS, PERFECT_PLAYERS, RANDOM_PLAYERS, RULE_PLAYERS,
    SEQUENCE_PLAYERS,
};

/// A line of the list of players.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    /// How the name is written.
    pub name: &'static str,
    /// How it plays.
    pub description: &'static str,
}

/// Every player, one line each.
pub fn catalogue() -> Vec<Catalogue> {
    let entry = |name, description| Catalogue { name, description };
    let mut list: Vec<_> =
        RULE_PLAYERS.iter().map(|player| entry(player.name, player.description)).collect();
    list.extend(RANDOM_PLAYERS.iter().map(|player| entry(player.name, player.description)));
    list.extend(PERFECT_PLAYERS.iter().map(|player| entry(player.name, player.description)));
    list.extend(SEQUENCE_PLAYERS.iter().map(|player| entry(player.name, player.description)));
    list.extend(DISC_PLAYERS.iter().map(|player| entry(player.name, player.description)));
    list.extend(MONTE_CARLO_PLAYERS.iter().map(|player| entry(player.name, player.description)));
    list.extend([
        entry(
            "pmc:N, pmc2:N",
            "the same with N random playouts in all, the first move of each random",
        ),
        entry(",per=move", "N playouts for each move"),
        entry(",per=even", "equal shares of N playouts"),
        entry(",time=SECONDS", "stops the playouts after that time"),
        entry(",depth=n", "the playouts start n plies ahead; max and min back up"),
        entry(",draw=A", "for pmc2: what a draw is worth, such as 2/3 (a win is worth 1)"),
        entry(",limit", "without N: the limit of ever more playouts, where chance decides ties"),
        entry("uct:N", "tree search with N playouts; uct:N,c=C sets the weight of exploration"),
        entry(
            "alphabeta:DEPTH",
            "reads DEPTH plies ahead; wins as soon as it can, in Othello as high",
        ),
        entry(
            ",eval=E",
            "what it thinks of where it stops: neutral; in Othello discs or positional (the default)",
        ),
        entry("human", "a person"),
    ]);
    list
}

/// The names that stand alone, for messages.
pub(crate) fn names() -> String {
    let whole =
        catalogue().into_iter().map(|entry| entry.name).filter(|name| !name.starts_with(','));
    whole.collect::<Vec<_>>().join(", ")
}
