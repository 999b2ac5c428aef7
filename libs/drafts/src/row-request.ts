import type { CreateBatchBody, RowFormat } from '#libs/contracts';
import { type Fault, isPlainObject, type LayerModification, type PageModification } from '#libs/template';
import type { BatchColumn } from './batch-columns.js';
import { valueOf } from './row-table.js';

/** Options that name sizes: a row that sets one has no other. */
const SIZE_OPTIONS: readonly string[] = ['size', 'sizes'];

/** The request for the videos of one row, and which column set what in it. */
export interface RowRequest {
  body: Record<string, unknown>;
  /** The column of each path of the body that a row has set. */
  columns: ReadonlyMap<string, string>;
}

/** The parts of a request that all rows of a batch share. */
export interface RowBase {
  /** The options that all videos of the batch share. */
  options: Readonly<Omit<CreateBatchBody, 'rows' | 'mapping' | 'name' | 'webhook_url'>>;
  columns: readonly BatchColumn[];
  format: RowFormat;
  /** Whether the body has sizes and no rows: its faults have no row. */
  isOneRow: boolean;
}

/** The request for the videos of a row: the batch's options, with the values of the row in place of the common ones. */
export function requestOfRow(values: readonly unknown[], base: RowBase): RowRequest {
  const { options, columns, format } = base;
  if (base.isOneRow) return { body: { ...options }, columns: new Map() };
  const { pages: shortPages, modifications, ...rest } = options;
  const pages = structuredClone(shortPages?.length ? shortPages : (modifications?.pages ?? []));
  const variables = { ...modifications?.variables };
  const body: Record<string, unknown> = { ...rest };
  const places = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const value = valueOf(values[index], column, format);
    if (value === undefined) continue;
    const { target } = column;
    if (target.kind === 'option') {
      if (isOfSize(target.name)) dropSizes(body, places);
      body[target.name] = value;
      places.set(target.name, column.name);
    } else if (target.kind === 'variable') {
      variables[target.name] = value;
      places.set(`modifications.variables.${target.name}`, column.name);
    } else {
      places.set(`modifications.${setProperty(pages, target, value)}`, column.name);
    }
  }
  const locale = modifications?.locale;
  body['modifications'] = { pages, variables, ...(locale !== undefined && { locale }) };
  return { body, columns: places };
}

/** The number of videos of a row: one for each size. A wrong value counts as one, and is refused later. */
export function videosOfRow(values: readonly unknown[], { options, columns, format }: RowBase): number {
  let { sizes }: { sizes?: unknown } = options;
  for (const [index, column] of columns.entries()) {
    if (column.target.kind !== 'option' || !isOfSize(column.target.name)) continue;
    const value = valueOf(values[index], column, format);
    if (value !== undefined) sizes = value;
  }
  return Array.isArray(sizes) ? Math.max(1, sizes.length) : 1;
}

/** Removes the sizes that all rows share, which those of a row replace. */
function dropSizes(body: Record<string, unknown>, ofRow: ReadonlyMap<string, string>): void {
  for (const name of SIZE_OPTIONS) if (!ofRow.has(name)) Reflect.deleteProperty(body, name);
}

function isOfSize(name: string): boolean {
  return SIZE_OPTIONS.includes(name);
}

/** A fault of a row's request, at the row and the column that caused it. */
export function faultOfRow(fault: Fault, row: number, columns: ReadonlyMap<string, string>): Fault {
  const place = [...columns].find(([path]) => fault.field === path || /^[.[]/.test(restOf(fault.field, path)));
  const message = `row ${row}${place ? `, column ${place[1].slice(0, 200)}` : ''}: ${fault.message}`;
  const field = place ? `rows[${row - 1}].${place[1]}${restOf(fault.field, place[0])}` : `rows[${row - 1}]`;
  return { ...fault, field: field.slice(0, 512), message };
}

/** The part of `field` that follows `path`; empty if the field lies elsewhere. */
function restOf(field: string, path: string): string {
  return field.startsWith(path) ? field.slice(path.length) : '';
}

/** @returns the path of the property within the modifications */
function setProperty(
  pages: PageModification[],
  target: Extract<BatchColumn['target'], { page: number }>,
  value: unknown,
): string {
  const pageIndex = indexOr(pages, ({ number }) => number === target.page, { number: target.page });
  const page = pages[pageIndex]!;
  if (target.kind === 'page') {
    Object.assign(page, { [target.property]: value });
    return `pages[${pageIndex}].${target.property}`;
  }
  const layers: LayerModification[] = (page.layers ??= []);
  const layerIndex = indexOr(layers, ({ name }) => name === target.layer, { name: target.layer });
  const [layer, path] = [layers[layerIndex]!, `pages[${pageIndex}].layers[${layerIndex}]`];
  if (target.kind === 'component') {
    layer['values'] = { ...(isPlainObject(layer['values']) && layer['values']), [target.variable]: value };
    return `${path}.values.${target.variable}`;
  }
  layer[target.property] = value;
  return `${path}.${target.property}`;
}

/** The index of the element that matches; adds `fresh` if there is none. */
function indexOr<T>(list: T[], matches: (element: T) => boolean, fresh: T): number {
  const index = list.findIndex(matches);
  return index >= 0 ? index : list.push(fresh) - 1;
}
