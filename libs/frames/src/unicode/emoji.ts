/** Asks for the text or the emoji presentation of the character before (Unicode Standard, 23.4). */
const TEXT_SELECTOR = '\ufe0e';
const EMOJI_SELECTOR = '\ufe0f';

const EMOJI = /\p{Emoji}/u;
/** Characters that are drawn as emoji without a selector, and skin tones, which make an emoji of the character before. */
const SHOWN_AS_EMOJI = /[\p{Emoji_Presentation}\p{Emoji_Modifier}]/u;
/** Digits and signs, which are emoji only as keycaps. */
const KEYCAP_BASE = /^[\d#*]/;
const KEYCAP = '\u20e3';

/** Whether a text may contain graphemes that are drawn as emoji. */
export function mayHaveEmoji(text: string): boolean {
  return text.includes(EMOJI_SELECTOR) || SHOWN_AS_EMOJI.test(text);
}

/**
 * Whether a grapheme is drawn as emoji: by the default of its characters, unless a variation selector asks for the other
 * presentation (UTS #51 §4.3). So ☎ is text, and ☎ with U+FE0F an emoji.
 */
export function isShownAsEmoji(grapheme: string): boolean {
  const [base = '', second] = grapheme;
  if (second === TEXT_SELECTOR) return false;
  if (SHOWN_AS_EMOJI.test(grapheme)) return true;
  if (!grapheme.includes(EMOJI_SELECTOR) || !EMOJI.test(base)) return false;
  return !KEYCAP_BASE.test(base) || grapheme.includes(KEYCAP);
}
