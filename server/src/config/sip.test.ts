import { describe, expect, test } from 'vitest';
import { EnvironmentReader } from './environment-reader.ts';
import { readSip } from './sip.ts';

const place = { host: 'localhost', holdsCalls: true };

function read(environment: Record<string, string>, holdsCalls = true) {
  const reader = new EnvironmentReader(environment);
  return { config: readSip(reader, { ...place, holdsCalls }), problems: reader.problems };
}

test('by default listens for SIP on the default port, if free, and on the host of HTTP', () => {
  expect(read({}).config).toEqual({
    port: 5060,
    isOptional: true,
    host: 'localhost',
    mediaAddress: null,
    rtpPorts: { first: 10_000, last: 20_000 },
    codecs: ['G722', 'OPUS', 'PCMU', 'PCMA'],
    tlsFiles: null,
    authoritiesFile: null,
  });
});

test('reads all variables', () => {
  const { config, problems } = read({
    PARLEY_SIP_PORT: '5060',
    PARLEY_SIP_HOST: '0.0.0.0',
    PARLEY_MEDIA_ADDRESS: '203.0.113.7',
    PARLEY_RTP_PORTS: '30000-30100',
    PARLEY_SIP_CODECS: 'pcma, PCMU',
    PARLEY_SIP_TLS_CERT: '/a.pem',
    PARLEY_SIP_TLS_KEY: '/b.pem',
    PARLEY_SIP_TLS_CA: '/c.pem',
  });
  expect(problems).toEqual([]);
  expect(config).toEqual({
    port: 5060,
    isOptional: false,
    host: '0.0.0.0',
    mediaAddress: '203.0.113.7',
    rtpPorts: { first: 30_000, last: 30_100 },
    codecs: ['PCMA', 'PCMU'],
    tlsFiles: { certificate: '/a.pem', key: '/b.pem' },
    authoritiesFile: '/c.pem',
  });
});

test('a process without calls listens only if configured', () => {
  expect(read({}, false).config).toBeNull();
  expect(read({ PARLEY_SIP_PORT: '5070' }, false).config).toMatchObject({ port: 5070 });
  expect(read({ PARLEY_SIP_PORT: 'off' }).config).toBeNull();
});

describe('invalid values are rejected with the variable’s name', () => {
  test.each([
    ['PARLEY_SIP_PORT', 'yes'],
    ['PARLEY_SIP_PORT', '65536'],
    ['PARLEY_MEDIA_ADDRESS', 'voice.example.com'],
    ['PARLEY_RTP_PORTS', '10000'],
    ['PARLEY_RTP_PORTS', '20000-10000'],
    ['PARLEY_RTP_PORTS', '10000-10001'],
    ['PARLEY_RTP_PORTS', '80-90'],
    ['PARLEY_RTP_PORTS', '60000-70000'],
    ['PARLEY_SIP_CODECS', 'G722,G729'],
    ['PARLEY_SIP_CODECS', 'PCMA,PCMA'],
    ['PARLEY_SIP_TLS_CERT', '/a.pem'],
    ['PARLEY_SIP_TLS_KEY', '/b.pem'],
  ])('%s=%s', (name, value) => {
    const { problems } = read({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });
});
