import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Get, Global, HttpCode, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Video } from '#libs/contracts';
import { DatabaseModule, PreparedStatements } from '#libs/database';
import { Health, Logger } from '#libs/runtime';
import { SHOWN_COLUMNS, type ShownRow, toVideo } from '../../../apps/videos/src/videos/to-video.js';
import { VideoRow } from '../../../apps/videos/src/videos/video.entity.js';
import { VIDEOS_DATABASE } from '../../../apps/videos/src/videos.database.js';
import { VideosConfig } from '../../../apps/videos/src/videos.config.js';

const SELECT = { name: 'select', text: `SELECT ${SHOWN_COLUMNS} FROM videos WHERE id = $1` };
const INSERT = {
  name: 'insert',
  text: `
  INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count,
                      duration_s, credits, document, public_key, trace_headers, created_at, updated_at)
  VALUES ($1, $1, 'CANCELED', $2, 1, $3, 24, 1280, 720, 72, 3, 3, $4, $5, '{}', $6, $6)`,
};

/** A bare Nest endpoint: the ORM, and no key, no limit, no rules, no credits, no second service. */
@Controller('orm/videos')
class OrmController {
  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  @Get(':id')
  async get(@Param('id') id: string): Promise<Video> {
    const row = await this.em.fork().findOne(VideoRow, { id });
    if (!row) throw new NotFoundException();
    return toVideo(row, this.config);
  }

  /** Inserts one row, which no service reads. */
  @Post()
  @HttpCode(202)
  async create(@Body() body: Order): Promise<Video> {
    const em = this.em.fork();
    const row = em.create(VideoRow, rowOf(body));
    await em.flush();
    return toVideo(row, this.config);
  }
}

/** Inserts a row with prepared statements, as the videos service does: as little work as Nest and PostgreSQL can do. */
@Controller('prepared/videos')
class PreparedController {
  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  @Get(':id')
  async get(@Param('id') id: string): Promise<Video> {
    const [row] = await this.statements.run<ShownRow>(SELECT, [id]);
    if (!row) throw new NotFoundException();
    return toVideo(row, this.config);
  }

  @Post()
  @HttpCode(202)
  async create(@Body() body: Order): Promise<Video> {
    const row = rowOf(body);
    await this.statements.run(INSERT, [row.id, row.templateId, row.format, row.document, row.publicKey, row.createdAt]);
    return toVideo(row, this.config);
  }
}

interface Order {
  template_id: string;
  format: 'mp4';
}

function rowOf({ template_id: templateId, format }: Order) {
  const [id, now] = [randomUUID(), new Date()];
  return {
    id,
    orgId: id,
    status: 'CANCELED' as const,
    templateId,
    templateVersion: 1,
    size: 'default',
    format,
    fps: 24,
    width: 1280,
    height: 720,
    frameCount: 72,
    durationS: 3,
    credits: 3,
    test: false,
    document: { name: 'Hello', width: 1280, height: 720, pages: [] },
    publicKey: `videos/${id}/${randomBytes(16).toString('hex')}.mp4`,
    traceHeaders: {},
    progress: 0,
    createdAt: now,
    updatedAt: now,
  };
}

const addresses = { publicBaseUrl: 'http://127.0.0.1/v1', assetsUrl: 'http://127.0.0.1/assets' };

@Global()
@Module({
  providers: [Health, { provide: Logger, useValue: new Logger('bare', 'error') }],
  exports: [Health, Logger],
})
class RuntimeModule {}

@Module({
  imports: [RuntimeModule, DatabaseModule.forService(VIDEOS_DATABASE)],
  controllers: [OrmController, PreparedController],
  providers: [{ provide: VideosConfig, useValue: Object.assign(new VideosConfig(), addresses) }],
})
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
process.send!(`http://127.0.0.1:${port}`);
process.once('disconnect', () => process.exit());
