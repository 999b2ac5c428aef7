import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Maintenance } from './maintenance.js';

/** The first check of every request: responds with 503 while the API is closed for maintenance. */
@Injectable()
export class MaintenanceGate implements NestMiddleware {
  constructor(private readonly maintenance: Maintenance) {}

  use(_request: Request, _response: Response, next: NextFunction): void {
    this.maintenance.admit('api');
    next();
  }
}
