/** The hand that moves the view, as long as a key is held. A press of the key that moved nothing is a command. */
export class Hand {
  #isHeld = false;
  #hasMoved = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Called when the key is pressed, also when it repeats. */
  hold(): void {
    this.#hasMoved &&= this.#isHeld;
    this.#isHeld = true;
  }

  /** Called when the pointer is pressed while the key is held. */
  move(): void {
    this.#hasMoved = true;
  }

  /** Called when the key is released. Returns whether it was held and moved nothing. */
  release(): boolean {
    const isCommand = this.#isHeld && !this.#hasMoved;
    this.#isHeld = this.#hasMoved = false;
    return isCommand;
  }
}
