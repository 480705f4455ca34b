use std::num::NonZeroU32;

use exactplay_finite::{MonteCarlo, Sharing};
use exactplay_game::{Game, Player, Policy};
use exactplay_players::{
    Approximate, Budget, MonteCarloName, Named, PlayerName, Preference, RULE_PLAYERS, Random,
    RulePlayer,
};
use exactplay_tree::Analysis;

use crate::exact::Tally;
use crate::response::{Opponent, error_bound, results};

/// The numbers of playouts of a sweep unless others are asked for.
pub const PLAYOUTS: [u32; 11] = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// What a Monte-Carlo player with a finite number of playouts comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayoutRow {
    /// Its playouts.
    pub playouts: u32,
    /// As o.
    pub as_o: PlayoutSeat,
    /// As x.
    pub as_x: PlayoutSeat,
}

/// The same in one seat. Every probability is within the bound of the true one.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayoutSeat {
    /// The probability of losing against an opponent who makes it as large as possible.
    pub most_losses: f64,
    /// The probability of losing against an opponent who makes the expectation of wins less losses as small as possible,
    /// and among such replies takes the one with the most losses. Replies whose expectations differ by no more than twice
    /// the bound count as equal.
    pub least_score: f64,
    /// The results against each of the opponents asked for.
    pub against: Vec<Tally<f64>>,
    /// The bound.
    pub error: f64,
}

/// Monte-Carlo players that differ in the number of their playouts.
#[derive(Debug, Clone)]
pub struct PlayoutFamily {
    member: MonteCarloName,
    sharing: Sharing,
}

impl PlayoutFamily {
    /// The family of a player of depth 1 without a time limit, whatever its playouts; nothing for others.
    pub fn of(player: &PlayerName) -> Option<Self> {
        let PlayerName::MonteCarlo(member) = player else { return None };
        let sharing = match member.budget {
            Budget::Infinite => Sharing::Random,
            Budget::Finite { sharing, seconds: None, .. } => sharing,
            Budget::Limit | Budget::Finite { .. } => return None,
        };
        let family = Self { member: member.clone(), sharing };
        family.with(NonZeroU32::MIN).is_some().then_some(family)
    }

    /// The member with so many playouts, if that is not too many.
    pub fn with(&self, playouts: NonZeroU32) -> Option<MonteCarlo> {
        let budget = Budget::Finite { playouts, sharing: self.sharing, seconds: None };
        MonteCarloName { budget, ..self.member.clone() }.finite()
    }

    /// How the playouts are shared.
    pub fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// Its name, with N for the number of playouts.
    pub fn name(&self) -> String {
        let family = match self.member.preference {
            Preference::WinThenDraw => "pmc:N",
            Preference::Weighted(_) => "pmc2:N",
        };
        match self.sharing {
            Sharing::Random => family.to_owned(),
            Sharing::PerMove => format!("{family},per=move"),
            Sharing::Even => format!("{family},per=even"),
        }
    }
}

/// The players that a sweep plays against, beside best responses: those that know the game, with their names.
pub fn sweep_opponents<'a, G: Game>(game: &G) -> (Vec<&'static str>, Vec<&'a dyn Policy<G>>) {
    let mut names = vec!["random"];
    let mut policies: Vec<&dyn Policy<G>> = vec![&Random];
    if RulePlayer::plays(game)
        && let Some(ai14s) = Named::find(RULE_PLAYERS, "ai14s")
    {
        names.push("ai14s");
        policies.push(&ai14s.what);
    }
    (names, policies)
}

/// Plays a finite Monte-Carlo player in both seats against two best responses and some equivariant policies.
///
/// One row of a sweep over the number of playouts. The cost is that of the player's law at every orbit
/// ([`Approximate::finite`]); the backward passes, one for each seat and opponent, are cheap beside it.
///
/// # Panics
/// When an opponent is not equivariant and the tree is reduced.
pub fn playout_row<G: Game>(
    analysis: &Analysis<G>,
    player: &MonteCarlo,
    opponents: &[&dyn Policy<G>],
) -> PlayoutRow {
    let reduced = analysis.game().symmetries().len() > 1;
    assert!(
        opponents.iter().all(|opponent| opponent.is_equivariant() || !reduced),
        "a reduced tree needs equivariant policies"
    );
    let law = Approximate::finite(analysis, player);
    let seat = |seat: Player| {
        let error = error_bound(analysis, &law, seat);
        let results = |opponent| results(analysis, &law, seat, &opponent);
        PlayoutSeat {
            most_losses: results(Opponent::MostLosses).loss,
            least_score: results(Opponent::LeastScore(2.0 * error)).loss,
            against: opponents.iter().map(|&policy| results(Opponent::Policy(policy))).collect(),
            error,
        }
    };
    PlayoutRow { playouts: player.playouts, as_o: seat(Player::O), as_x: seat(Player::X) }
}
