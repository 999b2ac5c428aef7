import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  AppError,
  type ComponentUse,
  type ComponentVersion,
  type CreateComponent,
  type GetComponent,
  type ListComponents,
  type ListComponentVersions,
  type Page,
  pageOf,
  type RemoveComponent,
  type ReplaceComponent,
  type SharedComponent,
} from '#libs/contracts';
import type { Fault } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { documentOfComponent } from '../documents/judge-component.js';
import { TemplateQuotas } from '../templates/template-quotas.js';
import { ComponentVersionRow } from './component-version.entity.js';
import { ComponentRow } from './component.entity.js';
import { CurrentReuse } from '../documents/current-reuse.js';

/** Components of an organization. */
const MAX_COMPONENTS = 200;

/**
 * Finds all that refers to a component by its name: newest versions of templates, drafts, and newest versions of components. The rows of
 * one organization are read, without their documents.
 */
const FIND_USERS = `
  WITH users AS (
    SELECT t.id AS template_id, coalesce(t.name, v.name) AS name, v.uses, coalesce(d.uses, '{}') AS draft_uses
      FROM templates t JOIN template_versions v ON v.template_id = t.id AND v.version = t.latest_version
      LEFT JOIN template_drafts d ON d.template_id = t.id
     WHERE t.org_id = ?
  ), found AS (
    SELECT 'template' AS kind, template_id, name, unnest(uses) AS reference FROM users
    UNION ALL SELECT 'draft', template_id, name, unnest(draft_uses) FROM users
    UNION ALL SELECT 'component', NULL, c.name, unnest(v.uses)
      FROM components c JOIN component_versions v ON v.component_id = c.id AND v.version = c.latest_version
     WHERE c.org_id = ?
  )
  SELECT kind, template_id, name, reference FROM found WHERE split_part(reference, '@', 1) = ?
   ORDER BY kind, name, template_id, reference LIMIT 100`;

/** Stores the components of organizations as immutable versions. */
@Injectable()
export class Components {
  constructor(
    private readonly em: EntityManager,
    private readonly judge: DocumentJudge,
    private readonly quotas: TemplateQuotas,
    private readonly reuse: CurrentReuse,
  ) {}

  async list({ org_id: orgId, ...page }: ListComponents): Promise<Page<SharedComponent>> {
    const em = this.em.fork();
    const { limit = 20, offset = 0 } = page;
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const [components, total] = await em.findAndCount(ComponentRow, { orgId }, { limit, offset, orderBy });
    const newest = await em.find(ComponentVersionRow, {
      $or: components.map(({ id, latestVersion }) => ({ component: id, version: latestVersion })),
    });
    const byComponent = new Map(newest.map((version) => [version.component.id, version]));
    const listed = components.flatMap((component) => {
      const version = byComponent.get(component.id);
      return version ? [toComponent(component, version)] : [];
    });
    return pageOf(listed, total, page);
  }

  /**
   * Stores version 1 of a new component.
   *
   * @throws AppError VALIDATION_ERROR with every fault, or beyond the quota; CONFLICT for a name that is taken
   */
  async create({ org_id: orgId, body }: CreateComponent): Promise<SharedComponent> {
    const { name, contents } = await this.judged(orgId, body, 'component');
    const now = new Date();
    return this.em.fork().transactional(async (tx) => {
      if ((await tx.count(ComponentRow, { orgId, name })) > 0) throw taken(name);
      const component = tx.create(ComponentRow, {
        id: randomUUID(),
        orgId,
        name,
        latestVersion: 0,
        createdAt: now,
        updatedAt: now,
      });
      return this.addVersion(tx, component, contents);
    });
  }

  /**
   * Stores the contents as the component's next version; the earlier ones stay as they are.
   *
   * @throws AppError VALIDATION_ERROR with every fault, or beyond the quota; RESOURCE_NOT_FOUND
   */
  async replace({ org_id: orgId, name, component }: ReplaceComponent): Promise<SharedComponent> {
    if ((await this.em.fork().count(ComponentRow, { orgId, name })) === 0) throw new AppError('RESOURCE_NOT_FOUND');
    const { contents } = await this.judged(orgId, { name, component }, '');
    return this.em
      .fork()
      .transactional(async (tx) => this.addVersion(tx, await lockComponent(tx, orgId, name), contents));
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown component or version, and for another organization's */
  async get({ org_id: orgId, name, version }: GetComponent): Promise<SharedComponent> {
    const em = this.em.fork();
    const component = await em.findOne(ComponentRow, { orgId, name });
    const key = component && { component, version: version ?? component.latestVersion };
    const found = key && (await em.findOne(ComponentVersionRow, key, { populate: ['contents'] }));
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    return { ...toComponent(component, found), component: found.contents, used_by: await usersOf(em, orgId, name) };
  }

  /** The versions of a component, newest first. @throws AppError RESOURCE_NOT_FOUND */
  async versions({ org_id: orgId, name, ...page }: ListComponentVersions): Promise<Page<ComponentVersion>> {
    const em = this.em.fork();
    const component = await em.findOne(ComponentRow, { orgId, name });
    if (!component) throw new AppError('RESOURCE_NOT_FOUND');
    const { limit = 20, offset = 0 } = page;
    const options = { limit, offset, orderBy: { version: 'desc' } } as const;
    const [rows, total] = await em.findAndCount(ComponentVersionRow, { component }, options);
    const versions = rows.map(({ version, createdAt }) => ({ version, created_at: createdAt.toISOString() }));
    return pageOf(versions, total, page);
  }

  /**
   * Removes all versions. Published templates have copies of what they use.
   *
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT while something that can still be changed refers to it
   */
  async remove({ org_id: orgId, name }: RemoveComponent): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const component = await lockComponent(tx, orgId, name);
      const users = await usersOf(tx, orgId, name);
      if (users.length > 0) throw inUse(users);
      tx.remove(component);
    });
  }

  /** The values of a version, without its number. @throws AppError VALIDATION_ERROR with every fault */
  private async judged(
    orgId: string,
    body: Record<string, unknown>,
    root: string,
  ): Promise<{ name: string; contents: Contents }> {
    const document = documentOfComponent(String(body['name']), body['component']);
    const { uses, usesBrand, shared } = await this.reuse.of(orgId, document);
    const { name, component } = await this.judge.component(orgId, { body, shared, root });
    const description = typeof component['description'] === 'string' ? component['description'] : null;
    return { name, contents: { contents: component, description, uses, usesBrand } };
  }

  private async addVersion(tx: EntityManager, component: ComponentRow, contents: Contents): Promise<SharedComponent> {
    const [now, version] = [new Date(), component.latestVersion + 1];
    tx.assign(component, { latestVersion: version, updatedAt: now });
    const stored = tx.create(ComponentVersionRow, { component, version, createdAt: now, ...contents });
    await this.quotas.refuseExcess(tx, component.orgId);
    // The quota's row is locked, so of two simultaneous creations the second counts the first.
    if ((await tx.count(ComponentRow, { orgId: component.orgId })) > MAX_COMPONENTS) throw tooMany();
    const users = await usersOf(tx, component.orgId, component.name);
    return { ...toComponent(component, stored), component: contents.contents, used_by: users };
  }
}

type Contents = Pick<ComponentVersionRow, 'description' | 'contents' | 'uses' | 'usesBrand'>;

/** @throws AppError RESOURCE_NOT_FOUND for an unknown component and for another organization's */
async function lockComponent(tx: EntityManager, orgId: string, name: string): Promise<ComponentRow> {
  const component = await tx.findOne(ComponentRow, { orgId, name }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!component) throw new AppError('RESOURCE_NOT_FOUND');
  return component;
}

async function usersOf(em: EntityManager, orgId: string, name: string): Promise<ComponentUse[]> {
  return em.execute<ComponentUse[]>(FIND_USERS, [orgId, orgId, name]);
}

function toComponent(
  { name, createdAt, updatedAt }: ComponentRow,
  { version, description = null }: ComponentVersionRow,
): SharedComponent {
  return { name, description, version, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

function taken(name: string): AppError {
  return new AppError('CONFLICT', { message: `A component ${name} exists`, details: 'PUT creates its next version' });
}

function inUse(users: readonly ComponentUse[]): AppError {
  const names = users.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const details = `Used by ${names.join(', ')}${users.length > 3 ? ` and ${users.length - 3} more` : ''}`;
  return new AppError('CONFLICT', { message: 'The component is in use', details });
}

function tooMany(): AppError {
  const message = `an organization can have at most ${MAX_COMPONENTS} components`;
  const fault: Fault = { field: 'body', code: 'VALUE_TOO_LARGE', message, value: null };
  return new AppError('VALIDATION_ERROR', { details: [fault] });
}
