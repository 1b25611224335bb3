//! Calls of `map` and `filter`.

use ruff_python_ast::Expr;
use ruff_text_size::TextRange;

use super::itertools::{MAX_NAMES, letters};
use super::template::{expression, new_name, stored_name};

/// `map(f, xs, ys)` as a generator expression.
fn mapped_together(args: &[Expr], at: TextRange) -> Option<Expr> {
    let [function, lists @ ..] = args else {
        return None;
    };
    let lists_are_plain = !lists.iter().any(Expr::is_starred_expr) && lists.len() < MAX_NAMES;
    if !lists_are_plain || !matches!(function, Expr::Name(_) | Expr::Attribute(_)) {
        return None;
    }
    let letters = letters(lists.len());
    let items: Vec<String> = letters.iter().map(|letter| format!("_{letter}")).collect();
    let (items, all) = (items.join(", "), letters.join(", "));
    let text = format!("(FUNCTION({items}) for {items} in zip({all}))");
    let lists = letters
        .iter()
        .map(String::as_str)
        .zip(lists.iter().cloned());
    let fill: Vec<(&str, Expr)> = lists.chain([("FUNCTION", function.clone())]).collect();
    Some(expression(&text, at, &fill))
}

/// `map(f, xs)` and `filter(p, xs)` as generator expressions.
pub(super) fn mapped(is_map: bool, args: &[Expr], at: TextRange) -> Option<Expr> {
    let [function, items] = args else {
        return (is_map && args.len() > 2)
            .then(|| mapped_together(args, at))
            .flatten();
    };
    let item = expression("_item", at, &[]);
    let (name, value) = match function {
        Expr::Lambda(node) => {
            let parameters = node.parameters.as_deref()?;
            let [parameter] = &parameters.args[..] else {
                return None;
            };
            let is_plain = parameters.len() == 1 && parameter.default.is_none();
            let name = parameter.name();
            is_plain.then(|| (Some(name), (*node.body).clone()))?
        }
        Expr::NoneLiteral(_) if !is_map => (None, item.clone()),
        Expr::Name(_) | Expr::Attribute(_) => {
            let fill = [("F", function.clone())];
            (None, expression("F(_item)", at, &fill))
        }
        _ => return None,
    };
    let text = match is_map {
        true => "(V for _item in X)",
        false => "(I for _item in X if V)",
    };
    let own = name.map_or(item, |name| new_name(name.as_str(), name.range));
    let fill = [("V", value), ("I", own), ("X", items.clone())];
    let mut made = expression(text, at, &fill);
    if let (Expr::Generator(node), Some(name)) = (&mut made, name) {
        node.generators[0].target = stored_name(name.as_str(), name.range);
    }
    Some(made)
}
