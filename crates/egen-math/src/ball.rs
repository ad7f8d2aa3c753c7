//! Balls: between which two numbers does a value certainly lie?
