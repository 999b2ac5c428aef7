import type { VideoRequest } from '#libs/client';

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The call that makes a video, in the languages of callers. It is ready to run with the key of the API in
 * `FRAMEWRIGHT_KEY`: keys do not belong in code.
 *
 * @param key stated in the code, where a program would read it from its environment
 */
export function requestCode(language: Language, baseUrl: string, request: VideoRequest, key?: string): string {
  const code = WRITERS[language](baseUrl, request);
  if (key === undefined) return code;
  return code.replace(READ_KEY[language], language === 'curl' ? key : `'${key}'`);
}

/** The expression that reads the key, in each language. */
const READ_KEY: Record<Language, string> = {
  curl: '$FRAMEWRIGHT_KEY',
  TypeScript: 'process.env.FRAMEWRIGHT_KEY!',
  Python: `os.environ['FRAMEWRIGHT_KEY']`,
};

const WRITERS: Record<Language, (baseUrl: string, request: VideoRequest) => string> = {
  curl: (baseUrl, request) => `curl ${baseUrl}/videos \\
  -H "Authorization: Bearer $FRAMEWRIGHT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(request, null, 2).replaceAll("'", "'\\''")}'`,

  TypeScript: (baseUrl, request) => `import { createApiClient, render } from '@framewright/client';

const client = createApiClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.FRAMEWRIGHT_KEY!,
});
const { video } = await render(client, ${JSON.stringify(request, null, 2)}, {
  to: 'video.${request.format}',
});
console.log(video.status, video.video_url);`,

  Python: (baseUrl, request) => `import json, os, time, urllib.request

def call(path, body=None):
    request = urllib.request.Request(
        '${baseUrl}' + path,
        data=body and json.dumps(body).encode(),
        headers={'Authorization': 'Bearer ' + os.environ['FRAMEWRIGHT_KEY'],
                 'Content-Type': 'application/json'})
    return json.load(urllib.request.urlopen(request))

video = call('/videos', ${pythonOf(request)})
while video['status'] == 'PROCESSING':
    time.sleep(1)
    video = call('/videos/' + video['id'])
print(video['status'], video['video_url'])`,
};

function pythonOf(value: unknown, indent = ''): string {
  const deeper = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((each) => pythonOf(each, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(
      ([key, each]) => `${deeper}${JSON.stringify(key)}: ${pythonOf(each, deeper)},`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}
