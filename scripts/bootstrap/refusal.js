/** A reason why the project cannot run here, to print for the user. */
export class Refusal extends Error {}
