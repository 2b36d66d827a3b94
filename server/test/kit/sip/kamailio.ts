import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';
import { type Program, startProgram } from './programs.ts';
import { isListening } from './sipp.ts';

const configuration = fileURLToPath(new URL('../../telephony/fixtures/kamailio.cfg', import.meta.url));

/** A Kamailio that challenges callers (the password is secret), records its route and calls a telephone at a port. */
export async function startKamailio(phonePort: number): Promise<Program & { port: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-kamailio-'));
  const [port = 0] = await freePorts(1);
  const text = await readFile(configuration, 'utf8');
  const filled = text.replaceAll('PROXY_PORT', String(port)).replaceAll('PHONE_PORT', String(phonePort));
  const file = join(folder, 'kamailio.cfg');
  await writeFile(file, filled);
  const program = startProgram(
    'kamailio',
    ['-f', file, '-DD', '-E', '-m', '16', '-M', '4', '-w', folder, '-Y', folder],
    folder,
  );
  await isListening(port, 'udp');
  return { ...program, port };
}
