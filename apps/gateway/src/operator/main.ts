import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Logger as NestLogger } from '@nestjs/common';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type Balance, CREDITS_RPC } from '#libs/contracts';
import { DatabaseConfig, ormOptions } from '#libs/database';
import { NatsConfig, NatsLink, RpcClient } from '#libs/messaging';
import { Health, loadConfig, Logger } from '#libs/runtime';
import { GATEWAY_DATABASE } from '../gateway.database.js';
import * as organizations from './organizations.js';
import { type Command, parseCommand } from './parse-command.js';

const NATS_TIMEOUT_MS = 10_000;

/** Does what the command says; the result is printed as JSON. */
async function run(command: Command, em: EntityManager): Promise<unknown> {
  switch (command.do) {
    case 'create-organization':
      return organizations.createOrganization(em, command.name);
    case 'list-organizations':
      return organizations.listOrganizations(em);
    case 'create-key':
      return organizations.createKey(em, command);
    case 'list-keys':
      return organizations.listKeys(em, command.orgId);
    case 'revoke-key':
      return organizations.revokeKey(em, command.keyId);
    case 'grant-credits':
      return grantCredits(em, command);
    case 'show-credits': {
      const { id: org_id } = await organizations.findOrganization(em, command.orgId);
      return { org_id, ...(await askCredits((rpc) => rpc.call(CREDITS_RPC.balance, { org_id }))) };
    }
  }
}

async function grantCredits(
  em: EntityManager,
  { orgId, amount, transferId: transfer_id = randomUUID() }: Command & { do: 'grant-credits' },
): Promise<Balance & { org_id: string; transfer_id: string }> {
  const { id: org_id } = await organizations.findOrganization(em, orgId);
  try {
    const balance = await askCredits((rpc) => rpc.call(CREDITS_RPC.grant, { org_id, transfer_id, amount }));
    return { org_id, transfer_id, ...balance };
  } catch (cause) {
    const message = `It is not known whether the credits were granted. Repeat with --transfer-id ${transfer_id}: they are granted once.`;
    throw new organizations.OperatorError(message, { cause });
  }
}

async function askCredits<T>(ask: (rpc: RpcClient) => Promise<T>): Promise<T> {
  const log = new Logger('operator', 'error', (line) => process.stderr.write(line));
  NestLogger.overrideLogger(log); // stdout is for the result
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`NATS did not answer within ${NATS_TIMEOUT_MS / 1_000} s`)),
      NATS_TIMEOUT_MS,
    ).unref();
  });
  const link = await Promise.race([NatsLink.open('operator', loadConfig(NatsConfig), log, new Health()), late]);
  try {
    return await ask(new RpcClient(link));
  } finally {
    await link.onApplicationShutdown();
  }
}

/** An error with its causes, for a person. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';
  return `${error.message}${detail}${error.cause === undefined ? '' : `\n  because: ${explain(error.cause)}`}`;
}

try {
  const command = parseCommand(process.argv.slice(2), new Date());
  const orm = await MikroORM.init(ormOptions(GATEWAY_DATABASE, loadConfig(DatabaseConfig)));
  try {
    const result = await run(command, orm.em.fork());
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await orm.close();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
