import { z } from 'zod';
import { FramewrightError } from '#libs/client';
import type { AgentApi, AgentDraft, AnyDocument, VideoCheck } from '../agent-api.js';
import { shownFindings } from '../findings.js';
import { patched } from '../json-patch.js';
import { type AgentTool, agentTool } from '../tool.js';
import { TEMPLATE_ID } from './inputs.js';

/** Operations of one patch. */
const MAX_OPERATIONS = 100;
/** Longest JSON Pointer. */
const MAX_POINTER = 2_048;
const REVISION = z.int().min(0).describe('The revision that the last answer about this draft named.');

/** The document of version 1 of a template that begins as a draft: an empty page of the size that is asked for. */
const EMPTY = { width: 1_920, height: 1_080, pages: [{ number: 1, duration: 5 }] };

const createDraft = agentTool({
  name: 'create_draft',
  title: 'Create a template as a draft',
  description:
    'Creates a template whose draft is the document, also if it has faults; version 1 is an empty page until you publish. Returns the id, the revision, and every fault and warning. Correct them with patch_draft instead of creating another one.',
  input: z.strictObject({
    document: z
      .record(z.string(), z.unknown())
      .describe(
        '{"name", "width", "height", "pages": [{"number": 1, "duration": 5, "layers": [{"name", "type", …}]}]}; see describe_format.',
      ),
  }),
  writes: true,
  repeatable: false,
  async run({ document }, { api }) {
    const template = await firstVersion(api, document);
    const draft = await api.saveDraft(template.id, { document, base_version: 1, revision: 0 });
    return { data: await shownDraft(api, draft) };
  },
});

/** Creates version 1 with the name and the size of the document, or without those that have faults. */
async function firstVersion(api: AgentApi, { name, width, height }: AnyDocument): Promise<{ id: string }> {
  const named = { name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : 'Untitled', ...EMPTY };
  try {
    return await api.createTemplate({
      ...named,
      ...(typeof width === 'number' && typeof height === 'number' && { width, height }),
    });
  } catch (error) {
    if (!(error instanceof FramewrightError && error.code === 'VALIDATION_ERROR')) throw error;
    return api.createTemplate({ ...EMPTY, name: 'Untitled' });
  }
}

const POINTER = z.string().max(MAX_POINTER);
const OPERATION = z.discriminatedUnion('op', [
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: POINTER, value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: POINTER }),
  z.strictObject({ op: z.enum(['move', 'copy']), from: POINTER, path: POINTER }),
]);

const patchDraft = agentTool({
  name: 'patch_draft',
  title: 'Patch a draft',
  description:
    'Changes the draft by a JSON Patch (RFC 6902), all operations or none, and begins one if the template has none. `path` of every fault and warning can be used in a patch. Returns what changed, the new revision, and the faults and warnings that remain. undo_draft takes the change back.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    revision: REVISION.optional().describe('Refuse the patch if the draft has another revision by now.'),
    patch: z
      .array(OPERATION)
      .min(1)
      .max(MAX_OPERATIONS)
      .describe('Such as [{"op": "replace", "path": "/pages/0/layers/1/text", "value": "Hello"}].'),
  }),
  writes: true,
  repeatable: false,
  async run({ template_id: id, revision, patch }, { api }) {
    const draft = await api.draft(id);
    const document = patched(draft.document, patch);
    const saved = await api.saveDraft(id, {
      document,
      base_version: draft.base_version,
      revision: revision ?? draft.revision,
    });
    const changed = [...new Set(patch.map(({ path }) => path))];
    return { data: { changed, ...(await shownDraft(api, saved)) } };
  },
});

const undoDraft = agentTool({
  name: 'undo_draft',
  title: 'Undo the last change of a draft',
  description:
    'Restores the revision before the newest one. It becomes the newest revision, so a second call takes the undo back.',
  input: z.strictObject({ template_id: TEMPLATE_ID, revision: REVISION }),
  writes: true,
  repeatable: false,
  async run({ template_id: id, revision }, { api }) {
    const { document, base_version } = await api.draft(id, revision - 1);
    return { data: await shownDraft(api, await api.saveDraft(id, { document, base_version, revision })) };
  },
});

const publishDraft = agentTool({
  name: 'publish_draft',
  title: 'Publish a draft',
  description:
    'Makes the draft the next version of the template, which new videos then use. It needs a draft without faults that began with the newest version. Look at it and validate it first.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    revision: REVISION,
    label: z.string().min(1).max(100).optional().describe('A name for the version, such as "Spring campaign".'),
    note: z.string().min(1).max(2_000).optional().describe('What is new in it, for the people who use the template.'),
  }),
  writes: true,
  repeatable: false,
  async run({ template_id: id, revision, label, note }, { api }) {
    const remarks = { ...(label !== undefined && { label }), ...(note !== undefined && { note }) };
    const { name, version, width, height, duration } = await api.publishDraft(id, { revision, ...remarks });
    return { data: { template_id: id, name, version, width, height, duration } };
  },
});

/** A draft with its faults; without faults, also with the warnings of the engine, the length and the price of a video. */
async function shownDraft(api: AgentApi, draft: AgentDraft): Promise<object> {
  const { template_id, revision, base_version, latest_version, faults, document } = draft;
  const { list, more } = shownFindings(faults);
  const isBehind = base_version < latest_version;
  const facts = {
    template_id,
    revision,
    faults: list,
    ...(more > 0 && { more_faults: more }),
    ...(isBehind && {
      cannot_be_published: `it began with version ${base_version}, and version ${latest_version} is newer`,
    }),
  };
  if (faults.length > 0) return facts;
  return { ...facts, ...shownCheck(await api.check({ template_id, document, format: 'mp4' })) };
}

/** The result of a check for an answer. */
export function shownCheck({ valid, errors, warnings, duration, credits, affordable, sizes }: VideoCheck): object {
  const [faults, findings] = [shownFindings(errors), shownFindings(warnings)];
  return {
    valid,
    errors: faults.list,
    ...(faults.more > 0 && { more_errors: faults.more }),
    warnings: findings.list,
    ...(findings.more > 0 && { more_warnings: findings.more }),
    duration,
    credits,
    affordable,
    sizes,
  };
}

export const DRAFT_TOOLS: readonly AgentTool[] = [createDraft, patchDraft, undoDraft, publishDraft];
