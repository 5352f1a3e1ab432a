"""What people said of answers: kept beside the traces, and made into data to learn from."""
