import { stillRunsOf } from '#libs/timeline';
import { compileDocument } from '../render/work.ts';
import { type Json, shape } from './documents/layers.ts';

/**
 * The document such that a slot can use nothing that it has made for others: it has two rows fewer for each number from 1,
 * so that no painting fits, and its music is a little softer, so that no encoded sound is the same.
 */
export function unseen(document: Json, number: number): Json {
  const tracks = (document['audio'] ?? []) as { volume?: number }[];
  const audio = tracks.map((track) => ({ ...track, volume: (track.volume ?? 1) * (1 - number / 10_000) }));
  return { ...document, height: (document['height'] as number) - 2 * number, audio };
}

/**
 * A video of a second with the properties by which a slot chooses the files that it decodes: the first of its kind, and
 * one in 20.
 */
export function firstOfItsKind(document: Json): Json {
  const moving = shape('moving', [0, 0, 10, 10], {
    keyframes: { x: [0, 1].map((time) => ({ time, value: 99 * time })) },
  });
  const layers = stillRunsOf(compileDocument(document)).length > 0 ? [] : [moving];
  return { ...document, pages: [{ number: 1, duration: 1, layers }] };
}
