import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

export const renderAttemptsEnded = defineCounter({
  name: 'framewright_render_attempts_total',
  help: 'Ended render attempts: rendered, failed (with its error code), unfit, missing, replan, handed_back or dropped',
  labels: ['outcome', 'code'],
});

export const stageTime = defineHistogram({
  name: 'framewright_render_stage_seconds',
  help: 'Time spent in each stage of a successful render attempt; drawing and encoding alternate',
  labels: ['stage'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
});

export const realtimeFactor = defineHistogram({
  name: 'framewright_render_realtime_factor',
  help: 'Seconds of video rendered per second of work, assets and upload included',
  labels: ['encoder', 'format'],
  buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 16, 32],
});

export const renderedVideoSeconds = defineCounter({
  name: 'framewright_rendered_video_seconds_total',
  help: 'Length of rendered videos; its rate is the seconds of video produced per second',
  labels: ['encoder', 'format'],
});

export const rendererSlots = defineGauge({
  name: 'framewright_renderer_slots',
  help: 'Slots of this renderer by use: free or busy',
  labels: ['use'],
});

export const encoderInfo = defineGauge({
  name: 'framewright_encoder_info',
  help: 'Always 1; labels name the encoder in use and the configured one',
  labels: ['encoder', 'asked'],
});
