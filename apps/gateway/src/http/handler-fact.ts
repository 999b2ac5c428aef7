import { SetMetadata } from '@nestjs/common';

/** A fact that decorators state about handlers. */
export class HandlerFact<T> {
  /** @param key unique among the metadata of handlers */
  constructor(private readonly key: string) {}

  /** States the fact of the decorated handler. */
  state(fact: T): MethodDecorator {
    return SetMetadata(this.key, fact);
  }

  /** The fact of a handler; undefined if no decorator states it. */
  of(handler: object): T | undefined {
    return Reflect.getMetadata(this.key, handler) as T | undefined;
  }
}
