import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { BrandController } from './brand.controller.js';
import { ComponentsController } from './components.controller.js';

@Module({ imports: [HttpModule], controllers: [BrandController, ComponentsController] })
export class ReuseModule {}
