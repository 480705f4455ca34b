/// The members of a set of cells, ascending; bit `c` stands for cell `c`.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = u8::try_from(set.trailing_zeros()).ok().filter(|&cell| cell < 64)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The name of the cell at column `x`, row `y`: `b2` is the second column, second row from the top.
pub(crate) fn name(x: u8, y: u8) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// The cell that a name such as `b2` means on a board of this size.
pub(crate) fn parse(name: &str, width: u8, height: u8) -> Option<(u8, u8)> {
    let mut letters = name.trim().chars();
    let x = u8::try_from(letters.next()?.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
    let row = letters.as_str();
    if row.starts_with(['0', '+']) {
        return None;
    }
    let y = row.parse::<u8>().ok()?.checked_sub(1)?;
    (x < width && y < height).then_some((x, y))
}

/// How many sets of `k` among `n` cells there are, for n at most 64.
pub(crate) fn choose(n: u8, k: u8) -> u128 {
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

/// How many ways there are to fill some of so many empty cells, the players alternating.
pub(crate) fn fillings(empty: u8) -> u128 {
    (0..=empty).map(|filled| choose(empty, filled) * choose(filled, filled / 2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_members() {
        assert_eq!(members(0b1011).collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(members(1 << 63).collect::<Vec<_>>(), [63]);
        assert_eq!(parse(&name(1, 9), 3, 12), Some((1, 9)));
        for bad in ["", "b", "b0", "b4", "d1", "b02", "b+1", "2b", "bb2"] {
            assert_eq!(parse(bad, 3, 3), None, "{bad:?}");
        }
    }
}
