/** All members of a string union, in order; fails to compile when one is missing. */
export function namesOf<Name extends string>(all: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(all).filter((name): name is Name => Object.hasOwn(all, name));
}
