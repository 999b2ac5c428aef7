import { FRAME_RATES, STILL_FORMATS, VIDEO_FORMATS } from '#libs/contracts';
import { type Command, defineCommand, type Positional } from '../arguments/command.js';
import { SHELLS } from '../arguments/completion.js';

const TEMPLATE: Positional = {
  name: 'template',
  text: 'File of the template. Default: that of framewright.json, else template.json',
  optional: true,
  complete: 'file',
};

const JSON_OPTION = { kind: 'flag', text: 'Write the result to stdout as JSON, and nothing for people' } as const;
const FORCE = { kind: 'flag', text: 'Replace files that exist' } as const;
const ALLOW = {
  kind: 'texts',
  value: 'cidr',
  text: 'Private addresses from which files may be fetched: 127.0.0.0/8',
} as const;
const REMOTE = {
  kind: 'text',
  value: 'url',
  text: 'The server that works in place of this machine, with the key in FRAMEWRIGHT_API_KEY. The template is a file or the id of a template',
} as const;
const SIZE = {
  kind: 'text',
  value: 'name',
  text: "One of the template's sizes. Default: its own",
} as const;

/** Options that say what is different in this one video. */
const VALUES = {
  set: {
    kind: 'texts',
    value: 'name=value',
    text: 'Sets a variable (product=Halo), a property of a layer (1.title.text=Hello), of a page (1.background_color=red) or an option (video.fps=30)',
  },
  modifications: {
    kind: 'text',
    short: 'm',
    value: 'file',
    complete: 'file',
    text: 'JSON with `pages` and `variables`, as in a request of the API',
  },
} as const;

export const RENDER = defineCommand({
  name: 'render',
  summary: 'Render a video from a template',
  positionals: [TEMPLATE],
  options: {
    output: {
      kind: 'text',
      short: 'o',
      value: 'file',
      complete: 'file',
      text: 'The video. Default: the name of the template. With several sizes its name contains {size}',
    },
    ...VALUES,
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      complete: VIDEO_FORMATS,
      text: `${VIDEO_FORMATS.join(', ')}. Default: the ending of the output, else mp4`,
    },
    size: { ...SIZE, kind: 'texts', text: `${SIZE.text}. May be given several times: a video for each` },
    fps: {
      kind: 'number',
      value: 'number',
      complete: FRAME_RATES.map(String),
      text: 'Frames per second: 24 or 30; a gif has 12. Default 24',
    },
    audio: { kind: 'text', value: 'file', complete: 'file', text: 'A sound under the whole video' },
    'max-width': { kind: 'number', value: 'px', text: 'Width to which a gif is scaled down' },
    loop: { kind: 'number', value: 'times', text: 'Times that a gif plays; 0: forever' },
    test: { kind: 'flag', text: 'A small test video with a watermark' },
    encoder: {
      kind: 'text',
      value: 'encoder',
      complete: ['auto', 'software', 'nvenc'],
      text: 'auto, software or nvenc. Default auto: nvenc where it works',
    },
    data: {
      kind: 'text',
      short: 'd',
      value: 'file',
      complete: 'file',
      text: 'CSV or JSON rows: a video for each. Columns are named as in --set; the output takes {column} and {row}',
    },
    jobs: { kind: 'number', short: 'j', value: 'count', text: 'Rows rendered at a time. Default: half of the cores' },
    keep: { kind: 'flag', text: 'Keep files of rows that exist, and render the others' },
    'fail-fast': { kind: 'flag', text: 'Stop at the first row that fails' },
    manifest: {
      kind: 'text',
      value: 'file',
      complete: 'file',
      text: 'What became of each row, as JSON. Default: manifest.json beside the videos',
    },
    remote: REMOTE,
    allow: ALLOW,
    force: FORCE,
    json: JSON_OPTION,
  },
  examples: [
    'framewright render template.json -o hello.mp4',
    'framewright render card.json --set product="Halo Lamp" --set 1.title.text_color=white -o card.gif',
    'framewright render card.json -m data/usual.json --size default --size story -o "card-{size}.mp4"',
    'framewright render card.json --data rows.csv -o "out/{product}.mp4" --jobs 2',
  ],
  details:
    'Renders in one process, with the steps of the service: on the same machine the file is the same, byte for byte. Paths in the template are relative to its file, those of `-m` to that file, those of `--set` to the current folder. Ctrl+C ends ffmpeg and leaves no partial file.',
});

export const STILL = defineCommand({
  name: 'still',
  summary: 'Draw one frame as a picture',
  positionals: [TEMPLATE],
  options: {
    time: { kind: 'number', short: 't', value: 'seconds', text: "Default: the template's poster_time" },
    output: {
      kind: 'text',
      short: 'o',
      value: 'file',
      complete: 'file',
      text: 'The picture, .png, .webp or .jpeg. Default: the name of the template, .png',
    },
    ...VALUES,
    size: SIZE,
    width: { kind: 'number', value: 'px', text: 'Width to which the picture is scaled down' },
    quality: { kind: 'number', value: '1–100', text: 'Quality of WebP and JPEG. Default 88' },
    remote: REMOTE,
    allow: ALLOW,
    force: FORCE,
    json: JSON_OPTION,
  },
  examples: ['framewright still template.json -t 2.5 -o look.png'],
  details: `Formats: ${STILL_FORMATS.join(', ')}. Examples stand in for variables without a value.`,
});

export const SHEET = defineCommand({
  name: 'sheet',
  summary: 'Draw a contact sheet: frames with their times and the names of their layers',
  positionals: [TEMPLATE],
  options: {
    output: {
      kind: 'text',
      short: 'o',
      value: 'file',
      complete: 'file',
      text: 'The picture. Default: the name of the template, .sheet.png',
    },
    frames: { kind: 'number', value: 'count', text: 'Frames, 1 to 30. Default 12; every page is among them' },
    ...VALUES,
    size: SIZE,
    remote: REMOTE,
    allow: ALLOW,
    force: FORCE,
    json: JSON_OPTION,
  },
  examples: ['framewright sheet template.json -o sheet.png'],
  details: 'With `--remote`, the server draws the frames and this machine lays them out.',
});

export const VALIDATE = defineCommand({
  name: 'validate',
  summary: 'Check a template, and what is different in a video, without rendering',
  positionals: [TEMPLATE],
  options: {
    ...VALUES,
    format: RENDER.options.format,
    size: RENDER.options.size,
    'no-files': { kind: 'flag', text: 'Do not open the files that the template names' },
    strict: { kind: 'flag', text: 'Warnings fail the command, too' },
    remote: REMOTE,
    allow: ALLOW,
    json: JSON_OPTION,
  },
  examples: ['framewright validate template.json', 'framewright validate card.json -m data/most.json --strict'],
  details:
    'Faults come with their file, line and column, and with what would be valid. Without `-m` and `--set`, examples stand in for variables without a value.',
});

export const DEV = defineCommand({
  name: 'dev',
  summary: 'Show a template in a page of this machine, and again after every save',
  positionals: [TEMPLATE],
  options: {
    port: { kind: 'number', value: 'number', text: 'Port of the page at 127.0.0.1. Default: a free one' },
    open: { kind: 'flag', text: 'Open the page in a browser' },
    edit: { kind: 'flag', text: 'Edit the file in the editor of the console' },
    ...VALUES,
    allow: ALLOW,
    json: JSON_OPTION,
  },
  examples: [
    'framewright dev --open',
    'framewright dev --edit --open',
    'framewright dev card.json -m data/most.json --port 4000',
  ],
  details:
    'The page plays the template in one of its sizes, names the layer under the pointer, and shows faults over the last picture that had none. Files come from the folder of the template, and from other hosts if these let pages read them; hidden files are left out. **Exact frame** has the engine draw the moment as `still` does. With `--edit`, the address opens the editor, and only who has this address can write the file.',
});

const SERVER = { ...REMOTE, text: 'The server, with the key in FRAMEWRIGHT_API_KEY' } as const;
const TEMPLATE_ID = {
  kind: 'text',
  value: 'uuid',
  text: 'The template on the server. Default: that of framewright.json',
} as const;

export const PUSH = defineCommand({
  name: 'push',
  summary: 'Store a template on a server',
  positionals: [TEMPLATE],
  options: { remote: SERVER, id: TEMPLATE_ID, allow: ALLOW, json: JSON_OPTION },
  examples: ['framewright push --remote https://video.example.com'],
  details:
    'With an id, the document becomes the next version of that template; without one, a new template, whose id is written into `framewright.json` where there is such a file.',
});

export const PULL = defineCommand({
  name: 'pull',
  summary: 'Write the template of a server into a file',
  positionals: [TEMPLATE],
  options: { remote: SERVER, id: TEMPLATE_ID, force: FORCE, json: JSON_OPTION },
  examples: ['framewright pull card.json --id 7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10 --remote https://video.example.com'],
});

export const DIFF = defineCommand({
  name: 'diff',
  summary: 'Show what differs between a file and the template of a server',
  positionals: [TEMPLATE],
  options: { remote: SERVER, id: TEMPLATE_ID, json: JSON_OPTION },
  examples: ['framewright diff --remote https://video.example.com'],
  details: 'Lists each value that differs: `-` of the server, `+` of the file. Exit code 1 if there is one.',
});

export const MCP = defineCommand({
  name: 'mcp',
  summary: 'Serve the tools of agents over stdin and stdout (Model Context Protocol)',
  positionals: [],
  options: { remote: SERVER },
  examples: ['framewright mcp --remote https://video.example.com'],
});

export const INIT = defineCommand({
  name: 'init',
  summary: 'Write a template to begin with into a folder',
  positionals: [{ name: 'folder', text: 'Default: the current one', optional: true }],
  options: {
    template: { kind: 'text', short: 't', value: 'name', text: 'Default: price-tag' },
    list: { kind: 'flag', text: 'List the templates there are, by trade' },
    force: FORCE,
    json: JSON_OPTION,
  },
  examples: ['framewright init', 'framewright init shop --template sale', 'framewright init --list'],
  details:
    'Writes `template.json`, its data, and `framewright.json`. A template of the gallery comes with `rows.csv`, a row for each video; an example comes with sets of modifications below `data/`. `framewright.json` names the `template`, the `modifications` and the `output` that commands use in the folder when their arguments name none.',
});

export const DOCTOR = defineCommand({
  name: 'doctor',
  summary: 'Check what rendering needs of this machine',
  positionals: [],
  options: { json: JSON_OPTION },
  examples: ['framewright doctor'],
});

export const COMPLETION = defineCommand({
  name: 'completion',
  summary: 'Write the completion script of a shell',
  positionals: [{ name: 'shell', text: SHELLS.join(', '), complete: SHELLS }],
  options: {},
  examples: [
    'source <(framewright completion bash)',
    'framewright completion fish > ~/.config/fish/completions/framewright.fish',
  ],
});

/** All commands, in the order of the help. */
export const COMMANDS = [
  INIT,
  RENDER,
  STILL,
  SHEET,
  DEV,
  VALIDATE,
  PUSH,
  PULL,
  DIFF,
  MCP,
  DOCTOR,
  COMPLETION,
] as const satisfies readonly Command[];
export type CommandName = (typeof COMMANDS)[number]['name'];
