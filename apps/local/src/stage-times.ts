import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Video } from '#libs/contracts';

/** The duration of each stage of a video, in one line, with the renderer's own stages if its log has them. */
export function stageTimes(video: Video, webhookAtMs: number, logs: string): string {
  const [created, started, finished] = [video.created_at, video.started_at, video.finished_at].map((time) =>
    time === null ? NaN : Date.parse(time),
  );
  const stages = [
    ['queued', started! - created!],
    ['rendered', finished! - started!],
    ['webhook', webhookAtMs - finished!],
  ] as const;
  const inner = Object.entries(rendererStages(video.id, logs)).map(([name, ms]) => `${name} ${seconds(ms)}`);
  const parts = stages.map(([name, ms]) => {
    const detail = name === 'rendered' && inner.length > 0 ? ` (${inner.join(', ')})` : '';
    return `${name} ${seconds(ms)}${detail}`;
  });
  return parts.join(' · ');
}

/** The `stage_ms` of the renderer's line about this video; empty where the log has none. */
function rendererStages(videoId: string, logs: string): Record<string, number> {
  for (const line of logLines(join(logs, 'renderer.log')).reverse()) {
    if (!line.includes(videoId) || !line.includes('"stage_ms"')) continue;
    return (JSON.parse(line) as { stage_ms: Record<string, number> }).stage_ms;
  }
  return {};
}

function logLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
