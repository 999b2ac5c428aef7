import { FAILURE_CODES } from '#libs/client';
import {} from './query-keys.ts';
import { listSearch } from './list-search.ts';

type FailureCode = (typeof FAILURE_CODES)[number];

type ListSearch = ReturnType<typeof listSearch>;

export interface FailureListSearch extends ListSearch {
  code?: FailureCode;
  organization?: string;
}

export function failureListSearch(given: Record<string, unknown>): FailureListSearch {
  const code = FAILURE_CODES.find((each) => each === given['code']);
  const organization = given['organization'];
  return {
    ...listSearch(given),
    ...(code && { code }),
    ...(typeof organization === 'string' && { organization }),
  };
}
