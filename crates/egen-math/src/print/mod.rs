//! Printing: how is an expression written?
