declare module '@echogarden/rnnoise-wasm' {
  /** What the compiled library offers; pointers are bytes into its memory. */
  export interface Rnnoise {
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    /** @param model 0: the built-in one. */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** 480 samples at 48 kHz, in the range of 16 bits; returns how likely speech is. */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  // allow default-export: the package is made so
  export default function loadRnnoise(): Promise<Rnnoise>;
}
