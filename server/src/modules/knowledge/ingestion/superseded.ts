/** The document was deleted or begun anew while it was worked on: stop, and leave everything as it is. */
export class Superseded extends Error {
  constructor() {
    super('The document was deleted or is worked on elsewhere.');
    this.name = 'Superseded';
  }
}
