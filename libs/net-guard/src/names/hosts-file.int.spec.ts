import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { HostsFile, parseHosts } from './hosts-file.js';

const folder = temporaryFolder('hosts');
const path = join(folder, 'hosts');

it('is read again when it has changed, and knows nothing when it is gone', () => {
  const hosts = new HostsFile(path, 0);
  expect(hosts.addressesOf('a.test')).toBeUndefined();
  writeFileSync(path, '10.0.0.1 a.test\n');
  expect(hosts.addressesOf('a.test')).toEqual([{ address: '10.0.0.1', family: 4 }]);
  writeFileSync(path, '10.0.0.2 a.test\n');
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  expect(hosts.addressesOf('a.test')).toEqual([{ address: '10.0.0.2', family: 4 }]);
  rmSync(path);
  expect(hosts.addressesOf('a.test')).toBeUndefined();
});

it('has addresses and names, comments and lines that are no entry', () => {
  const text = '# 10.0.0.1 a.test\n10.0.0.2\tB.test b # 10.0.0.3\n\nfd00::2 b.test\n10.0.0 c.test\n10.0.0.4\n';
  expect([...parseHosts(text)]).toEqual([
    [
      'b.test',
      [
        { address: '10.0.0.2', family: 4 },
        { address: 'fd00::2', family: 6 },
      ],
    ],
    ['b', [{ address: '10.0.0.2', family: 4 }]],
  ]);
});
