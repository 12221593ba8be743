"""The documentation site beyond `docs/`: pages made from the program when it is built."""
