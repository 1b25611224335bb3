//! Bundles modules into scripts: one for the first paint, and parts loaded later.
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
  if (!(name in $modules)) Object.assign($modules, (await import($parts[name])).modules($require, $import));
  return $require(name);
};
";

/// A part of the page that is loaded later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The module that is imported dynamically.
    pub(super) root: &'a str,
    /// The script with everything that only this module needs.
    pub(super) script: &'a str,
}

/// A module, rewritten as a function.
struct Module {
    text: String,
    /// Static imports.
    static_imports: Vec<String>,
    /// Dynamic imports.
    dynamic_imports: Vec<String>,
}

/// Bundles the module `entry` and everything that it imports, statically or dynamically: the
/// first script, then one for each part. What several parts need is in the first script.
pub(super) fn join(
    entry: &str,
    parts: &[Part<'_>],
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Vec<String>, String> {
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
    let mut first = PROLOGUE.to_owned();
    first += "const $parts = {\n";
    for Part { root, script } in parts {
        let _ = writeln!(first, "\"{root}\": \"./{script}\",");
    }
    first += "};\nconst $modules = {\n";
    let mut scripts = vec![first];
    scripts.resize(
        1 + parts.len(),
        "export const modules = ($require, $import) => ({\n".to_owned(),
    );
    let first = reached(entry, parts, &modules);
    let reached: Vec<_> = parts
        .iter()
        .map(|part| reached(part.root, parts, &modules))
        .collect();
    for (path, module) in &modules {
        let mut needing = (0..parts.len()).filter(|at| reached[*at].contains(path.as_str()));
        let script = match (needing.next(), needing.next()) {
            (Some(only), None) if !first.contains(path.as_str()) => 1 + only,
            _ => 0,
        };
        scripts[script] += &module.text;
    }
    for (at, script) in scripts.iter_mut().enumerate() {
        match at {
            0 => drop(write!(script, "}};\n$require(\"{entry}\");\n")),
            _ => *script += "});\n",
        }
    }
    Ok(scripts)
}

/// The modules reachable from `root` without the other parts, in order of their paths.
fn reached<'a>(
    root: &'a str,
    parts: &[Part<'_>],
    modules: &'a BTreeMap<String, Module>,
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut wanted = vec![root];
    while let Some(path) = wanted.pop() {
        let is_cut = path != root && parts.iter().any(|part| part.root == path);
        if is_cut || !found.insert(path) {
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
        if ["$require", "$import", "$modules", "$parts"]
            .iter()
            .any(|name| line.contains(name))
        {
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

    const PARTS: [Part<'_>; 2] = [
        Part {
            root: "x/z.js",
            script: "later.js",
        },
        Part {
            root: "x/d.js",
            script: "demand.js",
        },
    ];

    fn joined(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
        join("main.js", &PARTS, |path| {
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
                "import { W } from \"./w.js\";\nimport { v } from \"./v.js\";\nconst load = () => import(\"./d.js\");\nexport function open() {}",
            ),
            (
                "x/d.js",
                "import { v } from \"./v.js\";\nimport { W } from \"./w.js\";\nexport const d = 2;",
            ),
            (
                "x/v.js",
                "export const v = /** @type {import(\"../main.js\").X} */ (1);",
            ),
        ];
        let scripts = joined(&files).unwrap();
        let [first, later, demand] = &scripts[..] else {
            panic!("{scripts:?}");
        };
        for part in [
            "\"main.js\"() {\nconst { a, b: c } = $require(\"x/y.js\");\nconst later = () => $import(\"x/z.js\");\nreturn {  };\n},\n",
            "\"x/y.js\"() {\nconst a = 1;\nasync function b() {}\nreturn { ...$require(\"x/w.js\"), a, b };\n},\n",
            "\"x/w.js\"() {\nclass W {}\nreturn { W };\n},\n",
            "\"x/v.js\"() {\nconst v = /** @type {import(\"../main.js\").X} */ (1);\nreturn { v };\n},\n",
        ] {
            assert!(first.contains(part), "{part}\nin\n{first}");
        }
        for part in [
            "\"x/z.js\": \"./later.js\",",
            "\"x/d.js\": \"./demand.js\",",
        ] {
            assert!(first.contains(part), "{part}\nin\n{first}");
        }
        assert!(first.ends_with("};\n$require(\"main.js\");\n"));
        let expected = "export const modules = ($require, $import) => ({\n\
            \"x/z.js\"() {\nconst { W } = $require(\"x/w.js\");\nconst { v } = $require(\"x/v.js\");\n\
            const load = () => $import(\"x/d.js\");\nfunction open() {}\nreturn { open };\n},\n});\n";
        assert_eq!(later, expected);
        let expected = "export const modules = ($require, $import) => ({\n\
            \"x/d.js\"() {\nconst { v } = $require(\"x/v.js\");\nconst { W } = $require(\"x/w.js\");\n\
            const d = 2;\nreturn { d };\n},\n});\n";
        assert_eq!(demand, expected);
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
