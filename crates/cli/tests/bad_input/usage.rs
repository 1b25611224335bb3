//! Usage errors and suggestions of similar names.

use crate::bad_input::support::{refused, run_with};

#[test]
fn unknown_games_get_a_suggestion() {
    for (name, near) in [
        ("number", "numbers"),
        ("NUMBRES", "numbers"),
        ("marbels", "marbles"),
        ("boxs", "boxes"),
        ("nin", "nine"),
        ("pile", "piles"),
        ("cf919", "cf919f"),
        ("hdu3398", "hdu3389"),
        ("p7359", "p7395"),
    ] {
        let parts = [
            format!("no game `{name}`"),
            format!("did you mean `{near}`?"),
        ];
        let parts = parts.each_ref().map(String::as_str);
        for command in ["judge", "solve", "stats", "games"] {
            refused(&[command, name], &parts);
        }
    }
    refused(
        &["judge", "chess"],
        &["no game `chess`", "`kibitz games` lists the games"],
    );
    refused(&["judge", ""], &["no game ``"]);
}

#[test]
fn an_unknown_game_is_reported_before_reading_input() {
    let done = run_with(&["judge", "marbels"], "no input at all");
    assert_eq!(done.code, crate::bad_input::support::BAD);
    assert!(done.err.contains("did you mean `marbles`?"), "{}", done.err);
}

#[test]
fn unknown_parameters_get_a_suggestion() {
    for (game, name, near) in [
        ("numbers", "card", "cards"),
        ("numbers", "modulo", "modulus"),
        ("boxes", "move", "moves"),
        ("marbles", "row", "rows"),
        ("marbles", "columns", "cols"),
        ("nine", "openning", "opening"),
        ("piles", "K", "k"),
    ] {
        let set = format!("{name}=1");
        let parts = [
            format!("no parameter `{name}`"),
            format!("did you mean `{near}`?"),
        ];
        let parts = parts.each_ref().map(String::as_str);
        for command in ["judge", "solve", "stats"] {
            refused(&[command, game, "--set", &set], &parts);
        }
    }
    let all = ["no parameter `colour`", "the parameters are cards, modulus"];
    refused(&["judge", "numbers", "--set", "colour=red"], &all);
}

#[test]
fn unknown_commands_get_a_suggestion() {
    for (name, near) in [
        ("jugde", "judge"),
        ("slove", "solve"),
        ("stat", "stats"),
        ("game", "games"),
    ] {
        let parts = [
            format!("no command `{name}`"),
            format!("did you mean `{near}`?"),
        ];
        refused(&[name, "numbers"], &parts.each_ref().map(String::as_str));
    }
    refused(
        &["frobnicate"],
        &[
            "no command `frobnicate`",
            "`kibitz --help` lists the commands",
        ],
    );
}

#[test]
fn missing_and_surplus_arguments_are_usage_errors() {
    refused(&[], &["Usage"]);
    refused(&["judge"], &["<GAME>"]);
    refused(&["judge", "boxes", "a", "b"], &["unexpected argument 'b'"]);
    refused(
        &["judge", "boxes", "--at", "1"],
        &["unexpected argument '--at'"],
    );
    refused(
        &["solve", "boxes", "--memory", "lots"],
        &["expected a size like 500MB or 8GiB"],
    );
    refused(&["solve", "boxes", "--memory", "-1"], &["'-1"]);
    refused(
        &["solve", "boxes", "--time", "soon"],
        &["expected a number of seconds"],
    );
    refused(&["solve", "boxes", "--threads", "0"], &["0 is not in 1.."]);
}
