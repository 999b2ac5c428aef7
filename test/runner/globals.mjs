/**
 * `@jest/globals`: modules that all spec files of a worker share import it too, so each name stands for what belongs to the
 * file that runs.
 */
export const afterAll = standIn('afterAll');
export const afterEach = standIn('afterEach');
export const beforeAll = standIn('beforeAll');
export const beforeEach = standIn('beforeEach');
export const describe = standIn('describe');
export const expect = standIn('expect');
export const it = standIn('it');
export const jest = standIn('jest');
export const test = standIn('test');

function standIn(name) {
  const current = () => globalThis[Symbol.for('framewright.jest')][name];
  return new Proxy(() => undefined, {
    apply: (_, self, values) => Reflect.apply(current(), self, values),
    get: (_, property) => current()[property],
  });
}
