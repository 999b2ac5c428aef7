import { readFileSync } from 'node:fs';
import { compileDocument, renderVideo } from '../render/work.ts';
import { measureDrawing, writeFrames } from './template-work.ts';

const WORK = { frames: writeFrames, draw: measureDrawing, render: renderVideo, warm: renderVideo };

const [mode, document, assets, output] = process.argv.slice(2);
if (output === undefined)
  throw new Error(`template-worker <${Object.keys(WORK).join('|')}> <document> <assets> <output>`);
const timeline = compileDocument(JSON.parse(readFileSync(document!, 'utf8')));
const work = (): Promise<void> => WORK[mode as keyof typeof WORK](timeline, assets!, output);
if (mode === 'warm') serve(work);
else await work();

/** Does the work whenever the parent asks for it, until it goes. */
function serve(render: () => Promise<void>): void {
  const reportDone = (): void => void process.send?.('done');
  process.on('message', () => void render().then(reportDone));
  reportDone();
}
