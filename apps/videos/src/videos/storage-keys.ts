import { randomBytes } from 'node:crypto';
import { publicFileKey, type VideoFormat } from '#libs/contracts';
import { toBase62 } from '#libs/signing';
import type { StepRow } from './step.entity.js';

/** The prefix of everything that a video's renderers upload; nothing below it is public. */
export function workPrefix(videoId: string): string {
  return `work/${videoId}/`;
}

/** An attempt on a step. */
type Attempt = Pick<StepRow, 'index' | 'epoch' | 'kind'>;

/** The upload of one attempt; the epoch keeps a renderer that lost its claim from overwriting its successor's file. */
export function outputKey(
  { id, format }: { id: string; format: VideoFormat },
  { index, epoch, kind }: Attempt,
): string {
  return `${workPrefix(id)}${index}-${epoch}.${kind === 'assets' ? 'json' : format}`;
}

/** Whether a poster's key is one that this attempt may upload and that no other attempt has. */
export function isPosterKey(key: string, videoId: string, index: number, epoch: number): boolean {
  return key.startsWith(`${workPrefix(videoId)}${index}-${epoch}.`) && key.endsWith('.jpg');
}

/** The public key of a new video's file. */
export function newPublicKey(videoId: string, format: VideoFormat): string {
  return publicFileKey(videoId, toBase62(randomBytes(24), 22), format);
}

/** The key of an attempt's plan that is too large for a message. */
export function planKey(videoId: string, index: number, epoch: number): string {
  return `${workPrefix(videoId)}${index}-${epoch}.plan.json`;
}
