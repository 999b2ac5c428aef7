import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { unwrap } from '#libs/client';
import {
  eventually,
  type Receiver,
  serve,
  SoftwareAuthenticator,
  startReceiver,
  startSystem,
  type TestServer,
  type TestSystem,
} from '#libs/testing';
import { type DocumentedCall, differences, documentedCalls, fixedText } from '../manual/documented-calls.ts';
import { balance, untilEnded } from './steps.js';

const ROOT = path.join(import.meta.dirname, '../..');
const PAGES = ['docs/api.md', ...globSync('docs/api/*.md', { cwd: ROOT })];
const calls = new Map(
  PAGES.flatMap((page) => documentedCalls(readFileSync(path.join(ROOT, page), 'utf8'))).map((call) => [call.id, call]),
);

/** Ids that the examples give to the resources of their story. */
const TEMPLATE = '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10';
const VIDEO = '0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e';
const ASSET = '4e8a2c6d-0b1f-4d3e-9a5c-7f6e8d9c0b1a';
const BATCH = '2f6a9c1e-8b3d-4e57-9a10-7c5e3d2b1f08';
const REVIEW_LINK = 'b6f0a1d2-3c4e-4f5a-8b69-7c8d9e0f1a2b';
const COMMENT = '91d2c3b4-a5f6-4e7d-8c9b-0a1b2c3d4e5f';
const BATCH_KEY = 'autumn-1';
const WEBHOOK = 'c2a4e6f8-1357-4bdf-9bdf-02468ace1357';
const DELIVERY = '3f9a1b7c-5d2e-4a68-b0c4-8e7d6f5a4b3c';
const ORGANIZATION = '5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87';
/** An invitation, later the member that it has made. */
const PERSON = 'c9f0f895-fb98-4b91-99f5-1fd0297e236d';
/** An organization that invites the owner of the examples. */
const INVITING = '6d2e9a1c-4b8f-4c3d-8e7a-1f0b9c8d7e6f';
const INVITATION = '45c48cce-2e2d-4fbd-9a1c-0f5e4b3a2d1c';
const KEY = 'd3b07384-d9a0-4c9b-8f3e-2b1a0c9d8e7f';
const OWNER = 'ada@example.com';
const INVITER = 'grace@example.com';
const TOKEN = 'o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE';
/** The page that a preview token of the examples is for. */
const SHOP = 'https://shop.example.com';
const PREVIEW_TOKEN = 'fwp_Yk1Qd3ZtN2hXbTRzTjBwRjJhSzZ1VzlyQjVjTDhqSDM';
const RECOVERY_CODE = 'k7wq-9mzt-4x2p-h8rd';
const SINCE = '2026-11-21T12:00:00.000Z';
const PHOTO = readFileSync(path.join(ROOT, 'apps/local/sample/dusk.jpg'));

let system: TestSystem;
let receiver: Receiver;
let photos: TestServer;
/** Response of the photograph's address. */
let photo: 'missing' | 'pending' | 'found' = 'missing';
/** Sends the photograph to those who wait for it. */
let pending: (() => void)[] = [];
/** The bytes of the next upload. */
let file = PHOTO;
/** The session that the last response has begun. */
let session = '';
let ownersSession = '';
/** The key that its owner has created. */
let createdKey = '';
/** The authenticator that has made the passkey, and the cookie of the browser that was asked for it. */
let authenticator: SoftwareAuthenticator;
let asked = 'framewright_passkey=';
/** Values of this system by those in the examples. */
const real = new Map<string, string>();

beforeAll(async () => {
  [system, receiver, photos] = await Promise.all([
    startSystem(),
    startReceiver((_number, _request, response) => response.writeHead(200).end('ok')),
    serve((request, response) => {
      const send = () => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PHOTO);
      if (photo === 'missing' || request.url === '/missing.jpg') response.writeHead(404).end();
      else if (photo === 'pending') pending.push(send);
      else send();
    }),
  ]);
  real.set('https://api.example.com/v1', system.baseUrl);
  real.set('https://api.example.com/console', `${new URL(system.baseUrl).origin}/console`);
  real.set('https://video.example.com', `http://localhost:${new URL(system.baseUrl).port}`);
  real.set('video.example.com', 'localhost');
  real.set('https://files.example.com', system.assetsUrl);
  real.set('https://example.com/hooks/framewright', receiver.url);
  real.set('https://example.com/photo.jpg', `${photos.url}/photo.jpg`);
  real.set('https://example.com/missing.jpg', `${photos.url}/missing.jpg`);
  real.set('"name":"Acme"', '"name":"Local"'); // the organization of the system itself
  real.set('"organization":"Acme"', '"organization":"Local"'); // the same in a review
  real.set('"name":"Web shop"', '"name":"npm start"'); // its key
  real.set(SINCE, new Date(Date.now() - 60_000).toISOString());
}, 240_000);

afterAll(async () => {
  await Promise.all([receiver.stop(), photos.stop(), system.stop()]);
}, 60_000);

function servePhoto(): void {
  photo = 'found';
  for (const send of pending) send();
  pending = [];
}

/** Waits until a validation is complete: a renderer that has just started may not reply in time. */
async function untilValidated(): Promise<void> {
  await eventually(async () => {
    const response = await send(calls.get('validateVideo')!);
    return !(await response.text()).includes('CHECK_SKIPPED');
  });
}

async function untilDelivered(): Promise<void> {
  const params = { path: { webhook_id: real.get(WEBHOOK)! } };
  await eventually(async () => {
    const { data } = await unwrap(system.client.GET('/webhooks/{webhook_id}/deliveries', { params }));
    real.set(DELIVERY, data[0]!.id);
    return data[0]!.status === 'succeeded';
  });
}

/** Waits until a request has been called back. */
async function untilCalledBack(): Promise<void> {
  const body = { template_id: real.get(TEMPLATE)!, format: 'gif' as const, webhook_url: receiver.url };
  await unwrap(system.client.POST('/videos', { body }));
  await eventually(async () => {
    const { data } = await unwrap(system.client.GET('/callbacks'));
    real.set(DELIVERY, data[0]!.id);
    return data[0]!.status === 'succeeded';
  });
}

async function untilFinished(): Promise<void> {
  const params = { path: { id: real.get(BATCH)! } };
  await eventually(async () => (await unwrap(system.client.GET('/batches/{id}', { params }))).status === 'FINISHED', {
    timeoutMs: 300_000,
  });
}

/** A batch whose first video does not end before it is canceled. */
async function anotherBatch(): Promise<void> {
  photo = 'pending';
  real.set(BATCH_KEY, 'autumn-2');
  const { id } = (await (await send(calls.get('createBatch')!)).json()) as { id: string };
  real.set(BATCH, id);
}

/** A video that does not end before it is canceled: its photograph never comes. */
async function anotherVideo(): Promise<void> {
  photo = 'pending';
  const layers = [{ name: 'photo', source_url: `${photos.url}/another.jpg` }];
  const body = { template_id: real.get(TEMPLATE)!, format: 'mp4' as const, pages: [{ number: 1, layers }] };
  const { id } = await unwrap(system.client.POST('/videos', { body: { ...body, metadata: 'order-1234' } }));
  real.set(VIDEO, id);
  await eventually(() => pending.length > 0); // it has been started
}

/** The draft as its author finishes it, on the newest version. */
async function saveWithoutFaults(): Promise<void> {
  const params = { path: { id: real.get(TEMPLATE)! } };
  const { document, version } = await unwrap(system.client.GET('/templates/{id}', { params }));
  const draft = { document: { ...document }, base_version: version, revision: 1 };
  await unwrap(system.client.PUT('/templates/{id}/draft', { params, body: draft }));
}

async function exportedTemplate(): Promise<void> {
  file = Buffer.from(await (await send(calls.get('exportTemplate')!)).arrayBuffer());
}

/** An organization of its own, whose owner is the user of the examples. */
async function anOwner(): Promise<void> {
  const { id } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
  real.set(ORGANIZATION, id);
  await system.operator('user', 'create', OWNER, '--organization', id, '--role', 'owner', '--name', 'Ada Lovelace');
  await aLink('password-reset', OWNER);
}

/** Sets an organization's rate limit to that of the examples, because this system allows more requests a minute. */
async function limitRequests(orgId: string, perMinute: string): Promise<void> {
  await system.operator('organization', 'limit', orgId, perMinute);
}

async function aTemplateOfTheOwner(): Promise<void> {
  const { key } = (await system.operator('key', 'create', real.get(ORGANIZATION)!)) as { key: string };
  const created = await system.fetch('/templates', {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Open', width: 320, height: 180, pages: [{ number: 1, duration: 1 }] }),
  });
  real.set(TEMPLATE, ((await created.json()) as { id: string }).id);
}

/** The member who has accepted the invitation, for the owner. */
async function theNewMember(): Promise<void> {
  session = ownersSession;
  const { data } = (await (await send(calls.get('listMembers')!)).json()) as { data: { id: string }[] };
  real.set(PERSON, data[0]!.id);
}

/** Another organization, whose owner invites that of the examples. */
async function anInvitingOrganization(): Promise<void> {
  const { id } = (await system.operator('organization', 'create', 'Blue Bird')) as { id: string };
  real.set(INVITING, id);
  await system.operator('user', 'create', INVITER, '--organization', id, '--role', 'owner', '--name', 'Grace Hopper');
  await anInvitationToTheOwner();
}

async function anInvitationToTheOwner(): Promise<void> {
  const owners = session;
  await aLink('console-link', real.get(INVITING)!, '--email', INVITER);
  session = sessionOf(await send(calls.get('createSessionByLink')!)) ?? '';
  const invite = calls.get('createInvitation')!;
  const text = JSON.stringify({ email: OWNER, role: 'editor' });
  const { id } = (await (await send({ ...invite, request: { ...invite.request, text } })).json()) as { id: string };
  real.set(INVITATION, id);
  session = owners;
}

async function theInviter(): Promise<void> {
  const users = (await system.operator('user', 'list')) as { id: string; email: string; email_proven: boolean }[];
  real.set(PERSON, users.find(({ email, email_proven }) => email === INVITER && email_proven)!.id);
}

/** Makes the newest user, who entered the inviter's address when accepting an invitation, the one that the manual shows. */
async function theNewestUser(): Promise<void> {
  const users = (await system.operator('user', 'list')) as { id: string; email: string; email_proven: boolean }[];
  const newest = users.findLast(({ email, email_proven }) => email === INVITER && !email_proven)!;
  await system.operator('user', 'change', real.get(PERSON)!, '--email', 'maria@example.com');
  await system.operator('user', 'change', newest.id, '--email', INVITER, '--operator', 'yes');
  real.set(PERSON, newest.id);
}

/** Begins the second factor once more, and lets the code of its key stand for that of the example. */
async function theTimedCode(): Promise<void> {
  const { secret } = (await (await send(calls.get('beginSecondFactor')!)).json()) as { secret: string };
  real.set('492039', new TOTP({ secret: Secret.fromBase32(secret) }).generate());
}

/** Begins the passkey once more, and lets an authenticator make it. */
async function aNewPasskey(): Promise<void> {
  authenticator = new SoftwareAuthenticator(`http://localhost:${new URL(system.baseUrl).port}`);
  const { challenge } = (await (await send(calls.get('beginPasskey')!)).json()) as { challenge: string };
  const { body } = calls.get('confirmPasskey')!.request;
  showAs(body, { ...authenticator.make(challenge) });
}

async function theNewPasskey(): Promise<void> {
  const { data } = (await (await send(calls.get('listPasskeys')!)).json()) as { data: { id: string }[] };
  real.set(calls.get('updatePasskey')!.request.target.split('/').at(-1)!, data[0]!.id);
}

/** Lets the authenticator answer a further challenge. */
async function theShownPasskey(): Promise<void> {
  const response = await send(calls.get('challengePasskey')!);
  asked = /^framewright_passkey=[^;]+/.exec(response.headers.get('set-cookie') ?? '')![0];
  const { challenge } = (await response.json()) as { challenge: string };
  showAs(calls.get('createSessionByPasskey')!.request.body, { ...authenticator.show(challenge) });
}

/** Lets values of this system stand for those of an example. */
function showAs(example: unknown, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) real.set((example as Record<string, string>)[name]!, value);
}

/** A session in another browser. */
async function theOtherSession(): Promise<void> {
  const { data } = (await (await send(calls.get('listOwnSessions')!)).json()) as { data: { id: string }[] };
  real.set(INVITATION, data.at(-1)!.id);
}

async function anotherInvitation(): Promise<void> {
  const { id } = (await (await send(calls.get('createInvitation')!)).json()) as { id: string };
  real.set(PERSON, id);
}

/** Acts as the operator of the installation, while a video is rendered. */
async function asOperator(): Promise<void> {
  await anotherVideo();
  await signInAsOperator();
}

/** A request that is refused, once the log has it. What a session reads has no entry. */
async function aRequestForNothing(): Promise<void> {
  const id = randomUUID();
  await system.fetch(`/videos/${id}`);
  const headers = { cookie: `framewright_session=${session}` };
  await eventually(async () => {
    const { data } = (await (await system.fetch('/requests?limit=1', { key: null, headers })).json()) as {
      data: { path: string }[];
    };
    return data[0]?.path === `/videos/${id}`;
  });
}

/** Makes the newest organization stand for the one that the manual shows. */
async function amongOrganizations(): Promise<void> {
  await signInAsOperator();
  real.set('"name":"Acme"', '"name":"Blue Bird"');
}

/** Lets the video of the examples be one that failed in their batch, and their Idempotency-Key another one. */
async function aFailedRow(): Promise<void> {
  real.set('order-1234', 'order-1234-corrected');
  const { body } = await system.call('GET', `/videos?batch_id=${real.get(BATCH)}&status=FAILED`);
  real.set(VIDEO, (body as { data: { id: string }[] }).data[0]!.id);
}

async function signInAsOperator(): Promise<void> {
  await aLink('console-link', system.orgId, '--operator');
  const response = await send(calls.get('createSessionByLink')!);
  session = sessionOf(response) ?? '';
}

/** The token of a link of the operator. */
async function aLink(...command: string[]): Promise<void> {
  const { url } = (await system.operator(...command)) as { url: string };
  real.set(TOKEN, new URL(url).hash.slice(1));
}

interface Step {
  id: string;
  /** Called before the example's call. */
  before?: () => unknown;
  /** The id that stands for the created resource in later examples. */
  creates?: string;
}

/** The examples in an order in which each of them has what it needs. */
const STORY: readonly Step[] = [
  { id: 'getOpenApiDocument' },
  { id: 'getDocs' },
  { id: 'listFonts' },
  { id: 'getTemplateSchema' },
  { id: 'createTemplate', creates: TEMPLATE },
  { id: 'listTemplates' },
  { id: 'getOrganization', before: () => limitRequests(system.orgId, '100') },
  { id: 'getTemplate', before: () => limitRequests(system.orgId, 'default') },
  { id: 'createPreviewToken' },
  { id: 'getPreview' },
  { id: 'uploadAsset', creates: ASSET },
  { id: 'listAssets' },
  { id: 'getAsset' },
  { id: 'getAssetUsage' },
  { id: 'deleteAsset' },
  { id: 'createWebhook', creates: WEBHOOK },
  { id: 'getWebhook' },
  { id: 'listWebhooks' },
  { id: 'validateVideo', before: untilValidated },
  { id: 'createVideo', creates: VIDEO, before: () => void (photo = 'pending') },
  { id: 'watchVideo', before: () => eventually(() => pending.length > 0) },
  { id: 'getCredits' },
  { id: 'listCreditTransactions' },
  {
    id: 'getVideo',
    before: async () => {
      servePhoto();
      await untilEnded(system, real.get(VIDEO)!, 300_000);
    },
  },
  { id: 'getVideoDetails' },
  { id: 'createReviewLink', creates: REVIEW_LINK },
  { id: 'listReviewLinks' },
  { id: 'showReview' },
  { id: 'createReviewComment', creates: COMMENT },
  { id: 'listComments' },
  { id: 'createComment' },
  { id: 'updateComment' },
  { id: 'decideReview' },
  { id: 'deleteComment' },
  { id: 'deleteReviewLink' },
  { id: 'listVideos' },
  { id: 'getUsage' },
  { id: 'listTemplatesInUse' },
  { id: 'listCreatorsInUse' },
  { id: 'listCreditDays', before: () => eventually(async () => (await balance(system)).held === 0) },
  { id: 'getTemplateFrame' },
  { id: 'renderFrame' },
  { id: 'listWebhookDeliveries', before: untilDelivered },
  { id: 'getWebhookDelivery' },
  { id: 'retryWebhookDelivery' },
  { id: 'testWebhook' },
  { id: 'recoverWebhook' },
  { id: 'validateBatch' },
  { id: 'createBatch', creates: BATCH },
  { id: 'getBatch', before: untilFinished },
  { id: 'listBatches' },
  { id: 'getBatchManifest' },
  { id: 'getBatchArchive' },
  { id: 'rotateCallbackSecret' },
  { id: 'listCallbacks', before: untilCalledBack },
  { id: 'getCallback' },
  { id: 'retryCallback' },
  { id: 'recoverCallbacks' },
  { id: 'retryBatch', before: () => void real.set(BATCH_KEY, 'autumn-1-again') },
  { id: 'correctVideo', before: aFailedRow, creates: VIDEO },
  { id: 'cancelBatch', before: anotherBatch },
  { id: 'deleteVideo' },
  { id: 'getQueue', before: asOperator },
  { id: 'listRenderers' },
  { id: 'listFailures' },
  { id: 'listRequests', before: aRequestForNothing },
  { id: 'setBalanceAlert' },
  { id: 'getBalanceAlert' },
  { id: 'cancelVideo' },
  { id: 'listTemplateVersions' },
  { id: 'labelTemplateVersion' },
  { id: 'listTemplateFields' },
  { id: 'duplicateTemplate' },
  { id: 'exportTemplate' },
  { id: 'importTemplate', before: exportedTemplate },
  { id: 'getTemplateDraft' },
  { id: 'saveTemplateDraft' },
  { id: 'replaceTemplate' },
  { id: 'publishTemplateDraft', before: saveWithoutFaults },
  { id: 'discardTemplateDraft' },
  { id: 'updateTemplate' },
  { id: 'deleteTemplate' },
  { id: 'saveBrand' },
  { id: 'getBrand' },
  { id: 'createComponent' },
  { id: 'listComponents' },
  { id: 'getComponent' },
  { id: 'listComponentVersions' },
  { id: 'replaceComponent' },
  { id: 'deleteComponent' },
  { id: 'rotateWebhookSecret' },
  { id: 'updateWebhook' },
  { id: 'deleteWebhook' },
  { id: 'getSignInOptions' },
  { id: 'resetPassword', before: anOwner },
  { id: 'createSessionByLink', before: () => aLink('console-link', real.get(ORGANIZATION)!) },
  { id: 'createSession' },
  { id: 'getSession' },
  { id: 'chooseOrganization' },
  { id: 'reportTemplatePresence', before: aTemplateOfTheOwner },
  { id: 'updateUser' },
  { id: 'beginSecondFactor' },
  { id: 'confirmSecondFactor', before: theTimedCode },
  { id: 'getSecondFactor' },
  { id: 'renewRecoveryCodes' },
  { id: 'removeSecondFactor' },
  { id: 'beginPasskey' },
  { id: 'confirmPasskey', before: aNewPasskey },
  { id: 'listPasskeys', before: theNewPasskey },
  { id: 'updatePasskey' },
  { id: 'challengePasskey' },
  { id: 'createSessionByPasskey', before: theShownPasskey },
  { id: 'removePasskey', before: theShownPasskey },
  { id: 'listOwnSessions' },
  { id: 'deleteOwnSession', before: theOtherSession },
  { id: 'deleteOtherSessions' },
  { id: 'changePassword' },
  { id: 'listOwnInvitations', before: anInvitingOrganization },
  { id: 'declineInvitation' },
  { id: 'joinOrganization', before: anInvitationToTheOwner },
  { id: 'listAuditEntries' },
  { id: 'updateOrganization', before: () => limitRequests(real.get(ORGANIZATION)!, '100') },
  { id: 'createKey', creates: KEY, before: () => limitRequests(real.get(ORGANIZATION)!, 'default') },
  { id: 'getOwnKey' },
  { id: 'listKeys' },
  { id: 'updateKey' },
  { id: 'revokeKey' },
  { id: 'listMembers' },
  { id: 'createInvitation', creates: PERSON },
  { id: 'listInvitations' },
  { id: 'showInvitation' },
  { id: 'acceptInvitation', before: () => void (ownersSession = session) },
  { id: 'updateMember', before: theNewMember },
  { id: 'deleteMember' },
  { id: 'deleteInvitation', before: anotherInvitation },
  { id: 'listOrganizations', before: amongOrganizations },
  {
    id: 'createOrganization',
    before: () => void real.set('"name":"Acme"', '"name":"Local"'),
    creates: ORGANIZATION,
  },
  { id: 'getOrganizationDetails' },
  { id: 'limitOrganization' },
  { id: 'listAllAuditEntries' },
  { id: 'changeUser', before: theInviter },
  { id: 'listUsers', before: theNewestUser },
  { id: 'grantCredits' },
  { id: 'listGrants' },
  { id: 'setMaintenance' },
  { id: 'getMaintenance' },
  { id: 'deleteSession' },
];

describe('an example of the manual of the API', () => {
  it('has a place in the story', () => {
    expect([...calls.keys()].sort()).toEqual(STORY.map(({ id }) => id).sort());
  });

  it.each(STORY)(
    'is answered as it is shown: $id',
    async ({ id, before, creates }) => {
      await before?.();
      const call = calls.get(id)!;
      const response = await send(call);
      const text = await textOf(response);
      session = sessionOf(response) ?? session;
      expect([response.status, text]).toEqual([call.response.status, expect.any(String)]);
      expectHeaders(response.headers, call.response.headers);
      const token = /\/console\/(?:invitation|review)#([\w-]+)/.exec(text)?.[1];
      if (token !== undefined) real.set(TOKEN, token);
      const previewToken = /fwp_[\w-]{43}/.exec(text)?.[0];
      if (previewToken !== undefined) real.set(PREVIEW_TOKEN, previewToken);
      const { body, text: shown } = call.response;
      if (creates !== undefined) real.set(creates, (JSON.parse(text) as { id: string }).id);
      const recoveryCode = /\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/.exec(text)?.[0];
      if (recoveryCode !== undefined) real.set(RECOVERY_CODE, recoveryCode);
      if (id === 'createKey') createdKey = (JSON.parse(text) as { key: string }).key;
      if (body !== undefined) expect(differences(body, JSON.parse(asShown(text)))).toEqual([]);
      else if (shown.endsWith('…')) expect(beginningOf(asShown(text))).toBe(beginningOf(shown));
    },
    320_000,
  );
});

function send({ request: { method, target, headers, text } }: DocumentedCall): Promise<Response> {
  const { authorization, cookie, 'idempotency-key': key, ...others } = headers;
  const own = (cookie !== undefined || target === '/v1/session/passkey') && {
    cookie: `framewright_session=${session}; ${asked}`,
    origin: new URL(system.baseUrl).origin,
  };
  const ofPage = authorization?.includes('fwp_') === true;
  return system.fetch(asReal(target).replace(/^\/v1/, ''), {
    method,
    headers: {
      ...others,
      ...own,
      ...(ofPage && { origin: SHOP }),
      ...(key !== undefined && { 'idempotency-key': asReal(key) }),
    },
    signal: AbortSignal.timeout(60_000),
    ...(authorization === undefined && { key: null }),
    ...(ofPage && { key: real.get(PREVIEW_TOKEN)! }),
    ...(target === '/v1/keys/own' && { key: createdKey }),
    ...(text !== '' && { body: text === '(the bytes of the file)' ? file : asReal(text) }),
  });
}

/** The session that a response has begun. */
function sessionOf({ headers }: Response): string | undefined {
  return /^framewright_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
}

/** The body of a response; of a stream what comes until the first event has ended. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (/^data:.*\n\n/m.test(text)) break;
  }
  return text;
}

function expectHeaders(sent: Headers, shown: Record<string, string>): void {
  for (const [name, value] of Object.entries(shown)) {
    const own = asShown(sent.get(name) ?? 'none');
    if (name === 'content-type') expect(own.split(';')[0]).toBe(value);
    else if (name === 'etag') expect(own).toMatch(/^"[^"]+"$/);
    else expect([name, fixedText(own)]).toEqual([name, fixedText(value)]);
  }
}

/** Beginning of a stream, up to where a page cuts it, with any number of an event. */
function beginningOf(stream: string): string {
  return fixedText(stream)
    .replace(/^id: \d+$/m, 'id: <number>')
    .split(',"self"')[0]!;
}

function asReal(text: string): string {
  return [...real].reduce((result, [shown, own]) => result.replaceAll(shown, own), text);
}

function asShown(text: string): string {
  return [...real].reduce((result, [shown, own]) => result.replaceAll(own, shown), text);
}
