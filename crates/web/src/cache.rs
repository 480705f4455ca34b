use std::sync::Mutex;

use tokio::sync::watch;

use crate::problem::Problem;

/// Answers that took long, each under a key: those last asked for, so many as have a given weight together.
///
/// Whoever asks while an answer is being made waits for the same making, which goes on even when nobody waits any more.
#[derive(Debug)]
pub(crate) struct Cache<T> {
    most: u128,
    /// From the one not asked for the longest.
    entries: Mutex<Vec<Entry<T>>>,
}

type Made<T> = Option<Result<T, Problem>>;

#[derive(Debug)]
struct Entry<T> {
    key: String,
    weight: u128,
    made: watch::Receiver<Made<T>>,
}

impl<T: Clone + Send + Sync + 'static> Cache<T> {
    /// A cache of what has at most this weight together. The last answer is kept in any case.
    pub(crate) fn new(most: u128) -> Self {
        Self { most, entries: Mutex::default() }
    }

    /// The answer under a key, made unless it is there. A failure is not kept: the next who asks may be luckier.
    pub(crate) async fn get(
        &self,
        key: String,
        weight: u128,
        make: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        let mut made = self.entry(key, weight, make);
        let found = made.wait_for(Option::is_some).await.map_err(|_| Problem::failed())?;
        found.clone().expect("waited for")
    }

    fn entry(
        &self,
        key: String,
        weight: u128,
        make: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> watch::Receiver<Made<T>> {
        let mut entries = self.entries.lock().expect("no panic while locked");
        entries.retain(|entry| !matches!(*entry.made.borrow(), Some(Err(_))));
        if let Some(place) = entries.iter().position(|entry| entry.key == key) {
            let entry = entries.remove(place);
            let made = entry.made.clone();
            entries.push(entry);
            return made;
        }
        let (done, made) = watch::channel(None);
        entries.push(Entry { key, weight, made: made.clone() });
        let total = |entries: &[Entry<T>]| entries.iter().map(|entry| entry.weight).sum::<u128>();
        while entries.len() > 1 && total(&entries) > self.most {
            entries.remove(0);
        }
        tokio::spawn(async move { done.send_replace(Some(make.await)) });
        made
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::runtime::Builder;

    use super::*;

    /// Counts how often it is made.
    async fn counted(times: Arc<AtomicU32>) -> Result<u32, Problem> {
        tokio::task::yield_now().await;
        Ok(times.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn an_answer_is_made_once_and_the_oldest_goes_first() {
        let times = Arc::new(AtomicU32::new(0));
        let cache = Cache::new(2);
        let get = |key: &str| cache.get(key.to_owned(), 1, counted(Arc::clone(&times)));
        Builder::new_current_thread().build().unwrap().block_on(async {
            let (first, second) = tokio::join!(get("a"), get("a"));
            assert_eq!((first, second), (Ok(0), Ok(0)));
            assert_eq!((get("b").await, get("a").await), (Ok(1), Ok(0)));
            assert_eq!((get("c").await, get("a").await, get("b").await), (Ok(2), Ok(0), Ok(3)));
        });
    }

    #[test]
    fn a_failure_is_tried_again_and_giving_up_does_not_stop_the_making() {
        let cache = Cache::new(8);
        Builder::new_current_thread().build().unwrap().block_on(async {
            let fail = async { Err(Problem::later("busy")) };
            assert_eq!(cache.get("a".to_owned(), 1, fail).await, Err(Problem::later("busy")));
            assert_eq!(cache.get("a".to_owned(), 1, async { Ok(5) }).await, Ok(5));
            drop(cache.entry("b".to_owned(), 1, async { Ok(6) }));
            let other = async { Err(Problem::later("made twice")) };
            assert_eq!(cache.get("b".to_owned(), 1, other).await, Ok(6));
        });
    }
}
