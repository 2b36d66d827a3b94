import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.ts';
import { freePorts } from './free-ports.ts';
import { type Program, startProgram } from './programs.ts';

const scenarios = fileURLToPath(new URL('../../telephony/fixtures/', import.meta.url));

export interface Sipp extends Program {
  port: number;
}

export interface SippOptions {
  /** Address to call as `host:port`; if absent, sipp waits for a call. */
  target?: string;
  options?: readonly string[];
  /** Number of calls; 1 by default. */
  calls?: number;
  /** Local port; a free one by default. */
  port?: number;
  /** Replacements for placeholders in the scenario, where sipp supports no keyword. */
  blanks?: Record<string, string>;
}

/**
 * Runs sipp with a scenario of the fixtures or a built-in one. Its exit code is 0 if all calls followed the scenario.
 */
export async function startSipp(
  scenario: string,
  { target, options = [], calls = 1, blanks = {}, port: wantedPort }: SippOptions = {},
): Promise<Sipp> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sipp-'));
  const [anyPort = 0, mediaPort = 0] = await freePorts(2);
  const port = wantedPort ?? anyPort;
  const scenarioOptions = scenario.endsWith('.xml') ? ['-sf', join(folder, scenario)] : ['-sn', scenario];
  if (scenario.endsWith('.xml')) {
    const text = await readFile(join(scenarios, scenario), 'utf8');
    const filled = Object.entries(blanks).reduce((all, [name, value]) => all.replaceAll(name, value), text);
    await writeFile(join(folder, scenario), filled);
  }
  const addresses = ['-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1', '-mp', String(mediaPort)];
  const limits = ['-m', String(calls), '-nostdin', '-timeout', '60s', '-timeout_error', '-trace_err'];
  const parameters = [
    ...(target === undefined ? [] : [target]),
    ...scenarioOptions,
    ...addresses,
    ...limits,
    ...options,
  ];
  const sipp = startProgram('sipp', parameters, folder);
  let isOver = false;
  void sipp.ended.then(() => {
    isOver = true;
  });
  // A sipp that places calls may end between two checks.
  await isListening(port, options.includes('t1') ? 'tcp' : 'udp', () => isOver);
  return { ...sipp, port };
}

/** Waits until a program has opened its port or has ended. Reads the hexadecimal entries in `/proc/net`. */
export async function isListening(
  port: number,
  protocol: 'tcp' | 'udp',
  isOver = (): boolean => false,
): Promise<void> {
  // The socket is unconnected, and for TCP in state LISTEN, because earlier connections may have used the port.
  const state = protocol === 'tcp' ? '0A' : '07';
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 ${state}`;
  await eventually(
    () => readFile(`/proc/net/${protocol}`, 'utf8'),
    (table) => table.includes(end) || isOver(),
  );
}
