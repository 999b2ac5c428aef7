import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

export const renderAttemptsEnded = defineCounter({
  name: 'framewright_render_attempts_total',
  help: 'Claimed segments by outcome (rendered, failed, handed_back, dropped) and, where they failed, why',
  labels: ['outcome', 'code'],
});

export const stageTime = defineHistogram({
  name: 'framewright_render_stage_seconds',
  help: 'Time spent in each stage of a segment that was rendered; drawing and encoding take turns',
  labels: ['stage'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
});

export const realtimeFactor = defineHistogram({
  name: 'framewright_render_realtime_factor',
  help: 'Seconds of video for each second it took to render, assets and upload included',
  labels: ['encoder', 'format'],
  buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 16, 32],
});

export const renderedVideoSeconds = defineCounter({
  name: 'framewright_rendered_video_seconds_total',
  help: 'Length of what was rendered; its rate is the seconds of video made in a second',
  labels: ['encoder', 'format'],
});

export const rendererSlots = defineGauge({
  name: 'framewright_renderer_slots',
  help: 'Slots of this renderer by use: free or busy',
  labels: ['use'],
});

export const encoderInfo = defineGauge({
  name: 'framewright_encoder_info',
  help: '1 for the encoder in use, beside the one that was asked for',
  labels: ['encoder', 'asked'],
});
