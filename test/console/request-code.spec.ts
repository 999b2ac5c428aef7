import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { VideoRequest } from '#libs/client';
import { CreateVideoBody } from '#libs/contracts';
import { validateShape } from '#libs/template';
import { LANGUAGES, type Language, requestCode } from '../../apps/console/src/api/request-code.js';
import { callerRequest, modificationsOf } from '../../apps/console/src/api/caller-request.js';

const ID = '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10';
const BASE_URL = 'https://api.example.com/v1';
const TEXT = `It's "quoted" \\ \n $HOME \`id\` é \u2028`;
const MODIFICATIONS = modificationsOf([
  { page: null, layer: null, property: 'brand', value: TEXT },
  { page: 1, layer: 'title', property: 'text', value: TEXT },
  { page: 1, layer: 'title', property: 'visible', value: true },
  { page: 1, layer: 'logo', property: 'opacity', value: 0.5 },
]);

/** The body that each language sends, read from the shown code as far as possible by the language itself. */
const BODIES: Record<Language, (code: string) => unknown> = {
  curl: (code) => {
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${code}`;
    return JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' })) as unknown;
  },
  TypeScript: (code) => {
    const [, body] = /render\(client, (\{.*\}), \{\n {2}to:/s.exec(stripTypeScriptTypes(code))!;
    return execJson(`(${body!})`);
  },
  // JSON with other words for three values, and a comma after the last member.
  Python: (code) => {
    const [, body] = /call\('\/videos', (\{.*?^\})\)/ms.exec(code)!;
    const token = /"(?:[^"\\]|\\.)*"|\bTrue\b|\bFalse\b|\bNone\b|,(?=\s*[\]}])/g;
    const json: Record<string, string> = { True: 'true', False: 'false', None: 'null', ',': '' };
    return JSON.parse(body!.replaceAll(token, (found) => json[found] ?? found)) as unknown;
  },
};

const execJson = (expression: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['-p', `JSON.stringify(${expression})`], { encoding: 'utf8' }));

describe.each(LANGUAGES)('the call in %s', (language) => {
  it.each<[string, VideoRequest]>([
    [
      'of the first page',
      { template_id: ID, format: 'mp4', pages: [{ number: 1, layers: [{ name: 'a', text: TEXT }] }] },
    ],
    ['of a caller who changes nothing', callerRequest(ID, modificationsOf([]))],
    ['of a caller who changes values', callerRequest(ID, MODIFICATIONS)],
  ])('sends the request %s as it is, and the API takes it', (_whose, request) => {
    const code = requestCode(language, BASE_URL, request);
    expect(code).toContain('FRAMEWRIGHT_KEY');
    const body = BODIES[language](code);
    expect(body).toEqual(request);
    expect(validateShape(CreateVideoBody, body)).toMatchObject({ ok: true });
  });
});
