"""Child processes of tests: started warm, forked, or left out where they are not the subject.

Called by conftests and stories; imports nothing of the product but what a child runs.
"""
