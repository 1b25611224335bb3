//! `kibitz plan`: what a solve by several processes takes.

use clap::Args;
use kibitz_cluster::{ClusterPlan, plan};
use kibitz_game::{Bytes, Rough, RunContext};
use kibitz_solve::Thousands;
use serde_json::json;

use super::open_game;
use crate::arguments::{GameOptions, RuleLimits};
use crate::failure::Failure;
use crate::output;

/// Bytes a second of a gigabit a second.
const GIGABIT: f64 = 1e9 / 8.0;

#[derive(Debug, Args)]
#[command(
    after_help = "The estimate is a model with rates that were measured on one machine; docs/cluster.md \
    explains it. The moves per position are taken from a sample of the game's positions.\n\n\
    Examples:\n  kibitz plan quixo --set n=4 --hosts 4\n  \
    kibitz plan numbers --hosts 64 --positions 1000000000000 --network 10"
)]
pub(crate) struct PlanOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Number of processes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    hosts: u16,
    /// Number of positions, for a larger game with as many moves [default: those of the game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 50))]
    positions: Option<u64>,
    /// Gigabits a second that a process can send
    #[arg(long, value_name = "GBIT", default_value_t = 10.0)]
    network: f64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
}

pub(crate) fn run(options: &PlanOptions) -> Result<(), Failure> {
    if !options.network.is_finite() || options.network <= 0.0 {
        let message = format!("--network {}: expected a positive number", options.network);
        return Err(Failure::Usage(message, None));
    }
    let context = RunContext::new();
    let game = open_game(&options.game, &options.limits, &context, &[])?;
    if game.vectors(None)?.is_some() {
        let message = "the positions of a rule file are known only once they are found".to_owned();
        let advice = "`kibitz build` with --processes or --hosts finds and solves them".to_owned();
        return Err(Failure::Usage(message, Some(advice)));
    }
    let (graph, _) = game.kernel_graph()?;
    let moves = graph.average_moves();
    let positions = options.positions.unwrap_or_else(|| graph.ranks());
    let bandwidth = options.network * GIGABIT;
    let plan = plan(positions, moves, options.hosts.into(), bandwidth);
    match options.json {
        true => output::json(&document(&plan, moves)),
        false => output::text(&text(&plan, moves, options.network)),
    }
}

fn document(plan: &ClusterPlan, moves: f64) -> serde_json::Value {
    json!({
        "processes": plan.processes,
        "positions": plan.positions,
        "moves": moves,
        "updates": plan.updates,
        "sent": plan.sent,
        "memory": plan.memory,
        "disk": plan.disk,
        "compute_seconds": plan.compute.as_secs_f64(),
        "network_seconds": plan.network.as_secs_f64(),
        "seconds": plan.time().as_secs_f64(),
        "limit": limit(plan),
    })
}

/// What limits the speed.
fn limit(plan: &ClusterPlan) -> &'static str {
    match plan.is_network_bound() {
        true => "network",
        false => "processor",
    }
}

fn text(plan: &ClusterPlan, moves: f64, network: f64) -> String {
    let ClusterPlan {
        processes,
        positions,
        updates,
        sent,
        ..
    } = *plan;
    format!(
        "positions  {}, {moves:.1} moves each\n\
         processes  {processes}\n\
         memory     {} for each process\n\
         disk       {} for checkpoints, of all processes\n\
         updates    {} in all, {} of them sent\n\
         processor  {} for each process\n\
         network    {} at {network} Gbit/s for each process\n\
         time       {}, limited by the {}\n",
        Thousands(positions),
        Bytes(plan.memory),
        Bytes(plan.disk),
        Thousands(updates as u64),
        Thousands(sent as u64),
        Rough(plan.compute),
        Rough(plan.network),
        Rough(plan.time()),
        limit(plan)
    )
}
