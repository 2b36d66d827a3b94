/** Every name of a union, in the order in which they are listed; the compiler misses one that is not. */
export function namesOf<Name extends string>(all: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(all).filter((name): name is Name => Object.hasOwn(all, name));
}
