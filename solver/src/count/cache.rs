//! Counts of components that were met, in bounded memory.
//!
//! A component is known by a digest of 128 bits of its clauses as they stand, after Sharma, Roy, Soos and Meel, "GANAK" (IJCAI 2019, section
//! 3.1), who use fewer bits. Unlike in `sharpSAT` (Thurley, SAT 2006) the digest is of literals, and not of the numbers of clauses, so
//! that components are the same whatever false literals made them. There are two generations: when the young one is full, the
//! old one is forgotten, except for what was asked for since.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// Digests are even enough to be their own hashes.
#[derive(Default)]
struct Digest(u64);

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, digest: u128) {
        self.0 = (digest >> 64) as u64 ^ digest as u64;
    }
}

type Generation = HashMap<u128, u128, BuildHasherDefault<Digest>>;

/// What an entry takes, with the room that hash tables leave.
const ENTRY: u64 = 56;

pub(super) struct Cache {
    young: Generation,
    old: Generation,
    /// How many entries a generation may have.
    most: usize,
}

impl Cache {
    pub(super) fn new(bytes: u64) -> Self {
        Self {
            young: Generation::default(),
            old: Generation::default(),
            most: usize::try_from(bytes / (2 * ENTRY)).map_or(usize::MAX, |most| most.max(16)),
        }
    }

    pub(super) fn get(&mut self, digest: u128) -> Option<u128> {
        if let Some(&count) = self.young.get(&digest) {
            return Some(count);
        }
        let count = *self.old.get(&digest)?;
        self.insert(digest, count);
        Some(count)
    }

    pub(super) fn insert(&mut self, digest: u128, count: u128) {
        if self.young.len() >= self.most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(digest, count);
    }

    pub(super) fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

/// A digest in the making.
#[derive(Clone, Copy)]
pub(super) struct Mixer(u64, u64);

impl Mixer {
    pub(super) fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344)
    }

    pub(super) fn add(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15);
        self.1 = fold(self.1 ^ word.rotate_left(32), 0xd6e8_feb8_6659_fd93).wrapping_add(self.0);
    }

    pub(super) fn finish(self) -> u128 {
        let high = fold(self.0 ^ self.1.rotate_left(17), 0xff51_afd7_ed55_8ccd);
        let low = fold(self.1 ^ self.0.rotate_left(41), 0xc4ce_b9fe_1a85_ec53);
        u128::from(high) << 64 | u128::from(low)
    }
}

/// A bijection of words.
fn fold(word: u64, factor: u64) -> u64 {
    let mixed = (word ^ word >> 32).wrapping_mul(factor | 1);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_cache_forgets_the_oldest() {
        let mut cache = Cache::new(2 * ENTRY * 100);
        for i in 0..1000 {
            cache.insert(i, 2 * i);
            assert_eq!(cache.get(0), Some(0));
        }
        assert!(cache.len() <= 200);
        assert_eq!(cache.get(999), Some(1998));
        assert_eq!(cache.get(500), None);
    }

    #[test]
    fn digests_tell_words_and_their_order_apart() {
        let digest = |words: &[u64]| {
            let mut mixer = Mixer::new();
            for &word in words {
                mixer.add(word);
            }
            mixer.finish()
        };
        assert_eq!(digest(&[1, 2]), digest(&[1, 2]));
        assert_ne!(digest(&[1, 2]), digest(&[2, 1]));
        assert_ne!(digest(&[1, 2]), digest(&[1, 2, 0]));
        assert_ne!(digest(&[]), digest(&[0]));
    }
}
