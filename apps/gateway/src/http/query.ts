import { didYouMean, type Fault, type FaultList, propertiesOf, type PropertyShape, type Shape } from '#libs/template';

const NONE: ReadonlyMap<string, PropertyShape> = new Map();
const MAX_NAME_CHARACTERS = 64;
const WHOLE = /^-?\d+$/;
/** A decimal number as JSON writes it. Its exponent has at most three digits. */
const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

/**
 * Reads a query string by the types that a shape declares: whole numbers, decimal numbers, `true` and `false`, text. The
 * shape's rules check bounds and sets afterwards.
 *
 * @param shape its properties are the known parameters; none when undefined
 * @param faults takes the unknown, repeated and unparsable parameters
 * @returns the parameters that could be converted
 */
export function readQuery(
  query: URLSearchParams,
  shape: Shape | undefined,
  faults: FaultList,
): Record<string, unknown> {
  const known = shape ? propertiesOf(shape) : NONE;
  const values: Record<string, unknown> = {};
  for (const [name, sent] of Map.groupBy(query, ([each]) => each)) {
    const outcome = readParameter(
      name,
      sent.map(([, value]) => value),
      known,
    );
    if ('fault' in outcome) faults.add([name], outcome.fault);
    else values[name] = outcome.value;
  }
  return values;
}

type ParameterFault = Omit<Fault, 'field'>;

function readParameter(
  name: string,
  [first = '', ...more]: string[],
  known: ReadonlyMap<string, PropertyShape>,
): { value: unknown } | { fault: ParameterFault } {
  const property = known.get(name);
  const refuse = (code: Fault['code'], problem: string, value: unknown = first) => {
    const message = `${name.slice(0, MAX_NAME_CHARACTERS)} ${problem}`;
    return { fault: { code, message, value } };
  };
  if (!property) return refuse('INVALID_VALUE', `is not a known parameter${didYouMean(name, known.keys())}`);
  if (more.length > 0) return refuse('INVALID_VALUE', 'must be given once', [first, ...more]);
  const wants = (type: 'boolean' | 'number') => property.constraints.some(({ types }) => types.includes(type));
  if (wants('boolean')) {
    return first === 'true' || first === 'false'
      ? { value: first === 'true' }
      : refuse('INVALID_FORMAT', 'must be true or false');
  }
  if (!wants('number')) return { value: first };
  const isWhole = property.constraints.some((constraint) => constraint.name === 'isInt');
  if (!(isWhole ? WHOLE : DECIMAL).test(first)) {
    return refuse('INVALID_FORMAT', isWhole ? wholeNumber(first) : 'must be a number');
  }
  const value = Number(first);
  if (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) return { value };
  return value > 0 ? refuse('VALUE_TOO_LARGE', 'is too large') : refuse('VALUE_TOO_SMALL', 'is too small');
}

function wholeNumber(text: string): string {
  return DECIMAL.test(text)
    ? 'must be a whole number in digits, without a fraction or an exponent'
    : 'must be a whole number';
}
