import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { laneOf } from './lane-of.js';

const ORG = '5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87';

it('gives the callbacks to one host one lane, whatever their paths and queries', () => {
  const lane = laneOf(ORG, 'https://hooks.example.com/resume/1?token=a');
  expect(lane).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(laneOf(ORG, 'https://HOOKS.example.com/resume/2')).toBe(lane);
});

it('gives an organization at most 20 lanes, and shares none with another', () => {
  const urls = Array.from({ length: 5_000 }, (_, host) => `https://h${host}.example.com/`);
  const lanes = new Set(urls.map((url) => laneOf(ORG, url)));
  expect(lanes.size).toBe(20);
  const other = randomUUID();
  expect(urls.filter((url) => lanes.has(laneOf(other, url)))).toEqual([]);
});
