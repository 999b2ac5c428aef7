/** How many entries a list shows at once. */
export const PAGE_SIZE = 25;

/** The part of an address that says which page of a list is shown. */
interface ListSearch {
  offset?: number;
}

/** Anything else in the address is left out. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const offset = Number(search['offset']);
  return Number.isSafeInteger(offset) && offset > 0 ? { offset } : {};
}

export const VIDEO_STATUSES = ['PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

export interface VideoListSearch extends ListSearch {
  status?: VideoStatus;
}

export function videoListSearch(search: Record<string, unknown>): VideoListSearch {
  const status = VIDEO_STATUSES.find((each) => each === search['status']);
  return { ...listSearch(search), ...(status && { status }) };
}
