/** Thrown to stop processing without further changes, because the document was deleted or restarted. */
export class Superseded extends Error {
  constructor() {
    super('The document was deleted, or another attempt is processing it.');
    this.name = 'Superseded';
  }
}
