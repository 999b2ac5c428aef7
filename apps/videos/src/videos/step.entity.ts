import { defineEntity, p } from '@mikro-orm/postgresql';
import { type Encoder, RENDER_STEPS, type RenderStep } from '#libs/contracts';
import { VideoRow } from './video.entity.js';

/**
 * WAITING in the fair queue, DISPATCHED as a job in JetStream, LEASED by a renderer, DONE with an accepted upload. Returns to
 * WAITING when an attempt fails or its renderer falls silent; DROPPED when its video ends without it. BLOCKED until the steps
 * that it needs are DONE.
 */
const STEP_STATES = ['BLOCKED', 'WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED'] as const;
export type StepState = (typeof STEP_STATES)[number];

const StepSchema = defineEntity({
  name: 'StepRow',
  tableName: 'segments',
  checks: [
    {
      name: 'segments_state_check',
      expression: `state in (${STEP_STATES.map((state) => `'${state}'`).join(', ')})`,
    },
    {
      name: 'segments_step_check',
      expression: `step in (${RENDER_STEPS.map((step) => `'${step}'`).join(', ')})`,
    },
  ],
  properties: {
    video: p.manyToOne(VideoRow).primary().deleteRule('cascade'),
    /** Index within the video, from 0. */
    index: p.integer().primary().fieldName('segment'),
    orgId: p.uuid(),
    kind: p.text().$type<RenderStep>().default('video').fieldName('step'),
    /** Frames `[fromFrame, toFrame)` of the video: all of them for a step that draws none. */
    fromFrame: p.integer(),
    toFrame: p.integer(),
    /** Estimated CPU milliseconds of an attempt. */
    costMs: p.integer().default(10_000),
    state: p.text().$type<StepState>(),
    /** Whether it is of a test video; those have a separate queue. */
    test: p.boolean().default(false),
    /** Whether the step keeps a slot busy for long. The long steps of an organization wait in a line of their own. */
    long: p.boolean().default(false),
    /** Since when it has waited in the queue. */
    queuedAt: p.datetime(3),
    /** A pause after an attempt that failed: until then it is not dispatched. */
    notBefore: p.datetime(3).nullable(),
    dispatchedAt: p.datetime(3).nullable(),
    /** The encoder whose subject its latest job was sent to. */
    encoder: p.text().$type<Encoder>().nullable(),
    /** Number of the latest claim; every write of a result checks it. */
    epoch: p.integer().default(0),
    /** Claims granted, without those that a stopping renderer handed back. */
    attempts: p.integer().default(0),
    /** Attempts that failed while their renderer lived. */
    faults: p.integer().default(0),
    /** Number of times that it was drawn again because its file did not fit the others. */
    redraws: p.integer().default(0),
    /** Number of attempts that lost their renderer. */
    losses: p.integer().default(0),
    worker: p.text().nullable(),
    /** The worker's id of its claim. */
    claimId: p.text().nullable(),
    claimedAt: p.datetime(3).nullable(),
    /** Latest sign of life of the lease's holder. */
    heartbeatAt: p.datetime(3).nullable(),
    /** Frames drawn in the latest attempt. */
    framesDone: p.integer().default(0),
    /** Bytes of the accepted upload. */
    outputSize: p.bigint('number').nullable(),
    /** Storage key of the poster that was uploaded with it. */
    posterKey: p.text().nullable(),
  },
  indexes: [
    { name: 'segments_waiting', properties: ['test', 'orgId', 'long', 'queuedAt'], where: `state = 'WAITING'` },
    { name: 'segments_uncut', properties: ['queuedAt'], where: `state = 'WAITING' and long and step = 'video'` },
    { name: 'segments_returned', properties: ['orgId', 'queuedAt'], where: `state = 'WAITING' and epoch > 0` },
    { name: 'segments_active', properties: ['state', 'orgId'], where: `state in ('DISPATCHED', 'LEASED')` },
  ],
});

/** Work of one renderer on a video. A whole video has one step, a video that is cut has several. */
export class StepRow extends StepSchema.class {}
StepSchema.setClass(StepRow);
