import { expect, it } from '@jest/globals';
import { applyModifications } from './apply-modifications.js';
import { foundDurations, pageCopies } from './page-copies.js';
import { FORMAT_LIMITS } from '../document-limits.js';
import { validateTemplate } from '../validate-template.js';

const WORDS = 'one two three four five six seven eight nine ten'; // 3 s at 200 a minute
const DOCUMENT = {
  ...{ name: 'Times', width: 64, height: 64 },
  variables: {
    texts: { type: 'list', fields: { text: { type: 'string' } }, default: [{ text: WORDS }, { text: '' }] },
  },
  pages: [
    { number: 1, duration: 2, when: 'false', layers: [] },
    {
      ...{
        number: 2,
        duration: 'auto',
        repeat: { list: 'texts', as: 'each' },
        page_audio_url: 'https://a.example/1.mp3',
      },
      layers: [
        { name: 'spoken', type: 'text', text: '{{each.text}}', duration: 'auto' },
        { name: 'stated', type: 'shape', duration: 1 },
        {
          ...{ name: 'group', type: 'group' },
          layers: [{ name: 'within', type: 'shape', duration: { as: 'spoken' } }],
        },
      ],
    },
  ],
};

it('durations that follow from content are found for pages and layers of the template, of copies the first', () => {
  const checked = validateTemplate(DOCUMENT);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const measured = new Map([['audio https://a.example/1.mp3', 4.2]]);
  const applied = applyModifications(checked.value, {}, '', { ...FORMAT_LIMITS, measured });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  const { value, origins } = applied;
  expect(pageCopies(value, origins)).toEqual([
    { page: 1, startS: 0, durationS: 4.2 },
    { page: 1, startS: 4.2, durationS: 4.2 },
  ]);
  expect(foundDurations(checked.value, value, origins)).toEqual({
    'pages[1].layers[0]': 3,
    'pages[1].layers[2].layers[0]': 3,
  });
});
