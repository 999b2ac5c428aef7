import { Controller } from '@nestjs/common';
import {
  FindVideoFile,
  CorrectVideo,
  type CreatedVideo,
  CreateVideo,
  GetVideo,
  type ListedVideo,
  ListVideos,
  type Page,
  type ShownVideo,
  ValidateVideo,
  type Video,
  type VideoDetails,
  type VideoFile,
  type CheckedBody,
  ReadVideos,
  type VideoUpdate,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { CancelVideoService } from './cancel-video.service.js';
import { CreateVideoService } from './create-video.service.js';
import { RemoveVideoService } from './remove-video.service.js';
import { ValidateVideoService } from './validate-video.service.js';
import { VideosService } from './videos.service.js';

/** Serves `rpc.videos.*`. */
@Controller()
export class VideosController {
  constructor(
    private readonly creation: CreateVideoService,
    private readonly validation: ValidateVideoService,
    private readonly cancellation: CancelVideoService,
    private readonly removal: RemoveVideoService,
    private readonly videos: VideosService,
  ) {}

  @RpcHandler(VIDEOS_RPC.createVideo)
  create(request: CreateVideo): Promise<CreatedVideo> {
    return this.creation.create(request);
  }

  @RpcHandler(VIDEOS_RPC.correctVideo)
  correct(request: CorrectVideo): Promise<CreatedVideo> {
    return this.creation.correct(request);
  }

  @RpcHandler(VIDEOS_RPC.readVideos)
  readMany(request: ReadVideos): Promise<VideoUpdate[]> {
    return this.videos.readMany(request);
  }

  @RpcHandler(VIDEOS_RPC.getVideo)
  get(request: GetVideo): Promise<ShownVideo> {
    return this.videos.get(request);
  }

  @RpcHandler(VIDEOS_RPC.videoDetails)
  details(request: GetVideo): Promise<VideoDetails> {
    return this.videos.details(request);
  }

  @RpcHandler(VIDEOS_RPC.listVideos)
  list(request: ListVideos): Promise<Page<ListedVideo>> {
    return this.videos.list(request);
  }

  @RpcHandler(VIDEOS_RPC.cancelVideo)
  cancel(request: GetVideo): Promise<Video> {
    return this.cancellation.cancel(request);
  }

  @RpcHandler(VIDEOS_RPC.removeVideo)
  async remove(request: GetVideo): Promise<Record<string, never>> {
    await this.removal.remove(request);
    return {};
  }

  @RpcHandler(VIDEOS_RPC.videoFile)
  file(question: FindVideoFile): Promise<VideoFile> {
    return this.videos.fileOf(question);
  }

  @RpcHandler(VIDEOS_RPC.validateVideo)
  validate(request: ValidateVideo): Promise<CheckedBody> {
    return this.validation.validate(request);
  }
}
