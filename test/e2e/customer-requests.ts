/** A request as a customer sends it. */
export interface CustomerRequest {
  /** The operation, or the kind of a file, that the request asks for. */
  readonly kind: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Status of its response. */
  readonly status: number;
  /** Whether its response continues until the caller leaves. */
  readonly isEndless?: true;
}

/** Ids and files that a customer has stored. */
export interface Stored {
  /** Ids. */
  readonly card: string;
  readonly video: string;
  readonly batch: string;
  /** A video that does not end, if there is one. */
  readonly watched: string | undefined;
  /** Paths of files. The last one has megabytes. */
  readonly files: { readonly video: string; readonly poster: string; readonly upload: string };
  /** Bytes to upload. */
  readonly picture: Buffer;
  readonly archive: Buffer;
}

const ROWS = Array.from({ length: 100 }, (_, row) => `Row ${row}`);
const WORDS = 'a word and another '.repeat(200);

/** Requests of every kind that has a stream, a file or a program behind it, and ordinary ones. All of them succeed. */
export function customerRequests(stored: Stored, key: string): CustomerRequest[] {
  const requests = [...fileRequests(stored), ...requestsForStreams(stored), ...uploads(stored), ...ordinary(stored)];
  return requests.map((request) => withKey(request, key));
}

/** Creates a video of the template `id`. */
export function videoRequest(id: string, key: string): CustomerRequest {
  return withKey(post('createVideo', '/v1/videos', { template_id: id, format: 'mp4' }, 202), key);
}

function fileRequests({ files }: Stored): CustomerRequest[] {
  return [
    get('video', files.video),
    get('range of a video', files.video, { headers: { range: 'bytes=1000-' }, status: 206 }),
    get('head of a video', files.video, { method: 'HEAD' }),
    get('poster', files.poster),
    get('uploaded file', files.upload),
    get('file of a font', '/fonts/@fontsource/inter.json'),
    get('page of the console', '/console'),
  ];
}

function requestsForStreams({ card, batch, watched }: Stored): CustomerRequest[] {
  const manifest = `/v1/batches/${batch}/manifest`;
  return [
    get('getTemplateFrame', `/v1/templates/${card}/frame?t=0.25`),
    post('renderFrame', '/v1/frames', { template_id: card, width: 160, format: 'webp' }),
    get('exportTemplate', `/v1/templates/${card}/export`),
    get('head of exportTemplate', `/v1/templates/${card}/export`, { method: 'HEAD' }),
    get('getBatchManifest', manifest),
    get('getBatchManifest as CSV', `${manifest}?format=csv`),
    ...(watched === undefined ? [] : [get('watchVideo', `/v1/videos/${watched}/events`, { isEndless: true })]),
  ];
}

function uploads({ card, picture, archive }: Stored): CustomerRequest[] {
  const csv = ['1.title.text', ...ROWS].join('\n');
  const batch = { template_id: card, format: 'gif', rows: ROWS.map((row) => ({ '1.title.text': row })) };
  const text = { name: 'text', type: 'text', text: WORDS };
  const document = { name: 'Text', width: 320, height: 180, pages: [{ number: 1, duration: 1, layers: [text] }] };
  return [
    send('importTemplate', '/v1/templates/import', { type: 'application/zip', body: archive, status: 201 }),
    send('uploadAsset', '/v1/assets', { type: 'image/png', body: picture, status: 201 }),
    post('validateBatch', '/v1/batches/validate', batch),
    send('validateBatch of CSV', `/v1/batches/validate?template_id=${card}&format=gif`, {
      type: 'text/csv',
      body: csv,
    }),
    post('validateVideo', '/v1/videos/validate', { template_id: card, format: 'mp4' }),
    post('createTemplate', '/v1/templates', document, 201),
  ];
}

function ordinary({ video }: Stored): CustomerRequest[] {
  return [
    get('OpenAPI', '/v1/openapi.json'),
    get('listVideos', '/v1/videos'),
    get('getVideo', `/v1/videos/${video}`),
    get('getVideoDetails', `/v1/videos/${video}/details`),
    get('listTemplates', '/v1/templates'),
    get('getCredits', '/v1/credits'),
    get('listWebhooks', '/v1/webhooks'),
  ];
}

function get(kind: string, path: string, rest: Partial<CustomerRequest> = {}): CustomerRequest {
  return { kind, method: 'GET', path, headers: {}, body: Buffer.alloc(0), status: 200, ...rest };
}

function post(kind: string, path: string, body: object, status = 200): CustomerRequest {
  return send(kind, path, { type: 'application/json', body: JSON.stringify(body), status });
}

function send(
  kind: string,
  path: string,
  { type, body, status = 200 }: { type: string; body: Buffer | string; status?: number },
): CustomerRequest {
  const bytes = Buffer.from(body);
  const headers = { 'content-type': type, 'content-length': String(bytes.length) };
  return { kind, method: 'POST', path, headers, body: bytes, status };
}

function withKey(request: CustomerRequest, key: string): CustomerRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } };
}
