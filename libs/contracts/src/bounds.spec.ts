import { expect, it } from '@jest/globals';
import { shapesWithin } from '#libs/template';
import { unboundedWithin } from '#libs/testing';
import type { PayloadClass } from './message.js';
import { SERVICE_EDGES, type ServiceEdges } from './service-edges.js';

const edges: ServiceEdges[] = Object.values(SERVICE_EDGES);

/** The classes into which services read messages. */
const MESSAGES: PayloadClass[] = edges.flatMap(({ serves, consumes, subscribes }) => [
  ...serves.map(({ request }) => request),
  ...[...consumes, ...subscribes].map(({ payload }) => payload),
]);

const shapes = [...new Set(MESSAGES.flatMap((shape) => [...shapesWithin(shape)]))];

it.each(shapes.map((shape) => [shape.name, shape] as const))(
  '%s bounds every string, number, array and map',
  (_name, shape) => expect(unboundedWithin(shape)).toEqual([]),
);
