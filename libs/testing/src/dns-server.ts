import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import packet, { type Answer } from 'dns-packet';

/** Answer of a test's DNS server to a question: records, a refusal, or nothing at all. */
export type DnsReply =
  { records: Answer[]; afterMs?: number } | { refusal: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' } | 'silence';

export interface DnsQuestion {
  /** In lower case. */
  name: string;
  type: string;
}

export interface TestDnsServer {
  /** `address:port`, as DNS_SERVERS takes it. */
  readonly address: string;
  /** Every question that has come, oldest first. */
  readonly questions: DnsQuestion[];
  stop(): Promise<void>;
}

const RCODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** A DNS server on loopback (UDP) whose responses the test decides; a name without a record of the requested type gets an empty response. */
export async function startDnsServer(reply: (question: DnsQuestion) => DnsReply): Promise<TestDnsServer> {
  const questions: DnsQuestion[] = [];
  const socket = createSocket('udp4');
  const answer = (asked: packet.DecodedPacket, to: AddressInfo) => {
    const [{ name, type }] = asked.questions as [packet.Question];
    const question = { name: name.toLowerCase(), type };
    questions.push(question);
    const reaction = reply(question);
    if (reaction === 'silence') return;
    const rcode = 'refusal' in reaction ? RCODES[reaction.refusal] : 0;
    const message = packet.encode({
      type: 'response',
      ...(asked.id !== undefined && { id: asked.id }),
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode,
      questions: asked.questions ?? [],
      answers: 'records' in reaction ? reaction.records : [],
    });
    const send = () => socket.send(message, to.port, to.address);
    if ('records' in reaction && reaction.afterMs !== undefined) setTimeout(send, reaction.afterMs).unref();
    else send();
  };
  socket.on('message', (message, from) => answer(packet.decode(message), from as AddressInfo));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: () => new Promise((resolve) => socket.close(resolve)),
  };
}
