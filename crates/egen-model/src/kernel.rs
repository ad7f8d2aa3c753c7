//! Kernels: what does a transformer's layer compute, forwards and backwards, as fast as this processor can?
//!
//! Everything works on plain slices of rows. The sequences of a batch lie one after the other without padding; only
//! attention asks where one ends. Inner loops are ordinary Rust that the compiler vectorises; `vectorised!` compiles them for
//! the instruction set found at run time, so that one binary runs everywhere and uses AVX2 or AVX-512 where they exist. The tile of a
//! product is written with vectors, because the compiler does not keep 24 of them in registers by itself.
//!
//! Every sum has one order, whatever the instruction set: the same training gives the same bits on all of them.

/// Compiles a function once for each instruction set and chooses when it is called. What its body calls must be
/// `#[inline(always)]`, or it stays as slow as the oldest processor. (A closure is not: the call of it is a function of its own.)
/// A name in brackets before the arguments stands for the instruction set.
macro_rules! vectorised {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        vectorised! { $(#[$meta])* $vis fn $name[_simd]($($arg: $ty),*) $body }
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident[$simd:ident]($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        $(#[$meta])*
        $vis fn $name($($arg: $ty),*) {
            struct Run<T>(T);
            impl ::pulp::WithSimd for Run<($($ty,)*)> {
                type Output = ();
                #[inline(always)]
                fn with_simd<S: ::pulp::Simd>(self, $simd: S) {
                    let ($($arg,)*) = self.0;
                    $body
                }
            }
            $crate::kernel::instructions().dispatch(Run(($($arg,)*)));
        }
    };
}

/// The best instruction set of this processor.
#[cfg(not(test))]
#[inline(always)]
pub(crate) fn instructions() -> pulp::Arch {
    pulp::Arch::new()
}

#[cfg(test)]
pub(crate) use check::instructions;

pub mod activation;
pub mod adamw;
pub mod attention;
#[cfg(test)]
pub(crate) mod check;
pub mod entropy;
pub mod layer;
pub mod linear;
pub mod norm;
pub mod product;
pub mod step;
pub mod weights;
