import 'reflect-metadata';
import { probeEncoder } from '#libs/encode';
import { connectHandlers } from '#libs/messaging';
import { coverEnvironment, createService, loadConfig, runMain, startService } from '#libs/runtime';
import { RendererConfig } from './renderer.config.js';
import { encoderInfo } from './renderer.metrics.js';
import { RendererModule } from './renderer.module.js';

runMain('renderer', async () => {
  const stillSeen = coverEnvironment(); // before ffmpeg and slots start, which open files of callers
  const config = loadConfig(RendererConfig);
  const tools = { ffmpeg: config.ffmpegPath, ffprobe: config.ffprobePath };
  const encoder = config.encoder === 'auto' ? await probeEncoder(tools) : config.encoder;
  const service = await createService('renderer', RendererModule.with(config, encoder));
  if (stillSeen.length > 0) service.log.warn('environment.visible', { of: stillSeen });
  service.log.info('encoder.chosen', { asked: config.encoder, encoder, slots: config.renderSlots });
  encoderInfo.set({ encoder, asked: config.encoder }, 1);
  connectHandlers(service.app);
  await startService(service);
});
