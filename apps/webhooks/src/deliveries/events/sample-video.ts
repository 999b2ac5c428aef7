import type { Video, VideoEventType } from '#libs/contracts';

/** The state of the sample video of each event. */
const SAMPLE_STATES = {
  'video.started': { status: 'PROCESSING', progress: 0, eta_seconds: 12 },
  'video.finished': { status: 'COMPLETED', progress: 100, file_size: 1_048_576 },
  'video.failed': {
    status: 'FAILED',
    progress: 40,
    error: {
      code: 'ASSET_FETCH_FAILED',
      message: 'pages[0].layers[0] "logo": https://example.com/logo.png answered 404',
      retryable: false,
    },
  },
} as const satisfies Record<VideoEventType, Partial<Video>>;

/** 30 days. */
const KEPT_S = 30 * 86_400;

/** A sample Video for an event of `type`: complete and consistent, with addresses that serve nothing. */
export function sampleVideo(type: VideoEventType, id: string, now: Date): Video {
  const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1000).toISOString();
  return {
    id,
    self: `https://example.com/v1/videos/${id}`,
    video_url: `https://example.com/assets/videos/${id}/0000000000000000000000.mp4`,
    metadata: null,
    webhook_url: null,
    created_at: at(20),
    updated_at: at(0),
    template_id: '00000000-0000-4000-8000-000000000000',
    template_version: 1,
    size: 'default',
    format: 'mp4',
    fps: 24,
    width: 1920,
    height: 1080,
    duration: 10,
    credits: 10,
    test: false,
    eta_seconds: null,
    file_size: null,
    poster_url: null,
    error: null,
    started_at: at(15),
    finished_at: type === 'video.started' ? null : at(0),
    expires_at: type === 'video.finished' ? at(-KEPT_S) : null,
    batch_id: null,
    batch_row: null,
    ...SAMPLE_STATES[type],
  };
}
