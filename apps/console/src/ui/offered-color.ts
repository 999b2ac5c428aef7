/** A color that is offered: its name, the value that it stands for, and the color itself. */
export interface OfferedColor {
  readonly name: string;
  readonly value: string;
  readonly color: string;
}
