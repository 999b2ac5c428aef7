# python make_report.py [report.mp4]
import json
import os
import sqlite3
import sys
from pathlib import Path

from framewright import Framewright, FramewrightError

SUNDAY = "2026-11-22"
here = Path(__file__).parent


def read(name: str) -> str:
    return (here / name).read_text(encoding="utf-8")


# In place of your own database; a cron job would use the date of last Sunday.
database = sqlite3.connect(":memory:")
database.row_factory = sqlite3.Row
database.executescript(read("sales.sql"))
products = [dict(row) for row in database.execute(read("report.sql"), {"sunday": SUNDAY})]

with Framewright(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
    try:
        template = client.create_template(json.loads(read("template.json")))
        rendered = client.render(
            {
                "template_id": template["id"],
                "format": "mp4",
                "modifications": {"variables": {"sunday": SUNDAY, "products": products}},
            },
            to=sys.argv[1] if len(sys.argv) > 1 else "report.mp4",
        )
    except FramewrightError as error:
        sys.exit("\n".join([str(error), *(fault["message"] for fault in error.faults)]))
print(rendered.video["status"], rendered.video["duration"], "s")
