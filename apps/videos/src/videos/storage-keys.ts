import type { VideoFormat } from '#libs/contracts';

/** Under this prefix lies all that a video's workers upload; nothing of it is ever public. */
export function workPrefix(videoId: string): string {
  return `work/${videoId}/`;
}

/** Where one attempt uploads; the epoch keeps a worker that lost its claim from overwriting its successor's file. */
export function outputKey(video: { id: string; format: VideoFormat }, segment: number, epoch: number): string {
  return `${workPrefix(video.id)}${segment}-${epoch}.${video.format}`;
}

/** Whether a renderer's poster lies where this attempt may upload, under a name that no other attempt has. */
export function isPosterKey(key: string, videoId: string, segment: number, epoch: number): boolean {
  return key.startsWith(`${workPrefix(videoId)}${segment}-${epoch}.`) && key.endsWith('.jpg');
}

/** Where callers find the still of a finished video: beside the file, as unguessable as that. */
export function publicPosterKey(publicKey: string): string {
  return publicKey.replace(/\.\w+$/, '.jpg');
}

/** Where the plan of one attempt lies when it is too large for a message. */
export function planKey(videoId: string, segment: number, epoch: number): string {
  return `${workPrefix(videoId)}${segment}-${epoch}.plan.json`;
}
