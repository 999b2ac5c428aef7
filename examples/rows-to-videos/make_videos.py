# python make_videos.py [videos]
import csv
import json
import os
import sys
from pathlib import Path

from framewright import Framewright, FramewrightError
from framewright.models import Batch

here = Path(__file__).parent
folder = sys.argv[1] if len(sys.argv) > 1 else "videos"
with (here / "customers.csv").open(encoding="utf-8-sig", newline="") as file:
    rows = list(csv.DictReader(file))
# The column `file` names the video; the others are variables of the template.
names = [row.pop("file") for row in rows]


def show(batch: Batch) -> None:
    print(f"{batch['videos']['completed']} of {batch['videos']['total']} videos, {batch['progress']} %")


with Framewright(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
    try:
        template = client.create_template(json.loads((here / "template.json").read_text(encoding="utf-8")))
        rendered = client.render_batch(
            {"template_id": template["id"], "format": "mp4", "rows": rows},
            to=folder,
            file_name=lambda video: f"{names[(video['batch_row'] or 1) - 1]}.mp4",
            on_progress=show,
        )
    except FramewrightError as error:
        sys.exit("\n".join([str(error), *(fault["message"] for fault in error.faults)]))

for path in rendered.files.values():
    print(path)
