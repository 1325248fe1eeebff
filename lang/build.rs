//! Makes the parser's tables from the grammar.

fn main() {
    println!("cargo::rerun-if-changed=src/grammar.lalrpop");
    let made = lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .process();
    if let Err(error) = made {
        println!("cargo::error=src/grammar.lalrpop: {error}");
    }
}
