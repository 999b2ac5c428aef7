import { IsBoolean, IsOptional } from 'class-validator';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';

/** Most entries of one page of a list. */
export const MAX_PAGE_ENTRIES = 100;

/** Position of a page in its list. */
export class Pagination {
  /** The applied limit. */
  @IsIntegerIn(1, MAX_PAGE_ENTRIES)
  limit: number;

  /** The applied offset. */
  @IsIntegerFrom(0)
  offset: number;

  /** Number of all matches, on all pages. */
  @IsIntegerFrom(0)
  total: number;

  /** True if further entries follow this page. */
  @IsBoolean()
  has_more: boolean;
}

/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  pagination: Pagination;
}

/** The part of a list to return. */
export class PageRequest {
  /** Largest number of entries to return. Default 20. */
  @IsIntegerIn(1, MAX_PAGE_ENTRIES)
  @IsOptional()
  limit?: number = 20;

  /** Number of entries to skip. Default 0. */
  @IsIntegerIn(0)
  @IsOptional()
  offset?: number = 0;
}

/** Builds a {@link Page} from its rows and the number of all matches. */
export function pageOf<T>(data: T[], total: number, request: PageRequest): Page<T> {
  const { limit = 20, offset = 0 } = request;
  return { data, pagination: { limit, offset, total, has_more: offset + data.length < total } };
}
