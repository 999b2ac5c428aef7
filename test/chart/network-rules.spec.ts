import { describe, expect, it } from '@jest/globals';
import { INSIDE, networkRuleFaults } from './network-rules.mjs';
import { renderedRelease, withOther } from './rendered-release.js';

const RELEASE = renderedRelease();
const POLICY = RELEASE.get('NetworkPolicy/demo-framewright-renderer');
const POD = RELEASE.get('Deployment/demo-framewright-renderer')!;
const NAMED = ['10.20.0.5/32', '10.30.0.0/24'];

const faultsWith = (rule: object) => networkRuleFaults([POD, withOther(POLICY, 'spec.egress.0', rule)], NAMED);
const anywhere = (cidr: string, ...except: string[]) => [{ ipBlock: { cidr, except } }];

describe('the rules for network policies', () => {
  it('are content with what is rendered', () => {
    expect(networkRuleFaults([...RELEASE.values()], NAMED)).toEqual([]);
  });

  it.each([
    ['no peers', { ports: [{ protocol: 'TCP', port: 443 }] }],
    ['an empty list of peers', { to: [], ports: [{ protocol: 'TCP', port: 443 }] }],
    ['no ports', { to: [{ ipBlock: { cidr: '192.0.2.1/32' } }] }],
    ['every address', { to: anywhere('0.0.0.0/0'), ports: [{ protocol: 'TCP', port: 443 }] }],
    ['every address of IPv6', { to: anywhere('::/0'), ports: [{ protocol: 'TCP', port: 443 }] }],
    [
      'every address but some',
      { to: anywhere('0.0.0.0/0', '10.0.0.0/8'), ports: [{ protocol: 'TCP', port: 1, endPort: 65_535 }] },
    ],
    [
      'a network that no value names',
      { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ protocol: 'TCP', port: 443 }] },
    ],
  ])('find a rule with %s', (_name, rule) => {
    expect(faultsWith(rule)).not.toEqual([]);
  });

  it('let values name a network, and nothing beside it', () => {
    const rule = { to: [{ ipBlock: { cidr: '10.0.0.0/30' } }], ports: [{ protocol: 'TCP', port: 443 }] };
    expect(networkRuleFaults([POD, withOther(POLICY, 'spec.egress.0', rule)], ['10.0.0.0/30', ...NAMED])).toEqual([]);
    expect(faultsWith(rule)).toEqual([
      'demo-framewright-renderer may connect to 10.0.0.1 port 443, which no value names',
    ]);
    expect(INSIDE).toContain('10.0.0.1');
  });
});
