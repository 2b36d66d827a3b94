import { expect, test } from 'vitest';
import { type EstimatedSetup, estimateLatency, type MeasuredPart } from './assistant-latency.ts';

const pipeline: EstimatedSetup = {
  mode: 'pipeline',
  endpointType: 'vad',
  model: 'openai/gpt',
  transcriber: 'deepgram',
  synthesizer: 'cartesia',
};
const realtime: EstimatedSetup = { ...pipeline, mode: 'multimodal', transcriber: null, synthesizer: null };

const own = (name: MeasuredPart['name'], milliseconds: number): MeasuredPart => ({
  name,
  milliseconds,
  isOwn: true,
  answers: 3,
});
const others = (name: MeasuredPart['name'], milliseconds: number): MeasuredPart => ({
  name,
  milliseconds,
  isOwn: false,
  answers: 9,
});

test.each<[string, EstimatedSetup, MeasuredPart[], string[]]>([
  [
    'nothing was measured',
    pipeline,
    [],
    ['wait 400 setting', 'transcript 120 typical', 'model 600 typical', 'speech 150 typical'],
  ],
  [
    "own measurements, then the account's, then typical values",
    pipeline,
    [others('model', 410), own('model', 390), others('speech', 90)],
    ['wait 400 setting', 'transcript 120 typical', 'model 390 assistant', 'speech 90 account'],
  ],
  [
    'the configured pause replaces the measured one',
    pipeline,
    [own('wait', 900), own('transcript', 0), own('model', 1), own('speech', 2)],
    ['wait 400 setting', 'transcript 0 assistant', 'model 1 assistant', 'speech 2 assistant'],
  ],
  [
    'a turn detector wait is measured or typical',
    { ...pipeline, endpointType: 'ai' },
    [own('wait', 640)],
    ['wait 640 assistant', 'transcript 120 typical', 'model 600 typical', 'speech 150 typical'],
  ],
  [
    'an unknown vendor uses the value of its kind',
    { ...pipeline, endpointType: 'ai', model: 'local/a', transcriber: 'local', synthesizer: 'mine' },
    [],
    ['wait 527 typical', 'transcript 550 typical', 'model 600 typical', 'speech 300 typical'],
  ],
  [
    'local providers are fast',
    { ...pipeline, model: 'offline/extractive', transcriber: 'offline', synthesizer: 'flite' },
    [],
    ['wait 400 setting', 'transcript 0 typical', 'model 20 typical', 'speech 130 typical'],
  ],
  [
    'an unavailable provider has an unknown latency',
    { ...pipeline, model: null, transcriber: null, synthesizer: null },
    [own('speech', 70)],
    ['wait 400 setting', 'transcript null unknown', 'model null unknown', 'speech null unknown'],
  ],
  ['a realtime model has only wait and model', realtime, [], ['wait 400 setting', 'model 500 typical']],
  [
    'a realtime model that detects turns',
    { ...realtime, endpointType: 'ai' },
    [],
    ['wait 500 typical', 'model 500 typical'],
  ],
  [
    'dual mode adds the TTS latency',
    { ...realtime, mode: 'dualplex', synthesizer: 'elevenlabs' },
    [],
    ['wait 400 setting', 'model 650 typical'],
  ],
  [
    'dual mode without a voice is unknown',
    { ...realtime, mode: 'dualplex' },
    [],
    ['wait 400 setting', 'model null unknown'],
  ],
])('estimates the latency: %s', (_, setup, measured, expected) => {
  const parts = estimateLatency({ setup, pauseMs: 400, measured });
  expect(parts.map(({ name, milliseconds, source }) => `${name} ${milliseconds} ${source}`)).toEqual(
    expected,
  );
});

test('reports the number of answers measured for each part', () => {
  const parts = estimateLatency({
    setup: pipeline,
    pauseMs: 0,
    measured: [own('model', 1), others('speech', 2)],
  });
  expect(parts.map(({ answers }) => answers)).toEqual([0, 0, 3, 9]);
});
