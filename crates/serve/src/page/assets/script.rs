//! Bundles modules into two scripts: one for the first paint, one loaded later.
//!
//! Each module becomes a function that runs on first use and returns the
//! module's exports. That is equivalent to importing it if exports are never
//! reassigned (`const`, functions and classes), the import graph has no cycle,
//! and imports and exports have the few forms that the page's modules use; any
//! other form is rejected.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::source::{self, Line};

/// Prologue: `$require` runs a module once, `$import` replaces `import()`.
const PROLOGUE: &str = "\
const $loaded = new Map();
const $require = (name) => {
  if (!$loaded.has(name)) $loaded.set(name, $modules[name]());
  return $loaded.get(name);
};
const $import = async (name) => {
  if (!(name in $modules)) Object.assign($modules, (await import(\"./LATER\")).modules($require, $import));
  return $require(name);
};
const $modules = {
";

/// The two scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    pub(super) first: String,
    pub(super) later: String,
}

/// A module, rewritten as a function.
struct Module {
    text: String,
    /// Static imports.
    static_imports: Vec<String>,
    /// Dynamic imports.
    dynamic_imports: Vec<String>,
}

/// Bundles the module `entry` and everything that it imports, statically or
/// dynamically. Modules reachable only through `rest` go into the second
/// script, served at `later` resolve the first.
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
            wanted.extend(
                module
                    .static_imports
                    .iter()
                    .chain(&module.dynamic_imports)
                    .cloned(),
            );
            place.insert(module);
        }
    }
    let mut done = Vec::new();
    for path in modules.keys() {
        check_order(path, &modules, &mut Vec::new(), &mut done)?;
    }
    let early = reached(entry, rest, &modules);
    let mut scripts = Scripts {
        first: PROLOGUE.replace("LATER", later),
        later: "export const modules = ($require, $import) => ({\n".to_owned(),
    };
    for (path, module) in &modules {
        if early.contains(path.as_str()) {
            scripts.first += &module.text;
        } else {
            scripts.later += &module.text;
        }
    }
    let _ = write!(scripts.first, "}};\n$require(\"{entry}\");\n");
    scripts.later += "});\n";
    Ok(scripts)
}

/// The modules reachable from `entry` without `rest`.
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
                    .static_imports
                    .iter()
                    .chain(&module.dynamic_imports)
                    .map(String::as_str),
            );
        }
    }
    found
}

/// Rejects cyclic imports.
fn check_order<'a>(
    path: &'a str,
    modules: &'a BTreeMap<String, Module>,
    above: &mut Vec<&'a str>,
    done: &mut Vec<&'a str>,
) -> Result<(), String> {
    if above.contains(&path) {
        return Err(format!(
            "{path}: imports itself through {}",
            above.join(", ")
        ));
    }
    if done.contains(&path) {
        return Ok(());
    }
    above.push(path);
    for import_path in modules
        .get(path)
        .iter()
        .flat_map(|module| &module.static_imports)
    {
        check_order(import_path, modules, above, done)?;
    }
    above.pop();
    done.push(path);
    Ok(())
}

/// Rewrites a module as a function, line by line.
fn module(path: &str, source_text: &str) -> Result<Module, String> {
    let mut static_imports = Vec::new();
    let mut dynamic_imports = Vec::new();
    let mut exports = Vec::new();
    let mut text = format!("\"{path}\"() {{\n");
    let lines = source::code(source_text)
        .ok_or_else(|| format!("{path}: unterminated comment or template"))?;
    for Line {
        number,
        text: line,
        is_quoted,
    } in lines
    {
        let unsupported = || format!("{path}:{number}: cannot be bundled: {line}");
        if line.contains("$require") || line.contains("$import") {
            return Err(unsupported());
        }
        if is_quoted {
            text += line;
            text.push('\n');
            continue;
        }
        if let Some(import) = line.strip_prefix("import ") {
            let (names, from) = imported(import).ok_or_else(unsupported)?;
            let import_path = resolve(path, from).ok_or_else(unsupported)?;
            let names = names.replace(" as ", ": ");
            let _ = writeln!(text, "const {{{names}}} = $require(\"{import_path}\");");
            static_imports.push(import_path);
        } else if let Some(from) = line.strip_prefix("export * from ") {
            let import_path = quoted(from)
                .and_then(|from| resolve(path, from))
                .ok_or_else(unsupported)?;
            exports.push(format!("...$require(\"{import_path}\")"));
            static_imports.push(import_path);
        } else if let Some(declared) = line.strip_prefix("export ") {
            exports.push(declared_name(declared).ok_or_else(unsupported)?.to_owned());
            text += &rewrite_dynamic_imports(path, declared, &mut dynamic_imports)
                .ok_or_else(unsupported)?;
            text.push('\n');
        } else {
            text += &rewrite_dynamic_imports(path, line, &mut dynamic_imports)
                .ok_or_else(unsupported)?;
            text.push('\n');
        }
    }
    let _ = write!(text, "return {{ {} }};\n}},\n", exports.join(", "));
    Ok(Module {
        text,
        static_imports,
        dynamic_imports,
    })
}

/// The names and the path in `{ a, b as c } from "./d.js";`.
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

/// A line with `=> $import("scenes/a.js")` in place of `=> import("./a.js")`.
/// Every other `import(` must be a type in a comment.
fn rewrite_dynamic_imports(
    path: &str,
    line: &str,
    dynamic_imports: &mut Vec<String>,
) -> Option<String> {
    const IMPORT: &str = "import(\"";
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(IMPORT) {
        let (before, call) = rest.split_at(at);
        text += before;
        if before.ends_with("=> ") {
            let (from, after) = call[IMPORT.len()..].split_once("\")")?;
            let found = resolve(path, from)?;
            let _ = write!(text, "$import(\"{found}\")");
            dynamic_imports.push(found);
            rest = after;
        } else if source::is_comment(line, line.len() - call.len()) {
            text += IMPORT;
            rest = &call[IMPORT.len()..];
        } else {
            return None;
        }
    }
    text += rest;
    Some(text)
}

/// Resolves `./d.js` or `../e/f.js` relative to the file at `path`.
fn resolve(path: &str, from: &str) -> Option<String> {
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
    fn imports_and_exports_are_rewritten() {
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
            "\"main.js\"() {\nconst { a, b: c } = $require(\"x/y.js\");\nconst later = () => $import(\"x/z.js\");\nreturn {  };\n},\n",
            "\"x/y.js\"() {\nconst a = 1;\nasync function b() {}\nreturn { ...$require(\"x/w.js\"), a, b };\n},\n",
            "\"x/w.js\"() {\nclass W {}\nreturn { W };\n},\n",
        ] {
            assert!(
                scripts.first.contains(part),
                "{part}\nin\n{}",
                scripts.first
            );
        }
        assert!(scripts.first.contains("import(\"./later.js\")"));
        assert!(scripts.first.ends_with("};\n$require(\"main.js\");\n"));
        let later = "export const modules = ($require, $import) => ({\n\
            \"x/v.js\"() {\nconst v = /** @type {import(\"../main.js\").X} */ (1);\nreturn { v };\n},\n\
            \"x/z.js\"() {\nconst { W } = $require(\"x/w.js\");\nconst { v } = $require(\"x/v.js\");\n\
            function open() {}\nreturn { open };\n},\n});\n";
        assert_eq!(scripts.later, later);
    }

    #[test]
    fn unsupported_forms_are_rejected() {
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
            "const $require = 1;",
            "const x = `a",
        ] {
            let files = [("main.js", line), ("a.js", "export const x = 1;")];
            assert!(joined(&files).is_err(), "{line}");
        }
        let cycle = [
            (
                "main.js",
                "import { a } from \"./a.js\";\nexport const m = 1;",
            ),
            (
                "a.js",
                "import { m } from \"./main.js\";\nexport const a = 1;",
            ),
        ];
        assert!(joined(&cycle).unwrap_err().contains("imports itself"));
        assert!(joined(&[("main.js", "import { a } from \"./a.js\";")]).is_err());
    }
}
