"""The example harbour office: its functions, its sessions, and logs of any size."""
