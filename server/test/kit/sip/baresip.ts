import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { type BaresipControl, openControl } from './baresip-control.ts';
import { freePorts } from './free-ports.ts';
import { type Program, startProgram } from './programs.ts';
import { isListening } from './sipp.ts';
import { readWave, writeWave } from './wave-file.ts';

/** A softphone that auto-answers, plays a recording, and records what it receives. */
export interface Baresip extends Program, BaresipControl {
  port: number;
  /** Port for TLS. */
  tlsPort: number;
  /** Plays this audio from now on; the call ends when the audio ends. */
  says(samples: Int16Array): Promise<void>;
  /** Audio received so far in its latest call. */
  heard(): Promise<number[]>;
}

export const BOB = '<sip:bob@127.0.0.1>;auth_user=bob;auth_pass=secret;regint=0;answermode=auto';

/**
 * A baresip account that registers every minute with the password `secret`. @param transport transport to the server
 */
export function registeringAccount(
  username: string,
  serverPort: number,
  transport: 'udp' | 'tcp' = 'udp',
): string {
  const server = `sip:${username}@127.0.0.1:${serverPort};transport=${transport}`;
  return `<${server}>;auth_user=${username};auth_pass=secret;regint=60;answermode=auto`;
}

/**
 * @param says audio that it plays in every call; the call ends when the audio ends
 * @param account default: username `bob`, password `secret`, no server
 * @param options PEM files: certificate authorities, and its own certificate with the key; 16,000 Hz adds Opus and G.722
 */
export async function startBaresip(
  says: Int16Array,
  account = BOB,
  options: { authorities?: string; certificate?: string; rateHz?: number } = {},
): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-baresip-'));
  const [port = 0, controlPort = 0] = await freePorts(2);
  const { rateHz = 8000, ...tls } = options;
  await writeWave(join(folder, 'says.wav'), says, rateHz);
  const isWide = rateHz === 16_000;
  await writeFile(join(folder, 'config'), configuration(folder, { port, controlPort, isWide, tls }));
  await writeFile(join(folder, 'contacts'), '');
  await writeFile(join(folder, 'accounts'), `${account}\n`);
  // `-s` logs every SIP message.
  const program = startProgram('baresip', ['-s', '-f', folder], folder);
  await isListening(port, 'udp');
  await isListening(controlPort, 'tcp');
  const control = await openControl(controlPort);
  let recordings = 0;
  return {
    ...program,
    ...control,
    port,
    tlsPort: port + 1,
    says: async (samples) => {
      recordings += 1;
      const path = join(folder, `says-${recordings}.wav`);
      await writeWave(path, samples, rateHz);
      control.command('ausrc', `aufile,${path}`);
    },
    heard: async () => {
      const files = await eventually(
        () => readdir(folder),
        (names) => names.some((name) => /-dec\.wav$/.test(name)),
      );
      // File names contain the start time.
      const [latest = ''] = files
        .filter((name) => /-dec\.wav$/.test(name))
        .sort()
        .reverse();
      return readWave(join(folder, latest), rateHz);
    },
  };
}

/** Audio files have 16 kHz with any codec. */
const WIDE = [
  'module opus.so',
  'module g722.so',
  ...['ausrc', 'auplay'].flatMap((file) => [`${file}_srate 16000`, `${file}_channels 1`]),
];

function configuration(
  folder: string,
  {
    port,
    controlPort,
    isWide,
    tls,
  }: {
    port: number;
    controlPort: number;
    isWide: boolean;
    tls: { authorities?: string; certificate?: string };
  },
): string {
  return [
    ...(tls.authorities === undefined ? [] : [`sip_cafile ${tls.authorities}`]),
    ...(tls.certificate === undefined ? [] : [`sip_certificate ${tls.certificate}`]),
    'poll_method epoll',
    `sip_listen 127.0.0.1:${port}`,
    'net_interface 127.0.0.1',
    'call_local_timeout 120',
    'call_max_calls 4',
    `audio_source aufile,${join(folder, 'says.wav')}`,
    `audio_player aufile,${join(folder, 'played.wav')}`,
    `audio_alert aufile,${join(folder, 'alert.wav')}`,
    'audio_path /usr/share/baresip',
    'audio_level no',
    'module_path /usr/lib/baresip/modules',
    ...(isWide ? WIDE : []),
    'module g711.so',
    'module aufile.so',
    'module sndfile.so',
    'module srtp.so',
    'module_app account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `snd_path ${folder}`,
    '',
  ].join('\n');
}
