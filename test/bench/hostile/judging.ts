// A program of its own: it imports what the services are made of, which is TypeScript with decorators.
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { brokenBounds, type Measured, measureJson, measurePlace } from './measure.ts';
import { placesOf } from './places.ts';

/** A measurement as it crosses to the bench. */
export type Told = Omit<Measured, 'place' | 'maxMs'> & {
  /** Which of the document's places it is about; none for any body. */
  place?: number;
  broken: string[];
};

/** What is to be judged; all operations when none is named. */
interface Question {
  document: FuzzDocument;
  operations: readonly string[];
}

process.once('message', ({ document, operations }: Question) => {
  const told = (place: number | undefined, { place: _, maxMs, ...measured }: Measured): Told => {
    return { ...measured, place, broken: brokenBounds({ ...measured, maxMs }) };
  };
  const all = [
    ...measureJson().map((each) => told(undefined, each)),
    ...placesOf(document, operations).flatMap((place, at) =>
      measurePlace(place, document).map((each) => told(at, each)),
    ),
  ];
  process.send!(all, () => process.disconnect?.());
});
process.send!('ready');
