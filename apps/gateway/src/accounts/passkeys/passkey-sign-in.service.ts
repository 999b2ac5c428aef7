import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { keyRefused } from '../../auth/bearer-key.js';
import { SignIn } from '../sign-in/sign-in.service.js';
import type { Session } from '../users/account-requests.js';
import type { PasskeyProof } from './passkey-proof.js';
import type { PasskeyChallenge } from './passkey-requests.js';
import { Passkeys } from './passkeys.js';

/** Signs users in by their passkeys. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly passkeys: Passkeys,
  ) {}

  /** Asks the request's browser for a passkey: to sign in, or instead of a code. */
  ask(request: Request): Promise<PasskeyChallenge> {
    this.signIn.admit(request);
    return this.passkeys.ask(request);
  }

  /** A passkey is both factors: the device that has it, and what the device knows of the user. */
  begin(request: Request, proof: PasskeyProof): Promise<Session> {
    this.signIn.admit(request);
    return this.signIn.byPasskey(
      request,
      async (em) => {
        const userId = await this.passkeys.identify(em, request, proof);
        if (userId === undefined) throw keyRefused('The passkey is not known here, or its answer is wrong or late');
        return { userId };
      },
      (em) => this.passkeys.ownerOf(em, proof),
    );
  }
}
