"""A view laid out for people: scenes, their choices and sentences, guides and clauses."""
