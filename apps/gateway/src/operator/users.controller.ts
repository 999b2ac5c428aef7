import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type Page, pageOf } from '#libs/contracts';
import { oneFault } from '../accounts/users/account-faults.js';
import { USER_COLUMNS, type UserRow } from '../accounts/users/users.js';
import { CredentialEnds } from '../auth/credential-ends.js';
import { LimitBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { changeUser } from './change-user.js';
import { MAX_OPERATOR_BYTES } from './all-organizations-requests.js';
import { ChangeUserBody, ListUsersQuery, OperatorUser, UserPath } from './user-requests.js';

const MATCHES = `(?::text IS NULL OR name ILIKE ? OR email ILIKE ? OR id::text = lower(?))`;

/** The endpoints of all users, for operators (docs/api/operator.md). */
@ApiController('operator/users', 'Users', 'operate')
export class UsersController {
  constructor(
    private readonly em: EntityManager,
    private readonly ends: CredentialEnds,
  ) {}

  @Get()
  @Operation({
    id: 'listUsers',
    summary: 'List users',
    description: 'All users of the installation, newest first.',
    responses: [{ status: 200, description: 'A page of users.', listOf: OperatorUser }],
  })
  async list(@Query() { limit = 20, offset = 0, search }: ListUsersQuery): Promise<Page<OperatorUser>> {
    const em = this.em.fork();
    const part = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
    const filter = [search ?? null, part, part, search ?? null];
    const users = await em.execute<UserRow[]>(
      `SELECT ${USER_COLUMNS} FROM users WHERE ${MATCHES} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...filter, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM users WHERE ${MATCHES}`,
      filter,
    );
    return pageOf(users.map(toOperatorUser), total, { limit, offset });
  }

  @Patch(':id')
  @LimitBody(MAX_OPERATOR_BYTES)
  @Operation({
    id: 'changeUser',
    summary: 'Change a user',
    description:
      'Makes a user an operator or takes that away, disables a user, or sets a proven e-mail address. Applies at once; all sessions of a disabled user end. The last operator stays.',
    responses: [{ status: 200, description: 'The user.', body: OperatorUser }],
  })
  async change(@Param() { id }: UserPath, @Body() body: ChangeUserBody): Promise<OperatorUser> {
    const changed = await changeUser(this.em.fork(), id, body);
    switch (changed.outcome) {
      case 'unknown':
        throw new AppError('RESOURCE_NOT_FOUND');
      case 'refused':
        throw oneFault(changed.field, 'INVALID_VALUE', changed.reason);
      case 'changed':
        this.ends.announce(changed.ended);
        return toOperatorUser(changed.user);
    }
  }
}

function toOperatorUser({ id, email, email_proven, name, operator, disabled_at, created_at }: UserRow): OperatorUser {
  const disabled = disabled_at !== null;
  return { id, email, email_proven, name, operator, disabled, created_at: new Date(created_at).toISOString() };
}
