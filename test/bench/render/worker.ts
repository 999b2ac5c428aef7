import { lengthened } from './lengthened.ts';
import { type SizeName, type TemplateName } from './templates.ts';
import { renderEncoded, renderReplacing, renderVideo, timelineOf, writeFrames } from './work.ts';

const [mode, template, size, assets, output, frameCount] = process.argv.slice(2);
if (output === undefined)
  throw new Error(
    'worker <render|replace|encode|warm|warm-encode|frames|long> <template> <size> <assets> <output> [frames]',
  );
const change = mode === 'long' ? lengthened : undefined;
const timeline = timelineOf(template as TemplateName, size as SizeName, change);
const drawFrames: typeof renderVideo = (...work) => writeFrames(...work, Number(frameCount ?? timeline.frameCount));
const work =
  { frames: drawFrames, replace: renderReplacing, encode: renderEncoded, 'warm-encode': renderEncoded }[mode!] ??
  renderVideo;
if (mode!.startsWith('warm')) serve(() => work(timeline, assets!, output));
else await work(timeline, assets!, output);

/** Does the work whenever the parent asks for it, until it goes. */
function serve(work: () => Promise<void>): void {
  const reportDone = () => process.send?.('done');
  process.on('message', () => void work().then(reportDone));
  reportDone();
}
