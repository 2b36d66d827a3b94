import { parentPort, workerData } from 'node:worker_threads';
import { readWav } from '../kit/read-wav.ts';
import { resampleAudio } from '../kit/speech/resample-audio.ts';
import type { FliteReply, FliteRequest, FliteWorkerData } from './flite-protocol.ts';
import { runWasiCommand } from './wasi-command.ts';

if (parentPort === null) throw new Error('flite.worker.ts runs as a worker thread only.');
const port = parentPort;
const { module }: FliteWorkerData = workerData;
const OUTPUT = 'speech.wav';

function speak({ text, voice, stretch, pitchSpreadHz, pitchHz, sampleRateHz }: FliteRequest): FliteReply {
  const pace = ['--setf', `duration_stretch=${stretch.toFixed(3)}`];
  const melody = pitchSpreadHz === null ? [] : ['--setf', `int_f0_target_stddev=${pitchSpreadHz.toFixed(1)}`];
  const pitch = pitchHz === null ? [] : ['--setf', `int_f0_target_mean=${pitchHz.toFixed(1)}`];
  const args = ['flite', '-voice', voice, ...pace, ...melody, ...pitch, '-t', text, '-o', `/${OUTPUT}`];
  const { exitCode, files, errorText } = runWasiCommand(module, args);
  const file = files.get(OUTPUT);
  if (exitCode !== 0 || file === undefined) {
    return { type: 'failure', message: `exit code ${exitCode} ${errorText}`.trim() };
  }
  return { type: 'speech', samples: resampleAudio(readWav(file.contents()), sampleRateHz) };
}

/** A trap only ends this run: the next text gets fresh memory. */
function answer(request: FliteRequest): FliteReply {
  try {
    return speak(request);
  } catch (error) {
    return { type: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (request: FliteRequest) => port.postMessage(answer(request)));
port.postMessage({ type: 'ready' } satisfies FliteReply);
