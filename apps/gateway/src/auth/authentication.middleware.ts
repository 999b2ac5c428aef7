import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { stateOf } from '../http/request-state.js';
import { ApiKeys } from './api-keys.service.js';

/** Finds out who asks, before anything else is looked at: without a key not even the routes can be told apart. */
@Injectable()
export class Authentication implements NestMiddleware {
  constructor(private readonly keys: ApiKeys) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    stateOf(request).caller = await this.keys.authenticate(request.headersDistinct['authorization'] ?? []);
    next();
  }
}
