"""The page: an HTTP interface to Kibitz, and the static files that use it."""
