"""Speed and signature of minds, beside rival programs."""
