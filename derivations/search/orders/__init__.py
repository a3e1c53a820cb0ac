"""Order and `≠`: linear, by products and signs, by cases."""
