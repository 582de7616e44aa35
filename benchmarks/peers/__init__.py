"""What other people's engines need for the same work."""
