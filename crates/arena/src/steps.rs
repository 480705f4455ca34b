/// A function over numbered cells that is constant between few of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Steps<T>(Vec<(usize, T)>);

impl<T: Clone + PartialEq> Steps<T> {
    /// The function with one value.
    pub(crate) fn constant(value: T) -> Self {
        Self(vec![(0, value)])
    }

    /// The function that has each value from its cell on. The first cell is 0, and they ascend.
    pub(crate) fn new(steps: impl IntoIterator<Item = (usize, T)>) -> Self {
        let mut steps: Vec<_> = steps.into_iter().collect();
        steps.dedup_by(|next, last| next.1 == last.1);
        debug_assert!(steps[0].0 == 0 && steps.is_sorted_by_key(|step| step.0), "ascending from 0");
        Self(steps)
    }

    /// The cells where the value changes, cell 0 first, each with the value from there on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(usize, T)> {
        self.0.iter()
    }

    /// What `f` makes of the function, cell by cell.
    pub(crate) fn map<U: Clone + PartialEq>(&self, f: impl Fn(&T) -> U) -> Steps<U> {
        Steps::new(self.0.iter().map(|(cell, value)| (*cell, f(value))))
    }

    /// What `f` makes of both functions, cell by cell.
    pub(crate) fn zip<U: Clone + PartialEq, V: Clone + PartialEq>(
        &self,
        other: &Steps<U>,
        f: impl Fn(&T, &U) -> V,
    ) -> Steps<V> {
        let (mut i, mut j) = (0, 0);
        let mut steps = vec![(0, f(&self.0[0].1, &other.0[0].1))];
        loop {
            let next =
                [self.0.get(i + 1).map(|step| step.0), other.0.get(j + 1).map(|step| step.0)];
            let Some(cell) = next.into_iter().flatten().min() else {
                return Steps::new(steps);
            };
            i += usize::from(next[0] == Some(cell));
            j += usize::from(next[1] == Some(cell));
            steps.push((cell, f(&self.0[i].1, &other.0[j].1)));
        }
    }

    /// The value in every cell, of which there are so many.
    pub(crate) fn values(&self, cells: usize) -> impl Iterator<Item = &T> {
        let ends = self.0.iter().skip(1).map(|step| step.0).chain([cells]);
        self.0.iter().zip(ends).flat_map(|((from, value), end)| (*from..end).map(move |_| value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_combine_cell_by_cell() {
        let (a, b) = (Steps::new([(0, 1), (2, 3), (5, 1)]), Steps::new([(0, 2), (2, 2), (3, 0)]));
        assert_eq!(a.values(7).collect::<Vec<_>>(), [&1, &1, &3, &3, &3, &1, &1]);
        let sum = a.zip(&b, |a, b| a + b);
        assert_eq!(sum, Steps(vec![(0, 3), (2, 5), (3, 3), (5, 1)]));
        assert_eq!(a.zip(&Steps::constant(2), |a, _| *a), a);
        assert_eq!(a.map(|_| 0), Steps::constant(0));
    }
}
