"""Client of the Framewright API: creates videos, waits for them, downloads them and verifies webhooks."""

from ._async.client import AsyncFramewright
from ._sync.client import Framewright
from .errors import FramewrightError
from .files import FileSource, FileTarget
from .rendered import Rendered, RenderedBatch
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "AsyncFramewright",
    "FileSource",
    "FileTarget",
    "Framewright",
    "FramewrightError",
    "Rendered",
    "RenderedBatch",
    "WebhookEvent",
    "verify_webhook",
]
