"""Sets and reads one cell through LibreOffice's scripting interface, as a direct call takes: the least that one command could.

Usage: uno_cells.py PIPE TIMES. Prints the milliseconds of each set and of each read, as JSON.
"""

import json
import sys
import time

import uno


def main():
    pipe, times = sys.argv[1], int(sys.argv[2])
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    sets, reads = [], []
    for number in range(times):
        began = time.perf_counter()
        document = desktop.getCurrentComponent()
        document.getCurrentController().getActiveSheet().getCellRangeByName("H1").setValue(number)
        done = time.perf_counter()
        document = desktop.getCurrentComponent()
        data = document.getCurrentController().getActiveSheet().getCellRangeByName("H1").getDataArray()
        read = time.perf_counter()
        if data[0][0] != number:
            raise SystemExit(f"H1 holds {data[0][0]} instead of {number}")
        sets.append(1000 * (done - began))
        reads.append(1000 * (read - done))
    print(json.dumps({"set": sets, "read": reads}))


main()
