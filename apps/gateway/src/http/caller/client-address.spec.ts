import { describe, expect, it } from '@jest/globals';
import { clientOf } from './client-address.js';

describe('clientOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:49152', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', clientOf('2001:db8:0:0:ffff::9')],
    ['[2001:db8::1]:49152', clientOf('2001:db8::2')],
    ['fe80::1%eth0', clientOf('fe80::2')],
  ])('%s counts as %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('distinguishes the networks of two IPv6 customers', () => {
    expect(clientOf('2001:db8:0:1::1')).not.toBe(clientOf('2001:db8:0:2::1'));
  });

  it.each(['', 'unknown', '_hidden', 'x'.repeat(10_000), '192.0.2.1, 192.0.2.2', '[::1', '999.1.1.1'])(
    'gives all that is no address one name: %.20s',
    (address) => {
      expect(clientOf(address)).toBe('unknown');
    },
  );
});
