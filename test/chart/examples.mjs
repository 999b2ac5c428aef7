import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import YAML from 'yaml';
import { EXAMPLES } from './paths.mjs';
import { identity } from './value-sets.mjs';

/**
 * A set's example: all of its objects, or for a set on top of another those it adds and changes, and the names of those
 * it removes.
 */
export function exampleOf({ title, base }, objects, baseObjects) {
  const heading = base ? `# ${title} What differs from ${base}.yaml.\n` : `# ${title}\n`;
  if (!base) return heading + toYaml(objects);
  const before = new Map(baseObjects.map((object) => [identity(object), JSON.stringify(object)]));
  const kept = new Set(objects.map(identity));
  const removed = baseObjects.map(identity).filter((id) => !kept.has(id));
  const changed = objects.filter((object) => before.get(identity(object)) !== JSON.stringify(object));
  return heading + removed.map((id) => `# Without ${id}\n`).join('') + toYaml(changed);
}

function toYaml(objects) {
  return objects
    .map((object) => `---\n${YAML.stringify(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })}`)
    .join('');
}

/** Compares texts with the committed ones; with `update` writes them. @returns what differs */
export function compareExamples(texts, { update }) {
  mkdirSync(EXAMPLES, { recursive: true });
  const faults = [];
  for (const [file, text] of texts) {
    const path = join(EXAMPLES, file);
    const committed = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    if (committed === text) continue;
    if (update) writeFileSync(path, text);
    else faults.push(`helm/framewright/examples/${file} ${describe(committed, text)}`);
  }
  for (const file of readdirSync(EXAMPLES).filter((file) => !texts.has(file))) {
    if (update) rmSync(join(EXAMPLES, file));
    else faults.push(`helm/framewright/examples/${file} belongs to no value set`);
  }
  return faults;
}

function describe(committed, text) {
  if (committed === undefined) return 'is missing';
  const [before, after] = [committed.split('\n'), text.split('\n')];
  const line = before.findIndex((each, index) => each !== after[index]);
  return `differs from line ${line + 1}: committed "${before[line]?.trim()}", now "${after[line]?.trim()}"`;
}
