"""What a process has of its own: clock, threads, keys, the queue, metrics, its end."""
