/** The completion of a value in a shell. */
export type Completion = 'file' | readonly string[];

interface CommonOption {
  readonly text: string;
  /** One letter. */
  readonly short?: string;
}

interface FlagOption extends CommonOption {
  readonly kind: 'flag';
}

interface ValueOption extends CommonOption {
  /** `texts` may be given several times. */
  readonly kind: 'text' | 'texts' | 'number';
  /** The name of its value in the help: `file`. */
  readonly value: string;
  readonly complete?: Completion;
}

/** An option of a command, by its name in {@link Command.options}. */
export type Option = FlagOption | ValueOption;
type Options = Readonly<Record<string, Option>>;

/** An argument without a name. */
export interface Positional {
  readonly name: string;
  readonly text: string;
  readonly optional?: boolean;
  readonly complete?: Completion;
}

/** A command, from which parsing, help, completion and the manual's page follow. */
export interface Command {
  readonly name: string;
  /** A sentence in the imperative without its period. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  readonly options: Options;
  readonly examples: readonly string[];
  /** Text of the manual beside the tables, as Markdown. */
  readonly details?: string;
}

/** The values of a command's options, typed by the table. An option that was not given is undefined, a flag false. */
export type OptionValues<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name]['kind'] extends 'flag'
    ? boolean
    : Of[Name]['kind'] extends 'texts'
      ? readonly string[]
      : (Of[Name]['kind'] extends 'number' ? number : string) | undefined;
};

/** Keeps the types of a row of the table. */
export function defineCommand<const Row extends Command>(row: Row): Row {
  return row;
}
