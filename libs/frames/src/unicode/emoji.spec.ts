import { describe, expect, it } from '@jest/globals';
import { isShownAsEmoji, mayHaveEmoji } from './emoji.js';
import { splitGraphemes } from './segmentation.js';

const EMOJI = '😀 ⌚ ❤\ufe0f ☎\ufe0f ©\ufe0f 1\ufe0f\u20e3 ☝🏽 🇯🇵 👨‍👩‍👧 ❤\ufe0f‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿'.split(' ');
const TEXT = '✔ ☎ ❤ ☀ ✈ ☺ ▶ ↔ © ™ 1 # a ☎\ufe0e 😀\ufe0e 1\ufe0f स\u200dा'.split(' ');

describe('isShownAsEmoji', () => {
  it.each(EMOJI)('%s is shown as emoji', (grapheme) => {
    expect(splitGraphemes(grapheme)).toHaveLength(1);
    expect([mayHaveEmoji(grapheme), isShownAsEmoji(grapheme)]).toEqual([true, true]);
  });

  it.each(TEXT)('%s is shown as text', (grapheme) => expect(isShownAsEmoji(grapheme)).toBe(false));
});
