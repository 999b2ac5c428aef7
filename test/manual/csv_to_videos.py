# python csv_to_videos.py products.csv videos
import hashlib
import os
import sys
from pathlib import Path

from framewright import Framewright, FramewrightError

template = os.environ["TEMPLATE"]
file, folder = sys.argv[1:]
# The same file always has the same key: the program can be started again, and creates no second batch.
key = hashlib.sha256(f"csv {template}".encode() + Path(file).read_bytes()).hexdigest()

# The program has time: it waits for its share of the rate limit, and through an outage of some minutes.
with Framewright(os.environ["BASE_URL"], os.environ["API_KEY"], retries=30, retry_for_s=3600) as client:
    try:
        batch = client.create_batch_from_csv(file, template_id=template, format="mp4", idempotency_key=key)
        rows, price = batch["videos"]["total"], batch["credits"]["total"]
        print(f"batch {batch['id']}: {rows} rows, {price} credits", flush=True)
        client.wait_for_batch(batch["id"])
        rendered = client.download_batch(batch["id"], to=folder)
    except FramewrightError as error:
        # Every row is checked before the first video is accepted: a fault names its row and column.
        reasons = [fault["message"] for fault in error.faults] or [f"{error.code} {error}"]
        sys.exit("\n".join(reasons))

for video in rendered.failed:
    print(f"row {video['batch_row']}: {video['error'] and video['error']['message']}", file=sys.stderr)
sys.exit(1 if rendered.failed else 0)
