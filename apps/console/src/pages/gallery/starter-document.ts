import { isList, type Json, type JsonObject, objectOf, srgbColor, without } from '#libs/document';
import { inSize } from '../../api/document-in-size.ts';

type Texts = Readonly<Record<string, string>>;

/** The parts of an organization's brand that starters use. */
export type StarterBrand = Readonly<Partial<Record<'colors' | 'fonts' | 'logos', Texts>>>;

/** The tokens alone: an organization's brand has more. */
export function tokensOf({ colors = {}, fonts = {}, logos = {} }: StarterBrand): Required<StarterBrand> {
  return { colors, fonts, logos };
}

/** Contrast at which large letters are read (WCAG 2.2, 1.4.3). */
const LEGIBLE = 3;

/**
 * A starter in the brand of an organization. A token that the organization has under the same name is left out of the document,
 * so the document follows the brand from then on; one that takes the place of another name is copied. The accent, which is
 * the color of letters, is replaced by a color that is legible on the starter's ground only.
 */
export function inBrand(
  document: JsonObject,
  { colors: theirs = {}, fonts: faces = {}, logos: marks = {} }: StarterBrand,
): JsonObject {
  const own = objectOf(document['brand']) ?? {};
  const colors = colorsIn(textsOf(own['colors']), theirs);
  const fonts = replaced(textsOf(own['fonts']), faces, {
    heading: ['heading', 'headline', 'title'],
    body: ['body', 'text'],
  });
  const [logo] = Object.values(marks);
  const logos = marks['main'] === undefined && logo !== undefined && { logos: { main: logo } };
  return { ...document, brand: { colors, fonts, ...logos } };
}

function colorsIn(own: Texts, theirs: Texts): Texts {
  const { paper = '#ffffff' } = own;
  const [first] = Object.values(theirs);
  if (first === undefined) return own;
  const { primary = first } = theirs;
  const accents = ['accent', 'secondary'].filter((name) => {
    const color = theirs[name];
    return color !== undefined && contrast(color, paper) >= LEGIBLE;
  });
  const colors = { ...own, primary, on_primary: onColor(primary) };
  return replaced(colors, theirs, { primary: ['primary'], on_primary: ['on_primary'], accent: accents });
}

/** The tokens with those of the organization in their places: by the first of the names that the organization has. */
function replaced(own: Texts, theirs: Texts, names: Readonly<Record<string, readonly string[]>>): Texts {
  const kept = Object.entries(own).flatMap(([token, value]): [string, string][] => {
    const found = names[token]?.find((name) => theirs[name] !== undefined);
    if (found === undefined) return [[token, value]];
    return found === token ? [] : [[token, theirs[found]!]];
  });
  return Object.fromEntries(kept);
}

/** Black or white, whichever is read better on a color. */
function onColor(color: string): string {
  return contrast('#ffffff', color) >= contrast('#111111', color) ? '#ffffff' : '#111111';
}

/** Contrast of two opaque colors, 1 to 21 (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const { r, g, b } = srgbColor(color);
  const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function textsOf(value: Json | undefined): Texts {
  const entries = Object.entries(objectOf(value) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A document in one of its sizes, without values for others. */
export function inOneSize(document: JsonObject, size: string): JsonObject {
  return without(cleared(inSize(document, size)), 'sizes');
}

function cleared(value: JsonObject): JsonObject {
  const entries = Object.entries(without(value, 'for_size')).map(([name, member]): [string, Json] => [
    name,
    name === 'pages' || name === 'layers' ? listed(member) : member,
  ]);
  return Object.fromEntries(entries);
}

function listed(value: Json): Json {
  if (!isList(value)) return value;
  return value.map((each) => {
    const object = objectOf(each);
    return object ? cleared(object) : each;
  });
}
