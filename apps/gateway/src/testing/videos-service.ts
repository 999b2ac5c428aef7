import { Controller, Injectable, Module } from '@nestjs/common';
import { AppError, FindVideoFile, type VideoFile, VIDEOS_RPC } from '#libs/contracts';
import { MessagingModule, RpcHandler, startWithHandlers } from '#libs/messaging';

/** Expiry of files by the video's id; null for a file that is kept indefinitely. */
@Injectable()
export class KnownFiles {
  readonly files = new Map<string, Date | null>();
  /** Ids that were asked for. */
  readonly asked: string[] = [];
  /** Replies wait for it. */
  ready: Promise<unknown> = Promise.resolve();

  /** Holds replies back. @returns a function that sends them */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.ready = promise;
    return () => resolve(null);
  }
}

@Controller()
class FileResponder {
  constructor(private readonly known: KnownFiles) {}

  @RpcHandler(VIDEOS_RPC.videoFile)
  async file({ id }: FindVideoFile): Promise<VideoFile> {
    this.known.asked.push(id);
    await this.known.ready;
    const expires = this.known.files.get(id);
    if (expires === undefined) throw new AppError('RESOURCE_NOT_FOUND');
    return { expires_at: expires?.toISOString() ?? null };
  }
}

@Module({
  imports: [MessagingModule.forStandIn('outside')],
  controllers: [FileResponder],
  providers: [KnownFiles],
})
class VideosServiceModule {}

/** A stand-in for the videos service, on the NATS server of the environment. */
export async function startVideosService(): Promise<KnownFiles & { stop(): Promise<void> }> {
  const { app } = await startWithHandlers('outside', VideosServiceModule);
  let closed: Promise<void> | undefined;
  return Object.assign(app.get(KnownFiles), { stop: () => (closed ??= app.close()) });
}
