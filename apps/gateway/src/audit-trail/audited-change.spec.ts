import { describe, expect, it } from '@jest/globals';
import { targetOf } from './audited-change.js';

describe('the target of a change', () => {
  it.each([
    ['/v1/templates', {}, 'templates', null],
    ['/v1/templates/:id', { id: 'a' }, 'templates', 'a'],
    ['/v1/templates/:id/publish', { id: 'a' }, 'templates', 'a'],
    [
      '/v1/webhooks/:webhook_id/deliveries/:delivery_id/retry',
      { webhook_id: 'a', delivery_id: 'b' },
      'deliveries',
      'b',
    ],
    ['/v1/session/user', {}, 'session', null],
    ['/v1/operator/organizations/:id/grants', { id: 'a' }, 'organizations', 'a'],
    ['/v1/operator/maintenance', {}, 'maintenance', null],
  ])('of %s is what its path names last', (route, params, type, id) => {
    expect(targetOf(route, params)).toEqual({ type, id });
  });
});
