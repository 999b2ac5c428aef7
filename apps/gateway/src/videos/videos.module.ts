import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { HttpModule } from '../http/http.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { Creators } from '../creators/creators.js';
import { StreamCredentials } from './stream-credentials.js';
import { VideoStreamController } from './video-stream.controller.js';
import { VideoStreams } from './video-streams.js';
import { VideoUpdatesController } from './video-updates.controller.js';
import { VideosController } from './videos.controller.js';
import { WatchedVideos } from './watched-videos.js';

@Module({
  imports: [HttpModule, MaintenanceModule],
  controllers: [VideosController, VideoStreamController, VideoUpdatesController],
  providers: [RepeatedWork, Creators, StreamCredentials, VideoStreams, WatchedVideos],
})
export class VideosModule {}
