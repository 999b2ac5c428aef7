import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Video, VideoRequest } from '../agent-api.js';
import { approvalToken, keyOfApproval, readApproval } from '../approval.js';
import { type AgentTool, agentTool, type ToolAnswer, type ToolContext } from '../tool.js';
import { shownCheck } from './draft-tools.js';
import { FORMAT, MODIFICATIONS, SIZE, SOURCE, TEMPLATE_ID, VERSION } from './inputs.js';

/** Longest wait of one call, s: hosts give up on calls after a minute. */
const MAX_WAIT_S = 50;

const validateVideo = agentTool({
  name: 'validate_video',
  title: 'Validate a video',
  description:
    'Checks a video of the draft or of the published version as the engine would render it, free: errors that would refuse or fail it, warnings about what would look otherwise than written (text that does not fit, layers outside the frame, missing fonts), duration, price in credits and whether the balance covers it.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    source: SOURCE,
    format: FORMAT,
    size: SIZE,
    modifications: MODIFICATIONS,
  }),
  writes: true,
  repeatable: true,
  async run({ template_id, source, ...request }, { api }) {
    const document = source === 'draft' ? { document: (await api.draft(template_id)).document } : {};
    return { data: shownCheck(await api.check({ ...requestOf({ template_id, ...request }), ...document })) };
  },
});

interface Order {
  template_id: string;
  version?: number | undefined;
  format: VideoRequest['format'];
  size?: string | undefined;
  modifications?: Record<string, unknown> | undefined;
}

/** The body of a request. Modifications are judged by the server. */
function requestOf({ version, size, modifications, ...request }: Order): VideoRequest {
  return {
    ...request,
    ...(version !== undefined && { version }),
    ...(size !== undefined && { size }),
    ...(modifications && { modifications: modifications }),
  };
}

const renderVideo = agentTool({
  name: 'render_video',
  title: 'Render a video',
  description:
    'Renders the published version. With `test` (the default) the video is free, small and has a watermark: always look at one first. With `test: false` it costs credits: the first call only returns the price and an `approval`; show the price to your user, and when the user agrees, repeat the call within 10 minutes with that `approval` and otherwise the same input. Then call follow_video.',
  input: z.strictObject({
    template_id: TEMPLATE_ID,
    version: VERSION,
    format: FORMAT,
    size: SIZE,
    modifications: MODIFICATIONS,
    test: z.boolean().default(true).describe('Whether to render a free test video.'),
    approval: z.string().max(500).optional().describe('From the first call, after your user has agreed to the price.'),
  }),
  writes: true,
  repeatable: false,
  run({ test, approval, ...order }, context) {
    if (test) return rendered({ ...requestOf(order), test: true }, randomUUID(), context);
    return paidVideo(order, approval, context);
  },
});

async function rendered(request: VideoRequest, key: string, { api }: ToolContext): Promise<ToolAnswer> {
  return { data: briefVideo(await api.createVideo(request, key)) };
}

/** Renders a video that costs credits if the key may spend without asking, or the order is approved at its price. */
async function paidVideo(order: Order, token: string | undefined, context: ToolContext): Promise<ToolAnswer> {
  const { api, secret, nowMs } = context;
  const signing = { order, secret, nowMs };
  const approved = token === undefined ? undefined : readApproval(token, signing);
  const version = order.version ?? approved?.version ?? (await api.template(order.template_id)).version;
  const request = requestOf({ ...order, version });
  if (token === undefined && !(await api.asksBeforeSpending())) return rendered(request, randomUUID(), context);
  const check = await api.check(request);
  if (!check.valid || check.credits === null) return { data: shownCheck(check) };
  if (approved && token !== undefined && check.credits <= approved.credits) {
    return rendered(request, keyOfApproval(token), context);
  }
  return {
    data: {
      needs_approval: true,
      why: token === undefined ? 'The video costs credits.' : 'The approval is for another order or price, or too old.',
      ...shownCheck(check),
      version,
      approval: approvalToken({ version, credits: check.credits }, signing),
      approval_holds_for_seconds: 600,
    },
  };
}

const followVideo = agentTool({
  name: 'follow_video',
  title: 'Wait for a video',
  description:
    'Waits until a video has ended, for at most `wait_seconds`, and returns its status and progress; `video_url` when it is COMPLETED, `error` when it FAILED. If it is still PROCESSING, call it again.',
  input: z.strictObject({
    video_id: z.uuid().describe('Id of the video, from render_video.'),
    wait_seconds: z.int().min(0).max(MAX_WAIT_S).default(30).describe('Longest wait.'),
  }),
  writes: false,
  repeatable: true,
  async run({ video_id: id, wait_seconds: waitS }, { api }) {
    return { data: briefVideo(await api.follow(id, 1_000 * waitS)) };
  },
});

function briefVideo({
  id,
  status,
  progress,
  eta_seconds,
  credits,
  duration,
  video_url,
  error,
  ...video
}: Video): object {
  const { template_id, template_version, format, width, height } = video;
  return {
    ...{ video_id: id, status, progress, eta_seconds, credits, duration, format, width, height },
    ...{ template_id, template_version, error },
    ...(status === 'COMPLETED' && { video_url }),
  };
}

export const VIDEO_TOOLS: readonly AgentTool[] = [validateVideo, renderVideo, followVideo];
