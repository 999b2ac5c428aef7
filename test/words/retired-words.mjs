/**
 * Words that this repository does not use, and the better one. `docs/glossary.md` has the words it does use. A phrase is
 * written in lower case with spaces; it is also found in `callOff`, `call_off` and `call-off`.
 * @type {ReadonlyArray<readonly [words: string, better: string]>} words separated by commas
 */
const RETIRED = [
  ['whoever', 'the one who acts: the caller, the client, the process'],
  ['nobody, anybody, somebody', 'the one meant, or "no caller", "any worker", "another process"'],
  ['tell, tells, told, telling, untold', 'publish, notify, report, log, record or set'],
  ['hear, hears, heard, hearing', 'receive or listen'],
  ['news', 'update'],
  ['anew', 'again, or from scratch'],
  ['besides', 'also, or in addition'],
  ['for ever', 'forever, or indefinitely'],
  ['as against', 'unlike'],
  ['at hand', 'cached, or available'],
  ['all the same', 'still, or anyway'],
  ['go on, goes on, going on, went on', 'continue'],
  ['come again, comes again', 'returns, repeats or is retried'],
  ['say so, says so, said', 'the verb meant: states, reports, declares, sends'],
  ['wish, wishes, wished', 'request'],
  ['call off, calls off, called off', 'cancel'],
  ['complaint, complaints', 'warning, or fault'],
  ['advice', 'user error'],
  ['theatre, theater, stager, staging', 'transition context, transition function, transition'],
  ['film, films, filmed', 'video'],
  ['segment, segments', 'step (work of one renderer) or part (a run of frames)'],
  ['no chance, by chance', 'no randomness, or accidentally'],
  ['put right, puts right, putting right, puts it right, puts them right', 'repair, or correct'],
  ['of which, of whom', 'a sentence of its own'],
  // American spelling, as CSS, Canvas and the API have it.
  ['catalogue, catalogues', 'catalog'],
  ['licence, licences', 'license'],
  ['behaviour, behaviours', 'behavior'],
  ['centre, centres, centred', 'center'],
  ['grey, greys', 'gray'],
  ['cancelled, cancelling', 'canceled, canceling'],
  ['labelled, labelling, modelled, modelling, travelled, travelling, signalled, signalling', 'one l'],
  ['artefact, artefacts', 'artifact'],
  ['whilst, amongst', 'while, among'],
];

/**
 * Words that the glossary keeps for another meaning than they would have as a name there. Comments may explain with them.
 * @type {ReadonlyArray<readonly [path: RegExp, words: string, better: string]>}
 */
const RETIRED_SENSES = [
  [/^apps\/gateway\/src\/media\//, 'media', 'assets: the uploads of `/assets`'],
  [/^(?:apps|libs)\/.*\/clips?\//, 'clip, clips', 'footage: a clip is an outline'],
  [/^libs\/preview\/src\//, 'clip, clips', 'footage: a clip is an outline'],
];

/** British spellings by their stem: a pattern of one whole word, and the better spelling. */
const SPELLINGS = [
  [/^(?:re|un|dis|mis)?(?:colour|favour|flavour|honour|neighbour|harbour|labour|vapour|rigour)\w*$/, '"or", not "our"'],
  [
    /^\w*(?:organ|normal|optim|serial|initial|synthes|recogn|minim|maxim|summar|priorit|emphas|util|custom|author|general|special|synchron|visual|real|material|categor|capital|central|final|formal|local|stabil|standard|token|random|penal|equal|central|neutral|parallel|quant|raster|vector|virtual)is(?:e|es|ed|er|ers|ing|ation|ations)$/,
    '"iz", not "is"',
  ],
  [/^(?:para|ana|cata)lys(?:e|es|ed|ing)$/, '"yz", not "ys"'],
];

const BETTER = new Map(RETIRED.flatMap(([words, better]) => words.split(', ').map((word) => [word, better])));
const LONGEST_PHRASE = Math.max(...[...BETTER.keys()].map((phrase) => phrase.split(' ').length));

/** Lower-case words of a text with the number of their line; names in camel, snake and kebab case are taken apart. */
function* wordsOf(text) {
  let line = 1;
  let end = 0;
  const apart = text.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2');
  for (const match of apart.matchAll(/\n|[A-Za-z]+/g)) {
    if (match[0] === '\n') {
      line += 1;
      continue;
    }
    // Words of one phrase stand beside each other, or with a space, a line break of a comment or one sign between them.
    const followsOn = /^[\s*/#_-]*$/.test(apart.slice(end, match.index));
    end = match.index + match[0].length;
    yield { word: match[0].toLowerCase(), line, followsOn };
  }
}

/** The better word for a retired one, undefined for any other. */
function betterWord(phrase) {
  return BETTER.get(phrase) ?? SPELLINGS.find(([pattern]) => pattern.test(phrase))?.[1];
}

/** Code without comments, strings and patterns, each replaced by its line breaks: names, numbers and signs are left. */
function namesOf(code) {
  const others = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
  return code.replace(others, (other) => other.replace(/[^\n]+/g, ' '));
}

/**
 * Finds names, of folders, files and identifiers, in a meaning that the glossary does not give their words.
 * @param {string} path from the root of the repository
 * @param {string} code TypeScript or JavaScript; empty for any other file
 * @returns {{ line: number, phrase: string, better: string }[]} line 0 is the path itself
 */
export function retiredSensesIn(path, code) {
  const senses = RETIRED_SENSES.filter(([where]) => where.test(path));
  if (senses.length === 0) return [];
  const better = new Map(senses.flatMap(([, words, use]) => words.split(', ').map((word) => [word, use])));
  const inPath = [...wordsOf(path)].map((found) => ({ ...found, line: 0 }));
  return [...inPath, ...wordsOf(namesOf(code))]
    .filter(({ word }) => better.has(word))
    .map(({ word, line }) => ({ line, phrase: word, better: better.get(word) }));
}

/**
 * Finds docstrings that begin with a relative or a preposition instead of their noun.
 * @param {string} code TypeScript or JavaScript
 * @returns {{ line: number, phrase: string, better: string }[]}
 */
export function headlessDocstringsIn(code) {
  return [...code.matchAll(/\/\*\*\s*(?:\* )?(What|How|Where|Of)\b/g)].map(({ index, 0: opening, 1: phrase }) => ({
    line: code.slice(0, index + opening.length).split('\n').length,
    phrase: `${phrase} …`,
    better: 'begin with the noun, or with the verb of what it does',
  }));
}

/**
 * Finds retired words in identifiers, comments and prose alike.
 * @param {string} text
 * @returns {{ line: number, phrase: string, better: string }[]} in the text's order, lines counted from 1
 */
export function retiredWordsIn(text) {
  const found = [];
  let recent = [];
  for (const { word, line, followsOn } of wordsOf(text)) {
    recent = [...(followsOn ? recent.slice(1 - LONGEST_PHRASE) : []), word];
    for (let length = 1; length <= recent.length; length++) {
      const phrase = recent.slice(-length).join(' ');
      const better = betterWord(phrase);
      if (better !== undefined) found.push({ line, phrase, better });
    }
  }
  return found;
}
