"""Pictures of constraint satisfaction problems, still and step by step."""
