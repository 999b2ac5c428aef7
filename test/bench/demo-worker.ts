import { renderDemo, writeFrames } from './demo-work.ts';

const [mode, output] = process.argv.slice(2);
if (output === undefined) throw new Error('demo-worker <render|frames> <output>');
await (mode === 'frames' ? writeFrames(output) : renderDemo(output));
