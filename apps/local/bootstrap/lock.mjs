import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { report } from './report.mjs';

const SIGN_OF_LIFE_MS = 1_000;
const DEAD_AFTER_MS = 15_000;

/**
 * Runs `work` while this process holds a lock. The lock is a folder that its holder touches every second; a holder that has
 * ended, or has not touched it for 15 s, loses it.
 * @param folder of the lock; its parent is created
 * @returns what `work` returned
 */
export async function withLock(folder, work) {
  mkdirSync(dirname(folder), { recursive: true });
  const me = `${hostname()} ${process.pid} ${Date.now()}`;
  for (let reported = false; !take(folder, me); reported = true) {
    if (!reported) report('Waiting for another Framewright command that installs or builds something …');
    await delay(200);
  }
  const beat = setInterval(() => utimesSync(folder, new Date(), new Date()), SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder, me) {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'holder'), me);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    dropDead(folder);
    return false;
  }
}

/** Moves the lock of a dead holder aside; moves it back if another waiter has taken it meanwhile. */
function dropDead(folder) {
  const holder = holderOf(folder);
  if (holder === undefined || isAlive(folder, holder)) return;
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (holderOf(aside) === holder) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Another waiter moved it first.
  }
}

function holderOf(folder) {
  try {
    return readFileSync(join(folder, 'holder'), 'utf8');
  } catch {
    return isSilent(folder) ? '' : undefined; // taken this instant, or its holder died before it wrote
  }
}

function isAlive(folder, holder) {
  if (isSilent(folder)) return false;
  const [host, pid] = holder.split(' ');
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isSilent(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs > DEAD_AFTER_MS;
  } catch {
    return false;
  }
}
