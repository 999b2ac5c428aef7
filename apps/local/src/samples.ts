import { readFileSync } from 'node:fs';
import { repositoryPath } from './repository-path.js';

/** The templates that a first start stores, in the order of `local.json`. */
export const SAMPLE_NAMES = ['promo', 'story', 'card'] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** The folder of the samples' documents and of the files that they show. */
export const SAMPLES_FOLDER = repositoryPath('apps', 'local', 'sample');

/** A sample's document, or what the demo changes in it, as JSON. */
export function readSample(name: SampleName, what: 'document' | 'modifications'): string {
  const file = what === 'document' ? `${name}.json` : `${name}.modifications.json`;
  return readFileSync(repositoryPath('apps', 'local', 'sample', file), 'utf8');
}
