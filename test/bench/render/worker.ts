import { type SizeName, type TemplateName } from './templates.ts';
import { lengthened } from './lengthened.ts';
import { renderVideo, timelineOf, writeFrames } from './work.ts';

const [mode, template, size, assets, output] = process.argv.slice(2);
if (output === undefined) throw new Error('worker <render|frames|long> <template> <size> <assets> <output>');
const timeline = timelineOf(template as TemplateName, size as SizeName, mode === 'long' ? lengthened : undefined);
await (mode === 'frames' ? writeFrames : renderVideo)(timeline, assets!, output);
