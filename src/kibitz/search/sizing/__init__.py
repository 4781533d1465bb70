"""How large a game is: its positions counted where they are few enough, and estimated by random probes where not."""
