import { readFileSync } from 'node:fs';
import YAML from 'yaml';

interface Manifest {
  kind: string;
  metadata: { name: string };
}

/** A release with every kind of object, from the committed examples, by `kind/name`. */
export function renderedRelease(): Map<string, object> {
  const sets = ['production', 'monitoring', 'http-route', 'autoscaling', 'development'];
  const objects = sets.flatMap((set) =>
    YAML.parseAllDocuments(example(set), { version: '1.1' }).map((document) => document.toJS() as Manifest),
  );
  objects.reverse(); // the first to name an object has it
  return new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
}

/** A copy of an object with another value at a path: `spec.ports.0.name`. */
export function withOther(object: object | undefined, path: string, value: unknown): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop()!;
  let holder = copy;
  for (const key of keys) holder = (holder[key] ??= {}) as Record<string, unknown>;
  holder[last] = value;
  return copy;
}

function example(set: string): string {
  return readFileSync(new URL(`../../helm/framewright/examples/${set}.yaml`, import.meta.url), 'utf8');
}
