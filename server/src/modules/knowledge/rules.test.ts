import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentErrors, knowledgebaseStatus, maxAttempts, nextStep } from './rules.ts';

const counts = fc
  .record({ active: fc.nat(5), processing: fc.nat(5), failed: fc.nat(5) })
  .map(({ active, processing, failed }) => ({ total: active + processing + failed, processing, failed }));

describe('knowledgebaseStatus', () => {
  it('is empty without documents, else processing or failed if any document is, else active', () => {
    fc.assert(
      fc.property(counts, (documents) => {
        const status = knowledgebaseStatus(documents);
        expect(status === 'empty').toBe(documents.total === 0);
        expect(status === 'processing').toBe(documents.processing > 0);
        expect(status === 'failed').toBe(documents.processing === 0 && documents.failed > 0);
      }),
    );
  });
});

describe('nextStep', () => {
  const status = fc.constantFrom('processing' as const, 'active' as const, 'failed' as const);
  const stage = fc.constantFrom('waiting' as const, 'extracting' as const, 'embedding' as const);
  it('processes unread documents of the requested run up to the maximum number of attempts', () => {
    fc.assert(
      fc.property(
        status,
        stage,
        fc.nat(3),
        fc.nat(3),
        fc.nat(9),
        (...[current, at, run, wanted, attempts]) => {
          const step = nextStep({ status: current, stage: at, run, attempts }, wanted);
          const wants = current === 'processing' && at !== 'embedding' && run === wanted;
          expect(step).toBe(wants ? (attempts < maxAttempts ? 'work' : 'give-up') : 'leave');
        },
      ),
    );
  });
});

describe('documentErrors', () => {
  const text = { bytes: Buffer.from('Plain words.'), isTooLarge: false, isRepeated: false };
  const fields = { name: 'x', url: null, links: null };

  it('accepts a website with a URL or links, and a file whose content matches its type', () => {
    expect(documentErrors({ ...fields, type: 'website', url: 'https://example.com' }, null)).toEqual({});
    const links = [{ link: 'https://example.com' }];
    expect(documentErrors({ ...fields, type: 'website', links }, null)).toEqual({});
    expect(documentErrors({ ...fields, type: 'txt' }, text)).toEqual({});
  });

  it('treats an empty links list as absent, and ignores empty website fields of a file', () => {
    const address = 'https://example.com';
    expect(documentErrors({ ...fields, type: 'website', url: address, links: [] }, null)).toEqual({});
    expect(documentErrors({ ...fields, type: 'txt', links: [], relative_links_limit: 3 }, text)).toEqual({});
    const missing = documentErrors({ ...fields, type: 'website', links: [] }, null);
    expect(Object.keys(missing)).toEqual(['url', 'links']);
  });

  it('requires a single file that is not blank', () => {
    const two = { ...text, isRepeated: true };
    expect(documentErrors({ ...fields, type: 'txt' }, two)).toEqual({
      file: ['The file field must be a single file.'],
    });
    const blank = { ...text, bytes: Buffer.from(' \n ') };
    expect(documentErrors({ ...fields, type: 'txt' }, blank)).toEqual({ file: ['The file is empty.'] });
  });

  it('does not require links if the given URL is invalid', () => {
    expect(documentErrors({ name: 'x', type: 'website', links: null }, null)).toEqual({});
  });

  it('reports a file that is too large even if the type is invalid', () => {
    const large = { bytes: Buffer.alloc(0), isTooLarge: true, isRepeated: false };
    expect(documentErrors({ name: 'x' }, large)).toEqual({
      file: ['The file field must not be greater than 20 MB.'],
    });
    expect(documentErrors({ name: 'x' }, text)).toEqual({});
  });
});
