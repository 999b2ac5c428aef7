import { Module } from '@nestjs/common';
import { loadConfig, RepeatedWork } from '#libs/runtime';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/http.module.js';
import { AccountRetention } from './account-retention.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { Invitations } from './invitations/invitations.service.js';
import { OwnInvitationsController } from './invitations/own-invitations.controller.js';
import { OwnInvitations } from './invitations/own-invitations.service.js';
import { ShownInvitations } from './invitations/shown-invitations.service.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.service.js';
import { OwnPasskeys } from './passkeys/own-passkeys.service.js';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller.js';
import { PasskeySignIn } from './passkeys/passkey-sign-in.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { Passkeys } from './passkeys/passkeys.js';
import { OwnSecondFactor } from './second-factor/own-second-factor.service.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionController } from './session.controller.js';
import { OwnAccount } from './sign-in/own-account.service.js';
import { OwnSessionsController } from './sign-in/own-sessions.controller.js';
import { OwnSessions } from './sign-in/own-sessions.service.js';
import { Passwords } from './sign-in/passwords.js';
import { SignInLimits } from './sign-in/sign-in-limits.js';
import { SignIn } from './sign-in/sign-in.service.js';
import { OpenIdProvider } from './single-sign-on/open-id-provider.js';
import { SingleSignOnConfig } from './single-sign-on/single-sign-on.config.js';
import { SingleSignOnController } from './single-sign-on/single-sign-on.controller.js';
import { SingleSignOn } from './single-sign-on/single-sign-on.service.js';

@Module({
  imports: [HttpModule, AuthModule],
  controllers: [
    SessionController,
    OwnInvitationsController,
    OwnSessionsController,
    SecondFactorController,
    PasskeysController,
    PasskeySignInController,
    SingleSignOnController,
    MembersController,
    InvitationsController,
  ],
  providers: [
    { provide: SingleSignOnConfig, useFactory: () => loadConfig(SingleSignOnConfig) },
    RepeatedWork,
    AccountRetention,
    Invitations,
    Members,
    OpenIdProvider,
    OwnAccount,
    OwnInvitations,
    OwnPasskeys,
    OwnSecondFactor,
    OwnSessions,
    PasskeySignIn,
    Passkeys,
    Passwords,
    SecondFactors,
    ShownInvitations,
    SignIn,
    SignInLimits,
    SingleSignOn,
  ],
  exports: [Invitations, Members],
})
export class AccountsModule {}
