import { readFileSync } from 'node:fs';
import { compileDocument } from '../render/work.ts';
import { measureCosts, measureDrawing, measureVideo, writeFrames } from './template-work.ts';

const WORK = { frames: writeFrames, draw: measureDrawing, costs: measureCosts, video: measureVideo };

const [mode, document, assets, output] = process.argv.slice(2);
if (output === undefined)
  throw new Error(`template-worker <${Object.keys(WORK).join('|')}> <document> <assets> <output>`);
const timeline = compileDocument(JSON.parse(readFileSync(document!, 'utf8')));
await WORK[mode as keyof typeof WORK](timeline, assets!, output);
