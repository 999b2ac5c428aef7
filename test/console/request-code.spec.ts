import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { requestCode } from '../../apps/console/src/pages/first-video/request-code.js';

const TEXT = `It's "quoted" \\ \n $HOME \`id\` é`;
const REQUEST = {
  template_id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10',
  format: 'mp4',
  test: true,
  pages: [{ number: 1, layers: [{ name: 'title', text: TEXT }] }],
} as const;

describe('the call as curl', () => {
  it('gives the shell the request as it is, whatever the text holds', () => {
    const code = requestCode('curl', 'https://api.example.com/v1', structuredClone(REQUEST) as never);
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${code}`;
    expect(JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }))).toEqual(REQUEST);
  });
});
