import { runProcess } from './child-process.js';
import { SOURCE_LIMITS } from './input-limits.js';
import type { MediaInfo } from './probe.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

/** ffprobe's names of containers without an index. It estimates their lengths from the rate of the first packets. */
const WITHOUT_INDEX: ReadonlySet<string> = new Set(['mp3', 'aac']);
/** Seconds by which a stated length may differ from the packets: an encoder's delay, which a player leaves out. */
const DELAY_S = 0.1;

/**
 * Seconds that the sound of a probed file plays. In a container without an index the packets are counted, which reads the
 * whole file: estimates are wrong by some per cent.
 *
 * @param statedS what {@link probe} found
 * @throws FfmpegError for a file that breaks off, or the signal's reason after an abort
 */
export async function countedSoundS(
  file: string,
  { container, statedS }: Pick<MediaInfo, 'container'> & { statedS: number },
  { ffprobe }: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<number> {
  if (!WITHOUT_INDEX.has(container)) return statedS;
  const packets = ['-select_streams', 'a:0', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
  const { stdout } = await runProcess(ffprobe, ['-v', 'error', ...SOURCE_LIMITS, ...packets, '-i', file], signal);
  const countedS = stdout.split('\n').reduce((sum, line) => sum + (Number.parseFloat(line) || 0), 0);
  return Math.abs(countedS - statedS) > DELAY_S ? countedS : statedS;
}
