import { describe, expect, test } from 'vitest';
import type { OutgoingMessage } from '../interfaces/messaging-carrier.ts';
import type { SandboxReports } from '../interfaces/sandbox-reports.ts';
import { createSandboxMessaging } from './sandbox-messaging.ts';

const signal = new AbortController().signal;

async function send(text: string, about: Partial<OutgoingMessage> = {}) {
  const scheduled: SandboxReports[] = [];
  const vendor = createSandboxMessaging({ schedule: async (reports) => void scheduled.push(reports) });
  const message: OutgoingMessage = {
    channel: 'msgapp',
    from: '+12025550100',
    to: '+40721000001',
    reference: 'pm1',
    statusUrl: 'http://127.0.0.1/status',
    content: { kind: 'text', text },
    ...about,
  };
  const outcome = await vendor.connect({}).send(message, signal);
  return { vendor, outcome, scheduled };
}

describe('the sandbox', () => {
  test.each([
    ['Hello', ['sent', 'delivered', 'read'], null],
    ['Please sandbox:unread it', ['sent', 'delivered'], null],
    ['sandbox:failed', ['failed'], 'sandbox-failed'],
    ['sandbox:undelivered', ['sent', 'undelivered'], 'sandbox-undelivered'],
  ])('accepts "%s" and reports %j', async (text, states, errorCode) => {
    const { vendor, outcome, scheduled } = await send(text);
    expect(outcome).toEqual({
      kind: 'accepted',
      providerMessageId: expect.stringMatching(/^sandbox-/),
      state: 'queued',
    });
    const { providerMessageId } = outcome.kind === 'accepted' ? outcome : { providerMessageId: '' };
    const named = { statusUrl: 'http://127.0.0.1/status', reference: 'pm1', providerMessageId };
    expect(scheduled).toEqual([{ ...named, states, errorCode }]);
    if (errorCode !== null) expect(vendor.explain(errorCode)).toContain('sandbox');
  });

  test.each([
    ['sandbox:refused', 'refused'],
    ['sandbox:unavailable', 'unavailable'],
    ['sandbox:unknown', 'unknown'],
  ])('does not accept "%s" and reports nothing', async (text, kind) => {
    const { outcome, scheduled } = await send(text);
    expect(outcome.kind).toBe(kind);
    expect(scheduled).toEqual([]);
  });

  test('accepts SMS, and reads the outcome of a template from its text', async () => {
    expect((await send('Hello', { channel: 'sms' })).outcome.kind).toBe('accepted');
    const template = {
      reference: 't',
      name: 't',
      language: 'en',
      category: 'utility',
      bodyText: '{{1}}',
      status: 'approved' as const,
      variables: ['what'],
    };
    const content = { kind: 'template' as const, template, values: ['x'], text: 'sandbox:refused' };
    expect((await send('', { content })).outcome.kind).toBe('refused');
  });

  test('explains no error codes of other carriers, refuses all requests and has no media', async () => {
    const { vendor } = await send('Hello');
    expect(vendor.explain('131047')).toBeNull();
    const carrier = vendor.connect({});
    const request = { method: 'POST' as const, url: '', headers: {}, body: Buffer.alloc(0) };
    expect(carrier.readRequest(request).kind).toBe('refused');
    expect(await carrier.check('+12025550100', signal)).toMatchObject({ kind: 'accepted' });
    expect(await carrier.listTemplates(signal)).toEqual([]);
    const media = { reference: 'x', contentType: 'image/png', fileName: null };
    await expect(carrier.readMedia(media, signal)).rejects.toThrow('no media');
  });
});
