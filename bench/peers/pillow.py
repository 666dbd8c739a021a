"""Takes a picture of the desktop, puts a label on every control, and saves it, with Pillow, again and again.

    pillow.py CONTROLS OUTPUT TIMES

CONTROLS is a JSON file of [left, top, number] for each control. As the reference pipeline does it: the whole screen is
grabbed, a copy of it gets a labelled button at the corner of every control (text and a margin of 5 pixels in a red
border of 2, rendered once for each number), and is saved as PNG at compression level 1. Prints one line of JSON: the
median in milliseconds, and the bytes of the file. Starting, importing and rendering the labels are not measured.
"""

import json
import os
import statistics
import sys
import time

from PIL import Image, ImageDraw, ImageFont, ImageGrab

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
FONT_SIZE = 22
MARGIN = 5
BORDER = 2
FILL = "#FFF68F"
RED = "#FF0000"


def button(number, font):
    """The picture of a label."""
    left, top, right, bottom = font.getbbox(str(number))
    size = (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    picture = Image.new("RGB", size, FILL)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=RED, width=BORDER)
    draw.text((MARGIN - left, MARGIN - top), str(number), font=font, fill="black")
    return picture


def step(controls, buttons, output):
    clean = ImageGrab.grab(xdisplay=os.environ["DISPLAY"])
    annotated = clean.copy()
    for left, top, number in controls:
        annotated.paste(buttons[number], (left, top))
    annotated.save(output, compress_level=1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        controls = json.load(file)
    output, times = sys.argv[2], int(sys.argv[3])
    font = ImageFont.truetype(FONT, FONT_SIZE)
    buttons = {number: button(number, font) for _, _, number in controls}
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        step(controls, buttons, output)
        taken.append((time.perf_counter() - started) * 1000)
    print(json.dumps({"millis": statistics.median(taken), "bytes": os.path.getsize(output)}))


main()
