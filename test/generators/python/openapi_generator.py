"""Makes, reads and lists a video with the client that OpenAPI Generator made."""

import json
import os
import time

from framewright_generated import ApiClient, Configuration, TemplatesApi, VideosApi, WebhooksApi
from framewright_generated.exceptions import ApiException
from framewright_generated.models.create_video_body import CreateVideoBody
from framewright_generated.models.create_webhook_body import CreateWebhookBody
from framewright_generated.models.modifications import Modifications
from framewright_generated.models.variable_value import VariableValue

configuration = Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"])
template = os.environ["TEMPLATE"]

with ApiClient(configuration) as client:
    videos = VideosApi(client)
    modifications = Modifications(variables={"title": VariableValue("Ada")})
    video = videos.create_video(
        CreateVideoBody(template_id=template, format="mp4", fps=24, modifications=modifications, test=True)
    )
    deadline = time.monotonic() + 90
    while video.status == "PROCESSING" and time.monotonic() < deadline:
        time.sleep(0.5)
        video = videos.get_video(video.id)
    listed = [each.id for each in videos.list_videos(limit=100).data]
    try:
        videos.create_video(CreateVideoBody(template_id=template, format="mp4", version=1000))
        refused = None
    except ApiException as error:
        refused = error.status
    frame = TemplatesApi(client).get_template_frame(template)
    webhook = WebhooksApi(client).create_webhook(
        CreateWebhookBody(url="https://example.com/python", events=["video.finished"], enabled=False)
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
            "frame": bytes(frame[1:4]).decode(),
            "secret": webhook.secret[:6],
        }
    )
)
