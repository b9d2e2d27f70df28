"""Crews: workers that play games on demand, in processes or threads of this machine."""
