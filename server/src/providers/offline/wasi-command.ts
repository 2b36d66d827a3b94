/** Error numbers and file types of WASI preview 1. */
const OK = 0;
const BAD_DESCRIPTOR = 8;
const INVALID = 28;
const NO_ENTRY = 44;
const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;
const CREATE = 1;
const TRUNCATE = 8;

const ROOT_DESCRIPTOR = 3;
const FIRST_FILE_DESCRIPTOR = 4;
const MAX_ERROR_TEXT_LENGTH = 1_000;

export interface CommandResult {
  exitCode: number;
  /** By path, without the leading slash. */
  files: ReadonlyMap<string, MemoryFile>;
  /** The start of the command's standard error. */
  errorText: string;
}

/** Ends the command: WASI's `proc_exit` never returns. */
class CommandExit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a WASI command in fresh memory. It sees its arguments, an empty in-memory folder `/` and a stopped clock, so
 * equal arguments give equal files. Blocks the thread. Unlike `node:wasi`, it needs no disk and prints no experimental
 * warning. Throws WebAssembly's error when the command traps.
 */
export function runWasiCommand(module: WebAssembly.Module, args: readonly string[]): CommandResult {
  const system = new CommandSystem(args);
  const { memory, _start: start } = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: system.imports(),
  }).exports;
  if (!isMemory(memory) || typeof start !== 'function') throw new Error('The module is not a WASI command.');
  system.memory = memory;
  let exitCode = 0;
  try {
    start();
  } catch (error) {
    if (!(error instanceof CommandExit)) throw error;
    exitCode = error.exitCode;
  }
  return { exitCode, files: system.files, errorText: system.errorText };
}

function isMemory(value: unknown): value is WebAssembly.Memory {
  return (
    typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof ArrayBuffer
  );
}

/** The WASI preview 1 calls of a command without network and environment. */
class CommandSystem {
  /** Set once the instance exists, before the first call. */
  memory: WebAssembly.Memory = new WebAssembly.Memory({ initial: 0 });
  readonly files = new Map<string, MemoryFile>();
  errorText = '';
  readonly #args: Uint8Array[];
  readonly #open = new Map<number, MemoryFile>();
  #nextDescriptor = FIRST_FILE_DESCRIPTOR;

  constructor(args: readonly string[]) {
    this.#args = args.map((arg) => new TextEncoder().encode(`${arg.replaceAll('\0', ' ')}\0`));
  }

  imports(): Record<string, (...values: never[]) => number> {
    return {
      args_sizes_get: (countAt: number, bytesAt: number) => this.#argumentSizes(countAt, bytesAt),
      args_get: (pointersAt: number, bytesAt: number) => this.#arguments(pointersAt, bytesAt),
      clock_time_get: (_clock: number, _precision: bigint, timeAt: number) => this.#time(timeAt),
      fd_close: (descriptor: number) => (this.#open.delete(descriptor) ? OK : BAD_DESCRIPTOR),
      fd_fdstat_get: (descriptor: number, statusAt: number) => this.#status(descriptor, statusAt),
      fd_fdstat_set_flags: () => OK,
      fd_prestat_get: (descriptor: number, at: number) => this.#folder(descriptor, at),
      fd_prestat_dir_name: (descriptor: number, at: number) => this.#folderName(descriptor, at),
      fd_read: (descriptor: number, partsAt: number, ...rest: [number, number]) =>
        this.#transfer({ descriptor, partsAt, count: rest[0], totalAt: rest[1] }, 'read'),
      fd_write: (descriptor: number, partsAt: number, ...rest: [number, number]) =>
        this.#transfer({ descriptor, partsAt, count: rest[0], totalAt: rest[1] }, 'write'),
      fd_seek: (descriptor: number, offset: bigint, ...rest: [number, number]) =>
        this.#seek({ descriptor, offset: Number(offset), whence: rest[0], positionAt: rest[1] }),
      // (folder, lookup flags, path, path length, open flags, rights, inherited rights, flags, result)
      path_open: (...values: [number, number, number, number, number, bigint, bigint, number, number]) =>
        this.#openFile({ pathAt: values[2], pathBytes: values[3], flags: values[4], at: values[8] }),
      proc_exit: (exitCode: number) => {
        throw new CommandExit(exitCode);
      },
    };
  }

  /** Memory moves when it grows, so a view is only valid for one call. */
  get #view(): DataView {
    return new DataView(this.memory.buffer);
  }

  #argumentSizes(countAt: number, bytesAt: number): number {
    this.#view.setUint32(countAt, this.#args.length, true);
    this.#view.setUint32(
      bytesAt,
      this.#args.reduce((sum, arg) => sum + arg.length, 0),
      true,
    );
    return OK;
  }

  #arguments(pointersAt: number, bytesAt: number): number {
    let offset = bytesAt;
    for (const [index, arg] of this.#args.entries()) {
      this.#view.setUint32(pointersAt + index * 4, offset, true);
      new Uint8Array(this.memory.buffer).set(arg, offset);
      offset += arg.length;
    }
    return OK;
  }

  #time(timeAt: number): number {
    this.#view.setBigUint64(timeAt, 0n, true);
    return OK;
  }

  #status(descriptor: number, statusAt: number): number {
    const isFile = this.#open.has(descriptor);
    if (!isFile && (descriptor < 0 || descriptor > ROOT_DESCRIPTOR)) return BAD_DESCRIPTOR;
    const folderOrDevice = descriptor === ROOT_DESCRIPTOR ? DIRECTORY : CHARACTER_DEVICE;
    new Uint8Array(this.memory.buffer, statusAt, 24).fill(0);
    this.#view.setUint8(statusAt, isFile ? REGULAR_FILE : folderOrDevice);
    for (const rightsAt of [statusAt + 8, statusAt + 16]) this.#view.setBigUint64(rightsAt, ~0n, true);
    return OK;
  }

  #folder(descriptor: number, at: number): number {
    if (descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR;
    this.#view.setUint32(at, 0, true);
    this.#view.setUint32(at + 4, 1, true);
    return OK;
  }

  #folderName(descriptor: number, at: number): number {
    if (descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR;
    this.#view.setUint8(at, '/'.charCodeAt(0));
    return OK;
  }

  #openFile(request: { pathAt: number; pathBytes: number; flags: number; at: number }): number {
    const path = new TextDecoder().decode(
      this.memory.buffer.slice(request.pathAt, request.pathAt + request.pathBytes),
    );
    const known = this.files.get(path);
    if (known === undefined && (request.flags & CREATE) === 0) return NO_ENTRY;
    const file = known ?? new MemoryFile();
    if ((request.flags & TRUNCATE) !== 0) file.truncate();
    file.position = 0;
    this.files.set(path, file);
    const descriptor = this.#nextDescriptor++;
    this.#open.set(descriptor, file);
    this.#view.setUint32(request.at, descriptor, true);
    return OK;
  }

  #seek(request: { descriptor: number; offset: number; whence: number; positionAt: number }): number {
    const file = this.#open.get(request.descriptor);
    if (file === undefined) return BAD_DESCRIPTOR;
    const base = [0, file.position, file.length][request.whence];
    if (base === undefined || base + request.offset < 0) return INVALID;
    file.position = base + request.offset;
    this.#view.setBigUint64(request.positionAt, BigInt(file.position), true);
    return OK;
  }

  #transfer(
    request: { descriptor: number; partsAt: number; count: number; totalAt: number },
    direction: 'read' | 'write',
  ): number {
    const file = this.#open.get(request.descriptor);
    if (file === undefined && request.descriptor > 2) return BAD_DESCRIPTOR;
    let total = 0;
    for (let index = 0; index < request.count; index += 1) {
      const at = this.#view.getUint32(request.partsAt + index * 8, true);
      const length = this.#view.getUint32(request.partsAt + index * 8 + 4, true);
      const part = new Uint8Array(this.memory.buffer, at, length);
      if (direction === 'read') total += file?.read(part) ?? 0;
      else {
        if (file === undefined) this.#complain(request.descriptor, part);
        else file.write(part);
        total += length;
      }
    }
    this.#view.setUint32(request.totalAt, total, true);
    return OK;
  }

  #complain(descriptor: number, bytes: Uint8Array): void {
    if (descriptor !== 2 || this.errorText.length >= MAX_ERROR_TEXT_LENGTH) return;
    this.errorText = (this.errorText + new TextDecoder().decode(bytes)).slice(0, MAX_ERROR_TEXT_LENGTH);
  }
}

const FIRST_BYTES = 65_536;

/** A growing file in memory, with one read and write position. */
export class MemoryFile {
  position = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  contents(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  truncate(): void {
    this.#length = 0;
  }

  /** Writes at the position; a gap before it is filled with zeros. */
  write(bytes: Uint8Array): void {
    const end = this.position + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.contents());
      this.#bytes = grown;
    } else if (this.position > this.#length) {
      this.#bytes.fill(0, this.#length, this.position);
    }
    this.#bytes.set(bytes, this.position);
    this.position = end;
    this.#length = Math.max(this.#length, end);
  }

  /** Reads from the position into `target`, up to the end of the file. @returns number of bytes */
  read(target: Uint8Array): number {
    const part = this.contents().subarray(this.position, this.position + target.length);
    target.set(part);
    this.position += part.length;
    return part.length;
  }
}
