"""`python -m derivations.kernel FILE...`: check certificate files again."""

import sys

from derivations.kernel.replay import replay_files


def main(arguments: list[str]) -> int:
    if not arguments or any(a.startswith("-") for a in arguments):
        print("usage: python -m derivations.kernel FILE...   (certificates, JSON)")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    return replay_files(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
