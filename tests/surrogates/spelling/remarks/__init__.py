"""What people say of letters: how many, which ones, in which alphabet."""
