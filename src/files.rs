//! Reading specifications from the file system.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use relfind_lang::Loader;

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such file.
    #[error("there is no file `{}`", .0.display())]
    Missing(PathBuf),
    /// It is a directory.
    #[error("`{}` is a directory; give the file of the root module", .0.display())]
    Directory(PathBuf),
    /// It is not text in UTF-8.
    #[error("`{}` is not UTF-8 text (byte {at} is not part of a character); save it as UTF-8", .path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// How many bytes before are text.
        at: usize,
    },
    /// It is larger than [`MAX_FILE_BYTES`].
    #[error("`{}` is larger than {} MB", .0.display(), MAX_FILE_BYTES >> 20)]
    TooLarge(PathBuf),
    /// The operating system refused.
    #[error("`{}` cannot be read: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: std::io::Error,
    },
}

/// What a file is called in messages and results: its path, and `<stdin>` for standard input.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "<stdin>".into()
    } else {
        path.display().to_string()
    }
}

/// Reads a whole file; `-` is standard input.
pub fn read(path: &Path) -> Result<String, ReadError> {
    let at = || path.to_path_buf();
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        let input = std::io::stdin().lock();
        input
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| ReadError::Io { path: at(), error })?;
    } else {
        if path.is_dir() {
            return Err(ReadError::Directory(at()));
        }
        let file = fs::File::open(path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => ReadError::Missing(at()),
            _ => ReadError::Io { path: at(), error: e },
        })?;
        file.take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| ReadError::Io { path: at(), error })?;
    }
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge(at()));
    }
    String::from_utf8(bytes).map_err(|e| ReadError::NotUtf8 {
        path: at(),
        at: e.utf8_error().valid_up_to(),
    })
}

/// Finds opened modules on disk.
#[derive(Debug, Default)]
pub struct DiskLoader;

impl Loader for DiskLoader {
    fn read(&mut self, path: &str) -> Option<Result<String, String>> {
        match read(Path::new(path)) {
            Ok(text) => Some(Ok(text)),
            Err(ReadError::Missing(_)) => None,
            Err(ReadError::Directory(_)) => Some(Err("it is a directory".into())),
            Err(error) => Some(Err(error.to_string())),
        }
    }
}
