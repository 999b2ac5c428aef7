import { join } from 'node:path';
import { installDebianPackages, isDebian } from '../../apps/local/bootstrap/debian.mjs';
import { findProgram, programFolders } from '../../apps/local/bootstrap/find-program.mjs';
import { withLock } from '../../apps/local/bootstrap/lock.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { unpackedPrograms, unpackPrograms } from '../../apps/local/bootstrap/unpacked-programs.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';

/** `oldest` is the first version that will do: of a browser, that draws the preview; `path` is that of the program in Debian's package. */
const PROGRAMS = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    variable: 'CHROMIUM_PATH',
    oldest: '114',
    ask: '--version',
    answer: /^(?:Chromium|Google Chrome) (\d\S*)/,
    package: 'chromium',
    path: '/usr/lib/chromium/chromium',
    macosFolders: ['/Applications/Google Chrome.app/Contents/MacOS'],
    solutions: ['Debian   sudo apt-get install chromium', 'macOS    brew install --cask google-chrome'],
  },
  firefox: {
    names: ['firefox-esr', 'firefox'],
    variable: 'FIREFOX_PATH',
    oldest: '125',
    ask: '--version',
    answer: /^Mozilla Firefox (\d[\d.]*)/m,
    package: 'firefox-esr',
    path: '/usr/lib/firefox-esr/firefox-esr',
    macosFolders: ['/Applications/Firefox.app/Contents/MacOS'],
    solutions: ['Debian   sudo apt-get install firefox-esr', 'macOS    brew install --cask firefox'],
  },
  jq: {
    names: ['jq'],
    variable: 'JQ_PATH',
    oldest: '1.6',
    ask: '--version',
    answer: /^jq-(\d[\d.]*)/,
    package: 'jq',
    path: '/usr/bin/jq',
    macosFolders: [],
    solutions: ['Debian   sudo apt-get install jq', 'macOS    brew install jq'],
  },
  gifsicle: {
    names: ['gifsicle'],
    variable: 'GIFSICLE_PATH',
    oldest: '1.92',
    ask: '--version',
    answer: /^LCDF Gifsicle (\d\S*)/,
    package: 'gifsicle',
    path: '/usr/bin/gifsicle',
    macosFolders: [],
    solutions: ['Debian   sudo apt-get install gifsicle', 'macOS    brew install gifsicle'],
  },
};

/**
 * Finds a program or takes it from Debian's packages: as root it is installed, else it is unpacked for this user.
 * @param name `chromium`, `firefox`, `jq` or `gifsicle`
 * @returns its path, by its name
 * @throws UserError when it cannot be had here
 */
export async function ensurePackaged(name) {
  const program = PROGRAMS[name];
  const unpacked = `debian-${name}`;
  const find = () => findProgram(program, [...programFolders(), ...program.macosFolders, unpackedPrograms(unpacked)]);
  let path = find();
  if (!path && isDebian()) {
    await withLock(join(cacheFolder(), 'packaged-programs.lock'), async () => {
      path = find();
      if (!path) await install(name, program, unpacked);
    });
    path ??= find();
  }
  if (!path) throw new UserError(instructions(name, program));
  return { [name]: path };
}

async function install(name, program, unpacked) {
  if (process.getuid?.() === 0) {
    report(`Installing ${program.package} with apt-get …`);
    await installDebianPackages([program.package]);
  } else {
    report(`Fetching ${program.package} from Debian into ${unpackedPrograms(unpacked)} (once) …`);
    await unpackPrograms(unpacked, [program.package], { [name]: program.path });
  }
}

function instructions(name, { oldest, variable, solutions }) {
  return [
    `${name} ${oldest} or newer is missing, and could not be installed for you.`,
    `Install it, or set ${variable} to where it lies, and run the same command again:`,
    ...solutions.map((solution) => `  ${solution}`),
  ].join('\n');
}
