import { type Timeline, volumeAt } from '#libs/timeline';
import type { PlannedSound } from '../protocol.js';

/** The sounds of a timeline for `mixSounds`. */
export function plannedSounds({ sounds, fps }: Timeline): PlannedSound[] {
  return sounds.map((sound) => {
    const frames = sound.toFrame - sound.fromFrame;
    const isMoving = sound.volumeKeyframes !== undefined;
    return {
      url: sound.sourceUrl,
      fromS: sound.fromFrame / fps,
      toS: sound.toFrame / fps,
      trimStartS: sound.trimStartS,
      trimEndS: sound.trimEndS,
      volumes: Array.from({ length: isMoving ? frames + 1 : 1 }, (_, frame) => volumeAt(sound, frame / fps)),
      fadeInS: sound.fadeInS,
      fadeOutS: sound.fadeOutS,
      loop: sound.loop,
      speed: sound.speed ?? 1,
      role: sound.role,
      ducks: sound.role === 'page' || sound.isOfFootage === true,
    };
  });
}
