"""How each kind of search is asked, one file each."""
