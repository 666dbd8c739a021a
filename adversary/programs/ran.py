"""A program that records that it ran: `ran.py RECORD APPLICATION`."""

import sys
from record import Record

Record(*sys.argv[1:])("ran", "a program")
