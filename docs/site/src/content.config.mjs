import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { manualPages } from './manual-pages.mjs';

export const collections = { docs: defineCollection({ loader: manualPages(), schema: docsSchema() }) };
