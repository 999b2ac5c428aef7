import { UserError } from '../../apps/local/bootstrap/user-error.mjs';

/** The exit code of a run that could not have a container engine. */
export const NO_ENGINE = 69;

/** Thrown because this machine can have no container engine; `message` states what it lacks. */
export class NoEngine extends UserError {}
