"""What things are called after: families, saints, universities."""
