import { execFileSync } from 'node:child_process';
import { installDebianPackages, isDebian } from '../../apps/local/bootstrap/debian.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';

/** Needs of the tools: a probe that fails where a program, or a part of it, is missing or too old. */
const INTERPRETERS = {
  python: {
    title: 'Python 3.11 or newer with venv and pip',
    programs: { python: 'python3' },
    probes: [['python3', '-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)']],
    packages: ['python3', 'python3-venv'],
  },
  java: {
    title: 'a JDK 17 or newer',
    programs: { java: 'java', javac: 'javac' },
    probes: [
      ['javac', '--release', '17', '--version'],
      ['java', '-version'],
    ],
    packages: ['default-jdk-headless'],
  },
  php: {
    title: 'PHP 8.1 or newer',
    programs: { php: 'php' },
    probes: [['php', '-r', 'exit(PHP_VERSION_ID < 80100 ? 1 : 0);']],
    packages: ['php-cli'],
  },
};

/**
 * Finds an interpreter on PATH; as root on Debian it is installed where it is missing.
 * @returns the names of its programs
 * @throws UserError when there is none
 */
export async function ensureInterpreter(name) {
  const { title, programs, probes, packages } = INTERPRETERS[name];
  if (works(probes)) return programs;
  if (isDebian() && process.getuid?.() === 0) {
    report(`Installing ${packages.join(' and ')} with apt-get …`);
    await installDebianPackages(packages);
    if (works(probes)) return programs;
  }
  throw new UserError(`There is no ${title}. Install it (Debian: sudo apt-get install ${packages.join(' ')}).`);
}

function works(probes) {
  try {
    for (const [program, ...args] of probes) execFileSync(program, args, { stdio: 'ignore', cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
