import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { call, possessions, renderVideo } from '../callers.mjs';
import { restartProxy } from '../ingress.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';
import { run } from '../run.mjs';
import { until } from '../until.mjs';

const SUPERUSER = ['--username', 'postgres'];
/** Error of an attempt when no key opens its endpoint's secret. */
const SEALED = /INTERNAL_ERROR/;

/** Backup and restore by the commands of deploy/operations.md, on Debian's PostgreSQL 15. */
export function backup({ node, folder }) {
  const kept = join(folder, 'backup');
  const files = join(node.folder, 'servers/s3');
  const saved = {};
  return {
    'a backup is taken while services run': async () => {
      const { servers, ...caller } = await production(node);
      await call(node, caller, 'POST', '/webhooks', {
        url: 'https://receiver.example.com/',
        events: ['video.finished'],
      });
      await renderVideo(node, caller.baseUrl, caller.key);
      saved.roles = await inPostgresql(servers, ['pg_dumpall', ...SUPERUSER, '--roles-only']);
      saved.database = await inPostgresql(servers, ['pg_dump', ...SUPERUSER, '--format=custom', 'framewright']);
      await copyFiles(files, kept);
      saved.possessions = await possessions(node, caller);
      await renderVideo(node, caller.baseUrl, caller.key); // which the backup does not have
    },
    'the release is uninstalled, and its servers lose all they have': async () => {
      const { release, servers } = await production(node);
      await release.uninstall();
      for (const server of ['postgresql', 'nats', 's3']) {
        await servers.scale(server, 0);
        const data = join(node.folder, 'servers', server);
        rmSync(data, { recursive: true });
        mkdirSync(data);
      }
      await servers.withoutOwners();
    },
    'the backup is restored into empty servers': async () => {
      const { servers } = await production(node);
      await copyFiles(kept, files);
      for (const server of ['postgresql', 'nats', 's3']) await servers.scale(server, 1);
      await inPostgresql(servers, ['psql', ...SUPERUSER, '--quiet'], saved.roles);
      const restore = ['pg_restore', ...SUPERUSER, '--clean', '--if-exists', '--create', '--exit-on-error'];
      await inPostgresql(servers, [...restore, '--dbname=postgres'], saved.database);
    },
    'balances, templates, videos with their files, webhooks and keys are there, as they were': async () => {
      const { release, ...caller } = await production(node);
      await release.install(...PRODUCTION_VALUES);
      await release.untilReady(600_000);
      await restartProxy(node);
      const found = await until('the proxy answers', () => possessions(node, caller), 60_000);
      if (!isDeepStrictEqual(found, saved.possessions))
        throw new Error(`${JSON.stringify(found)}\nnot\n${JSON.stringify(saved.possessions)}`);
    },
    'the secrets of webhooks open': async () => {
      const caller = await production(node);
      const [{ id }] = saved.possessions.webhooks;
      await call(node, caller, 'POST', `/webhooks/${id}/test`);
      const attempts = await until('the test is attempted', () => attemptsOf(node, caller, id), 60_000);
      if (SEALED.test(JSON.stringify(attempts))) throw new Error(JSON.stringify(attempts));
    },
    'a new video is rendered': async () => {
      const { baseUrl, key } = await production(node);
      await renderVideo(node, baseUrl, key);
    },
  };
}

/** Copies files with the extended attributes in which the store notes facts about each. */
function copyFiles(from, to) {
  return run('cp', ['--archive', '--no-target-directory', from, to]);
}

/** Returns what a program in PostgreSQL's pod prints. */
function inPostgresql(servers, command, input = '') {
  return servers.inPostgresql(command, { input, encoding: 'buffer' });
}

async function attemptsOf(node, caller, id) {
  const { data } = await call(node, caller, 'GET', `/webhooks/${id}/deliveries`);
  const attempts = data.filter(({ test }) => test).map(({ last_attempt }) => last_attempt);
  return attempts.some(Boolean) && attempts;
}
