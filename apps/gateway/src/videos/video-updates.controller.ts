import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { ORGANIZATION_CHANGED, OrganizationChanged, VIDEO_UPDATE, VideoUpdate } from '#libs/contracts';
import { LiveHandler } from '#libs/messaging';
import { StreamCredentials } from './stream-credentials.js';
import { VideoStreams } from './video-streams.js';

/** Every gateway receives every update; each has its own watchers. */
@Controller()
export class VideoUpdatesController {
  constructor(
    private readonly streams: VideoStreams,
    private readonly credentials: StreamCredentials,
  ) {}

  @LiveHandler(VIDEO_UPDATE, { everyReplica: true })
  video(@Payload() update: VideoUpdate): void {
    this.streams.forward(update);
  }

  @LiveHandler(ORGANIZATION_CHANGED, { everyReplica: true })
  organization(@Payload() { org_id }: OrganizationChanged): Promise<void> {
    return this.credentials.check(org_id);
  }
}
