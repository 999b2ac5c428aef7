import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Get, HttpCode, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { EntityManager, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Video } from '#libs/contracts';
import { DatabaseConfig, ormOptions } from '#libs/database';
import { loadConfig } from '#libs/runtime';
import { toVideo } from '../../../apps/videos/src/videos/to-video.js';
import { VideoRow } from '../../../apps/videos/src/videos/video.entity.js';
import { VIDEOS_DATABASE } from '../../../apps/videos/src/videos.database.js';

/** What a Nest application with nothing but the ORM makes of it: no key, no limit, no rules, no credits, no second service. */
@Controller('videos')
class BareVideosController {
  private readonly addresses = { publicBaseUrl: 'http://127.0.0.1/v1', assetsUrl: 'http://127.0.0.1/assets' };

  constructor(private readonly em: EntityManager) {}

  @Get(':id')
  async get(@Param('id') id: string): Promise<Video> {
    const row = await this.em.fork().findOne(VideoRow, { id });
    if (!row) throw new NotFoundException();
    return toVideo(row, this.addresses);
  }

  /** One insert, of a row that nobody will work on. */
  @Post()
  @HttpCode(202)
  async create(@Body() body: { template_id: string; format: 'mp4' }): Promise<Video> {
    const now = new Date();
    const id = randomUUID();
    const row = this.em.fork().create(VideoRow, {
      id,
      orgId: id,
      status: 'CANCELED',
      templateId: body.template_id,
      templateVersion: 1,
      format: body.format,
      fps: 24,
      width: 1280,
      height: 720,
      frameCount: 72,
      durationS: 3,
      credits: 3,
      document: { ...body, name: '', width: 1280, height: 720, pages: [] },
      publicKey: `videos/${id}/${randomBytes(16).toString('hex')}.mp4`,
      createdAt: now,
      updatedAt: now,
    });
    await this.em.fork().persist(row).flush();
    return toVideo(row, this.addresses);
  }
}

@Module({
  imports: [
    MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      useFactory: () => ormOptions(VIDEOS_DATABASE, loadConfig(DatabaseConfig)),
    }),
  ],
  controllers: [BareVideosController],
})
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
process.send!(`http://127.0.0.1:${port}`);
process.once('disconnect', () => process.exit());
