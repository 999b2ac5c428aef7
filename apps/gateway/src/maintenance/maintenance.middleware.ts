import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { Maintenance } from './maintenance.js';

/** The first check of every request: responds with 503 while maintenance is on. */
@Injectable()
export class MaintenanceGate implements NestMiddleware {
  constructor(private readonly maintenance: Maintenance) {}

  use(_request: Request, _response: Response, next: NextFunction): void {
    const { retryAfterS } = this.maintenance;
    if (retryAfterS !== null) throw new AppError('MAINTENANCE_MODE', { retryAfterS });
    next();
  }
}
