"""What a Dask cluster costs."""
