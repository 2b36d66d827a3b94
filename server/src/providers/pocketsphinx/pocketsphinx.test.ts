import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPackages } from '../../../../scripts/testing/needs.ts';
import { manualClock } from '../../../test/kit/clocks.ts';
import { IS_COMPLETE_RUN } from '../../../test/kit/complete-run.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { speech } from '../../../test/kit/speech.ts';
import { transcribe } from '../../../test/kit/transcripts.ts';
import { systemClock } from '../../core/clock.ts';
import { decodeUlaw, encodeUlaw } from '../../core/g711.ts';
import { FliteTts } from '../offline/flite-tts.ts';
import { detectPocketsphinx } from './detect-pocketsphinx.ts';
import { pocketsphinxStt } from './pocketsphinx-stt.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pocketsphinx-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A fake pocketsphinx whose behavior depends on its name. */
function fake(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const PHRASES = [
  'yes please',
  'no thank you',
  'book a table',
  'for two people',
  'on friday evening',
  'goodbye',
];
const installed = await detectPocketsphinx(PHRASES, systemClock);
hasPackages('pocketsphinx', 'pocketsphinx-en-us');
afterAll(() => installed?.close());

test.skipIf(!IS_COMPLETE_RUN)('pocketsphinx is installed for complete test runs', () => {
  expect(installed).toBeDefined();
});

describe.skipIf(installed === undefined)('pocketsphinx on this machine', () => {
  const flite = new FliteTts({ clock: systemClock });
  afterAll(() => flite.close());

  test.each([8_000, 16_000] as const)('recognizes phrases on a phone line at %i Hz', async (sampleRateHz) => {
    const { session, until, finals } = transcribe(installed?.stt ?? never(), { sampleRateHz });
    const say = async (text: string): Promise<void> => {
      const said = await speech(flite, text, { voice: 'slt', sampleRateHz });
      const samples = sampleRateHz === 8_000 ? decodeUlaw(encodeUlaw(said.samples)) : said.samples;
      for (let at = 0; at < samples.length; at += sampleRateHz / 50) {
        // Voice activity is detected slightly late.
        if (at === 8 * (sampleRateHz / 50)) session.speechStarted();
        session.write(samples.subarray(at, at + sampleRateHz / 50));
      }
      for (let frame = 0; frame < 10; frame += 1) session.write(new Int16Array(sampleRateHz / 50));
      session.speechStopped();
    };
    await say('Yes please. Book a table for two people.');
    await say('On Friday evening.');
    await until('final', 2);
    expect(finals()).toEqual(['yes please book a table for two people', 'on friday evening']);
    session.close();
  });

  test('emits an empty transcript for silence', async () => {
    const { session, until, finals } = transcribe(installed?.stt ?? never());
    for (let frame = 0; frame < 50; frame += 1) session.write(new Int16Array(160));
    session.speechStopped();
    await until('final');
    expect(finals()).toEqual(['']);
    session.close();
  });

  test('is offered for English, with a note on its accuracy', async () => {
    const open = await detectPocketsphinx([], systemClock);
    expect(installed?.offers.speechProviders).toMatchObject([{ code: 'pocketsphinx', languages: ['en'] }]);
    expect([open?.hasGrammar, open?.offers.speechProviders[0]?.name]).toEqual([
      false,
      expect.stringContaining('unreliable'),
    ]);
    await open?.close();
  });
});

function never(): never {
  throw new Error('pocketsphinx is not installed.');
}

describe('a pocketsphinx process', () => {
  const listen = (command: string, clock = manualClock()) => ({
    clock,
    ...transcribe(pocketsphinxStt({ command, grammarFile: null }, clock)),
  });

  test('is not offered if the program or its dictionary is missing', async () => {
    const dictionary = path.join(folder, 'dictionary');
    const paths = { folders: [folder], dictionary };
    expect(await detectPocketsphinx([], systemClock, paths)).toBeUndefined();
    fake('pocketsphinx_continuous', 'cat > /dev/null');
    expect(await detectPocketsphinx([], systemClock, paths)).toBeUndefined();
    writeFileSync(dictionary, 'yes Y EH S\n');
    const found = await detectPocketsphinx(['yes', 'never heard'], systemClock, paths);
    expect(found?.hasGrammar).toBe(true);
    const grammars = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('parley-phrases-'));
    const before = grammars().length;
    await found?.close();
    expect(grammars().length).toBe(before - 1);
  });

  test.each([
    ['that is missing', path.join(folder, 'missing')],
    ['that fails', fake('failing', 'exit 3')],
  ])('%s fails the session', async (_name, command) => {
    const { session, until, events } = listen(command);
    session.write(new Int16Array(160));
    session.speechStopped();
    expect(await until('failed')).toMatchObject({ error: { code: 'unavailable' } });
    session.write(new Int16Array(160));
    session.speechStopped();
    expect(events).toHaveLength(1);
  });

  test('is killed after a timeout if it hangs', async () => {
    const { session, until, clock } = listen(fake('hanging', 'exec sleep 600'));
    session.speechStopped();
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    clock.advance(10_000);
    expect(await until('failed')).toMatchObject({ error: { code: 'timeout' } });
    expect(clock.sleeping()).toBe(0);
  });

  test('does not get our environment variables, and receives the audio while it is spoken', async () => {
    const { session, until, finals } = listen(fake('counting', 'echo "$(env | grep -c VITEST) $(wc -c)"'));
    session.speechStarted();
    for (let frame = 0; frame < 50; frame += 1) session.write(new Int16Array(160));
    session.speechStopped();
    await until('final');
    expect(finals()).toEqual(['0 32000']);
    session.close();
  });

  test('runs eight processes at a time, queues more and leaves none behind', async () => {
    const clock = manualClock();
    const stt = pocketsphinxStt(
      { command: fake('waiting', `echo $$ >> ${folder}/started; exec cat`), grammarFile: null },
      clock,
    );
    const calls = Array.from({ length: 10 }, () => transcribe(stt));
    for (const { session } of calls) session.speechStarted();
    const started = async (): Promise<number> => {
      const { readFileSync, existsSync } = await import('node:fs');
      const file = path.join(folder, 'started');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
    };
    await eventually(started, (count) => count === 8);
    for (const { session } of calls.slice(0, 2)) session.close();
    await eventually(started, (count) => count === 10);
    for (const { session } of calls) session.close();
    await eventually(
      async () => calls.flatMap(({ events }) => events),
      (events) => events.length === 0,
    );
    expect(clock.sleeping()).toBe(0);
  });
});
