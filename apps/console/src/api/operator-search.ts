import { listSearch } from './list-search.ts';

/** Why a video fails. */
export const FAILURE_CODES = [
  'ASSET_FETCH_FAILED',
  'ASSET_UNSUPPORTED',
  'ASSET_TOO_LARGE',
  'FONT_FAILED',
  'RENDER_FAILED',
  'RENDER_TIMEOUT',
  'OUTPUT_CHECK_FAILED',
] as const;
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
