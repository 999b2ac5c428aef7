import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { MessageContract } from '#libs/contracts';

const HANDLED = Symbol('handled contracts');

/** Records on a controller's method that it handles messages of the contract. */
export function markHandled(contract: MessageContract): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as object;
    Reflect.defineMetadata(HANDLED, [...handledBy(method), contract], method);
  };
}

/** The contracts that the application's controllers handle, one entry for each handler. */
export function handledContracts(app: INestApplication): MessageContract[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => contractsHandledBy(metatype as Type));
}

/** The contracts that one controller handles, in the order of its methods. */
export function contractsHandledBy(controller: Type): MessageContract[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => handledBy(prototype[name]!));
}

function handledBy(method: object): readonly MessageContract[] {
  return (Reflect.getMetadata(HANDLED, method) as MessageContract[] | undefined) ?? [];
}
