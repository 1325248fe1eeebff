//! The JSON document of `--format json`; its shape is documented in docs/json.md.

use relfind::{
    Measure,
    lang::{
        diag::{Diagnostic, Severity},
        source::SourceMap,
        typed::World,
    },
    report::{CommandReport, Verdict},
    translator::lower::{ScopeReport, SigScope},
    viz,
};
use serde_json::{Map, Value, json};

use super::{changes::Changes, scopes::reason};

/// The whole document.
pub(crate) fn document(
    file: &str,
    commands: Vec<Value>,
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
) -> Value {
    let diagnostics: Vec<Value> = diagnostics.iter().map(|d| diagnostic(d, sources)).collect();
    let mut document = Map::new();
    document.insert("file".into(), file.into());
    document.insert("commands".into(), Value::Array(commands));
    document.insert("diagnostics".into(), Value::Array(diagnostics));
    Value::Object(document)
}

/// A command and what became of it.
pub(crate) fn command(report: &CommandReport, world: &World, sources: &SourceMap) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.into(), value);
    put("index", json!(report.index));
    put("label", json!(report.label));
    put("kind", json!(if report.is_check { "check" } else { "run" }));
    put("verdict", json!(verdict(&report.verdict)));
    put("expect", json!(report.expect));
    put("as_expected", json!(report.as_expected()));
    put(
        "scope",
        report.scope.as_ref().map_or(Value::Null, |s| scope(s, world)),
    );
    put("stats", stats(report));
    if let Some(count) = report.count {
        let complete = count.complete;
        put(
            "count",
            json!({ "labelled": number(count.labelled), "classes": count.classes.map(number), "complete": complete }),
        );
    }
    if let Some(proved) = report.proved {
        put("in_order", json!(proved));
    }
    if let Some(complete) = report.complete {
        put("complete", json!(complete));
    }
    put("instances", instances(&report.instances, &report.measures));
    put(
        "diagnostics",
        report
            .diagnostics
            .iter()
            .map(|d| diagnostic(d, sources))
            .collect(),
    );
    Value::Object(object)
}

/// Instances, from the second on with what changed.
fn instances(instances: &[viz::Display], measures: &[Measure]) -> Value {
    let mut values: Vec<Value> = instances.iter().map(viz::json).collect();
    for (value, measure) in values.iter_mut().zip(measures) {
        if let Value::Object(object) = value {
            let (key, measure) = match measure {
                Measure::Size { atoms, tuples } => ("size", json!({ "atoms": atoms, "tuples": tuples })),
                Measure::Distance(distance) => ("distance", json!(distance)),
            };
            object.insert(key.into(), measure);
        }
    }
    for (pair, value) in instances.windows(2).zip(values.iter_mut().skip(1)) {
        if let Value::Object(object) = value {
            object.insert("changed".into(), Changes::between(&pair[0], &pair[1]).json());
        }
    }
    Value::Array(values)
}

/// Numbers of the library end at 64 bits; a greater count becomes a string of digits rather than a wrong number.
fn number(n: u128) -> Value {
    u64::try_from(n).map_or_else(|_| Value::String(n.to_string()), Value::from)
}

fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat => "sat",
        Verdict::Unsat => "unsat",
        Verdict::Unknown(_) => "unknown",
        Verdict::Error => "error",
    }
}

/// What the scopes of a command came to.
pub(crate) fn scope(scopes: &ScopeReport, world: &World) -> Value {
    let sigs = world.sigs.iter().zip(&scopes.sigs);
    let sigs: Map<String, Value> = sigs
        .filter_map(|(sig, scope)| Some((sig.label.clone(), sig_scope(scope.as_ref()?))))
        .collect();
    json!({
        "overall": scopes.overall,
        "bitwidth": scopes.bitwidth,
        "max_seq": scopes.max_seq,
        "strings": scopes.strings,
        "sigs": sigs,
    })
}

fn sig_scope(scope: &SigScope) -> Value {
    json!({ "scope": scope.scope, "exact": scope.exact, "why": reason(scope) })
}

fn stats(report: &CommandReport) -> Value {
    let sizes = report.sizes;
    let milliseconds = |duration: std::time::Duration| (duration.as_secs_f64() * 1e6).round() / 1e3;
    json!({
        "primary_variables": sizes.map(|s| s.primary_variables),
        "variables": sizes.map(|s| s.variables),
        "clauses": sizes.map(|s| s.clauses),
        "translate_ms": milliseconds(report.times.translate),
        "solve_ms": milliseconds(report.times.solve),
    })
}

/// A diagnostic with its place.
pub(crate) fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let span = diagnostic.primary.as_ref().map(|label| label.span);
    let (start, end) = (span.map(|s| sources.start(s)), span.map(|s| sources.end(s)));
    json!({
        "code": diagnostic.code,
        "severity": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning", Severity::Note => "note" },
        "message": diagnostic.message,
        "file": span.map(|s| sources.file(s.file).name()),
        "line": start.map(|p| p.line),
        "column": start.map(|p| p.column),
        "end_line": end.map(|p| p.line),
        "end_column": end.map(|p| p.column),
        "start": span.map(|s| s.start),
        "end": span.map(|s| s.end),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}
