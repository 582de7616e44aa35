"""The games in the libraries that researchers use; each bridge is imported by its own name, and needs its extra."""
