import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';
import { accessFile, accountsFile, settingsFile } from './settings.ts';

test('socket transport opens no port and admits only mapped OS users', () => {
  const transport = { kind: 'socket', socketDirectory: '/data/run' } as const;
  expect(settingsFile(transport)).toContain("listen_addresses = ''\n");
  expect(settingsFile(transport)).toContain(`unix_socket_directories = '"/data/run"'\n`);
  expect(accessFile(transport)).toBe('local all parley peer map=parley\n');
  expect(accountsFile(['ann', 'root', 'root'])).toBe('parley "ann" parley\nparley "root" parley\n');
});

test('loopback transport requires the password', () => {
  const transport = { kind: 'loopback', port: 45_001 } as const;
  expect(settingsFile(transport)).toContain("listen_addresses = '127.0.0.1'\nport = '45001'\n");
  expect(settingsFile(transport)).toContain("unix_socket_directories = ''\n");
  expect(accessFile(transport)).toBe('host all parley 127.0.0.1/32 scram-sha-256\n');
});

test('commits are durable', () => {
  expect(settingsFile({ kind: 'loopback', port: 1 })).toContain("fsync = 'on'");
});

test('quotes and commas in the path are escaped', () => {
  const text = settingsFile({ kind: 'socket', socketDirectory: `/it's, "here"/run` });
  expect(text).toContain(`unix_socket_directories = '"/it''s, ""here""/run"'\n`);
});

test('parses postmaster.pid', () => {
  const text = '4711\n/data/cluster\n1795262552\n5432\n/data/run\n\n  1234   56\nready   \n';
  expect(parsePostmasterFile(text)).toEqual({
    pid: 4711,
    port: 5432,
    socketDirectory: '/data/run',
    status: 'ready',
  });
});

test('a truncated or invalid postmaster.pid yields no process id', () => {
  const whole = '4711\n/data/cluster\n1795262552\n5432\n/data/run\n\n  1234   56\nready   \n';
  for (let length = 0; length < 4; length += 1) {
    const cut = parsePostmasterFile(whole.slice(0, length));
    expect(cut === null || cut.status === 'unknown').toBe(true);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parsePostmasterFile(text);
      expect(parsed === null || parsed.pid > 1).toBe(true);
    }),
  );
});
