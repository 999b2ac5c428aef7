import { Body, Delete, Get, HttpCode, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clearSessionCookie } from '../auth/session-cookie.js';
import { GatewayConfig } from '../gateway.config.js';
import { LimitBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import {
  AcceptInvitationBody,
  ChangePasswordBody,
  ChooseOrganizationBody,
  exampleOfNewMember,
  MAX_ACCOUNT_BYTES,
  ResetPasswordBody,
  Session,
  ShownInvitation,
  SignInBody,
  SignInByLinkBody,
  SignInOptions,
  UpdateUserBody,
} from './users/account-requests.js';
import { ShownInvitations } from './invitations/shown-invitations.service.js';
import { OpenIdProvider } from './single-sign-on/open-id-provider.js';
import { Passkeys } from './passkeys/passkeys.js';
import { OwnAccount } from './sign-in/own-account.service.js';
import { SIGN_IN_ERRORS, SIGNED_IN } from './sign-in/signed-in.js';
import { SignIn } from './sign-in/sign-in.service.js';

/** The endpoints with which a user signs in and out (docs/api/accounts.md). */
@ApiController('session', 'Session')
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly account: OwnAccount,
    private readonly config: GatewayConfig,
    private readonly provider: OpenIdProvider,
    private readonly invitations: ShownInvitations,
    private readonly passkeys: Passkeys,
  ) {}

  @Get('options')
  @Operation({
    id: 'getSignInOptions',
    summary: 'Get the ways to sign in',
    description: 'How users of this installation may sign in. It needs no credential.',
    responses: [{ status: 200, description: 'The ways to sign in.', body: SignInOptions }],
    access: 'public',
  })
  options(): SignInOptions {
    return { password: true, single_sign_on: this.provider.name, passkeys: this.passkeys.origin };
  }

  @Post()
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'createSession',
    summary: 'Sign in',
    description: 'Begins a session of the user with this e-mail address and password.',
    budget: 'passwords',
    responses: [SIGNED_IN],
    errors: SIGN_IN_ERRORS,
    access: 'public',
  })
  byPassword(@Body() body: SignInBody, @Req() request: Request): Promise<Session> {
    return this.signIn.byPassword(request, body);
  }

  @Post('link')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'createSessionByLink',
    summary: 'Sign in by a link',
    description: 'Begins the session for which a link of the operator was made. A link works once and for 15 minutes.',
    responses: [SIGNED_IN],
    errors: SIGN_IN_ERRORS,
    access: 'public',
  })
  byLink(@Body() { token }: SignInByLinkBody, @Req() request: Request): Promise<Session> {
    return this.signIn.byLink(request, token);
  }

  @Post('invitation')
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Makes the invited person a member and begins a session. A person whose e-mail address is registered proves it with the password.',
    budget: 'passwords',
    responses: [{ ...SIGNED_IN, example: exampleOfNewMember() }],
    errors: SIGN_IN_ERRORS,
    access: 'public',
  })
  byInvitation(@Body() body: AcceptInvitationBody, @Req() request: Request): Promise<Session> {
    return this.signIn.byInvitation(request, body);
  }

  @Post('invitation/show')
  @HttpCode(200)
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'showInvitation',
    summary: 'Show an invitation',
    description: 'Who invites to which organization, and as what. The link works afterwards as before.',
    responses: [{ status: 200, description: 'The invitation.', body: ShownInvitation }],
    errors: SIGN_IN_ERRORS,
    access: 'public',
  })
  showInvitation(@Body() { token }: SignInByLinkBody, @Req() request: Request): Promise<ShownInvitation> {
    return this.invitations.show(request, token);
  }

  @Post('password-reset')
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'resetPassword',
    summary: 'Reset the password',
    description:
      'Sets a new password, ends all sessions of the user and begins one. A link of the operator works once and for an hour.',
    budget: 'passwords',
    responses: [SIGNED_IN],
    errors: SIGN_IN_ERRORS,
    access: 'public',
  })
  byPasswordReset(@Body() body: ResetPasswordBody, @Req() request: Request): Promise<Session> {
    return this.signIn.byPasswordReset(request, body);
  }

  @Get()
  @Operation({
    id: 'getSession',
    summary: 'Get the session',
    description: 'The user of the session, the organization in which it acts, and the others of the user.',
    responses: [{ status: 200, description: 'The session.', body: Session }],
    access: 'session',
  })
  get(@Req() request: Request): Promise<Session> {
    return this.account.session(request);
  }

  @Patch()
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'chooseOrganization',
    summary: 'Choose the organization',
    description: 'Makes the session act in another organization of the user.',
    responses: [{ status: 200, description: 'The session.', body: Session }],
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'session',
  })
  choose(@Body() { organization_id }: ChooseOrganizationBody, @Req() request: Request): Promise<Session> {
    return this.account.chooseOrganization(request, organization_id);
  }

  @Patch('user')
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'updateUser',
    summary: 'Change name and e-mail address',
    description: 'Changes what others see of the user, and the address with which the user signs in.',
    budget: 'passwords',
    responses: [{ status: 200, description: 'The session.', body: Session }],
    access: 'session',
  })
  update(@Body() body: UpdateUserBody, @Req() request: Request): Promise<Session> {
    return this.account.update(request, body);
  }

  @Put('password')
  @HttpCode(204)
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'changePassword',
    summary: 'Change the password',
    description: 'Sets a new password and ends all other sessions of the user.',
    budget: 'passwords',
    responses: [{ status: 204, description: 'Changed.' }],
    access: 'session',
  })
  changePassword(@Body() body: ChangePasswordBody, @Req() request: Request): Promise<void> {
    return this.account.changePassword(request, body);
  }

  @Delete()
  @HttpCode(204)
  @Operation({
    id: 'deleteSession',
    summary: 'Sign out',
    description: 'Ends the session everywhere at once and deletes its cookie.',
    responses: [{ status: 204, description: 'Signed out.', headers: ['Set-Cookie'] }],
    access: 'session',
  })
  async remove(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.account.signOut(request);
    clearSessionCookie(response, this.config.publicBaseUrl);
  }
}
