import { type TemplateDocument, type Warning, warningAt } from '#libs/template';
import type { Timeline } from './timeline.js';

/** Finds the audio tracks of a document that start when the video has ended. */
export function unheardTracks({ audio = [] }: TemplateDocument, { sounds, durationS }: Timeline): Warning[] {
  const audible = new Set(sounds.map(({ path }) => path));
  return audio.flatMap(({ start = 0 }, index) => {
    const path = `audio[${index}]`;
    if (audible.has(path)) return [];
    const message = `the track starts at ${start} s, and the video lasts ${durationS} s`;
    return [warningAt(path, { code: 'AUDIO_OUTSIDE_TIME', message, property: 'start', value: start })];
  });
}
