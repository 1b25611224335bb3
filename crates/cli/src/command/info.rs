//! `kibitz info`: what a table file contains.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use kibitz_game::{Bytes, counted};
use kibitz_query::TableFile;
use kibitz_solve::Thousands;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{self, heading};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  kibitz build quixo -o quixo.kbz && kibitz info quixo.kbz")]
pub(crate) struct InfoOptions {
    /// A table file
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &InfoOptions) -> Result<(), Failure> {
    let table = TableFile::open(&options.file).map_err(kibitz_query::QueryError::from)?;
    match options.json {
        true => output::json(&document(&table)),
        false => output::text(&text(&table)),
    }
}

fn document(table: &TableFile) -> serde_json::Value {
    let description = table.description();
    let set = description.parameters.iter();
    let set: serde_json::Map<_, _> = set.map(|(n, v)| (n.clone(), v.as_str().into())).collect();
    let columns = table.columns().iter().map(|column| {
        json!({
            "name": column.name,
            "bits": column.bits,
            "values": column.entries,
            "blocks": column.blocks,
            "bytes": column.compressed,
        })
    });
    json!({
        "file": table.path().display().to_string(),
        "bytes": table.file_len(),
        "game": description.game,
        "set": set,
        "rules": description.rules,
        "numbering": description.numbering,
        "symmetry": description.symmetry,
        "root": description.root,
        "numbers": description.positions,
        "columns": columns.collect::<Vec<_>>(),
    })
}

fn text(table: &TableFile) -> String {
    let description = table.description();
    let mut text = String::new();
    let _ = writeln!(text, "{}", heading(&description.game));
    for (name, value) in &description.parameters {
        let _ = writeln!(text, "  {name} = {value}");
    }
    let _ = writeln!(
        text,
        "file       {}, {}",
        table.path().display(),
        Bytes(table.file_len())
    );
    let symmetry = match description.symmetry {
        true => ", reduced by symmetry",
        false => "",
    };
    let _ = writeln!(
        text,
        "numbers    {} by {}{symmetry}",
        Thousands(description.positions),
        description.numbering
    );
    let _ = writeln!(text, "rules      {}", description.rules);
    if let Some(root) = &description.root {
        let _ = writeln!(text, "from       {root}");
    }
    for column in table.columns() {
        let bits = column.compressed as f64 * 8.0 / description.positions.max(1) as f64;
        let _ = writeln!(
            text,
            "{:<10} {}, {} different, {bits:.2} bits per number in {}",
            column.name,
            Bytes(column.compressed),
            column.entries,
            counted(column.blocks, "block")
        );
    }
    text
}
