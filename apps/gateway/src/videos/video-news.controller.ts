import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { ORGANIZATION_CHANGED, OrganizationChanged, VIDEO_NEWS, VideoNews } from '#libs/contracts';
import { LiveHandler } from '#libs/messaging';
import { VideoStreams } from './video-streams.js';

/** Every gateway hears all news; each has its own watchers. */
@Controller()
export class VideoNewsController {
  constructor(private readonly streams: VideoStreams) {}

  @LiveHandler(VIDEO_NEWS, { everyReplica: true })
  video(@Payload() news: VideoNews): void {
    this.streams.tell(news);
  }

  @LiveHandler(ORGANIZATION_CHANGED, { everyReplica: true })
  organization(@Payload() { org_id }: OrganizationChanged): void {
    this.streams.dismissAll(org_id);
  }
}
