"""Makes, reads and lists a video with the client that openapi-python-client made."""

import json
import os
import time
from uuid import UUID

from framewright_generated import AuthenticatedClient
from framewright_generated.api.templates import get_template_frame
from framewright_generated.api.videos import create_video, get_video, list_videos
from framewright_generated.api.webhooks import create_webhook
from framewright_generated.models import (
    CreateVideoBody,
    CreateVideoBodyFormat,
    CreateVideoBodyFps,
    CreateWebhookBody,
    CreateWebhookBodyEventsItem,
    Modifications,
    ModificationsVariables,
    Video,
)

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])
template = UUID(os.environ["TEMPLATE"])

variables = ModificationsVariables()
variables["title"] = "Ada"
body = CreateVideoBody(
    template_id=template,
    format_=CreateVideoBodyFormat.MP4,
    fps=CreateVideoBodyFps.VALUE_24,
    modifications=Modifications(variables=variables),
    test=True,
)
video = create_video.sync(client=client, body=body)
assert isinstance(video, Video), video
deadline = time.monotonic() + 90
while video.status == "PROCESSING" and time.monotonic() < deadline:
    time.sleep(0.5)
    video = get_video.sync(video.id, client=client)
listed = [each.id for each in list_videos.sync(client=client, limit=100).data]
body.version = 1000
refused = create_video.sync_detailed(client=client, body=body).status_code
frame = get_template_frame.sync(template, client=client).payload.read()
webhook = create_webhook.sync(
    client=client,
    body=CreateWebhookBody(
        url="https://example.com/attrs", events=[CreateWebhookBodyEventsItem.VIDEO_FINISHED], enabled=False
    ),
)

print(
    json.dumps(
        {
            "id": str(video.id),
            "status": video.status,
            "fps": video.fps,
            "duration": video.duration,
            "isListed": video.id in listed,
            "refused": refused,
            "frame": frame[1:4].decode(),
            "secret": webhook.secret[:6],
        }
    )
)
