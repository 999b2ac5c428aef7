import { type CanActivate, Injectable, UseGuards } from '@nestjs/common';
import { Maintenance } from './maintenance.js';

/** Responds with 503 while no new videos are accepted. */
@Injectable()
class NewVideosGate implements CanActivate {
  constructor(private readonly maintenance: Maintenance) {}

  canActivate(): boolean {
    this.maintenance.admit('new_videos');
    return true;
  }
}

/** Marks an operation that makes new videos. Maintenance of new videos refuses no other operations. */
export function MakesVideos(): MethodDecorator {
  return UseGuards(NewVideosGate);
}
