import { describe, expect, it } from '@jest/globals';
import { durable, live, type MessageContract, rpc, type ServiceEdges, withToken } from '#libs/contracts';
import { handlerFaults } from './check-handlers.js';

class Body {}

const [ONE, TWO] = [
  rpc('rpc.probe.one', Body, { budget: 'requests' }),
  rpc('rpc.probe.two', Body, { budget: 'requests' }),
];
const JOB = durable('RENDER', 'render.job.*', Body);
const [FAST, SLOW] = [withToken(JOB, 'fast'), withToken(JOB, 'slow')];
const [DONE, NOTE] = [durable('VIDEO', 'video.done', Body), live('probe.note', Body)];
const EDGES: ServiceEdges = {
  calls: [TWO],
  serves: [ONE],
  emits: [],
  consumes: [FAST, SLOW, DONE],
  publishes: [],
  subscribes: [NOTE],
};

describe('the handlers of a service', () => {
  it.each<[string, MessageContract[]]>([
    ['each edge has one', [ONE, FAST, DONE, NOTE]],
    ['a process takes every job', [ONE, FAST, SLOW, DONE, NOTE]],
    ['a live message and a durable one have two', [ONE, FAST, DONE, DONE, NOTE, NOTE]],
  ])('agree with its edges when %s', (_when, handled) => expect(handlerFaults(EDGES, handled)).toEqual([]));

  it.each<[string, MessageContract[], string]>([
    ['a request lacks one', [FAST, DONE, NOTE], '"serves" lists rpc.probe.one, which has no handler'],
    ['a durable message lacks one', [ONE, FAST, NOTE], '"consumes" lists video.done, which has no handler'],
    ['a live message lacks one', [ONE, FAST, DONE], '"subscribes" lists probe.note, which has no handler'],
    [
      'it serves what it only calls',
      [ONE, TWO, FAST, DONE, NOTE],
      'rpc.probe.two has a handler, but "serves" does not list it',
    ],
    [
      'it consumes every job by one consumer',
      [ONE, FAST, JOB, DONE, NOTE],
      'render.job.* has a handler, but "consumes" does not list it',
    ],
    ['a request has two', [ONE, ONE, FAST, DONE, NOTE], 'rpc.probe.one has more than one handler'],
  ])('disagree with its edges when %s', (_when, handled, fault) =>
    expect(handlerFaults(EDGES, handled)).toEqual([fault]),
  );

  it('lack every subject of a job that no process takes', () => {
    expect(handlerFaults(EDGES, [ONE, DONE, NOTE])).toEqual([
      '"consumes" lists render.job.fast, which has no handler',
      '"consumes" lists render.job.slow, which has no handler',
    ]);
  });
});
