/**
 * Notes that a decorator records about properties of classes. A class also has the notes of the classes that it
 * extends; its own note of a property comes first.
 */
export class PropertyNotes<Note> {
  private readonly byPrototype = new WeakMap<object, Map<string, Note>>();

  /** @throws TypeError for a property that is a symbol */
  set(prototype: object, property: string | symbol, note: Note): void {
    if (typeof property !== 'string') throw new TypeError('a decorated property has a name');
    const own = this.byPrototype.get(prototype) ?? new Map<string, Note>();
    this.byPrototype.set(prototype, own.set(property, note));
  }

  /** The note of one property, undefined without one. */
  get(shape: { readonly prototype: unknown }, property: string): Note | undefined {
    for (const notes of this.notesOf(shape)) if (notes.has(property)) return notes.get(property);
    return undefined;
  }

  /** The names of all properties that have a note. */
  names(shape: { readonly prototype: unknown }): ReadonlySet<string> {
    return new Set([...this.notesOf(shape)].flatMap((notes) => [...notes.keys()]));
  }

  /** Notes of the class, then of each class that it extends. */
  private *notesOf({ prototype }: { readonly prototype: unknown }): Iterable<ReadonlyMap<string, Note>> {
    for (let at = prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
      const notes = this.byPrototype.get(at);
      if (notes) yield notes;
    }
  }
}
