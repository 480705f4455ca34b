/// A player that a user can pick, or what makes one of a family of players, with what is said about it.
#[derive(Debug, Clone, Copy)]
pub struct Named<T: 'static> {
    /// The name by which it is picked.
    pub name: &'static str,
    /// How it plays, in one line.
    pub description: &'static str,
    /// The player itself, or what tells it from the others of its family.
    pub what: T,
}

impl<T> Named<T> {
    /// The entry of a table that has this name.
    pub fn find<'a>(table: &'a [Self], name: &str) -> Option<&'a Self> {
        table.iter().find(|entry| entry.name == name)
    }
}
