import { z } from 'zod';
import { type AgentTool, agentTool } from '../tool.js';
import { MODIFICATIONS, SIZE, SOURCE, TEMPLATE_ID } from './inputs.js';
import { documentOf } from './template-tools.js';

const WIDTH = (pixels: number) =>
  z.int().min(64).max(1_280).default(pixels).describe('Pixels of width of each picture.');
const LAYERS = z
  .boolean()
  .default(false)
  .describe('Whether to draw the names and boxes of the layers over the picture.');
/** Most frames of a sheet. */
const MAX_FRAMES = 12;
/** Pictures are looked at, not kept: WebP is the smallest. */
const STYLE = { format: 'webp', quality: 80 } as const;

const drawStill = agentTool({
  name: 'draw_still',
  title: 'Look at a frame',
  description:
    'Returns one frame as a picture, drawn by the engine that renders videos. Use it after every change. It is free.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    source: SOURCE,
    t: z.number().min(0).max(3_600).optional().describe("Seconds from the start. Default: the template's poster time."),
    size: SIZE,
    width: WIDTH(640),
    layers: LAYERS,
    modifications: MODIFICATIONS,
  }),
  writes: false,
  repeatable: true,
  async run({ template_id: id, source, layers, ...shown }, { api }) {
    const { document, revision } = await documentOf(api, id, source);
    const picture = await api.picture({ ...defined(shown), document, outlines: layers, ...STYLE });
    return { data: { template_id: id, revision, ...defined({ t: shown.t }) }, pictures: [picture] };
  },
});

const drawSheet = agentTool({
  name: 'draw_sheet',
  title: 'Look at several frames',
  description:
    'Returns a contact sheet: frames at several times on one picture, each with its time below it. Use it to see the course of the whole video. It is free.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    source: SOURCE,
    times: z
      .array(z.number().min(0).max(3_600))
      .min(1)
      .max(MAX_FRAMES)
      .describe('Seconds from the start, such as [0, 1, 2.5]; see `duration`.'),
    size: SIZE,
    width: WIDTH(320),
    layers: LAYERS,
    modifications: MODIFICATIONS,
  }),
  writes: false,
  repeatable: true,
  async run({ template_id: id, source, layers, ...shown }, { api }) {
    const { document, revision } = await documentOf(api, id, source);
    const picture = await api.picture({ ...defined(shown), document, outlines: layers, ...STYLE });
    return { data: { template_id: id, revision, times: shown.times }, pictures: [picture] };
  },
});

const compareDraft = agentTool({
  name: 'compare_draft',
  title: 'Compare a draft with what was before',
  description:
    'Returns one picture: the frame before, the frame of the draft, and the draft in gray with every pixel marked that differs. `before` is the revision before the newest, or the newest published version. It is free.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    before: z.enum(['previous', 'published']).default('previous').describe('With what the draft is compared.'),
    t: z.number().min(0).max(3_600).optional().describe("Seconds from the start. Default: the template's poster time."),
    size: SIZE,
    width: WIDTH(480),
    modifications: MODIFICATIONS,
  }),
  writes: false,
  repeatable: true,
  async run({ template_id: id, before, ...shown }, { api }) {
    const { document, revision } = await api.draft(id);
    const earlier = before === 'published' ? await documentOf(api, id, 'published') : await api.draft(id, revision - 1);
    const picture = await api.picture({ ...defined(shown), document, before: earlier.document, ...STYLE });
    return { data: { template_id: id, revision, before: earlier.revision ?? 'published' }, pictures: [picture] };
  },
});

type Defined<Value> = { [Name in keyof Value]?: Exclude<Value[Name], undefined> };

/** The object without members that are undefined. */
function defined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<Value>;
}

export const PICTURE_TOOLS: readonly AgentTool[] = [drawStill, drawSheet, compareDraft];
