import { expect, test } from 'vitest';
import { PublicUploads } from './public-uploads.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const route = { access: 'public', upload: { field: 'file', maxBytes: 1 } } as const;

/** Uploads that end when the test ends them. */
function uploading() {
  const uploads = new PublicUploads();
  const begun: { ip: string; end: () => void }[] = [];
  const bring = (ip: string, signal = new AbortController().signal, to: typeof route | object = route) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = (): Promise<string> => {
      begun.push({ ip, end: () => resolve(ip) });
      return promise;
    };
    return uploads.run({ ...route, ...to }, { ip, signal }, work);
  };
  return { begun, bring };
}

test('reads at most 8 files of one network at once, and leaves places for others', async () => {
  const { begun, bring } = uploading();
  const all = ['2001:db8::1', '2001:db8::2'].flatMap((ip) => Array.from({ length: 5 }, () => bring(ip)));
  await settled();
  expect(begun).toHaveLength(8);
  all.push(bring('192.0.2.1'));
  await settled();
  expect(begun.at(-1)?.ip).toBe('192.0.2.1');
  for (let at = 0; at < 11; at += 1) {
    await settled();
    begun[at]?.end();
  }
  expect(await Promise.all(all)).toHaveLength(11);
});

test('refuses a waiting upload whose client is gone, and does not limit uploads of accounts', async () => {
  const { begun, bring } = uploading();
  for (let count = 0; count < 8; count += 1) void bring('192.0.2.1');
  const gone = new AbortController();
  const waiting = bring('192.0.2.1', gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  void bring('192.0.2.1', undefined, { access: 'account' });
  await settled();
  expect(begun).toHaveLength(9);
});
