import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { stylesLast } from './styles-last.mjs';
import whole from './vite.config.mjs';

/** The editor without the rest of the console, which `framewright dev --edit` serves at /editor. */
export default defineConfig({
  ...whole,
  base: '/editor/',
  build: {
    ...whole.build,
    outDir: undefined, // that of the command
    assetsDir: '',
    manifest: false,
    rolldownOptions: {
      ...whole.build.rolldownOptions,
      input: fileURLToPath(new URL('alone.html', import.meta.url)),
    },
  },
  plugins: [stylesLast()],
});
