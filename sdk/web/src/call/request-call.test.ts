import { expect, test } from 'vitest';
import { CallError } from '../errors/call-error.ts';
import { requestCall } from './request-call.ts';

const MEDIA_URL = 'wss://parley.example/api/calls/media/t';
const answer = (status: number, body: object) => async () => Response.json(body, { status });

test.each([
  ['a URL', MEDIA_URL],
  ['a function that returns the URL', async () => MEDIA_URL],
  ['the response of the API', answer(200, { message: 'Call opened.', data: { media_url: MEDIA_URL } })],
  ['a response with the URL alone', answer(200, { media_url: MEDIA_URL })],
])('takes %s', async (_name, url) => {
  expect(await requestCall(url)).toBe(MEDIA_URL);
});

const fails = (error: Error) => async () => {
  throw error;
};

test.each([
  [answer(404, { message: 'Assistant not found.' }), 'assistant-not-found', 'The assistant was not found.'],
  [
    async () => new Response('Nothing here', { status: 404 }),
    'refused',
    'The call was refused with status 404.',
  ],
  [answer(503, { message: 'No process handles calls.' }), 'server-full', 'No process handles calls.'],
  [answer(429, {}), 'server-full', 'Too many calls right now. Try again in a few seconds.'],
  [answer(422, { message: 'The balance is too low.' }), 'refused', 'The balance is too low.'],
  [answer(200, { data: {} }), 'refused', 'The response to the request for a call has no media_url.'],
  [fails(new Error('Log in again.')), 'refused', 'Log in again.'],
  [
    fails(new TypeError('Failed to fetch')),
    'connection-failed',
    'The call could not be requested. Check your network connection.',
  ],
  [fails(new CallError('refused', 'Not now.')), 'refused', 'Not now.'],
])('%# is %s: %s', async (url, code, message) => {
  await expect(requestCall(url)).rejects.toMatchObject({ name: 'CallError', code, message });
});
