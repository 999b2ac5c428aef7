import { daysSearch, type DaysSearch } from './days-search.ts';
import { DELIVERY_STATUSES, VIDEO_FORMATS, VIDEO_STATUSES } from '#libs/client';

/** Number of entries that a list shows at once. */
export const PAGE_SIZE = 25;

/** The part of an address that states which page of a list is shown. */
interface ListSearch {
  offset?: number;
}

/** The page of a list in an address; anything else in it is left out. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const offset = Number(search['offset']);
  return Number.isSafeInteger(offset) && offset > 0 ? { offset } : {};
}

export interface TextSearch extends ListSearch {
  search?: string;
}

/** A list that is searched by a text. The router reads a text of digits as a number. */
export function textSearch(search: Record<string, unknown>): TextSearch {
  const { search: value } = search;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';
  return { ...listSearch(search), ...(text !== '' && { search: text }) };
}

export type VideoStatus = (typeof VIDEO_STATUSES)[number];
type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** The looks of a list of videos: rows of a table, or a sheet of their pictures. */
const VIEWS = ['list', 'sheet'] as const;
export type ListView = (typeof VIEWS)[number];

export interface VideoListSearch extends ListSearch, DaysSearch {
  status?: VideoStatus;
  format?: VideoFormat;
  /** Id of a template. */
  template?: string;
  /** The beginning of the metadata. */
  search?: string;
  /** Id of the user or the key whose requests created them. */
  by?: string;
  /** Absent: as the page shows them at first. */
  view?: ListView;
}

export function videoListSearch(search: Record<string, unknown>): VideoListSearch {
  const status = VIDEO_STATUSES.find((each) => each === search['status']);
  const format = VIDEO_FORMATS.find((each) => each === search['format']);
  const view = VIEWS.find((each) => each === search['view']);
  const { template, by } = search;
  return {
    ...textSearch(search),
    ...daysSearch(search),
    ...(status && { status }),
    ...(format && { format }),
    ...(typeof template === 'string' && { template }),
    ...(typeof by === 'string' && { by }),
    ...(view && { view }),
  };
}

/** The template in the address of a page. */
export function templateSearch({ template }: Record<string, unknown>): { template?: string } {
  return typeof template === 'string' ? { template } : {};
}

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

interface DeliveryListSearch extends ListSearch {
  status?: DeliveryStatus;
}

export function deliveryListSearch(search: Record<string, unknown>): DeliveryListSearch {
  const status = DELIVERY_STATUSES.find((each) => each === search['status']);
  return { ...listSearch(search), ...(status && { status }) };
}

export interface TemplateListSearch extends TextSearch {
  archived?: boolean;
}

export function templateListSearch(search: Record<string, unknown>): TemplateListSearch {
  return { ...textSearch(search), ...(search['archived'] === true && { archived: true }) };
}

/** The frames in which starters are shown: of the sizes that each of them has. */
export const STARTER_SIZES = ['default', 'portrait', 'square'] as const;
export type StarterSize = (typeof STARTER_SIZES)[number];

export interface GallerySearch {
  search?: string;
  /** Absent: the starters' own size. */
  size?: StarterSize;
}

export function gallerySearch(search: Record<string, unknown>): GallerySearch {
  const { search: text } = textSearch(search);
  const size = STARTER_SIZES.find((each) => each === search['size']);
  return { ...(text !== undefined && { search: text }), ...(size && size !== 'default' && { size }) };
}
