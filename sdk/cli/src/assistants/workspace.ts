import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Item } from '../records/kinds.ts';
import { parseFields, readText } from '../records/read-fields.ts';
import { CommandError, messageOf } from '../terminal/failures.ts';
import type { Base } from './compare.ts';

/** An assistant in a file. */
export interface FileAssistant {
  /** Name of the file in the folder. */
  file: string;
  text: string;
  fields: Item;
}

/** The state of one assistant at the last pull or push. */
export interface Known {
  uuid: string;
  base: Base;
}

type State = Record<string, Record<string, Known>>;

const STATE_FILE = '.parley-state.json';
const FILE_NAME = /^[^.].*\.(?:ya?ml|json)$/;

/** A folder with one file for each assistant, and the state of the last pull or push for each account. */
export class Workspace {
  readonly folder: string;
  /** The server and the account. */
  readonly #account: string;
  readonly #state: State;

  private constructor(folder: string, account: string, state: State) {
    this.folder = folder;
    this.#account = account;
    this.#state = state;
  }

  static async open(folder: string, account: string): Promise<Workspace> {
    const text = await readFile(path.join(folder, STATE_FILE), 'utf8').catch(() => '{}');
    try {
      return new Workspace(folder, account, asState(JSON.parse(text)));
    } catch (error) {
      throw new CommandError(`${path.join(folder, STATE_FILE)} is damaged. Delete it and pull again.`, {
        cause: error,
      });
    }
  }

  /** All assistants in files, by the name of the file. */
  async read(): Promise<FileAssistant[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const files = names.filter((name) => FILE_NAME.test(name)).sort();
    return Promise.all(
      files.map(async (file) => {
        const text = await readText(path.join(this.folder, file));
        const fields = await parseFields(text, path.join(this.folder, file));
        if (typeof fields['name'] !== 'string') {
          throw new CommandError(`${path.join(this.folder, file)} has no name.`);
        }
        return { file, text, fields };
      }),
    );
  }

  known(file: string): Known | undefined {
    return this.#state[this.#account]?.[file];
  }

  /** The file that had this assistant at the last pull or push. */
  fileOf(uuid: string): string | undefined {
    const files = Object.entries(this.#state[this.#account] ?? {});
    return files.find(([, known]) => known.uuid === uuid)?.[0];
  }

  remember(file: string, known: Known): void {
    this.#state[this.#account] = { ...this.#state[this.#account], [file]: known };
  }

  async write(file: string, text: string): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(path.join(this.folder, file), text);
    } catch (error) {
      throw new CommandError(`${path.join(this.folder, file)} could not be written: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  async saveState(): Promise<void> {
    await this.write(STATE_FILE, `${JSON.stringify(this.#state, null, 2)}\n`);
  }
}

function asState(value: unknown): State {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Not an object.');
  return value as State;
}

/** `Mill Inn` → `mill-inn.yaml`, with a number if the name is taken. */
export function fileNameFor(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const stem = plain || 'assistant';
  for (let count = 1; ; count += 1) {
    const file = count === 1 ? `${stem}.yaml` : `${stem}-${count}.yaml`;
    if (!taken.has(file)) return file;
  }
}
