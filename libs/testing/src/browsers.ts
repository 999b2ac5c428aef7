import { type Browser, chromium, firefox } from 'playwright-core';
import { findTools } from './find-tools.js';

/**
 * Arguments of Chromium. Root may not have its sandbox; it sends no requests that a page did not make; QUIC is off,
 * because it ignores the proxies of tests.
 */
const CHROMIUM_ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
/** Time limit of a start, ms: long enough for a cold start on a loaded machine. */
const START_TIMEOUT_MS = 90_000;

/**
 * Starts Chromium without a window: the one on PATH, or that of Debian's package, which is fetched the first time. It has an
 * empty profile, which is removed when the browser is closed.
 *
 * @throws Error when there is none and none can be had; its message says what to do
 */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await pathOf('chromium'),
    args: CHROMIUM_ARGUMENTS,
    timeout: START_TIMEOUT_MS,
  });
}

/**
 * Starts Firefox as {@link launchChromium} does Chromium. It is an unchanged Firefox, controlled by WebDriver BiDi: pages can
 * be opened, clicked and evaluated, but tracing and most emulation are missing.
 */
export async function launchFirefox(): Promise<Browser> {
  return firefox.launch({ executablePath: await pathOf('firefox'), channel: 'moz-firefox', timeout: START_TIMEOUT_MS });
}

/** The browser of the run by the variable `TEST_BROWSER`: `chromium`, which is the default, or `firefox`. */
export const BROWSER = process.env['TEST_BROWSER'] ?? 'chromium';

/**
 * Starts the browser that {@link BROWSER} names.
 *
 * @throws Error as {@link launchChromium} does, or when the variable names no browser
 */
export async function launchBrowser(): Promise<Browser> {
  if (BROWSER === 'chromium') return launchChromium();
  if (BROWSER === 'firefox') return launchFirefox();
  throw new Error(`TEST_BROWSER=${BROWSER}: it is chromium or firefox.`);
}

async function pathOf(name: 'chromium' | 'firefox'): Promise<string> {
  const found = await findTools<typeof name>([name]);
  if ('tools' in found) return found.tools[name];
  throw new Error(found.reason);
}
