import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { allowedMethods } from './allowed-methods.js';

/** Refuses a method that a known path does not have, with the header `Allow` (RFC 9110 §15.5.6). */
export function checkMethod(request: Request, response: Response, next: NextFunction): void {
  const methods = allowedMethods(request.app, request.path);
  if (methods.length === 0 || methods.includes(request.method)) {
    next();
    return;
  }
  response.setHeader('Allow', methods.join(', '));
  throw new AppError('METHOD_NOT_ALLOWED');
}
