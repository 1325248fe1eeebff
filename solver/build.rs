//! Lets the C++ library that `CaDiCaL` needs be linked into the program rather than loaded at every start.
//!
//! The crate that compiles `CaDiCaL` asks for `stdc++` and leaves it to the linker where that is. A folder that holds nothing but the
//! archive, searched first, makes it the archive. Where the compiler has none, or one that cannot be part of a program that is loaded anywhere in
//! memory, as those of Rust are, and where the program is for another machine, all is as it would be without this script.

use std::{
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CXX");
    if let Some(folder) = archive_folder() {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}

/// A folder with the archive alone, if it is wanted and the compiler has one that will do.
fn archive_folder() -> Option<PathBuf> {
    env::var_os("CARGO_FEATURE_CADICAL")?;
    let target = env::var("TARGET").ok()?;
    let here = env::var("HOST").is_ok_and(|host| host == target);
    if !here || !target.ends_with("-linux-gnu") {
        return None;
    }
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    let archive = archive(&compiler)?;
    let usable = is_relocatable(&compiler, &archive, &out).unwrap_or(false);
    usable.then(|| alone(&archive, &out).ok()).flatten()
}

/// The C++ library as an archive, if the compiler has it.
fn archive(compiler: &OsStr) -> Option<PathBuf> {
    let said = Command::new(compiler)
        .arg("-print-file-name=libstdc++.a")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim_end());
    // A compiler without it gives the name back as it is.
    (path.is_absolute() && path.is_file()).then_some(path)
}

/// Whether the archive was compiled for any place in memory: it can then be part of a shared library.
fn is_relocatable(compiler: &OsStr, archive: &Path, out: &Path) -> io::Result<bool> {
    let (source, library) = (out.join("probe.cpp"), out.join("probe.so"));
    fs::write(
        &source,
        "#include <iostream>\nvoid probe() { std::cout << 1.5 << std::endl; }\n",
    )?;
    let mut link = Command::new(compiler);
    link.args(["-shared", "-fPIC", "-o"])
        .arg(library)
        .arg(source)
        .arg(archive);
    Ok(link.output()?.status.success())
}

/// A folder with a copy of the file and nothing else.
fn alone(archive: &Path, out: &Path) -> io::Result<PathBuf> {
    let folder = out.join("cxx");
    fs::create_dir_all(&folder)?;
    fs::copy(archive, folder.join("libstdc++.a"))?;
    Ok(folder)
}
