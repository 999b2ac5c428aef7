import { type FrameRange } from '#libs/encode';
import { SPLIT_WORK, type SplitVideo } from './split-work.ts';

const [mode, video, output, range] = process.argv.slice(2);
if (output === undefined)
  throw new Error(`split-worker <${Object.keys(SPLIT_WORK).join('|')}> <video> <output> [range]`);
type Work = (video: SplitVideo, output: string, range: FrameRange & FrameRange[]) => Promise<void>;
const work = (SPLIT_WORK as Record<string, Work>)[mode!]!;
await work(JSON.parse(video!) as SplitVideo, output, JSON.parse(range ?? 'null') as FrameRange & FrameRange[]);
