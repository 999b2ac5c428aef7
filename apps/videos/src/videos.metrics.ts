import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

export const videosAccepted = defineCounter({
  name: 'framewright_videos_accepted_total',
  help: 'Videos whose credits were held',
});

export const batchesAccepted = defineCounter({
  name: 'framewright_batches_accepted_total',
  help: 'Batches whose credits were held; their videos count as accepted videos too',
});

export const batchesFinished = defineCounter({
  name: 'framewright_batches_finished_total',
  help: 'Batches whose last video has ended',
});

export const videosEnded = defineCounter({
  name: 'framewright_videos_ended_total',
  help: 'Ended videos by final status, and by error code if they failed',
  labels: ['status', 'code'],
});

export const completionTime = defineHistogram({
  name: 'framewright_video_completion_seconds',
  help: 'Time from accepting a video to publishing its file',
  buckets: [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600],
});

export const queueWait = defineHistogram({
  name: 'framewright_video_queue_wait_seconds',
  help: 'Time from queuing a video to its first renderer',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600],
});

export const stepAttemptsEnded = defineCounter({
  name: 'framewright_segment_attempts_total',
  help: 'Render attempts: accept, retry, lost (renderer gone), release (handed back), redraw (a file unfit or gone), replan, fail, ignore (too late)',
  labels: ['outcome'],
});

export const repairs = defineCounter({
  name: 'framewright_repairs_total',
  help: 'Cases that the reconciler has repaired after crashes and lost messages',
  labels: ['pass'],
});

export const queuedSteps = defineGauge({
  name: 'framewright_segments',
  help: 'Steps not yet rendered, over all replicas: WAITING in PostgreSQL, DISPATCHED to JetStream, LEASED by a renderer',
  labels: ['state', 'encoder'],
});

export const queueCost = defineGauge({
  name: 'framewright_render_queue_cpu_seconds',
  help: 'Estimated CPU time of the steps that are not yet rendered, over all replicas; by it renderers are scaled',
  labels: ['state'],
});

export const queueAge = defineGauge({
  name: 'framewright_render_queue_oldest_seconds',
  help: 'Waiting time of the step at the front of the queue; 0 if none waits',
});

export const announcedSlots = defineGauge({
  name: 'framewright_render_slots',
  help: 'Slots that renderers have announced, by use: free or busy',
  labels: ['encoder', 'use'],
});
