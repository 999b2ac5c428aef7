import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import YAML from 'yaml';
import { CHART, VALUE_SETS } from './paths.mjs';

const run = promisify(execFile);

/** Name of the release, with which the names of objects in the examples begin. */
const RELEASE = 'demo';
const NAMESPACE = 'framewright';

/**
 * Every value set, those on which others are based first: `{ name, title, base, notScored, files }`. The first lines of
 * a set declare its purpose, the set on which it is based, and the rules of kube-score that it breaks on purpose.
 */
export function valueSets() {
  const sets = readdirSync(VALUE_SETS).map((file) => {
    const path = join(VALUE_SETS, file);
    const text = readFileSync(path, 'utf8');
    const [, title] = /^# (.+)\n/.exec(text);
    const base = /^# On top of: (.+)$/m.exec(text)?.[1];
    const notScored = /^# Not scored: (.+)$/m.exec(text)?.[1].split(', ') ?? [];
    const files = base ? [join(VALUE_SETS, `${base}.yaml`), path] : [path];
    return { name: file.replace('.yaml', ''), title, base, notScored, files };
  });
  return sets.sort((a, b) => Number(Boolean(a.base)) - Number(Boolean(b.base)) || (a.name < b.name ? -1 : 1));
}

/** Arguments of every helm command that looks at a set. */
export function valueArguments({ files }) {
  return files.flatMap((file) => ['--values', file]);
}

/**
 * The values of a set from its files: within each top-level key, a later file replaces the members of an earlier one.
 */
export function valuesOf({ files }) {
  const merged = {};
  for (const file of files) {
    for (const [key, value] of Object.entries(YAML.parse(readFileSync(file, 'utf8')))) {
      merged[key] = typeof value === 'object' ? { ...merged[key], ...value } : value;
    }
  }
  return merged;
}

/** The chart's objects for a set of values, in a fixed order, hooks included. Kubernetes reads YAML 1.1. */
export async function render(helm, set) {
  const args = ['template', RELEASE, CHART, '--namespace', NAMESPACE, ...valueArguments(set)];
  const { stdout } = await run(helm, args, { maxBuffer: 1 << 26 });
  const objects = YAML.parseAllDocuments(stdout, { version: '1.1' }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
  return objects.filter(Boolean).sort((a, b) => (identity(a) < identity(b) ? -1 : 1));
}

/** `Deployment/demo-framewright-gateway` */
export function identity({ kind, metadata }) {
  return `${kind}/${metadata.name}`;
}
