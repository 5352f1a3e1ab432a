"""Starting a language model server on this machine."""
