import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Maintenance } from './maintenance.js';

/** On every response while new videos are refused: by it the console learns of that without asking. */
const MAINTENANCE_HEADER = 'X-Maintenance';

/** The first check of every request: responds with 503 while the API is closed for maintenance. */
@Injectable()
export class MaintenanceGate implements NestMiddleware {
  constructor(private readonly maintenance: Maintenance) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    this.maintenance.admit('api');
    if (this.maintenance.refuses('new_videos')) response.setHeader(MAINTENANCE_HEADER, 'new_videos');
    next();
  }
}
