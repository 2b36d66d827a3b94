/** The part of the WebAssembly API that the speech code uses. Node's types expect it from the DOM types, which we omit. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  const Instance: new (
    module: Module,
    imports: Record<string, Record<string, Memory | ((...values: never[]) => unknown)>>,
  ) => Instance;
  const Module: new (bytes: Uint8Array) => Module;
  const Memory: new (limits: { initial: number }) => Memory;
  function compile(bytes: Uint8Array): Promise<Module>;
}
