import { HandlerFact } from './handler-fact.js';

const NAME = new HandlerFact<string>('gateway:operation-name');

/** Gives a handler the id that its operation has in the OpenAPI document. */
export function OperationName(id: string): MethodDecorator {
  return NAME.state(id);
}

/** @throws Error for a handler without {@link OperationName} */
export function operationNameOf(handler: object): string {
  const name = NAME.of(handler);
  if (name === undefined) throw new Error('a handler of the API has no operation id');
  return name;
}
