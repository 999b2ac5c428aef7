import { SAMPLE_RATE_HZ } from './encode-plan.js';
import type { Container } from './format-streams.js';

interface ContainerFacts {
  /** ffmpeg's options for a file of it. Its name is the name of ffmpeg's muxer, and one of its demuxer's names. */
  readonly options: readonly string[];
  /** Ticks of the clock by which pictures of a video are shown. */
  readonly ticksPerS: number;
}

/**
 * Every frame rate and the sample rate divide the time scale, so no duration is rounded. With the default (1/1000 s) joined
 * files would drift apart.
 */
const EXACT_TIMES = ['-movie_timescale', `${SAMPLE_RATE_HZ}`, '-video_track_timescale', `${SAMPLE_RATE_HZ}`];

export const CONTAINERS: Record<Container, ContainerFacts> = {
  mp4: { options: [...EXACT_TIMES, '-movflags', '+faststart', '-f', 'mp4'], ticksPerS: SAMPLE_RATE_HZ },
  webm: { options: ['-cues_to_front', '1', '-f', 'webm'], ticksPerS: 1_000 },
  gif: { options: ['-f', 'gif'], ticksPerS: 100 },
};
