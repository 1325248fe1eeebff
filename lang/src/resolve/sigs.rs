//! Signatures: their names, their hierarchy and what is wrong with it.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::scopes::{ModuleScope, Opened, ParamSig, builtin_sig};
use super::{AssertInfo, Program};
use crate::ast::{self, Paragraph, QualName, SigQualifier, SigRelation};
use crate::diag::Diagnostic;
use crate::modules::graph::{SigKey, sig_entries};
use crate::modules::params::visible_from;
use crate::source::{FileId, Span};
use crate::typed::{AssertId, ModuleId, Mult, Sig, SigId, SigKind, Type, World};

/// Where a signature comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SigSource<'a> {
    /// A parameter of the root module.
    Param { exactly: bool },
    /// A `sig` paragraph.
    Decl(&'a ast::SigDecl),
    /// An enumeration.
    Enum,
    /// A member of an enumeration.
    Member { of: SigId },
}

impl<'a> Program<'a> {
    /// Gives every signature, macro, function and assertion its id, and reports names that are declared twice.
    pub(super) fn declare(&mut self) {
        self.declare_builtin();
        let first_sigs = self.first_sig_of_each();
        for at in 0..self.instances.len() {
            let scope = self.new_scope(at, &first_sigs);
            self.modules.push(scope);
        }
        for at in 0..self.instances.len() {
            let module = ModuleId(at as u32);
            self.declare_sigs(module);
            self.declare_others(module);
        }
    }

    fn declare_builtin(&mut self) {
        let names = ["univ", "Int", "seq/Int", "String", "none"];
        let nowhere = Span::new(FileId(0), 0, 0);
        for (i, name) in names.into_iter().enumerate() {
            let id = SigId(i as u32);
            let this = self.new_local("this", nowhere, Type::of(id));
            let mut sig = blank_sig(ModuleId(0), name, name.to_owned(), this);
            sig.kind = SigKind::Builtin;
            self.add_sig(sig, None);
        }
        self.hierarchy.parents[World::SEQ_INT.index()] = World::INT;
    }

    pub(super) fn add_sig(&mut self, sig: Sig, source: Option<SigSource<'a>>) -> SigId {
        let id = SigId(self.sigs.len() as u32);
        self.sigs.push(sig);
        self.sig_types.push(Type::of(id));
        self.sig_sources.push(source);
        self.hierarchy.parents.push(World::UNIV);
        id
    }

    /// The ids that the signatures of each instance will begin with.
    fn first_sig_of_each(&self) -> Vec<usize> {
        let mut next = World::BUILTIN_SIGS;
        let mut first = Vec::with_capacity(self.instances.len());
        for (i, instance) in self.instances.iter().enumerate() {
            first.push(next);
            next += sig_entries(&self.files[instance.file], i == 0).len();
        }
        first
    }

    fn new_scope(&self, at: usize, first_sigs: &[usize]) -> ModuleScope<'a> {
        let instance = &self.instances[at];
        let opens = instance.opens.iter().map(|o| {
            let module = ModuleId(o.target as u32);
            (
                o.alias.as_str(),
                Opened {
                    module,
                    private: o.private,
                    span: o.span,
                },
            )
        });
        let params = instance.params.iter().filter_map(|p| {
            let sig = match p.value? {
                SigKey::Builtin(sig) => sig,
                SigKey::Declared(at, i) => SigId((first_sigs[at] + i) as u32),
            };
            Some(ParamSig {
                name: &p.name,
                sig,
                exactly: p.exactly,
            })
        });
        let visible = visible_from(at, |i| &self.instances[i].opens);
        ModuleScope {
            path: &instance.path,
            file: self.files[instance.file].id,
            opens: opens.collect(),
            params: params.collect(),
            sigs: IndexMap::default(),
            meta_sigs: FxHashMap::default(),
            funcs: FxHashMap::default(),
            macros: IndexMap::default(),
            asserts: FxHashMap::default(),
            visible: visible.into_iter().map(|i| ModuleId(i as u32)).collect(),
        }
    }

    fn declare_sigs(&mut self, module: ModuleId) {
        let instances = self.instances;
        let instance = &instances[module.index()];
        let files = self.files;
        let file = &files[instance.file];
        if module.index() == 0 {
            for param in file.params() {
                self.declare_sig(
                    module,
                    &param.name,
                    SigSource::Param {
                        exactly: param.exactly,
                    },
                    false,
                );
            }
        }
        for paragraph in &file.ast.paragraphs {
            match paragraph {
                Paragraph::Sig(sig) => {
                    let private = sig.qualifiers.iter().any(|(q, _)| *q == SigQualifier::Private);
                    for name in &sig.names {
                        self.declare_sig(module, name, SigSource::Decl(sig), private);
                    }
                }
                Paragraph::Enum(e) => {
                    let private = e.private.is_some();
                    let of = self.declare_sig(module, &e.name, SigSource::Enum, private);
                    for name in &e.members {
                        self.declare_sig(module, name, SigSource::Member { of }, private);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_sig(
        &mut self,
        module: ModuleId,
        name: &'a ast::Name,
        source: SigSource<'a>,
        private: bool,
    ) -> SigId {
        let id = SigId(self.sigs.len() as u32);
        let this = self.new_local("this", name.span, Type::of(id));
        let label = self.scope(module).label(&name.text);
        let mut sig = blank_sig(module, &name.text, label, this);
        sig.span = Some(name.span);
        sig.is_private = private;
        match source {
            SigSource::Decl(decl) => {
                for (qualifier, _) in &decl.qualifiers {
                    match qualifier {
                        SigQualifier::Abstract => sig.is_abstract = true,
                        SigQualifier::Lone => sig.mult = Mult::Lone,
                        SigQualifier::One => sig.mult = Mult::One,
                        SigQualifier::Some => sig.mult = Mult::Some,
                        SigQualifier::Var => sig.is_var = true,
                        SigQualifier::Private => {}
                    }
                }
            }
            SigSource::Enum => {
                sig.is_abstract = true;
                sig.is_enum = true;
            }
            SigSource::Member { .. } => sig.mult = Mult::One,
            SigSource::Param { exactly } => sig.forced_exact = exactly,
        }
        self.check_qualifiers(name, source);
        self.check_new_name(module, name);
        self.add_sig(sig, Some(source));
        self.modules[module.index()].sigs.entry(&name.text).or_insert(id);
        id
    }

    fn check_new_name(&self, module: ModuleId, name: &ast::Name) {
        let scope = self.scope(module);
        let before = scope.sigs.get(name.text.as_str());
        let param = scope.params.iter().any(|p| p.name == name.text);
        if before.is_none() && !param {
            return;
        }
        let text = format!(
            "`{}` is already the name of a signature or parameter in this module",
            name.text
        );
        let mut twice = Diagnostic::error("E0305", name.span, text);
        if let Some(first) = before.and_then(|s| self.sigs[s.index()].span) {
            twice = twice.also(first, "first declared here");
        }
        self.report(twice.help("rename or remove one of them"));
    }

    fn check_qualifiers(&self, name: &ast::Name, source: SigSource) {
        let SigSource::Decl(decl) = source else { return };
        let place = |wanted| {
            decl.qualifiers
                .iter()
                .find(|(q, _)| *q == wanted)
                .map(|&(_, span)| span)
        };
        let words = [
            (SigQualifier::Lone, "lone", SigQualifier::One, "one"),
            (SigQualifier::Lone, "lone", SigQualifier::Some, "some"),
            (SigQualifier::One, "one", SigQualifier::Some, "some"),
        ];
        for (a, a_word, b, b_word) in words {
            if let (Some(x), Some(y)) = (place(a), place(b)) {
                let text = format!(
                    "the signature `{}` cannot be both `{a_word}` and `{b_word}`",
                    name.text
                );
                self.report(Diagnostic::error("E0503", x.to(y), text));
            }
        }
        let subset = matches!(decl.relation, Some(SigRelation::In(_) | SigRelation::Equals(_)));
        if let (true, Some(span)) = (subset, place(SigQualifier::Abstract)) {
            let text = format!("the subset signature `{}` cannot be abstract", name.text);
            self.report(Diagnostic::error("E0504", span, text));
        }
    }

    /// Macros, functions, assertions and the goals of block commands.
    fn declare_others(&mut self, module: ModuleId) {
        let files = self.files;
        let file = &files[self.instances[module.index()].file];
        let mut commands = 0;
        for paragraph in &file.ast.paragraphs {
            match paragraph {
                Paragraph::Macro(m) => self.declare_macro(module, m),
                Paragraph::Func(f) => self.declare_func(module, f),
                Paragraph::Assert(a) => {
                    let count = self.scope(module).asserts.len();
                    let name = match &a.name {
                        Some(name) => name.text.clone(),
                        None => format!("assert${}", count + 1),
                    };
                    self.declare_assert(module, name, &a.body, a.span);
                }
                Paragraph::Command(command) => {
                    let mut next = Some(command);
                    while let Some(command) = next {
                        commands += 1;
                        self.declare_goal(module, command, commands);
                        next = command.follow.as_deref();
                    }
                }
                _ => {}
            }
        }
        if module.index() == 0 && commands == 0 {
            self.declare_default(module);
        }
    }

    pub(super) fn declare_assert(
        &mut self,
        module: ModuleId,
        name: String,
        body: &'a ast::Expr,
        span: Span,
    ) -> AssertId {
        let id = AssertId(self.asserts.len() as u32);
        if let Some(first) = self.scope(module).asserts.get(&name) {
            let text = format!("`{name}` is already the name of an assertion in this module");
            let first = self.asserts[first.index()].span;
            self.report(Diagnostic::error("E0306", span, text).also(first, "first declared here"));
        }
        self.modules[module.index()]
            .asserts
            .entry(name.clone())
            .or_insert(id);
        self.asserts.push(AssertInfo {
            module,
            name,
            body,
            span,
            resolved: None,
        });
        id
    }

    /// Finds parents and supersets, rejects what cannot be, and settles the types of signatures.
    pub(super) fn resolve_sigs(&mut self) {
        let mut state = vec![State::New; self.sigs.len()];
        state[..World::BUILTIN_SIGS].fill(State::Done);
        for at in World::BUILTIN_SIGS..self.sigs.len() {
            self.resolve_sig(SigId(at as u32), &mut state);
        }
        for at in World::BUILTIN_SIGS..self.sigs.len() {
            let (id, this) = (SigId(at as u32), self.sigs[at].this);
            if let SigKind::Prim { parent } = self.sigs[at].kind
                && parent != World::UNIV
            {
                self.sigs[parent.index()].children.push(id);
            }
            self.locals.borrow_mut()[this.index()].ty = self.sig_types[at].clone();
        }
    }

    /// Resolves a signature after those it depends on, with an explicit stack since chains may be long.
    fn resolve_sig(&mut self, id: SigId, state: &mut [State]) {
        let mut stack = vec![(id, self.references(id))];
        if state[id.index()] != State::New {
            return;
        }
        state[id.index()] = State::Busy;
        while let Some((at, references)) = stack.last() {
            let at = *at;
            let next = references
                .iter()
                .map(|&(s, _)| s)
                .find(|s| state[s.index()] == State::New);
            if let Some(next) = next {
                state[next.index()] = State::Busy;
                stack.push((next, self.references(next)));
                continue;
            }
            let cyclic = references
                .iter()
                .map(|&(s, _)| s)
                .find(|s| state[s.index()] == State::Busy);
            if let Some(again) = cyclic {
                let Sig { name, span, .. } = &self.sigs[again.index()];
                let text = format!("the signature `{name}` is involved in a cyclic inheritance");
                let cycle = stack.iter().map(|&(s, _)| s).skip_while(|&s| s != again);
                let chain: Vec<String> = cycle
                    .chain([again])
                    .map(|s| format!("`{}`", self.sigs[s.index()].name))
                    .collect();
                self.report(
                    Diagnostic::new("E0507", crate::diag::Severity::Error, *span, text)
                        .note(format!(
                            "each of these is a part of the next: {}",
                            chain.join(", ")
                        ))
                        .help("leave out one of these `extends` or `in`"),
                );
            }
            let references = if cyclic.is_some() {
                Vec::new()
            } else {
                references.clone()
            };
            self.settle(at, &references);
            state[at.index()] = State::Done;
            stack.pop();
        }
    }

    /// The signatures that one names as its parents, and where; wrong names are reported.
    fn references(&self, id: SigId) -> Vec<(SigId, Span)> {
        let module = self.sigs[id.index()].module;
        let names: &[QualName] = match self.sig_sources[id.index()] {
            Some(SigSource::Decl(decl)) => match &decl.relation {
                Some(SigRelation::Extends(name)) => std::slice::from_ref(name),
                Some(SigRelation::In(names) | SigRelation::Equals(names)) => names,
                None => &[],
            },
            Some(SigSource::Member { of }) => {
                return self.sigs[id.index()]
                    .span
                    .map(|span| (of, span))
                    .into_iter()
                    .collect();
            }
            _ => &[],
        };
        names
            .iter()
            .filter_map(|name| Some((self.sig_reference(module, name)?, name.span)))
            .collect()
    }

    /// The signature that a name means; reports names that mean none or several.
    pub(super) fn sig_reference(&self, module: ModuleId, name: &QualName) -> Option<SigId> {
        let text = name.text();
        match self.find_sigs(module, &text)[..] {
            [sig] => Some(sig),
            [] => {
                let message = format!("the signature `{text}` cannot be found");
                let missing = Diagnostic::error("E0301", name.span, message);
                self.report(self.with_similar_sig(missing, module, &text));
                None
            }
            ref several => {
                let message = format!("the signature name `{text}` is ambiguous");
                let wrong = Diagnostic::error("E0302", name.span, message);
                self.report(several.iter().fold(wrong, |d, s| {
                    let sig = &self.sigs[s.index()];
                    match sig.span {
                        Some(span) => d.also(span, format!("it may mean `{}`", sig.label)),
                        None => d,
                    }
                }));
                None
            }
        }
    }

    /// Gives a signature its place once its references are settled.
    fn settle(&mut self, id: SigId, references: &[(SigId, Span)]) {
        let source = self.sig_sources[id.index()];
        let relation = match source {
            Some(SigSource::Decl(decl)) => decl.relation.as_ref(),
            _ => None,
        };
        let exact = matches!(relation, Some(SigRelation::Equals(_)));
        if exact || matches!(relation, Some(SigRelation::In(_))) {
            self.settle_subset(id, references, exact);
        } else {
            self.settle_prim(id, references);
        }
        self.sig_order.push(id);
    }

    fn settle_subset(&mut self, id: SigId, references: &[(SigId, Span)], exact: bool) {
        let mut parents: Vec<SigId> = Vec::new();
        for &(parent, span) in references {
            if self.sigs[parent.index()].is_var && !self.sigs[id.index()].is_var && parent != World::UNIV {
                self.warn_static_part(id, parent, span);
            }
            if parent != World::NONE && !parents.contains(&parent) {
                parents.push(parent);
            }
        }
        if parents.contains(&World::UNIV) {
            parents = vec![World::UNIV];
        }
        if parents.is_empty() {
            if !references.is_empty() {
                let sig = &self.sigs[id.index()];
                let text = format!(
                    "the signature `{}` must have a superset other than `none`",
                    sig.name
                );
                self.report(Diagnostic::new(
                    "E0508",
                    crate::diag::Severity::Error,
                    sig.span,
                    text,
                ));
            }
            parents = vec![World::UNIV];
        }
        let mut ty = self.sig_types[parents[0].index()].clone();
        for parent in &parents[1..] {
            ty = self.hierarchy.union_common(&ty, &self.sig_types[parent.index()]);
        }
        self.sig_types[id.index()] = ty;
        self.sigs[id.index()].kind = SigKind::Subset { parents, exact };
    }

    fn settle_prim(&mut self, id: SigId, references: &[(SigId, Span)]) {
        let mut parent = World::UNIV;
        if let Some(&(wanted, span)) = references.first() {
            match self.bad_parent(id, wanted, span) {
                Some(wrong) => self.report(wrong),
                None => parent = wanted,
            }
            if parent != World::UNIV {
                let (child_var, parent_var) =
                    (self.sigs[id.index()].is_var, self.sigs[parent.index()].is_var);
                if parent_var && !child_var {
                    self.warn_static_part(id, parent, span);
                } else if child_var && !parent_var {
                    let (child, parent) = (self.sig_name(id), self.sig_name(parent));
                    let text =
                        format!("marking `{child}` as `var` changes nothing, since `{parent}` is static");
                    self.report(Diagnostic::warning("W0418", span, text));
                }
            }
        }
        self.hierarchy.parents[id.index()] = parent;
        self.sigs[id.index()].kind = SigKind::Prim { parent };
        if self.sigs[parent.index()].is_enum {
            self.sig_types[id.index()] = Type::of(parent);
        }
    }

    fn warn_static_part(&self, id: SigId, parent: SigId, span: Span) {
        let (child, parent) = (self.sig_name(id), self.sig_name(parent));
        let text = format!("a part of `{parent}` is static: `{child}` is static, but `{parent}` is `var`");
        self.report(Diagnostic::warning("W0417", span, text));
    }

    /// Why a signature cannot extend another.
    fn bad_parent(&self, id: SigId, parent: SigId, span: Span) -> Option<Diagnostic> {
        let sig = &self.sigs[id.index()];
        let place = sig.span.unwrap_or(span);
        let name = &sig.name;
        let above = &self.sigs[parent.index()];
        let builtin = builtin_sig(&above.label).is_some();
        if builtin && parent != World::UNIV {
            let text = format!("`{name}` cannot extend the builtin signature `{}`", above.name);
            return Some(Diagnostic::error("E0506", place, text).help("write `in` instead of `extends`"));
        }
        if matches!(above.kind, SigKind::Subset { .. }) {
            let text = format!("`{name}` cannot extend the subset signature `{}`", above.name);
            let wrong = Diagnostic::error("E0505", span, text);
            return Some(wrong.help("write `in` instead of `extends`"));
        }
        if above.is_enum && sig.mult != Mult::One {
            let text = format!("`{name}` extends an enumeration, so it must be `one`");
            return Some(Diagnostic::error("E0509", place, text));
        }
        let mut at = self.hierarchy.parents[parent.index()];
        while at != World::UNIV {
            if self.sigs[at.index()].is_enum {
                let text = format!("`{name}` cannot extend a member of an enumeration");
                return Some(Diagnostic::error("E0509", place, text));
            }
            at = self.hierarchy.parents[at.index()];
        }
        None
    }

    /// Whether a signature lies below another, subset signatures included.
    pub(super) fn sig_below(&self, a: SigId, b: SigId) -> bool {
        let mut seen = vec![a];
        let mut at = 0;
        while let Some(&here) = seen.get(at) {
            at += 1;
            if here == b || b == World::UNIV {
                return true;
            }
            let parents: &[SigId] = match &self.sigs[here.index()].kind {
                SigKind::Builtin => &[],
                SigKind::Prim { parent } => std::slice::from_ref(parent),
                SigKind::Subset { parents, .. } => parents,
            };
            for &parent in parents {
                if parent != World::UNIV && !seen.contains(&parent) {
                    seen.push(parent);
                }
            }
        }
        false
    }

    /// Marks the signatures whose scopes an `exactly` parameter forces.
    pub(super) fn force_exact(&mut self) {
        for at in 0..self.modules.len() {
            for i in 0..self.modules[at].params.len() {
                let ParamSig { name, sig, exactly } = self.modules[at].params[i];
                if !exactly {
                    continue;
                }
                let target = &mut self.sigs[sig.index()];
                if target.is_var {
                    let text = format!(
                        "the module forces its parameter `{name}` to be exact, but `{}` is `var`",
                        target.name
                    );
                    let span = self.open_of(ModuleId(at as u32));
                    self.report(Diagnostic::new("E0518", crate::diag::Severity::Error, span, text));
                } else if target.kind != SigKind::Builtin {
                    target.forced_exact = true;
                }
            }
        }
    }

    /// The first open of a module.
    fn open_of(&self, module: ModuleId) -> Option<Span> {
        let opens = self.modules.iter().flat_map(|m| m.opens.values());
        opens.filter(|o| o.module == module).map(|o| o.span).next()
    }
}

/// How far a signature is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Busy,
    Done,
}

pub(super) fn blank_sig(module: ModuleId, name: &str, label: String, this: crate::typed::LocalId) -> Sig {
    Sig {
        module,
        name: name.to_owned(),
        label,
        kind: SigKind::Prim { parent: World::UNIV },
        children: Vec::new(),
        mult: Mult::Set,
        is_abstract: false,
        is_enum: false,
        is_private: false,
        is_var: false,
        is_meta: false,
        forced_exact: false,
        field_decls: Vec::new(),
        this,
        facts: Vec::new(),
        span: None,
    }
}
