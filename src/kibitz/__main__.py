"""`python -m kibitz` is the command."""

import sys

from kibitz.cli import main

sys.exit(main())
