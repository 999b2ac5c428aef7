import LineBreaker from 'linebreak';

/** The offsets at which UAX #14 allows a line to end, ascending. */
export function* lineBreaks(paragraph: string): Generator<number> {
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) yield next.position;
}
