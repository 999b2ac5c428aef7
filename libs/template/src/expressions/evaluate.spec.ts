import { describe, expect, it } from '@jest/globals';
import { type CelValue, evaluate } from './evaluate.js';
import { ExpressionFault } from './expression-fault.js';
import { parseExpression } from './parse-expression.js';
import { MAX_DOCUMENT_STEPS } from './scope.js';

const LISTINGS = [
  { title: 'Elm', price: 1200.5, tags: ['new'] },
  { title: 'Oak', price: 900 },
];

function run(source: string, values: Record<string, unknown> = {}, locale = 'en-US'): CelValue | ExpressionFault {
  const expression = parseExpression(source);
  if (expression instanceof ExpressionFault) return expression;
  return evaluate(expression, {
    values: new Map(Object.entries(values)),
    locale,
    budget: { steps: MAX_DOCUMENT_STEPS },
  });
}

function faultOf(source: string, values: Record<string, unknown> = {}): string {
  const result = run(source, values);
  if (result instanceof ExpressionFault) return result.message;
  throw new Error(`${source} is ${JSON.stringify(result)}`);
}

it.each<[source: string, value: CelValue]>([
  ['price * 2', 3],
  ['2 + price', 3.5],
  ['7 / 2', 3],
  ['price == 1.5 && count > 2', true],
  ['index % 2 == 0 ? "even" : "odd"', 'odd'],
  ['listings[index].title', 'Oak'],
  ['listings.filter(l, l.price > 1000).map(l, l.title)', ['Elm']],
  ['listings.map(l, has(l.tags))', [true, false]],
  ['listings[1].?tags.orValue([])', []],
  ['default(listings[1].tags, ["none"])', ['none']],
  ['default(absent, "x")', 'x'],
  ['default("", "x")', 'x'],
  ['default(0, 1)', 0],
  ['upper("aß") + "b".upper()', 'ASSB'],
  ['capitalize("élan vital")', 'Élan vital'],
  ['truncate("Long walk home", 6)', 'Long…'],
  ['"a-b-c".replace("-", "+")', 'a+b+c'],
  ['padStart("7", 3, "0")', '007'],
  ['join(listings.map(l, l.price), " / ")', '1200.5 / 900'],
  ['round(1.005, 2)', 1.01],
  ['round(-2.5)', -3],
  ['floor(2.7) + ceil(2.1) + abs(-1)', 6],
  ['max(price, 2)', 2],
  ['min([3, 1, 2])', 1],
  ['sum(listings.map(l, l.price))', 2100.5],
  ['listings.map(l, l.price).sort()', [900, 1200.5]],
  ['listings.slice(1, 9).size()', 1],
  ['days("2026-02-27", "2026-03-01")', 2],
  ['listings[whole].title', 'Oak'],
  ['split("a b", " ")[floor(price)]', 'b'],
  ['index > 0 ? price : 0', 1.5],
  ['true ? 1.5 : [0, 1].size()', 1.5],
  ['"abc".substring(whole) + truncate("abcd", 2.0, "") + padStart("7", whole + 1)', 'bcab 7'],
  ['listings.slice(0, whole).size()', 1],
  ['round(price * 1.11, whole)', 1.7],
  ['1 + index * 0.5', 1.5],
  ['size(listings) * 0.5 + 1', 2],
  ['2 - 1 * 0.5', 1.5],
])('%s', (source, value) => {
  expect(run(source, { price: 1.5, whole: 1, count: 3n, index: 1n, listings: LISTINGS })).toEqual(value);
});

it.each<[locale: string, source: string, text: string]>([
  ['en-US', 'number(1234567.891)', '1,234,567.891'],
  ['de-DE', 'number(1234.5, "#,##0.00")', '1.234,50'],
  ['fr-FR', 'number(1234567, "0")', '1234567'],
  ['fr-FR', 'number(1234567)', '1\u00A0234\u00A0567'],
  ['en-IN', 'number(1234567)', '12,34,567'],
  ['en-US', 'number(0.256, {"style": "percent", "maximumFractionDigits": 1})', '25.6%'],
  ['en-US', 'compact(12345)', '12.3K'],
  ['en-US', 'money(1234.5, "USD")', '$1,234.50'],
  ['de-DE', 'money(1234.5, "EUR")', '1.234,50\u00A0€'],
  ['ja-JP', 'money(1234, "JPY")', '￥1,234'],
  ['en-US', 'money({"amount": 5, "currency": "GBP"})', '£5.00'],
  ['en-US', 'money(1999.9, "USD", 0)', '$2,000'],
  ['en-US', 'date("2026-11-27")', 'Nov 27, 2026'],
  ['de-DE', 'date("2026-11-27", "full")', 'Freitag, 27. November 2026'],
  ['en-GB', 'date("2026-11-27T23:30:00-08:00", {"weekday": "short", "day": "numeric"})', 'Fri 27'],
  ['de-DE', 'time("2026-11-27T18:05")', '18:05'],
  ['pl-PL', 'plural(3, {"one": "plik", "few": "pliki", "many": "plików", "other": "pliku"})', 'pliki'],
  ['en-US', 'plural(1, "day", "days")', 'day'],
  ['en-US', '"2" + ordinal(2, {"one": "st", "two": "nd", "few": "rd", "other": "th"})', '2nd'],
  ['en-US', 'list(["a", "b", "c"])', 'a, b, and c'],
  ['es-ES', 'list(["a", "b"], "or")', 'a o b'],
  ['tr-TR', 'upper("istanbul")', 'İSTANBUL'],
  ['xx-XX', 'number(1234.5)', '1,234.5'],
])('%s: %s', (locale, source, text) => {
  expect(run(source, {}, locale)).toBe(text);
});

it.each<[source: string, fault: string]>([
  ['', 'an expression is missing (character 1)'],
  ['1 +', 'unexpected token: EOF (character 4)'],
  ['absent', 'unknown variable: absent (character 1)'],
  ['listings[0].prize', 'no such key: prize (character 13)'],
  ['1 + toString', 'unknown variable: toString (character 5)'],
  ['listings[2]', 'no such key: index out of bounds, index 2 >= size 2 (character 1)'],
  ['["a", "b"][1.5]', '1.5 is not a whole number (character 12)'],
  ['"abc".substring(0.5)', '0.5 is not a whole number (character 1)'],
  ['wholeNumber(1.0)', 'there is no function wholeNumber with 1 arguments (character 1)'],
  ['"a" + 1', 'no such overload: string + int (character 1)'],
  ['1 / 0', 'division by zero (character 1)'],
  ['"aaa".matches("(a+)+$")', 'there is no function matches with 1 arguments (character 1)'],
  ['cel.bind(x, 1, x)', 'there is no function bind with 3 arguments (character 1)'],
  [
    'timestamp("2026-01-01T00:00:00Z").getHours("Asia/Tokyo")',
    'there is no function getHours with 1 arguments (character 1)',
  ],
  ['now()', 'there is no function now with 0 arguments (character 1)'],
  ['1.0 / 0.0', 'the result is not a finite number (character 1)'],
  ['listings[0].?tags', 'the result is optional: orValue(…) says what stands in for a missing value (character 1)'],
  ['money(1, "usd")', 'usd is not a currency of three capitals, such as EUR (character 1)'],
  ['money(1, "USD", 200)', 'minimumFractionDigits value is out of range. (character 1)'],
  ['date("27.11.2026")', '27.11.2026 is not a date such as 2026-11-27 (character 1)'],
  ['date("2026-02-30")', '2026-02-30 is not a date such as 2026-11-27 (character 1)'],
  ['number(1, {"locale": "de"})', 'there is no option locale (character 1)'],
])('the fault of %s', (source, fault) => {
  expect(faultOf(source, { listings: LISTINGS })).toBe(fault);
});

describe('hostile expressions', () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n);

  it.each<[what: string, source: string, fault: string]>([
    ['64 KiB', `1${' + 1'.repeat(16_384)}`, 'an expression must be at most 2000 characters long'],
    ['many operators', `1${'+1'.repeat(900)}`, 'exceeded maxAstNodes'],
    ['nested brackets', `${'('.repeat(900)}1${')'.repeat(900)}`, 'exceeded maxDepth'],
    ['nested lists', `${'['.repeat(900)}${']'.repeat(900)}`, 'exceeded maxDepth'],
    ['nested negations', `${'!'.repeat(1_900)}true`, 'exceeded max'],
    ['a comprehension of three levels', 'l.map(a, l.map(b, l.map(c, a + b + c)))', 'may take more than 500000 steps'],
    ['a text that doubles', doubling(25), 'may take more than 500000 steps'],
    ['a text that is replaced by itself', `${'replace('.repeat(8)}t${', "a", t)'.repeat(8)}`, 'more than 500000 steps'],
    ['a padded text', '"a".padEnd(100000)', 'text is padded to at most 1000 characters'],
  ])('%s is refused before it is evaluated', (_what, source, fault) => {
    const budget = { steps: MAX_DOCUMENT_STEPS };
    const expression = parseExpression(source);
    const values = new Map<string, unknown>([
      ['l', numbers],
      ['t', 'a'.repeat(1_000)],
    ]);
    const result =
      expression instanceof ExpressionFault ? expression : evaluate(expression, { values, locale: 'en-US', budget });
    expect(result).toBeInstanceOf(ExpressionFault);
    expect(result).toMatchObject({ message: expect.stringContaining(fault) });
    // Steps are charged before the first one is taken.
    expect(MAX_DOCUMENT_STEPS - budget.steps).toBeLessThan(2_000);
  });

  it('expressions of one document share their steps', () => {
    const expression = parseExpression('l.exists(a, l.exists(b, a + b < 0))');
    if (expression instanceof ExpressionFault) throw new Error(expression.message);
    const scope = { values: new Map([['l', numbers]]), locale: 'en-US', budget: { steps: 1_000_000 } };
    const results = Array.from({ length: 10 }, () => evaluate(expression, scope));
    expect(results[0]).toBe(false);
    expect(results.at(-1)).toEqual(
      new ExpressionFault('the expressions of the document take too many steps together', 0),
    );
  });
});

/** A text of 2^levels characters, in a few characters of source a level. */
function doubling(levels: number): string {
  const open = Array.from({ length: levels }, (_, n) => `.map(v${n}, v${n} + v${n})`);
  return `["a"]${open.join('')}`;
}

it('equal scopes give equal values: nothing is kept between evaluations', () => {
  const expression = parseExpression('listings.map(l, money(l.price, "EUR"))');
  if (expression instanceof ExpressionFault) throw new Error(expression.message);
  const value = (locale: string) =>
    evaluate(expression, { values: new Map([['listings', LISTINGS]]), locale, budget: { steps: 10_000 } });
  expect([value('de-DE'), value('en-US'), value('de-DE')]).toEqual([
    ['1.200,50\u00A0€', '900,00\u00A0€'],
    ['€1,200.50', '€900.00'],
    ['1.200,50\u00A0€', '900,00\u00A0€'],
  ]);
});
