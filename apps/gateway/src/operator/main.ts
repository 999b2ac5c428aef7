import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Logger as NestLogger } from '@nestjs/common';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import {
  type Balance,
  CREDITS_RPC,
  ORGANIZATION_CHANGED,
  TEMPLATE_QUOTA_RPC,
  type TemplateUsage,
} from '#libs/contracts';
import { DatabaseConfig, ormOptions } from '#libs/database';
import { LivePublisher, NatsConfig, NatsLink, RpcClient } from '#libs/messaging';
import { Health, loadConfig, Logger } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_DATABASE } from '../gateway.database.js';
import { limitUploads } from '../assets/limit-uploads.js';
import { readMaintenance, switchMaintenanceOff, switchMaintenanceOn } from '../maintenance/maintenance-switch.js';
import { audited } from './audited-command.js';
import * as organizations from './organizations.js';
import { type Command, parseCommand } from './parse-command.js';
import * as users from './users.js';

const NATS_TIMEOUT_MS = 10_000;

/** Carries out a command; its result is printed as JSON. */
async function run(command: Command, em: EntityManager): Promise<unknown> {
  switch (command.do) {
    case 'create-organization':
      return organizations.createOrganization(em, command.name);
    case 'list-organizations':
      return organizations.listOrganizations(em);
    case 'limit-organization':
      return limitOrganization(em, command);
    case 'limit-templates':
      return limitTemplates(em, command);
    case 'limit-media':
      await organizations.findOrganization(em, command.orgId);
      return limitUploads(em, command);
    case 'create-key':
      return organizations.createKey(em, command);
    case 'list-keys':
      return organizations.listKeys(em, command.orgId);
    case 'revoke-key':
      return revokeKey(em, command);
    case 'grant-credits':
      return grantCredits(em, command);
    case 'show-credits':
      return showCredits(em, command);
    case 'console-link':
      return users.createConsoleLink(em, command, publicBaseUrl());
    case 'password-reset':
      return users.createPasswordReset(em, command.who, publicBaseUrl());
    case 'create-user':
      return users.createMember(em, command);
    case 'change-user':
      return changeUser(em, command);
    case 'remove-second-factor':
      return users.removeFactor(em, command.who);
    case 'list-users':
      return users.listUsers(em);
    case 'maintenance-on':
      return switchMaintenanceOn(em, command);
    case 'maintenance-off':
      return switchMaintenanceOff(em);
    case 'maintenance-status':
      return readMaintenance(em);
  }
}

/** The console's URL: links begin with it. */
function publicBaseUrl(): string {
  return loadConfig(GatewayConfig).publicBaseUrl;
}

async function limitOrganization(
  em: EntityManager,
  { orgId, requestsPerMinute }: Command & { do: 'limit-organization' },
) {
  const view = await organizations.limitOrganization(em, orgId, requestsPerMinute);
  await notifyGateways(view.id);
  return view;
}

async function revokeKey(em: EntityManager, { keyId }: Command & { do: 'revoke-key' }) {
  const view = await organizations.revokeKey(em, keyId);
  await notifyGateways(view.org_id);
  return view;
}

async function changeUser(em: EntityManager, command: Command & { do: 'change-user' }) {
  const { user, ended } = await users.updateUser(em, command);
  for (const { organization_id } of ended) if (organization_id !== null) await notifyGateways(organization_id);
  return user;
}

async function showCredits(em: EntityManager, { orgId }: Command & { do: 'show-credits' }) {
  const { id: org_id } = await organizations.findOrganization(em, orgId);
  return { org_id, ...(await overNats((rpc) => rpc.call(CREDITS_RPC.balance, { org_id }))) };
}

async function limitTemplates(
  em: EntityManager,
  { orgId, maxTemplates, maxBytes }: Command & { do: 'limit-templates' },
): Promise<TemplateUsage & { org_id: string }> {
  const { id: org_id } = await organizations.findOrganization(em, orgId);
  const request = {
    org_id,
    ...(maxTemplates !== undefined && { max_templates: maxTemplates }),
    ...(maxBytes !== undefined && { max_bytes: maxBytes }),
  };
  const usage = await overNats((rpc) => rpc.call(TEMPLATE_QUOTA_RPC.limit, request));
  return Object.assign({ org_id }, usage);
}

async function grantCredits(
  em: EntityManager,
  { orgId, amount, reason, transferId: transfer_id = randomUUID() }: Command & { do: 'grant-credits' },
): Promise<Balance & { org_id: string; transfer_id: string }> {
  const { id: org_id } = await organizations.findOrganization(em, orgId);
  try {
    const grant = { org_id, transfer_id, amount, ...(reason === undefined ? {} : { reason }) };
    const balance = await overNats((rpc) => rpc.call(CREDITS_RPC.grant, grant));
    return { org_id, transfer_id, ...balance };
  } catch (cause) {
    const message = `The outcome of the grant is unknown. Repeat the command with --transfer-id ${transfer_id}: the credits are granted only once.`;
    throw new organizations.OperatorError(message, { cause });
  }
}

/**
 * Makes gateways drop what they cache about an organization, which may be a minute old: a used-up window, or a key that
 * they accept during an outage of the database. The change itself is stored already; without NATS it takes effect later.
 */
async function notifyGateways(org_id: string): Promise<void> {
  try {
    await overNats(async (_rpc, link) => {
      new LivePublisher(link).publish(ORGANIZATION_CHANGED, { org_id });
      await link.connection.flush();
    });
  } catch (error) {
    process.stderr.write(
      `The change is stored. Gateways could not be notified and apply it within a minute: ${explain(error)}\n`,
    );
  }
}

async function overNats<T>(work: (rpc: RpcClient, link: NatsLink) => Promise<T>): Promise<T> {
  const log = new Logger('operator', 'error', (line) => process.stderr.write(line));
  NestLogger.overrideLogger(log); // stdout carries the result only
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`NATS did not reply within ${NATS_TIMEOUT_MS / 1_000} s`)),
      NATS_TIMEOUT_MS,
    ).unref();
  });
  const link = await Promise.race([NatsLink.open('operator', loadConfig(NatsConfig), log, new Health()), late]);
  try {
    return await work(new RpcClient(link, new LivePublisher(link)), link);
  } finally {
    await link.onApplicationShutdown();
  }
}

/** An error with its causes, as text. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';
  return `${error.message}${detail}${error.cause === undefined ? '' : `\n  because: ${explain(error.cause)}`}`;
}

try {
  const command = parseCommand(process.argv.slice(2), new Date());
  const orm = await MikroORM.init(ormOptions(GATEWAY_DATABASE, loadConfig(DatabaseConfig)));
  try {
    const result = await audited(command, orm.em.fork(), () => run(command, orm.em.fork()));
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await orm.close();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
