//! A loaded specification.

use std::{ops::Deref, path::Path, sync::Arc};

use relfind_lang::{
    LoadOptions, Loaded, Loader, RootScope,
    ast::Module,
    diag::Diagnostic,
    source::{SourceFile, SourceMap},
    typed::{Command, World},
};

use crate::{
    files::{self, DiskLoader, ReadError},
    run::{Failure, Run, RunLimits, RunOptions},
};

/// A specification whose names are resolved and whose types fit.
#[derive(Debug)]
pub struct Session {
    sources: SourceMap,
    /// How many of the sources are the specification's own; data follow them.
    own: usize,
    warnings: Vec<Diagnostic>,
    root: Module,
    world: World,
    scope: RootScope,
}

/// How a run holds on to its session.
#[derive(Clone, Debug)]
pub(crate) enum Held<'s> {
    Borrowed(&'s Session),
    Shared(Arc<Session>),
}

impl Deref for Held<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        match self {
            Held::Borrowed(session) => session,
            Held::Shared(session) => session,
        }
    }
}

/// Why a specification could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Its file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It has errors.
    #[error("the specification has errors")]
    Refused(Box<Refused>),
}

/// A specification that has errors.
#[derive(Debug)]
pub struct Refused {
    /// The files that were read.
    pub sources: SourceMap,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The syntax tree of the root file, as far as it could be parsed.
    pub root: Module,
}

impl Session {
    /// Loads the specification in a file and the modules it opens; `-` is standard input.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        Self::open_with(path, LoadOptions::default())
    }

    /// Likewise, with options.
    pub fn open_with(path: &Path, options: LoadOptions) -> Result<Self, LoadError> {
        let name = files::name(path);
        let text = files::read(path)?;
        Self::load_with(&name, &text, &mut DiskLoader, options).map_err(LoadError::Refused)
    }

    /// Loads a specification from text; `loader` finds the modules it opens, the libraries `util/*` excepted.
    pub fn load(name: &str, text: &str, loader: &mut dyn Loader) -> Result<Self, Box<Refused>> {
        Self::load_with(name, text, loader, LoadOptions::default())
    }

    /// Likewise, with options.
    pub fn load_with(
        name: &str,
        text: &str,
        loader: &mut dyn Loader,
        options: LoadOptions,
    ) -> Result<Self, Box<Refused>> {
        Self::from_loaded(relfind_lang::load_with(name, text, loader, options))
    }

    fn from_loaded(loaded: Loaded) -> Result<Self, Box<Refused>> {
        let scope = loaded.scope;
        let (sources, diagnostics, root) = (loaded.sources, loaded.diagnostics, loaded.root);
        match loaded.world {
            Some(world) => Ok(Self {
                own: sources.files().count(),
                sources,
                warnings: diagnostics,
                root,
                world,
                scope,
            }),
            None => Err(Box::new(Refused {
                sources,
                diagnostics,
                root,
            })),
        }
    }

    /// The same specification with commands added at the end of its root file; their text is the last of its sources and is called `<command>`.
    /// Nothing is read again.
    ///
    /// # Errors
    /// What is wrong with the commands.
    pub fn with_commands(&self, text: &str) -> Result<Self, Box<Refused>> {
        Self::from_loaded(self.scope.with_commands(&self.sources, text))
    }

    /// The files that were read.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Those of them that are the specification, without data that were read for it.
    pub fn specification(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.files().take(self.own).map(|(_, file)| file)
    }

    pub(crate) fn sources_mut(&mut self) -> &mut SourceMap {
        &mut self.sources
    }

    /// What the front end has to say though it accepts the specification.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The syntax tree of the root file.
    pub fn root(&self) -> &Module {
        &self.root
    }

    /// The resolved modules.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What expressions from outside are resolved in.
    pub fn scope(&self) -> &RootScope {
        &self.scope
    }

    /// The commands, at least one.
    pub fn commands(&self) -> &[Command] {
        &self.world.commands
    }

    /// Starts a command: translates it, so that [`Run::next`] can look for instances.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn run(&self, command: usize, options: &RunOptions, limits: &RunLimits) -> Result<Run<'_>, Failure> {
        Run::start(Held::Borrowed(self), command, options, limits)
    }

    /// Likewise, for a run that outlives this borrow.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn run_shared(
        self: &Arc<Self>,
        command: usize,
        options: &RunOptions,
        limits: &RunLimits,
    ) -> Result<Run<'static>, Failure> {
        Run::start(Held::Shared(Arc::clone(self)), command, options, limits)
    }
}
