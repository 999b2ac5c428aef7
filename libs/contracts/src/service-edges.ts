import { LOW_BALANCE_ALERT } from './alert-events.js';
import { BATCH_CALLBACK, BATCH_FINISHED } from './batch-events.js';
import { BATCHES_RPC } from './batches.js';
import { BRAND_RPC } from './brand.js';
import { CALLBACKS_RPC } from './callbacks.js';
import { CALL_ENDED } from './calls.js';
import { COMPONENTS_RPC } from './components.js';
import { CREDITS_RPC } from './credits.js';
import { VIDEO_CALLBACK, VIDEO_FAILED, VIDEO_FINISHED, VIDEO_LIFECYCLE, VIDEO_STARTED } from './lifecycle.js';
import { type DurableContract, type LiveContract, type RpcContract, withToken } from './message.js';
import { OPERATOR_RPC } from './operator.js';
import { ORGANIZATION_CHANGED } from './organizations.js';
import {
  CANCEL_RENDER,
  ENCODERS,
  RENDER_JOB,
  RENDER_RESULT,
  CLAIMS_RPC,
  RENDER_SLOTS,
  STEP_HEARTBEAT,
} from './render.js';
import { RENDERER_RPC } from './renderer.js';
import { TEMPLATES_RPC } from './templates.js';
import { TEMPLATE_QUOTA_RPC, VIDEO_UPDATE, VIDEOS_RPC } from './videos.js';
import { EVENTS_RPC, WEBHOOKS_RPC } from './webhooks.js';

/** Every message that one program may send or receive. A NATS server with users refuses any other (see `natsUsers`). */
export interface ServiceEdges {
  /** Requests it sends. */
  readonly calls: readonly RpcContract[];
  /** Requests it replies to. */
  readonly serves: readonly RpcContract[];
  /** Durable messages it stores in streams. */
  readonly emits: readonly DurableContract[];
  /**
   * Durable messages that it takes from streams, each through a durable consumer of its own. If {@link withToken} has
   * filled a contract in several ways, each process takes the messages of one token or more.
   */
  readonly consumes: readonly DurableContract[];
  /** Live messages it publishes. */
  readonly publishes: readonly LiveContract[];
  /** Live messages it receives. */
  readonly subscribes: readonly LiveContract[];
}

/**
 * The contract of render jobs for each encoder: a job goes to the subject of one encoder, and each subject has a
 * consumer of its own.
 */
const EACH_RENDER_JOB: readonly DurableContract[] = ENCODERS.map((encoder) => withToken(RENDER_JOB, encoder));

const NO_EDGES: ServiceEdges = { calls: [], serves: [], emits: [], consumes: [], publishes: [], subscribes: [] };

/** `operator` is the operator's command, which runs with the gateway's rights. */
export const SERVICE_EDGES = {
  gateway: {
    ...NO_EDGES,
    calls: [
      ...everyRpc(VIDEOS_RPC),
      ...everyRpc(TEMPLATES_RPC),
      ...everyRpc(BRAND_RPC),
      ...everyRpc(COMPONENTS_RPC),
      TEMPLATE_QUOTA_RPC.usage,
      ...everyRpc(BATCHES_RPC),
      ...everyRpc(WEBHOOKS_RPC),
      ...everyRpc(CALLBACKS_RPC),
      CREDITS_RPC.balance,
      CREDITS_RPC.transactions,
      CREDITS_RPC.days,
      CREDITS_RPC.alert,
      CREDITS_RPC.setAlert,
      CREDITS_RPC.balances,
      CREDITS_RPC.grant,
      CREDITS_RPC.grants,
      ...everyRpc(OPERATOR_RPC),
    ],
    publishes: [ORGANIZATION_CHANGED, CALL_ENDED],
    subscribes: [ORGANIZATION_CHANGED, VIDEO_UPDATE],
  },
  operator: {
    ...NO_EDGES,
    calls: [CREDITS_RPC.balance, CREDITS_RPC.grant, TEMPLATE_QUOTA_RPC.limit],
    publishes: [ORGANIZATION_CHANGED],
  },
  videos: {
    calls: [
      CREDITS_RPC.balance,
      CREDITS_RPC.hold,
      CREDITS_RPC.holdTogether,
      CREDITS_RPC.capture,
      CREDITS_RPC.release,
      CREDITS_RPC.openHolds,
      EVENTS_RPC.untaken,
      ...everyRpc(RENDERER_RPC),
    ],
    serves: [
      ...everyRpc(VIDEOS_RPC),
      ...everyRpc(TEMPLATES_RPC),
      ...everyRpc(BRAND_RPC),
      ...everyRpc(COMPONENTS_RPC),
      ...everyRpc(BATCHES_RPC),
      ...everyRpc(TEMPLATE_QUOTA_RPC),
      ...everyRpc(OPERATOR_RPC),
      ...everyRpc(CLAIMS_RPC),
    ],
    emits: [
      ...EACH_RENDER_JOB,
      ...[VIDEO_STARTED, VIDEO_FINISHED, VIDEO_FAILED, VIDEO_CALLBACK],
      ...[BATCH_FINISHED, BATCH_CALLBACK],
    ],
    consumes: [RENDER_RESULT],
    publishes: [CANCEL_RENDER, VIDEO_UPDATE, CALL_ENDED],
    subscribes: [STEP_HEARTBEAT, RENDER_SLOTS, CALL_ENDED],
  },
  credits: {
    ...NO_EDGES,
    serves: everyRpc(CREDITS_RPC),
    emits: [LOW_BALANCE_ALERT],
    consumes: [VIDEO_FINISHED, VIDEO_FAILED],
  },
  renderer: {
    ...NO_EDGES,
    calls: everyRpc(CLAIMS_RPC),
    serves: everyRpc(RENDERER_RPC),
    emits: [RENDER_RESULT],
    consumes: EACH_RENDER_JOB,
    publishes: [STEP_HEARTBEAT, RENDER_SLOTS],
    subscribes: [CANCEL_RENDER, CALL_ENDED],
  },
  webhooks: {
    ...NO_EDGES,
    serves: [...everyRpc(WEBHOOKS_RPC), ...everyRpc(CALLBACKS_RPC), ...everyRpc(EVENTS_RPC)],
    consumes: [VIDEO_LIFECYCLE, BATCH_FINISHED, LOW_BALANCE_ALERT, VIDEO_CALLBACK, BATCH_CALLBACK],
  },
} as const satisfies Record<string, ServiceEdges>;

export type EdgeOwner = keyof typeof SERVICE_EDGES;

function everyRpc(group: Readonly<Record<string, RpcContract>>): RpcContract[] {
  return Object.values(group);
}
