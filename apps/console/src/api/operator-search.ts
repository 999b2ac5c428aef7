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

export interface OrganizationListSearch extends ListSearch {
  search?: string;
}

/** Anything else in the address is left out. */
export function organizationListSearch(given: Record<string, unknown>): OrganizationListSearch {
  const search = given['search'];
  const isText = (typeof search === 'string' || typeof search === 'number') && search !== '';
  return { ...listSearch(given), ...(isText && { search: String(search).slice(0, 200) }) };
}

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
