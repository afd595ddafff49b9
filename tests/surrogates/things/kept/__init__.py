"""What a thing is stays, and what stands before it goes with the new one."""
