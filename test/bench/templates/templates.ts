import { readFileSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAssets } from '../render/assets.ts';
import { ADDRESS } from '../render/templates.ts';
import { lowerThird, splitScreen, testimonial } from './documents/clip-documents.ts';
import { countingCards, crowd, invitation, lineup, menu } from './documents/crowd-documents.ts';
import { audiogram, chartReport, scoreCard } from './documents/data-documents.ts';
import { filteredFootage, masks, sideBySide, transparency, videoWall } from './documents/footage-documents.ts';
import { lowerThird4K, realEstate4K } from './documents/large-documents.ts';
import type { Design, Json } from './documents/layers.ts';
import { lookbook, productPromo, realEstate } from './documents/picture-documents.ts';
import { birthdayCard, eventCountdown, kineticType, quoteStory } from './documents/text-documents.ts';

const SAMPLE = fileURLToPath(new URL('../../../apps/local/sample/', import.meta.url));

/**
 * Templates as customers make them, 4 to 12 s long: the three samples, and others. They do not change, so that
 * figures of different days can be compared.
 */
const DOCUMENTS: Readonly<Record<string, () => Json>> = {
  'data card': () => sample('card'),
  promo: () => sample('promo'),
  story: () => sample('story'),
  'real estate': () => design(realEstate),
  'product promo': () => design(productPromo),
  'lower third': () => design(lowerThird),
  'quote story': () => design(quoteStory),
  audiogram: () => design(audiogram),
  'chart report': () => design(chartReport),
  'birthday card': () => design(birthdayCard),
  'score card': () => design(scoreCard),
  'split screen': () => design(splitScreen),
  'kinetic type': () => design(kineticType),
  'event countdown': () => design(eventCountdown),
  lookbook: () => design(lookbook),
  testimonial: () => design(testimonial),
  'video wall': () => design(videoWall),
  lineup: () => design(lineup),
  invitation: () => design(invitation),
  menu: () => design(menu),
  'filtered footage': () => design(filteredFootage),
  'counting cards': () => design(countingCards),
  crowd: () => design(crowd),
  transparency: () => design(transparency),
  masks: () => design(masks),
  'side by side': () => design(sideBySide),
  'real estate 4K': () => design(realEstate4K),
  'lower third 4K': () => design(lowerThird4K),
};

export const TEMPLATE_NAMES = Object.keys(DOCUMENTS);

/** A template as the JSON that an author would send. */
export function templateDocument(name: string): Json {
  const make = DOCUMENTS[name];
  if (!make) throw new Error(`There is no template "${name}". There are: ${TEMPLATE_NAMES.join(', ')}.`);
  return make();
}

function sample(name: string): Json {
  const text = readFileSync(join(SAMPLE, `${name}.json`), 'utf8');
  return JSON.parse(text.replaceAll('sample:/', `${ADDRESS}sample-`)) as Json;
}

/** A document of a design. The page number in the names of its layers makes them unique. */
function design(make: () => Design): Json {
  const { pages, ...size } = make();
  const numbered = pages.map((page, index) => ({ number: index + 1, ...page }));
  const audio = [{ source_url: `${ADDRESS}music.m4a`, loop: true, fade_out: 1 }];
  return { name: make.name, ...size, audio, pages: numbered };
}

/** Makes the files that the templates show in a folder, and copies those of the samples there. */
export async function makeTemplateAssets(folder: string): Promise<void> {
  await makeAssets(folder);
  for (const file of await readdir(SAMPLE)) {
    if (/\.(jpg|m4a)$/.test(file)) await copyFile(join(SAMPLE, file), join(folder, `sample-${file}`));
  }
}
