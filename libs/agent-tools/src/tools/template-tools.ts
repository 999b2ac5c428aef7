import { z } from 'zod';
import { FramewrightError } from '#libs/client';
import type { AgentApi, Template, TemplateField } from '../agent-api.js';
import { valueAt } from '../json-patch.js';
import { type AgentTool, agentTool } from '../tool.js';
import { SOURCE, TEMPLATE_ID, VERSION } from './inputs.js';

const PAGE = 100;
/** Pages of the list that a search reads, at most. */
const MAX_PAGES = 5;
const MAX_FIELDS = 100;
/** Characters of JSON of a part of a document. */
const MAX_PART = 40_000;

const findTemplates = agentTool({
  name: 'find_templates',
  title: 'Find templates',
  description:
    'Lists templates, newest first: id, name, size in pixels, duration in seconds, newest version. With `query`, only those whose name contains it.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Part of the name; case does not matter.'),
    limit: z.int().min(1).max(50).default(20).describe('Most templates to list.'),
  }),
  writes: false,
  repeatable: true,
  async run({ query = '', limit }, { api }) {
    const found: Template[] = [];
    let hasMore = true;
    for (let page = 0; page < MAX_PAGES && hasMore && found.length < limit; page++) {
      const { data, pagination } = await api.templates({ limit: PAGE, offset: page * PAGE });
      found.push(...data.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())));
      hasMore = pagination.has_more;
    }
    const shown = found.slice(0, limit);
    return { data: { templates: shown.map(brief), has_more: hasMore || found.length > shown.length } };
  },
});

function brief({ id, name, version, width, height, duration }: Template): object {
  return { id, name, version, width, height, duration };
}

const describeTemplate = agentTool({
  name: 'describe_template',
  title: 'Describe a template',
  description:
    'Returns what a template is and what one video of it may change: its variables and the fields of its layers, each with its kind, a sample and its bounds, and whether a draft waits. Call it before you render or patch.',
  input: z.strictObject({ template_id: TEMPLATE_ID, version: VERSION }),
  writes: false,
  repeatable: true,
  async run({ template_id: id, version }, { api }) {
    const at = version === undefined ? {} : { version };
    const [template, fields, draft] = await Promise.all([
      api.template(id, version),
      api.fields(id, { ...at, limit: MAX_FIELDS }),
      api.draft(id),
    ]);
    return {
      data: {
        template: brief(template),
        layers: layersOf(template.document),
        fields: fields.data.map(briefField),
        more_fields: fields.pagination.total - fields.data.length,
        draft:
          draft.updated_at === null
            ? null
            : { revision: draft.revision, base_version: draft.base_version, faults: draft.faults.length },
      },
    };
  },
});

/** Without what says nothing: values that are null. */
function briefField({ path, kind, sample, minimum, maximum, max_length, choices }: TemplateField): object {
  const all = { path, kind, sample, minimum, maximum, max_length, choices };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** The names and kinds of the layers of each page, with their pointers. */
function layersOf(document: unknown): object[] {
  const pages = valueAt(document, '/pages');
  if (!Array.isArray(pages)) return [];
  return pages.slice(0, MAX_FIELDS).flatMap((_, page) => {
    const layers = valueAt(document, `/pages/${page}/layers`);
    if (!Array.isArray(layers)) return [];
    return layers.slice(0, MAX_FIELDS).map((layer, index) => ({
      path: `/pages/${page}/layers/${index}`,
      name: valueAt(layer, '/name'),
      type: valueAt(layer, '/type'),
    }));
  });
}

const readDocument = agentTool({
  name: 'read_document',
  title: 'Read a document',
  description:
    'Returns the document of a template, or the part of it at a JSON Pointer such as `/pages/0/layers/2`. A large document must be read in parts.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    source: SOURCE,
    path: z.string().max(2_048).default('').describe('JSON Pointer of the part. Default: all of it.'),
  }),
  writes: false,
  repeatable: true,
  async run({ template_id: id, source, path }, { api }) {
    const { document, revision } = await documentOf(api, id, source);
    const part = valueAt(document, path);
    if (part === undefined) throw new FramewrightError(`${path} leads nowhere`, { code: 'RESOURCE_NOT_FOUND' });
    if (JSON.stringify(part).length <= MAX_PART) return { data: { revision, path, document: part } };
    const members = Object.entries(part as object).map(([name, value]) => ({
      path: `${path}/${name}`,
      characters: JSON.stringify(value).length,
    }));
    return { data: { revision, path, too_large: true, members: members.slice(0, MAX_FIELDS) } };
  },
});

/** The document that a tool looks at; the revision is null of a published version. */
export async function documentOf(
  api: AgentApi,
  id: string,
  source: 'draft' | 'published',
): Promise<{ document: Record<string, unknown>; revision: number | null }> {
  if (source === 'draft') return api.draft(id);
  const { document = {} } = await api.template(id);
  return { document: { ...document }, revision: null };
}

const describeFormat = agentTool({
  name: 'describe_format',
  title: 'Describe the format of documents',
  description:
    'Returns what a document may contain. Without `name`: the names of all definitions and the properties of a document. With `name`, such as `TextLayer`: its properties with types, bounds, defaults and meanings (JSON Schema).',
  input: z.strictObject({ name: z.string().min(1).max(100).optional().describe('Name of a definition.') }),
  writes: false,
  repeatable: true,
  async run({ name }, { api }) {
    const { $defs: definitions = {}, ...document } = await api.templateSchema();
    const names = Object.keys(definitions as object);
    if (name === undefined) {
      const properties = Object.keys(valueAt(document, '/properties') ?? {});
      return { data: { definitions: names, properties_of_a_document: properties } };
    }
    const definition = valueAt(definitions, `/${name}`);
    if (definition !== undefined) return { data: { name, definition } };
    const fault = { code: 'INVALID_VALUE', message: `name must be one of ${names.join(', ')}`, value: name } as const;
    throw new FramewrightError('There is no such definition', {
      code: 'VALIDATION_ERROR',
      faults: [{ field: 'name', ...fault }],
    });
  },
});

export const TEMPLATE_TOOLS: readonly AgentTool[] = [findTemplates, describeTemplate, readDocument, describeFormat];
