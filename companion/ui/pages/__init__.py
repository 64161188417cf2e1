"""One module or package per page; pages do not import each other."""
