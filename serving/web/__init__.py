"""The web page: one document, its style and plain JavaScript modules, all served from here."""
