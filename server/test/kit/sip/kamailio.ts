import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';
import { type Program, startProgram } from './programs.ts';
import { isListening } from './sipp.ts';

const fixtures = fileURLToPath(new URL('../../telephony/fixtures/', import.meta.url));

export type Kamailio = Program & { port: number };

/**
 * Starts a Kamailio proxy that challenges callers (password `secret`), adds Record-Route and forwards to a phone's
 * port.
 */
export async function startKamailio(phonePort: number): Promise<Kamailio> {
  const [port = 0] = await freePorts(1);
  const program = await start('kamailio.cfg', { PROXY_PORT: port, PHONE_PORT: phonePort });
  await isListening(port, 'udp');
  return { ...program, port };
}

/** Starts a Kamailio registrar over TCP that accepts and logs every registration. */
export async function startRegistrar(wantedPort?: number): Promise<Kamailio> {
  const [anyPort = 0] = await freePorts(1);
  const port = wantedPort ?? anyPort;
  const program = await start('kamailio-registrar.cfg', { PROXY_PORT: port });
  await isListening(port, 'tcp');
  return { ...program, port };
}

async function start(configuration: string, blanks: Record<string, number>): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-kamailio-'));
  const text = await readFile(join(fixtures, configuration), 'utf8');
  const filled = Object.entries(blanks).reduce(
    (all, [name, value]) => all.replaceAll(name, String(value)),
    text,
  );
  const file = join(folder, 'kamailio.cfg');
  await writeFile(file, filled);
  const directories = ['-w', folder, '-Y', folder];
  return startProgram('kamailio', ['-f', file, '-DD', '-E', '-m', '16', '-M', '4', ...directories], folder);
}
