/** A reason why the project cannot run here, in words for the person at the terminal. */
export class Refusal extends Error {}
