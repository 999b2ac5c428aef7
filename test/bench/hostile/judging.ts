// A program of its own, because it imports the sources of the services, which are TypeScript with decorators.
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { brokenBounds, type Measured, measureDocuments, measureJson, measurePlace } from './measure.ts';
import { placesOf } from './places.ts';

/** A measurement as it crosses to the bench. */
export type Measurement = Omit<Measured, 'place' | 'maxMs'> & {
  /** Number of the place in the document; absent for any body. */
  place?: number;
  broken: string[];
};

/** The operations to be judged; all of them when none is named. */
interface Question {
  document: FuzzDocument;
  operations: readonly string[];
}

/** The judging process sends this before it judges a place, and again with the result. */
export interface Progress {
  /** `createVideo metadata` */
  begun?: string;
  measurements?: Measurement[];
}

process.once('message', ({ document, operations }: Question) => {
  const report = (begun: string, place: number | undefined, measure: () => Measured[]): void => {
    process.send!({ begun } satisfies Progress);
    const measurements = measure().map(({ place: _, maxMs, ...measured }): Measurement => {
      return { ...measured, place, broken: brokenBounds({ ...measured, maxMs }) };
    });
    process.send!({ measurements } satisfies Progress);
  };
  report('any body', undefined, measureJson);
  report('a whole document', undefined, measureDocuments);
  for (const [at, place] of placesOf(document, operations).entries()) {
    report(`${place.operation} ${place.field}`, at, () => measurePlace(place, document));
  }
  process.disconnect!();
});
process.send!({} satisfies Progress);
