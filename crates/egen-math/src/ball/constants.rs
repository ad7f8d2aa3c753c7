//! Constants: what are π and ln 2 to very many bits?
//!
//! Every elementary function reduces its argument by one of the two, and computing them anew
//! cost as much as the rest of the function. So 4096 bits are written down; beyond these they
//! are computed by dashu, whose series the tests compare to the table.

use dashu_float::round::mode::HalfEven;
use dashu_float::{ConstCache, Context, FBig};
use dashu_int::UBig;

const STORED: usize = 4096;

/// An integer within 1 of π·2^scale.
pub(super) fn pi(scale: usize) -> UBig {
    stored(&PI, scale + 2).unwrap_or_else(|| {
        let context = Context::<HalfEven>::new(scale + 34);
        fixed(context.pi::<2>(None).value(), scale)
    })
}

/// An integer within 1 of ln 2·2^scale.
pub(super) fn ln2(scale: usize) -> UBig {
    stored(&LN2, scale).unwrap_or_else(|| fixed(ConstCache::new().ln2::<2, HalfEven>(scale + 32), scale))
}

/// The first `bits` bits of a table, as an integer.
fn stored(table: &[u64; STORED / 64], bits: usize) -> Option<UBig> {
    let count = bits.div_ceil(64);
    let bytes: Vec<u8> = table.get(..count)?.iter().flat_map(|word| word.to_be_bytes()).collect();
    Some(UBig::from_be_bytes(&bytes) >> (64 * count - bits))
}

fn fixed(value: FBig<HalfEven, 2>, scale: usize) -> UBig {
    let (significand, exponent) = value.into_repr().into_parts();
    let magnitude = significand.into_parts().1;
    let shift = exponent + scale as isize;
    if shift >= 0 { magnitude << shift as usize } else { magnitude >> shift.unsigned_abs() }
}

/// ⌊π·2^4094⌋, the most significant word first.
#[rustfmt::skip]
static PI: [u64; STORED / 64] = [
    0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0x29024e088a67cc74, 0x020bbea63b139b22,
    0x514a08798e3404dd, 0xef9519b3cd3a431b, 0x302b0a6df25f1437, 0x4fe1356d6d51c245,
    0xe485b576625e7ec6, 0xf44c42e9a637ed6b, 0x0bff5cb6f406b7ed, 0xee386bfb5a899fa5,
    0xae9f24117c4b1fe6, 0x49286651ece45b3d, 0xc2007cb8a163bf05, 0x98da48361c55d39a,
    0x69163fa8fd24cf5f, 0x83655d23dca3ad96, 0x1c62f356208552bb, 0x9ed529077096966d,
    0x670c354e4abc9804, 0xf1746c08ca18217c, 0x32905e462e36ce3b, 0xe39e772c180e8603,
    0x9b2783a2ec07a28f, 0xb5c55df06f4c52c9, 0xde2bcbf695581718, 0x3995497cea956ae5,
    0x15d2261898fa0510, 0x15728e5a8aaac42d, 0xad33170d04507a33, 0xa85521abdf1cba64,
    0xecfb850458dbef0a, 0x8aea71575d060c7d, 0xb3970f85a6e1e4c7, 0xabf5ae8cdb0933d7,
    0x1e8c94e04a25619d, 0xcee3d2261ad2ee6b, 0xf12ffa06d98a0864, 0xd87602733ec86a64,
    0x521f2b18177b200c, 0xbbe117577a615d6c, 0x770988c0bad946e2, 0x08e24fa074e5ab31,
    0x43db5bfce0fd108e, 0x4b82d120a9210801, 0x1a723c12a787e6d7, 0x88719a10bdba5b26,
    0x99c327186af4e23c, 0x1a946834b6150bda, 0x2583e9ca2ad44ce8, 0xdbbbc2db04de8ef9,
    0x2e8efc141fbecaa6, 0x287c59474e6bc05d, 0x99b2964fa090c3a2, 0x233ba186515be7ed,
    0x1f612970cee2d7af, 0xb81bdd762170481c, 0xd0069127d5b05aa9, 0x93b4ea988d8fddc1,
    0x86ffb7dc90a6c08f, 0x4df435c934028492, 0x36c3fab4d27c7026, 0xc1d4dcb2602646de,
];

/// ⌊ln 2·2^4096⌋, the most significant word first.
#[rustfmt::skip]
static LN2: [u64; STORED / 64] = [
    0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d, 0x8a0d175b8baafa2b,
    0xe7b876206debac98, 0x559552fb4afa1b10, 0xed2eae35c1382144, 0x27573b291169b825,
    0x3e96ca16224ae8c5, 0x1acbda11317c387e, 0xb9ea9bc3b136603b, 0x256fa0ec7657f74b,
    0x72ce87b19d6548ca, 0xf5dfa6bd38303248, 0x655fa1872f20e3a2, 0xda2d97c50f3fd5c6,
    0x07f4ca11fb5bfb90, 0x610d30f88fe551a2, 0xee569d6dfc1efa15, 0x7d2e23de1400b396,
    0x17460775db8990e5, 0xc943e732b479cd33, 0xcccc4e659393514c, 0x4c1a1e0bd1d6095d,
    0x25669b333564a337, 0x6a9c7f8a5e148e82, 0x074db6015cfe7aa3, 0x0c480a5417350d2c,
    0x955d5179b1e17b9d, 0xae313cdb6c606cb1, 0x078f735d1b2db31b, 0x5f50b5185064c18b,
    0x4d162db3b365853d, 0x7598a1951ae273ee, 0x5570b6c68f969834, 0x96d4e6d330af889b,
    0x44a02554731cdc8e, 0xa17293d1228a4ef9, 0x8d6f5177fbcf0755, 0x268a5c1f9538b982,
    0x61affd446b1ca3cf, 0x5e9222b88c66d3c5, 0x422183edc9942109, 0x0bbb16faf3d949f2,
    0x36e02b20cee886b9, 0x05c128d53d0bd2f9, 0x621363196af50302, 0x0060e49908391a0c,
    0x57339ba2beba7d05, 0x2ac5b61cc4e9207c, 0xef2f0ce2d7373958, 0xd7622658901e646a,
    0x95184460dc4e7487, 0x156e0c292413d5e3, 0x61c1696dd24aaebd, 0x473826fda0c238b9,
    0x0ab111bbbd67c724, 0x972cd18bfbbd9d42, 0x6c472096e76115c0, 0x5f6f7cebac9f45ae,
    0xcecb72f19c38339d, 0x8f6826250dea891e, 0xf07afff3a892374e, 0x175eb4afc8daadd8,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_a_computation() {
        for scale in [10, 63, 64, 65, 200, 4000] {
            let context = Context::<HalfEven>::new(scale + 40);
            for (near, table) in [
                (fixed(context.pi::<2>(None).value(), scale), pi(scale)),
                (fixed(ConstCache::new().ln2::<2, HalfEven>(scale + 40), scale), ln2(scale)),
            ] {
                assert_eq!(near, table, "at 2^{scale}");
            }
        }
    }

    #[test]
    fn beyond_the_tables_the_leading_bits_are_those_of_the_tables() {
        assert_eq!(pi(6000) >> 2000usize, pi(4000));
        assert_eq!(ln2(6000) >> 2000usize, ln2(4000));
    }
}
