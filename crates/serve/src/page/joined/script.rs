//! Modules joined into scripts: one for the beginning, one for what comes later.
//!
//! Each module becomes a function that is called when it is first needed and
//! returns what the module exports. That is the same as importing it as long as
//! exports never change (`const`, functions and classes), no two modules need
//! each other, and imports and exports are written in the few forms that the
//! page's modules keep to: whatever else begins a line is refused, not guessed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::source::{self, Line};

/// What stands before the modules: `$take` runs a module once, `$bring` is
/// `import()`.
const HEAD: &str = "\
const $taken = new Map();
const $take = (name) => {
  if (!$taken.has(name)) $taken.set(name, $modules[name]());
  return $taken.get(name);
};
const $bring = async (name) => {
  if (!(name in $modules)) Object.assign($modules, (await import(\"./LATER\")).modules($take, $bring));
  return $take(name);
};
const $modules = {
";

/// The two scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    pub(super) first: String,
    pub(super) later: String,
}

/// A module as a function.
struct Module {
    text: String,
    /// Modules that run before it.
    needs: Vec<String>,
    /// Modules that it may ask for later.
    brings: Vec<String>,
}

/// Joins the module `entry` and all that it imports, now or later. What only
/// the module `rest` needs goes into the second script, which stands at
/// `later`, beside the first.
pub(super) fn join(
    entry: &str,
    rest: &str,
    later: &str,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Scripts, String> {
    let mut modules = BTreeMap::new();
    let mut wanted = vec![entry.to_owned()];
    while let Some(path) = wanted.pop() {
        if let Entry::Vacant(place) = modules.entry(path) {
            let module = module(place.key(), &read(place.key())?)?;
            wanted.extend(module.needs.iter().chain(&module.brings).cloned());
            place.insert(module);
        }
    }
    let mut done = Vec::new();
    for path in modules.keys() {
        check_order(path, &modules, &mut Vec::new(), &mut done)?;
    }
    let early = reached(entry, rest, &modules);
    let mut scripts = Scripts {
        first: HEAD.replace("LATER", later),
        later: "export const modules = ($take, $bring) => ({\n".to_owned(),
    };
    for (path, module) in &modules {
        if early.contains(path.as_str()) {
            scripts.first += &module.text;
        } else {
            scripts.later += &module.text;
        }
    }
    let _ = write!(scripts.first, "}};\n$take(\"{entry}\");\n");
    scripts.later += "});\n";
    Ok(scripts)
}

/// The modules that can be reached from `entry` without `rest`.
fn reached<'a>(
    entry: &'a str,
    rest: &str,
    modules: &'a BTreeMap<String, Module>,
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut wanted = vec![entry];
    while let Some(path) = wanted.pop() {
        if path == rest || !found.insert(path) {
            continue;
        }
        if let Some(module) = modules.get(path) {
            wanted.extend(
                module
                    .needs
                    .iter()
                    .chain(&module.brings)
                    .map(String::as_str),
            );
        }
    }
    found
}

/// Refuses modules that need each other.
fn check_order<'a>(
    path: &'a str,
    modules: &'a BTreeMap<String, Module>,
    above: &mut Vec<&'a str>,
    done: &mut Vec<&'a str>,
) -> Result<(), String> {
    if above.contains(&path) {
        return Err(format!(
            "{path}: needs itself, by way of {}",
            above.join(", ")
        ));
    }
    if done.contains(&path) {
        return Ok(());
    }
    above.push(path);
    for need in modules.get(path).iter().flat_map(|module| &module.needs) {
        check_order(need, modules, above, done)?;
    }
    above.pop();
    done.push(path);
    Ok(())
}

/// A module as a function, line by line.
fn module(path: &str, source_text: &str) -> Result<Module, String> {
    let mut needs = Vec::new();
    let mut brings = Vec::new();
    let mut exports = Vec::new();
    let mut text = format!("\"{path}\"() {{\n");
    let lines = source::code(source_text).ok_or_else(|| format!("{path}: has no end"))?;
    for Line {
        number,
        text: line,
        is_quoted,
    } in lines
    {
        let refused = || format!("{path}:{number}: cannot be joined: {line}");
        if line.contains("$take") || line.contains("$bring") {
            return Err(refused());
        }
        if is_quoted {
            text += line;
            text.push('\n');
            continue;
        }
        if let Some(import) = line.strip_prefix("import ") {
            let (names, from) = imported(import).ok_or_else(refused)?;
            let need = beside(path, from).ok_or_else(refused)?;
            let names = names.replace(" as ", ": ");
            let _ = writeln!(text, "const {{{names}}} = $take(\"{need}\");");
            needs.push(need);
        } else if let Some(from) = line.strip_prefix("export * from ") {
            let need = quoted(from)
                .and_then(|from| beside(path, from))
                .ok_or_else(refused)?;
            exports.push(format!("...$take(\"{need}\")"));
            needs.push(need);
        } else if let Some(declared) = line.strip_prefix("export ") {
            exports.push(declared_name(declared).ok_or_else(refused)?.to_owned());
            text += &brought(path, declared, &mut brings).ok_or_else(refused)?;
            text.push('\n');
        } else {
            text += &brought(path, line, &mut brings).ok_or_else(refused)?;
            text.push('\n');
        }
    }
    let _ = write!(text, "return {{ {} }};\n}},\n", exports.join(", "));
    Ok(Module {
        text,
        needs,
        brings,
    })
}

/// The names and the place in `{ a, b as c } from "./d.js";`.
fn imported(import: &str) -> Option<(&str, &str)> {
    let (names, from) = import.strip_prefix('{')?.split_once("} from ")?;
    let is_name = |name: &str| name.split(" as ").all(is_identifier);
    let are_names = names.split(',').map(str::trim).all(is_name);
    are_names.then_some((names, quoted(from)?))
}

/// The text between the quotes of `"./d.js";`.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix("\";")
}

/// The name that `function a(…) {`, `const a = …` or `class A {` declares.
fn declared_name(declared: &str) -> Option<&str> {
    let words = ["async function ", "function ", "const ", "class "];
    let rest = words.iter().find_map(|word| declared.strip_prefix(word))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    is_identifier(name).then_some(name)
}

fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A line with `=> $bring("scenes/a.js")` in place of `=> import("./a.js")`.
/// Every other `import(` must be that of a type in a comment.
fn brought(path: &str, line: &str, brings: &mut Vec<String>) -> Option<String> {
    const ASKED: &str = "import(\"";
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(ASKED) {
        let (before, asked) = rest.split_at(at);
        text += before;
        if before.ends_with("=> ") {
            let (from, after) = asked[ASKED.len()..].split_once("\")")?;
            let found = beside(path, from)?;
            let _ = write!(text, "$bring(\"{found}\")");
            brings.push(found);
            rest = after;
        } else if source::is_comment(line, line.len() - asked.len()) {
            text += ASKED;
            rest = &asked[ASKED.len()..];
        } else {
            return None;
        }
    }
    text += rest;
    Some(text)
}

/// The path that `./d.js` or `../e/f.js` means in the file at `path`.
fn beside(path: &str, from: &str) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    let mut parts = from.split('/').peekable();
    match parts.peek() {
        Some(&"." | &"..") => {}
        _ => return None,
    }
    for part in parts {
        match part {
            "." => {}
            ".." => drop(folders.pop()?),
            _ => folders.push(part),
        }
    }
    let found = folders.join("/");
    super::super::is_plain(&found).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<Scripts, String> {
        join("main.js", "x/z.js", "later.js", |path| {
            let found = files.iter().find(|(name, _)| *name == path);
            found
                .map(|(_, text)| (*text).to_owned())
                .ok_or_else(|| format!("no {path}"))
        })
    }

    #[test]
    fn imports_and_exports_are_kept() {
        let main =
            "import { a, b as c } from \"./x/y.js\";\nconst later = () => import(\"./x/z.js\");";
        let y = "export * from \"./w.js\";\nexport const a = 1;\nexport async function b() {}";
        let files = [
            ("main.js", main),
            ("x/y.js", y),
            ("x/w.js", "export class W {}"),
            (
                "x/z.js",
                "import { W } from \"./w.js\";\nimport { v } from \"./v.js\";\nexport function open() {}",
            ),
            (
                "x/v.js",
                "export const v = /** @type {import(\"../main.js\").X} */ (1);",
            ),
        ];
        let scripts = joined(&files).unwrap();
        for part in [
            "\"main.js\"() {\nconst { a, b: c } = $take(\"x/y.js\");\nconst later = () => $bring(\"x/z.js\");\nreturn {  };\n},\n",
            "\"x/y.js\"() {\nconst a = 1;\nasync function b() {}\nreturn { ...$take(\"x/w.js\"), a, b };\n},\n",
            "\"x/w.js\"() {\nclass W {}\nreturn { W };\n},\n",
        ] {
            assert!(
                scripts.first.contains(part),
                "{part}\nin\n{}",
                scripts.first
            );
        }
        assert!(scripts.first.contains("import(\"./later.js\")"));
        assert!(scripts.first.ends_with("};\n$take(\"main.js\");\n"));
        let later = "export const modules = ($take, $bring) => ({\n\
            \"x/v.js\"() {\nconst v = /** @type {import(\"../main.js\").X} */ (1);\nreturn { v };\n},\n\
            \"x/z.js\"() {\nconst { W } = $take(\"x/w.js\");\nconst { v } = $take(\"x/v.js\");\n\
            function open() {}\nreturn { open };\n},\n});\n";
        assert_eq!(scripts.later, later);
    }

    #[test]
    fn what_would_mean_something_else_is_refused() {
        for line in [
            "import x from \"./a.js\";",
            "import * as x from \"./a.js\";",
            "import \"./a.js\";",
            "import { x } from \"a.js\";",
            "import { x } from \"../../a.js\";",
            "import { x } from './a.js';",
            "import {",
            "export let x = 1;",
            "export default x;",
            "export { x };",
            "export const { x } = y;",
            "export * as x from \"./a.js\";",
            "const x = await import(\"./a.js\");",
            "/* a */ import(\"./a.js\");",
            "const $take = 1;",
            "const x = `a",
        ] {
            let files = [("main.js", line), ("a.js", "export const x = 1;")];
            assert!(joined(&files).is_err(), "{line}");
        }
        let circle = [
            (
                "main.js",
                "import { a } from \"./a.js\";\nexport const m = 1;",
            ),
            (
                "a.js",
                "import { m } from \"./main.js\";\nexport const a = 1;",
            ),
        ];
        assert!(joined(&circle).unwrap_err().contains("needs itself"));
        assert!(joined(&[("main.js", "import { a } from \"./a.js\";")]).is_err());
    }
}
