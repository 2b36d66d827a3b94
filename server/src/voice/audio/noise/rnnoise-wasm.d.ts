declare module '@echogarden/rnnoise-wasm' {
  /** Exports of the compiled library; pointers are byte offsets into its memory. */
  export interface Rnnoise {
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    /** @param model 0 for the built-in model */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** 480 samples at 48 kHz in 16-bit range; returns the speech probability. */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  // allow default-export: the package exports it that way
  export default function loadRnnoise(): Promise<Rnnoise>;
}
