"""What is known of the file of a spreadsheet since the document was met, or saved last. Needs no LibreOffice."""

import datetime

# How long LibreOffice may take to write a file after it has noted the time, in seconds.
LONGEST_SAVE = 60


class KnownFile:
    """The time of a file, the date on which LibreOffice last saved it by itself, and the name of the sheet that it holds."""

    def __init__(self, time, saved, sheet):
        self.time, self.saved, self.sheet = time, saved, sheet

    def is_of_another(self, time, saved):
        """Whether another program has written the file since: it has another time, and LibreOffice did not save it then."""
        if None in (self.time, time) or time == self.time:
            return False
        return saved == self.saved or abs(time / 1e9 - datetime.datetime(*saved).timestamp()) > LONGEST_SAVE

    def sheet_among(self, names):
        """Its sheet among those of the document now; nothing where that cannot be known."""
        if self.sheet in names:
            return self.sheet
        return names[0] if len(names) == 1 else None


def sheet_of_file(names, stem):
    """The sheet of a file that was opened: the only one, or the one that Calc has named after the file."""
    if len(names) == 1:
        return names[0]
    return stem if stem in names else None
