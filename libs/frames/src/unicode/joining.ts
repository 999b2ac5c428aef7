/** Scripts whose letters join their neighbors. */
const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Mandaic}]/u;

/** Letters that do not join the next one (Joining_Type R and U of ArabicShaping.txt). */
const ENDS_JOINING =
  /[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06dd\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f]/u;

/** Letters that do not join the previous one either. */
const UNJOINED = /[\u0621\u06d4\u06dd]/u;

/** Whether a letter of a cursive script is joined to the next one. */
export function isJoinedTo(letter: string, next: string): boolean {
  const [from, to] = [Array.from(letter)[0] ?? '', Array.from(next)[0] ?? ''];
  if (!isCursiveLetter(from) || !isCursiveLetter(to)) return false;
  return !ENDS_JOINING.test(from) && !UNJOINED.test(to);
}

function isCursiveLetter(character: string): boolean {
  return CURSIVE.test(character) && /\p{L}/u.test(character);
}
