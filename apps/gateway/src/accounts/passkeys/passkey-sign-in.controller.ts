import { Body, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LimitBody, SMALL_BODY_BYTES } from '../../http/request-shapes.js';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import { SIGN_IN_ERRORS, SIGNED_IN } from '../sign-in/signed-in.js';
import type { Session } from '../users/account-requests.js';
import { MAX_PASSKEY_BYTES, PasskeyChallenge, SignInByPasskeyBody } from './passkey-requests.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';

/** The endpoints with which a passkey is shown (docs/api/accounts.md). */
@ApiController('session/passkey', 'Session')
export class PasskeySignInController {
  constructor(private readonly signIn: PasskeySignIn) {}

  @Post('challenge')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'challengePasskey',
    summary: 'Ask for a passkey',
    description: 'Makes a question for the browser. The same browser answers it once, within 5 minutes.',
    responses: [{ status: 201, description: 'The question.', body: PasskeyChallenge, headers: ['Set-Cookie'] }],
    errors: ['INSUFFICIENT_PERMISSIONS', 'RATE_LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND'],
    access: 'public',
  })
  challenge(@Req() request: Request): Promise<PasskeyChallenge> {
    return this.signIn.ask(request);
  }

  @Post()
  @LimitBody(MAX_PASSKEY_BYTES)
  @Operation({
    id: 'createSessionByPasskey',
    summary: 'Sign in by a passkey',
    description: 'Begins a session of the user whose passkey has answered the challenge. No code is asked for.',
    responses: [SIGNED_IN],
    errors: [...SIGN_IN_ERRORS, 'RESOURCE_NOT_FOUND'],
    access: 'public',
  })
  byPasskey(@Body() body: SignInByPasskeyBody, @Req() request: Request): Promise<Session> {
    return this.signIn.begin(request, body);
  }
}
