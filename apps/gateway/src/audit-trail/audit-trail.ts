import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { asAppError, Logger } from '#libs/runtime';
import { accessOf } from '../http/caller/access.js';
import { operationNameOf } from '../http/operation-name.js';
import { stateOf } from '../http/request-state.js';
import { type AuditedResource, type ChangedSetting, completeEntry, type Outcome, storeEntry } from './audit-entry.js';
import { changesBetween, readSettings } from './changed-settings.js';
import { changeOf, isAudited, organizationIn } from './audited-change.js';

const MAX_ID_CHARACTERS = 64;
const MAX_NAME_CHARACTERS = 200;

/**
 * Keeps an entry of every change in the audit log. It is stored before the change is made, so that even a crash leaves
 * no change without an entry. A change whose entry cannot be stored is refused. The outcome is added afterwards.
 *
 * It runs after the guards and the check of the request, so a request that they refuse leaves no entry.
 */
@Injectable()
export class AuditTrail implements NestInterceptor {
  constructor(
    private readonly em: EntityManager,
    private readonly log: Logger,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { caller } = stateOf(request);
    const action = operationNameOf(context.getHandler());
    if (!caller || !isAudited(action, request, caller)) return next.handle();
    const change = changeOf(request, action, accessOf(context.getHandler(), request.method), caller);
    const before = await readSettings(this.em.fork(), request.method, change);
    const id = await storeEntry(this.em.fork(), change);
    const changes = async (): Promise<ChangedSetting[]> => {
      const after = before && (await readSettings(this.em.fork(), request.method, change));
      return before && after ? changesBetween(before, after) : [];
    };
    return of(
      await this.carryOut({ id, changes }, next, (result) => outcomeOf(response.statusCode, change.target, result)),
    );
  }

  private async carryOut(entry: OpenEntry, next: CallHandler, outcome: (result: unknown) => Outcome): Promise<unknown> {
    let result: unknown;
    try {
      result = await lastValueFrom(next.handle(), { defaultValue: undefined });
    } catch (error) {
      await this.complete(entry, { status: asAppError(error).status });
      throw error;
    }
    await this.complete(entry, outcome(result));
    return result;
  }

  /** Adds the outcome to an entry. The change is made already, so its response does not depend on this. */
  private async complete({ id, changes }: OpenEntry, outcome: Outcome): Promise<void> {
    try {
      await completeEntry(this.em.fork(), id, { ...outcome, changes: await changes() });
    } catch (error) {
      this.log.warn('audit.outcome_lost', { entry_id: id, status: outcome.status, error });
    }
  }
}

/** An entry without its outcome. */
interface OpenEntry {
  id: string;
  /** Reads what has become of the settings, also when a part of the operation has failed. */
  changes: () => Promise<ChangedSetting[]>;
}

/** The name of the object that a response shows: of a person, the e-mail address. */
function nameIn(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const name = 'name' in result ? result.name : 'email' in result ? result.email : undefined;
  return typeof name === 'string' ? name.slice(0, MAX_NAME_CHARACTERS) : undefined;
}

/** The outcome of a change; the id and the name of a created object are those of the response. */
function outcomeOf(status: number, { type }: AuditedResource, result: unknown): Outcome {
  const targetName = nameIn(result);
  const named = { status, ...(targetName !== undefined && { targetName }) };
  const sent = typeof result === 'object' && result !== null && 'id' in result ? result.id : undefined;
  if (typeof sent !== 'string' || sent.length > MAX_ID_CHARACTERS) return named;
  const organizationId = organizationIn({ type, id: sent });
  return { ...named, targetId: sent, ...(organizationId !== null && { organizationId }) };
}
