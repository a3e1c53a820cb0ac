"""What laws, lemmas and quantified facts say at values, forwards and backwards."""
