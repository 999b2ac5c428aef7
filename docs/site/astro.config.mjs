// The manual as static files: `npm run manual` builds it into docs/site/dist, for any host. Its pages are the Markdown files
// of the repository; nothing is written here a second time.
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { ADDRESS, SECTIONS } from './src/sections.mjs';

export default defineConfig({
  base: ADDRESS,
  trailingSlash: 'always',
  outDir: './dist',
  telemetry: false,
  integrations: [
    starlight({
      title: 'Framewright',
      description: 'Videos from templates: the manual.',
      customCss: ['./src/styles/manual.css'],
      sidebar: SECTIONS.map(({ label, pages }) => ({ label, items: pages.map(({ id }) => ({ slug: id })) })),
      components: { Head: './src/components/Head.astro' },
      // Lines of code are wrapped: what scrolls sideways must be reachable by the keyboard, and is lost on a phone.
      expressiveCode: { defaultProps: { wrap: true } },
      credits: false,
    }),
  ],
});
