"""Hidden information: the average over what may be hidden."""
