"""Where pieces of long work are carried out: here, in processes of this machine, or on a Dask cluster."""
