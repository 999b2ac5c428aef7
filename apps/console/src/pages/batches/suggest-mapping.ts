import type { components } from '#libs/client';

type TemplateField = components['schemas']['TemplateField'];

/** Options of a video: targets of columns in addition to the template's own fields. */
const OPTION_TARGETS = ['video.metadata', 'video.audio_url'] as const;

/** Properties that a column named after a layer sets: the first of them that the layer has. */
const MAIN_PROPERTIES = ['text', 'source_url', 'rating', 'value', 'chart_data', 'fill_color'];
/** Names of columns that identify a row. */
const IDENTIFIERS = new Set(['id', 'key', 'sku', 'order', 'orderid', 'ordernumber', 'reference', 'metadata']);

/**
 * Proposes what each column sets, by its name: the path of a field, a variable, a layer with its property (`Headline
 * color`), or a layer alone, whose text or source it then sets. A column that fits nothing is left out, and no field is
 * set twice.
 */
export function suggestMapping(columns: readonly string[], fields: readonly TemplateField[]): Mapping {
  const byName = targetsByName(fields);
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const column of columns) {
    const target = byName.get(plain(column));
    if (target === undefined || taken.has(target)) continue;
    taken.add(target);
    mapping[column] = target;
  }
  return mapping;
}

/** The fields that columns of a file set, by the names of the columns. */
export type Mapping = Readonly<Record<string, string>>;

/** A mapping that a person has seen for the columns of a file. */
export interface SeenMapping {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
}

/** The mapping of a corrected file: as it was for columns of the same names, and as proposed for others. */
export function keptMapping(columns: readonly string[], suggested: Mapping, seen: SeenMapping | undefined): Mapping {
  if (!seen) return suggested;
  const kept = columns.filter((column) => seen.columns.includes(column) && seen.mapping[column] !== undefined);
  const taken = new Set(kept.map((column) => seen.mapping[column]));
  const fresh = columns.filter((column) => !seen.columns.includes(column) && suggested[column] !== undefined);
  return Object.fromEntries<string>([
    ...kept.map((column) => [column, seen.mapping[column]!] as const),
    ...fresh.filter((column) => !taken.has(suggested[column])).map((column) => [column, suggested[column]!] as const),
  ]);
}

/** Names that people give to columns, without case and signs, and what they mean. The first meaning of a name counts. */
function targetsByName(fields: readonly TemplateField[]): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  const name = (text: string, target: string) => {
    if (!targets.has(plain(text))) targets.set(plain(text), target);
  };
  for (const target of batchTargets(fields)) name(target, target);
  for (const main of MAIN_PROPERTIES) {
    for (const { path, layer, property } of fields) if (layer !== null && property === main) name(layer, path);
  }
  // A variable of a component is named like a property of its layer.
  for (const { path, layer, property } of fields)
    if (layer !== null) name(`${layer} ${property.split('.').at(-1)}`, path);
  for (const id of IDENTIFIERS) name(id, 'video.metadata');
  return targets;
}

/** Everything that a column may set, as a mapping names it: a variable has no prefix there. */
export function batchTargets(fields: readonly TemplateField[]): string[] {
  return [...fields.map(({ path, page, property }) => (page === null ? property : path)), ...OPTION_TARGETS];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
