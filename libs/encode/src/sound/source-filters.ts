import { SAMPLE_RATE_HZ, type ResolvedSound } from '../encode-plan.js';

export const STEREO = 'aformat=sample_fmts=fltp:channel_layouts=stereo';

/**
 * Filters that convert a source to float stereo at 48 kHz and keep its samples `[from, to)`, from time 0 on. One channel is
 * copied to both sides (ffmpeg's up-mix would attenuate it by 3 dB). The sound of footage keeps its offset to the picture;
 * other files begin with their first sample.
 *
 * @param to absent: up to the end of the source
 */
export function partOfSource(sound: ResolvedSound, from: number, to?: number): string[] {
  const toStereo = sound.sourceChannels === 1 ? ['pan=stereo|c0=c0|c1=c0'] : [];
  const resample = sound.hasPicture ? `aresample=${SAMPLE_RATE_HZ}:async=1:first_pts=0` : `aresample=${SAMPLE_RATE_HZ}`;
  return [
    ...[...toStereo, resample, STEREO, 'asetpts=N/SR/TB'],
    ...(from > 0 ? [`atrim=start_sample=${from}`, 'asetpts=N/SR/TB'] : []),
    ...(to === undefined ? [] : [`atrim=end_sample=${to - from}`]),
  ];
}
