import { expect, it } from '@jest/globals';
import { applyModifications, validateTemplate } from '#libs/template';
import { compile } from './compile.js';
import { unheardTracks } from './unheard-tracks.js';

it('tracks that start when the video has ended are reported', () => {
  const source_url = 'https://example.com/a.mp3';
  const audio = [{ source_url }, { source_url, start: 2 }, { source_url, start: 1.9 }];
  const pages = [{ number: 1, duration: 2 }];
  const checked = validateTemplate({ name: 'x', width: 640, height: 360, pages, audio });
  const applied = checked.ok ? applyModifications(checked.value, {}) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  expect(unheardTracks(applied.value, compile(applied.value, { fps: 24 }))).toEqual([
    {
      field: 'audio[1].start',
      code: 'AUDIO_OUTSIDE_TIME',
      severity: 'warning',
      message: 'the track starts at 2 s, and the video lasts 2 s',
      value: 2,
    },
  ]);
});
