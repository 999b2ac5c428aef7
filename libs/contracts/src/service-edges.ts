import { CREDITS_RPC } from './credits.js';
import { VIDEO_FAILED, VIDEO_FINISHED, VIDEO_LIFECYCLE, VIDEO_STARTED } from './lifecycle.js';
import type { DurableContract, LiveContract, RpcContract } from './message.js';
import { ORGANIZATION_CHANGED } from './organizations.js';
import {
  CANCEL_RENDER,
  ENCODERS,
  RENDER_JOB,
  RENDER_RESULT,
  RENDER_RPC,
  RENDER_SLOTS,
  SEGMENT_HEARTBEAT,
} from './render.js';
import { RENDERER_RPC } from './stills.js';
import { TEMPLATE_QUOTA_RPC, VIDEO_NEWS, VIDEOS_RPC } from './videos.js';
import { EVENTS_RPC, WEBHOOKS_RPC } from './webhooks.js';

/** Every message one program may say or hear. What is not listed is refused by a NATS server with users (see `natsUsers`). */
export interface ServiceEdges {
  /** Questions it puts. */
  readonly asks: readonly RpcContract[];
  /** Questions it answers. */
  readonly answers: readonly RpcContract[];
  /** What it stores in streams. */
  readonly emits: readonly DurableContract[];
  /** What it takes from streams, each by a durable consumer of its own. */
  readonly consumes: readonly DurableContract[];
  /** News it tells. */
  readonly tells: readonly LiveContract[];
  /** News it hears. */
  readonly hears: readonly LiveContract[];
}

const SILENT: ServiceEdges = { asks: [], answers: [], emits: [], consumes: [], tells: [], hears: [] };

/** `operator` is the operator's command, which runs with the gateway's rights. */
export const SERVICE_EDGES = {
  gateway: {
    ...SILENT,
    asks: [...everyQuestion(VIDEOS_RPC), ...everyQuestion(WEBHOOKS_RPC), CREDITS_RPC.balance, CREDITS_RPC.transactions],
    hears: [ORGANIZATION_CHANGED, VIDEO_NEWS],
  },
  operator: {
    ...SILENT,
    asks: [CREDITS_RPC.balance, CREDITS_RPC.grant, TEMPLATE_QUOTA_RPC.limit],
    tells: [ORGANIZATION_CHANGED],
  },
  videos: {
    asks: [
      CREDITS_RPC.hold,
      CREDITS_RPC.capture,
      CREDITS_RPC.release,
      CREDITS_RPC.openHolds,
      EVENTS_RPC.untaken,
      ...everyQuestion(RENDERER_RPC),
    ],
    answers: [...everyQuestion(VIDEOS_RPC), TEMPLATE_QUOTA_RPC.limit, ...everyQuestion(RENDER_RPC)],
    emits: [...eachEncoder(RENDER_JOB), VIDEO_STARTED, VIDEO_FINISHED, VIDEO_FAILED],
    consumes: [RENDER_RESULT],
    tells: [CANCEL_RENDER, VIDEO_NEWS],
    hears: [SEGMENT_HEARTBEAT, RENDER_SLOTS],
  },
  credits: { ...SILENT, answers: everyQuestion(CREDITS_RPC), consumes: [VIDEO_FINISHED, VIDEO_FAILED] },
  renderer: {
    ...SILENT,
    asks: everyQuestion(RENDER_RPC),
    answers: everyQuestion(RENDERER_RPC),
    emits: [RENDER_RESULT],
    consumes: eachEncoder(RENDER_JOB),
    tells: [SEGMENT_HEARTBEAT, RENDER_SLOTS],
    hears: [CANCEL_RENDER],
  },
  webhooks: {
    ...SILENT,
    answers: [...everyQuestion(WEBHOOKS_RPC), ...everyQuestion(EVENTS_RPC)],
    consumes: [VIDEO_LIFECYCLE],
  },
} as const satisfies Record<string, ServiceEdges>;

export type EdgeOwner = keyof typeof SERVICE_EDGES;

function everyQuestion(questions: Readonly<Record<string, unknown>>): RpcContract[] {
  return Object.values(questions) as RpcContract[];
}

/** A render job goes to one encoder's subject, which has a consumer of its own. */
function eachEncoder(contract: DurableContract): DurableContract[] {
  return ENCODERS.map((encoder) => ({ ...contract, subject: contract.subject.replace('*', encoder) }));
}
