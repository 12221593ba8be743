"""The sweep: minimal feature sets for a whole dataset, on any number of GPUs or cores.

The dataset is cut into fixed shards by the order of its examples. A shard is computed from its own examples
alone and stored as one Parquet file with a checksum, so that which process computes it, when, and after how
many crashes makes no difference. A run is complete when every shard is there and verifies. Nothing of this
package's front imports torch: later stages read runs without it (`auditor.sweep.store`).
"""
