import { expect, it } from '@jest/globals';
import { durable, live, rpc, withToken } from '#libs/contracts';
import { contractsHandledBy } from './handled-contracts.js';
import { DurableHandler, LiveHandler, RpcHandler } from './handlers.js';
import type { DurableContext } from './jetstream-strategy.js';
import type { JetStreamPublisher } from './publishers.js';

class Half {
  n: number;
}
class Note {
  text: string;
}

const HALVE = rpc<Half, { half: number }>('rpc.probe.halve', Half, { budget: 'requests' });
const JOB = durable('RENDER', 'render.job.*', Note);
const NOTE = live('probe.note', Note);

class ProbeController {
  @RpcHandler(HALVE)
  halve({ n }: Half): { half: number } {
    return { half: n / 2 };
  }

  @RpcHandler(HALVE)
  halveLater({ n }: Half): Promise<{ half: number }> {
    return Promise.resolve({ half: n / 2 });
  }

  @DurableHandler(withToken(JOB, 'software'))
  job({ text }: Note, { messageId }: DurableContext): void {
    text.concat(messageId);
  }

  @LiveHandler(NOTE)
  note({ text }: Pick<Note, 'text'>): void {
    text.trim();
  }

  // @ts-expect-error -- the request is a Half
  @RpcHandler(HALVE)
  wrongRequest({ text }: Note): { half: number } {
    return { half: text.length };
  }

  // @ts-expect-error -- the reply has a half
  @RpcHandler(HALVE)
  wrongReply({ n }: Half): { double: number } {
    return { double: 2 * n };
  }

  // @ts-expect-error -- the reply has a half, also when it comes later
  @RpcHandler(HALVE)
  wrongReplyLater({ n }: Half): Promise<{ double: number }> {
    return Promise.resolve({ double: 2 * n });
  }

  // @ts-expect-error -- a request has no context
  @RpcHandler(HALVE)
  wrongParameters({ n }: Half, { messageId }: DurableContext): { half: number } {
    return { half: n / messageId.length };
  }

  // @ts-expect-error -- the payload is a Note
  @DurableHandler(JOB)
  wrongPayload({ n }: Half): void {
    n.toFixed();
  }

  // @ts-expect-error -- a durable message gets no reply
  @DurableHandler(JOB)
  wrongResult({ text }: Note): number {
    return text.length;
  }

  // @ts-expect-error -- the payload is a Note
  @LiveHandler(NOTE)
  wrongNote({ n }: Half): void {
    n.toFixed();
  }
}

it('records every contract that a controller handles', () => {
  const handled = contractsHandledBy(ProbeController).map(({ kind, subject }) => `${kind} ${subject}`);
  expect(handled.slice(0, 4)).toEqual([
    'rpc rpc.probe.halve',
    'rpc rpc.probe.halve',
    'durable render.job.software',
    'live probe.note',
  ]);
  expect(handled).toHaveLength(11);
});

/** Never called: it compiles exactly if a publisher may send these messages. */
export function _sends(publisher: JetStreamPublisher): unknown {
  return [
    publisher.publish(withToken(JOB, 'software'), { text: 'x' }, { id: '1' }),
    // @ts-expect-error -- the subject has a `*`
    publisher.publish(JOB, { text: 'x' }, { id: '1' }),
    // @ts-expect-error -- the payload is a Note
    publisher.publish(withToken(JOB, 'software'), { n: 1 }, { id: '1' }),
  ];
}
