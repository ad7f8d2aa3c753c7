//! Streams: how are batches ready when training asks for them?

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;

use super::Data;
use crate::examples::Examples;

/// Batches that wait. One would do; a few even out long and short ones.
const AHEAD: usize = 3;

impl Data {
    /// The batches of a seed from a number on, prepared by a thread of their own until nobody asks any more.
    pub fn stream<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, seed: u64, first: u64) -> Receiver<Examples> {
        let (send, receive) = sync_channel(AHEAD);
        scope.spawn(move || {
            for number in first.. {
                if send.send(self.batch(seed, number)).is_err() {
                    break;
                }
            }
        });
        receive
    }
}
