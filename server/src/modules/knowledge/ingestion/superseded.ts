/** The document was deleted or restarted during processing: stop without further changes. */
export class Superseded extends Error {
  constructor() {
    super('The document was deleted, or another attempt is processing it.');
    this.name = 'Superseded';
  }
}
