"""What holds for all tests."""

import signal

# A shell that starts the tests in the background has interrupts ignored, by them and by the
# processes that they start; tests of interruptions need them heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
