import { describe, expect, it } from '@jest/globals';
import { fullNamesOf, parseSearchList } from './search-list.js';

describe('parseSearchList', () => {
  it.each([
    ['', []],
    [
      'nameserver 10.0.0.10\nsearch default.svc.cluster.local svc.cluster.local\noptions ndots:5\n',
      ['default.svc.cluster.local', 'svc.cluster.local'],
    ],
    ['search Example.COM.\n', ['example.com']],
    ['domain first.test\nsearch last.test', ['last.test']],
    ['search\n', []],
    [`search ${Array.from({ length: 9 }, (_, at) => `d${at}`).join(' ')}`, ['d0', 'd1', 'd2', 'd3', 'd4', 'd5']],
  ])('reads %j', (text, domains) => expect(parseSearchList(text)).toEqual(domains));
});

describe('fullNamesOf', () => {
  const search = ['default.svc.cluster.local', 'svc.cluster.local'];
  it.each([
    [
      'a name with a dot, first as it stands',
      'minio.storage',
      ['minio.storage', 'minio.storage.default.svc.cluster.local', 'minio.storage.svc.cluster.local'],
    ],
    [
      'a name without one, first in the domains',
      'minio',
      ['minio.default.svc.cluster.local', 'minio.svc.cluster.local', 'minio'],
    ],
    ['a name that ends in a dot, as it stands only', 'example.com.', ['example.com']],
  ])('takes %s', (_what, hostname, names) => expect(fullNamesOf(hostname, search)).toEqual(names));
});
