import { queryOptions } from '@tanstack/react-query';
import type { JsonObject } from '#libs/document';
import catalog from '../../../../examples/starters/starters.json';
import { STARTERS as KEYS } from './query-keys.ts';

/** A template to begin with. */
export interface Starter {
  /** Its folder. */
  readonly name: string;
  readonly title: string;
  readonly trade: string;
  readonly description: string;
}

/** All of them, in order. */
export const STARTERS: readonly Starter[] = catalog;

const FOLDER = '../../../../examples/starters';
/** Each is a file of its own, which is fetched when it is shown. */
const documents = import.meta.glob<JsonObject>('../../../../examples/starters/*/template.json', { import: 'default' });

/** The document of a starter. */
export const starterQuery = (name: string) =>
  queryOptions({
    queryKey: KEYS.one(name),
    queryFn: () => documents[`${FOLDER}/${name}/template.json`]!(),
    staleTime: Infinity,
  });
