import type { Encoder, RenderPlan } from '#libs/contracts';
import type { TemplateDocument } from '#libs/template';
import type { VideoDraft } from './draft-video.js';

/** The facts of a draft that decide about every byte of its file. */
type PlannedVideo = Pick<VideoDraft, 'format' | 'fps' | 'frameCount'> & {
  [Name in 'audioUrl' | 'keyFrameIntervalS' | 'maxWidth' | 'loop' | 'test']?: VideoDraft[Name] | null | undefined;
};

/**
 * The plan by which a renderer makes the whole video.
 *
 * @param document with modifications applied
 */
export function planVideo(
  video: PlannedVideo,
  document: TemplateDocument,
  encoder: Encoder,
): Omit<RenderPlan, 'output_key' | 'drawing_limit_ms' | 'parts'> {
  const { format, fps, frameCount, audioUrl, keyFrameIntervalS, maxWidth, loop, test } = video;
  return {
    ...{ format, encoder, fps, document },
    ...{ from_frame: 0, to_frame: frameCount, frame_count: frameCount },
    ...(audioUrl ? { audio_url: audioUrl } : {}),
    ...(typeof keyFrameIntervalS === 'number' ? { key_frame_interval: keyFrameIntervalS } : {}),
    ...(typeof maxWidth === 'number' ? { max_width: maxWidth } : {}),
    ...(typeof loop === 'number' ? { loop } : {}),
    ...(test ? { test: true } : {}),
  };
}
