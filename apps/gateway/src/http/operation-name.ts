import { SetMetadata } from '@nestjs/common';

const NAME = 'gateway:operation-name';

/** Gives a handler the id that its operation has in the OpenAPI document. */
export function OperationName(id: string): MethodDecorator {
  return SetMetadata(NAME, id);
}

/** @throws Error for a handler without {@link OperationName} */
export function operationNameOf(handler: object): string {
  const name = Reflect.getMetadata(NAME, handler) as string | undefined;
  if (name === undefined) throw new Error('a handler of the API has no operation id');
  return name;
}
