//! What the names of a module instance mean, and what is visible from it.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Program;
use crate::source::{FileId, Span};
use crate::typed::{AssertId, FuncId, ModuleId, SigId, World};

type Names<'a, T> = IndexMap<&'a str, T, FxBuildHasher>;

/// The names of one module instance.
pub(crate) struct ModuleScope<'a> {
    /// The path of aliases from the root.
    pub(crate) path: &'a str,
    pub(crate) file: FileId,
    pub(crate) opens: Names<'a, Opened>,
    pub(crate) params: Vec<ParamSig<'a>>,
    pub(crate) sigs: Names<'a, SigId>,
    /// The signatures of the meta-model.
    pub(crate) meta_sigs: FxHashMap<String, SigId>,
    pub(crate) funcs: FxHashMap<String, Vec<FuncId>>,
    pub(crate) macros: Names<'a, u32>,
    pub(crate) asserts: FxHashMap<String, AssertId>,
    /// The modules whose names are visible: itself first.
    pub(crate) visible: Vec<ModuleId>,
}

/// A module opened under a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    pub(crate) module: ModuleId,
    pub(crate) private: bool,
    pub(crate) span: Span,
}

/// A parameter of a module and the signature it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamSig<'a> {
    pub(crate) name: &'a str,
    pub(crate) sig: SigId,
    pub(crate) exactly: bool,
}

/// Something with a name that commands and hierarchies may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Sig(SigId),
    Func(FuncId),
    Assert(AssertId),
}

/// Which sorts of names to look for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sorts {
    pub(crate) sigs: bool,
    pub(crate) funcs: bool,
    pub(crate) asserts: bool,
}

impl ModuleScope<'_> {
    /// The prefix of labels: `this/` for the root.
    pub(crate) fn label(&self, name: &str) -> String {
        if self.path.is_empty() {
            format!("this/{name}")
        } else {
            format!("{}/{name}", self.path)
        }
    }
}

/// A builtin signature by name.
pub(crate) fn builtin_sig(name: &str) -> Option<SigId> {
    Some(match name {
        "univ" => World::UNIV,
        "Int" => World::INT,
        "seq/Int" => World::SEQ_INT,
        "String" => World::STRING,
        "none" => World::NONE,
        _ => return None,
    })
}

impl<'a> Program<'a> {
    /// The scope of a module.
    pub(crate) fn scope(&self, module: ModuleId) -> &ModuleScope<'a> {
        &self.modules[module.index()]
    }

    /// What `module` declares under a name; only what is public, if so asked.
    fn declared(&self, module: ModuleId, name: &str, sorts: Sorts, public: bool, found: &mut Vec<Named>) {
        let scope = self.scope(module);
        if sorts.sigs
            && let Some(&sig) = scope.sigs.get(name).or_else(|| scope.meta_sigs.get(name))
            && !(public && self.sigs[sig.index()].is_private)
        {
            found.push(Named::Sig(sig));
        }
        if sorts.asserts {
            found.extend(scope.asserts.get(name).map(|&a| Named::Assert(a)));
        }
        if sorts.funcs {
            let funcs = scope.funcs.get(name).into_iter().flatten();
            found.extend(
                funcs
                    .filter(|f| !(public && self.funcs[f.index()].is_private))
                    .map(|&f| Named::Func(f)),
            );
        }
    }

    /// All meanings of an unqualified name in the modules visible from `from`, for a user in `start`.
    pub(crate) fn find_visible(
        &self,
        from: ModuleId,
        start: ModuleId,
        name: &str,
        sorts: Sorts,
    ) -> Vec<Named> {
        let mut found = Vec::new();
        for &module in &self.scope(from).visible {
            self.declared(module, name, sorts, module != start, &mut found);
        }
        found
    }

    /// All meanings of a name with a path; a name without one is the module's own first.
    pub(crate) fn find_qualified(&self, start: ModuleId, name: &str, sorts: Sorts) -> Vec<Named> {
        let mut segments: Vec<&str> = name.split('/').filter(|&s| s != "this").collect();
        let Some(last) = segments.pop() else {
            return Vec::new();
        };
        let mut at = start;
        for (level, alias) in segments.iter().enumerate() {
            match self.scope(at).opens.get(alias) {
                Some(open) if level == 0 || !open.private => at = open.module,
                _ => return Vec::new(),
            }
        }
        let mut found = Vec::new();
        self.declared(at, last, sorts, !segments.is_empty(), &mut found);
        if found.is_empty() {
            self.find_visible(at, start, last, sorts)
        } else {
            found
        }
    }

    /// All signatures that a reference to one may mean.
    pub(crate) fn find_sigs(&self, module: ModuleId, name: &str) -> Vec<SigId> {
        if let Some(sig) = builtin_sig(name).or_else(|| self.meta_root(name)) {
            return vec![sig];
        }
        let sorts = Sorts {
            sigs: true,
            ..Sorts::default()
        };
        let found = if name.contains('/') {
            self.find_qualified(module, name, sorts)
        } else {
            self.find_visible(module, module, name, sorts)
        };
        let mut sigs: Vec<SigId> = found
            .into_iter()
            .filter_map(|n| match n {
                Named::Sig(s) => Some(s),
                _ => None,
            })
            .collect();
        let bare = name.strip_prefix("this/").unwrap_or(name);
        if let Some(param) = self.scope(module).params.iter().find(|p| p.name == bare)
            && !sigs.contains(&param.sig)
        {
            sigs.push(param.sig);
        }
        sigs
    }
}
