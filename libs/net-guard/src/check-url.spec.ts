import { describe, expect, it } from '@jest/globals';
import { createAddressPolicy } from './address-policy.js';
import { checkUrl } from './check-url.js';

const strict = { policy: createAddressPolicy([]), allowHttp: true };
const local = { policy: createAddressPolicy(['127.0.0.0/8', '::1']), allowHttp: true };

const FORBIDDEN_HOSTS = {
  '70 IPv4 in every spelling': [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '00000',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  '71 IPv6 in every spelling': [
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[5f00::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2001:10::1]',
    '[3fff::1]',
    '[4000::1]',
    '[1::1]',
  ],
  '72 metadata services': [
    '169.254.169.254',
    '[fd00:ec2::254]',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '[::ffff:a9fe:a9fe]',
  ],
  '73 names of this machine': ['localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'ｌocalhost'],
};

describe('checkUrl', () => {
  const forbidden = Object.entries(FORBIDDEN_HOSTS).flatMap(([row, hosts]) => hosts.map((host) => [row, host]));
  it.each(forbidden)('refuses %s: %s', (_row, host) => {
    for (const scheme of ['http', 'https']) {
      expect(checkUrl(`${scheme}://${host}/path`, strict)).toEqual({
        ok: false,
        fault: { code: 'INVALID_VALUE', message: 'must be a public address' },
      });
    }
  });

  it.each([
    ['75 user name', 'https://user@example.com/', 'INVALID_VALUE'],
    ['75 password', 'https://:pw@example.com/', 'INVALID_VALUE'],
    ['75 host that looks like another', 'https://example.com%2f@127.0.0.1/', 'INVALID_VALUE'],
    ['75 host that looks like another', 'https://example.com:443@10.0.0.1/', 'INVALID_VALUE'],
    ['75 backslash', 'https://example.com\\@127.0.0.1/', 'INVALID_FORMAT'],
    ['75 tab in the host', 'https://exam\tple.com/', 'INVALID_FORMAT'],
    ['75 line feed', 'https://example.com/\nHost: x', 'INVALID_FORMAT'],
    ['75 leading space', ' https://example.com/', 'INVALID_FORMAT'],
    ['75 NUL', 'https://example.com/\u0000', 'INVALID_FORMAT'],
    ['76 file', 'file:///etc/passwd', 'INVALID_VALUE'],
    ['76 gopher', 'gopher://example.com/_x', 'INVALID_VALUE'],
    ['76 data', 'data:text/plain,hello', 'INVALID_VALUE'],
    ['76 ftp', 'ftp://example.com/', 'INVALID_VALUE'],
    ['76 unix', 'unix:/var/run/docker.sock', 'INVALID_VALUE'],
    ['76 javascript', 'javascript:alert(1)', 'INVALID_VALUE'],
    ['76 ssh port', 'https://example.com:22/', 'INVALID_VALUE'],
    ['76 mail port', 'https://example.com:25/', 'INVALID_VALUE'],
    ['76 redis port', 'https://example.com:6379/', 'INVALID_VALUE'],
    ['nothing', '', 'INVALID_FORMAT'],
    ['a relative path', '/videos/1.mp4', 'INVALID_FORMAT'],
    ['no host', 'https://', 'INVALID_FORMAT'],
    ['a bad address', 'https://[::fffff]/', 'INVALID_FORMAT'],
    ['a bad port', 'https://example.com:99999/', 'INVALID_FORMAT'],
    ['a zone', 'https://[fe80::1%25eth0]/', 'INVALID_FORMAT'],
    ['too many characters', `https://example.com/${'a'.repeat(2048)}`, 'VALUE_TOO_LARGE'],
  ])('refuses %s: %j as %s', (_what, url, code) => {
    expect(checkUrl(url, local)).toMatchObject({ ok: false, fault: { code } });
  });

  it.each([
    'https://example.com',
    'https://example.com:8443/hook?a=b#c',
    'http://example.com:80/',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    `https://example.com/${'a'.repeat(2048 - 20)}`,
    'https://localhost.example.com/',
  ])('accepts %s', (url) => expect(checkUrl(url, strict)).toMatchObject({ ok: true }));

  it.each(['http://127.0.0.1:40000/', 'http://localhost:40000/', 'http://[::1]:40000/', 'http://[::ffff:127.0.0.1]/'])(
    'accepts loopback where configuration permits it: %s',
    (url) => expect(checkUrl(url, local)).toMatchObject({ ok: true }),
  );

  it('refuses http where only https is permitted', () => {
    const rules = { ...local, allowHttp: false };
    expect(checkUrl('http://example.com/', rules)).toMatchObject({ fault: { message: 'must be an https URL' } });
    expect(checkUrl('https://example.com/', rules)).toMatchObject({ ok: true });
  });
});

describe('createAddressPolicy', () => {
  it('permits the listed blocks and nothing next to them', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', 'fd00::/8', '192.168.1.7']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.168.1.7']) {
      expect([address, policy.isAllowed(address)]).toEqual([address, true]);
    }
    for (const address of ['10.2.0.1', '192.168.1.8', 'fe80::1', '::1', 'example.com', '', '1', '0x7f.1']) {
      expect([address, policy.isAllowed(address)]).toEqual([address, false]);
    }
  });

  it.each(['10.0.0.0/33', 'loopback', '', '10.0.0.0/'])('refuses the block %j by name', (entry) => {
    expect(() => createAddressPolicy(['::1', entry])).toThrow(JSON.stringify(entry));
  });
});
