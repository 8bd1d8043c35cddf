"""Compiling: functions into machine code, where that is kept, what went wrong in words, and kernels made ahead."""
