// Prints the SHA-256 of every exhibit's frames as JSON, name → moment → hash, drawn in the order that the argument says:
// `forwards`, or `backwards` from the last exhibit's last moment on.
import { createHash } from 'node:crypto';
import { EXHIBITS } from '../gallery/exhibits.ts';
import { frameAt, openExhibit } from '../gallery/render-exhibit.ts';

const isBackwards = process.argv[2] === 'backwards';
const ordered = <T>(items: readonly T[]): readonly T[] => (isBackwards ? items.toReversed() : items);

const hashes: Record<string, Record<string, string>> = {};
for (const exhibit of ordered(EXHIBITS)) {
  const renderer = await openExhibit(exhibit);
  const own: Record<string, string> = {};
  for (const moment of ordered(exhibit.moments)) {
    own[moment] = createHash('sha256')
      .update(await renderer.render(frameAt(moment)))
      .digest('hex');
  }
  hashes[exhibit.name] = own;
  await renderer.close();
}
process.stdout.write(JSON.stringify(hashes));
