import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DnsQuestion,
  type DnsReply,
  eventually,
  startDnsServer,
  temporaryFolder,
  type TestDnsServer,
} from '#libs/testing';
import { createNameResolver } from './name-resolver.js';

const folder = temporaryFolder('names');
const hostsFile = join(folder, 'hosts');
const resolvConf = join(folder, 'resolv.conf');
let server: TestDnsServer;

const a = (name: string, data: string, ttl = 60) => ({ type: 'A' as const, name, ttl, data });
const aaaa = (name: string, data: string, ttl = 60) => ({ type: 'AAAA' as const, name, ttl, data });

/** Names that the server knows; every other name does not exist. */
const ZONE: Record<string, (question: DnsQuestion) => DnsReply> = {
  'four.test': ({ name, type }) => ({ records: type === 'A' ? [a(name, '192.0.2.1'), a(name, '192.0.2.2')] : [] }),
  'both.test': ({ name, type }) => ({ records: [type === 'A' ? a(name, '192.0.2.1') : aaaa(name, '2001:db8::1')] }),
  'six.test': ({ name, type }) => ({ records: type === 'AAAA' ? [aaaa(name, '2001:db8::1')] : [] }),
  'alias.test': ({ name, type }) => ({
    records: [
      { type: 'CNAME', name, ttl: 60, data: 'four.test' },
      ...(type === 'A' ? [a('four.test', '192.0.2.1')] : []),
    ],
  }),
  'dangling.test': ({ name }) => ({ records: [{ type: 'CNAME', name, ttl: 60, data: 'gone.test' }] }),
  'empty.test': () => ({ records: [] }),
  'slow.test': ({ name, type }) => ({ records: type === 'A' ? [a(name, '192.0.2.1')] : [], afterMs: 300 }),
  'deaf-to-six.test': ({ name, type }) => (type === 'A' ? { records: [a(name, '192.0.2.1')] } : 'silence'),
  'broken.test': () => ({ refusal: 'SERVFAIL' }),
  'silent.test': () => 'silence',
  'fleeting.test': ({ name, type }) => ({ records: type === 'A' ? [a(name, '192.0.2.1', 0)] : [] }),
  'minio.storage.svc.cluster.local': ({ name, type }) => ({ records: type === 'A' ? [a(name, '10.0.0.9')] : [] }),
};

beforeAll(async () => {
  server = await startDnsServer(
    (question) => ZONE[question.name.replace(/^\d+\./, '')]?.(question) ?? { refusal: 'NXDOMAIN' },
  );
  writeFileSync(
    hostsFile,
    '127.0.0.1 localhost\n10.1.2.3\tInside.test inside # ours\nfd00::3 inside.test\nnonsense x\n',
  );
  writeFileSync(resolvConf, 'nameserver 192.0.2.53\nsearch default.svc.cluster.local svc.cluster.local\n');
});

afterAll(async () => {
  await server.stop();
});

beforeEach(() => void server.questions.splice(0));

const open = () => createNameResolver({ servers: [server.address], hostsFile, resolvConf });

async function answerOf(name: string, resolve = open()): Promise<string[] | string> {
  return resolve(name).then(
    (found) => found.map(({ address }) => address),
    (error: unknown) => (error as NodeJS.ErrnoException).code!,
  );
}

describe('names', () => {
  it.each([
    ['with several addresses', 'four.test', ['192.0.2.1', '192.0.2.2']],
    ['of both families, IPv4 first', 'both.test', ['192.0.2.1', '2001:db8::1']],
    ['with AAAA only', 'six.test', ['2001:db8::1']],
    ['in any case, ending in a dot', 'FOUR.test.', ['192.0.2.1', '192.0.2.2']],
    ['that are aliases', 'alias.test', ['192.0.2.1']],
    ['that are aliases of nothing', 'dangling.test', 'ENOTFOUND'],
    ['without address', 'empty.test', 'ENOTFOUND'],
    ['whose server takes its time', 'slow.test', ['192.0.2.1']],
    ['whose server never answers for AAAA', 'deaf-to-six.test', ['192.0.2.1']],
    ['whose server has trouble', 'broken.test', 'ESERVFAIL'],
    ['whose server never answers', 'silent.test', 'ETIMEOUT'],
    ['that do not exist', 'nowhere.test', 'ENOTFOUND'],
    ['of the hosts file', 'inside.test', ['10.1.2.3', 'fd00::3']],
    ['of the hosts file, short', 'INSIDE', ['10.1.2.3']],
    ['of this machine', 'localhost', ['127.0.0.1']],
    ['of this machine, not in the hosts file', 'any.localhost', ['127.0.0.1', '::1']],
    ['of the cluster, by a search domain', 'minio.storage', ['10.0.0.9']],
  ])('%s', async (_what, name, expected) => {
    expect(await answerOf(name)).toEqual(expected);
  });

  it('that look like nothing at all are no address', async () => {
    expect(await answerOf('a..test')).toMatch(/^E/);
    expect(await answerOf(`${'x'.repeat(64)}.test`)).toMatch(/^E/);
  });

  it('of the hosts file and of this machine are resolved without a query', async () => {
    for (const name of ['inside.test', 'localhost', 'any.localhost']) await answerOf(name);
    expect(server.questions).toEqual([]);
  });

  it('are found while hundreds of others wait for servers that never answer', async () => {
    const resolve = open();
    let ended = 0;
    const silent: Promise<string[] | string>[] = [];
    // In groups that the server has read before the next comes: the kernel drops what its socket's buffer cannot hold.
    while (silent.length < 200) {
      for (let asked = 0; asked < 20; asked += 1)
        silent.push(answerOf(`${silent.length}.silent.test`, resolve).finally(() => (ended += 1)));
      await eventually(() => server.questions.length >= 2 * silent.length);
    }
    expect(await answerOf('four.test', resolve)).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(await answerOf('slow.test', resolve)).toEqual(['192.0.2.1']);
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['ETIMEOUT']));
  });
});

describe('what is known', () => {
  const asked = (name: string) =>
    server.questions.filter((question) => question.name === name && question.type === 'A');

  it.each([
    ['an address', 'four.test'],
    ['an address that may be kept for no time, for a second', 'fleeting.test'],
    ['that there is none', 'nowhere.test'],
  ])('is not asked for again: %s', async (_what, name) => {
    const resolve = open();
    const together = await Promise.all([answerOf(name, resolve), answerOf(name, resolve)]);
    expect(together[1]).toEqual(together[0]);
    expect(await answerOf(name, resolve)).toEqual(together[0]);
    expect(asked(name)).toHaveLength(1);
  });
});
