import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentErrors, knowledgebaseStatus, maxAttempts, nextStep } from './rules.ts';

const counts = fc
  .record({ active: fc.nat(5), processing: fc.nat(5), failed: fc.nat(5) })
  .map(({ active, processing, failed }) => ({ total: active + processing + failed, processing, failed }));

describe('knowledgebaseStatus', () => {
  it('is what its documents say, in this order: none, any in work, any failed, else active', () => {
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
  it('works on documents that are not read yet, of the wanted run, a bounded number of times', () => {
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

  it('accepts a website with an address or links, and a file that is what its type says', () => {
    expect(documentErrors({ ...fields, type: 'website', url: 'https://example.com' }, null)).toEqual({});
    const links = [{ link: 'https://example.com' }];
    expect(documentErrors({ ...fields, type: 'website', links }, null)).toEqual({});
    expect(documentErrors({ ...fields, type: 'txt' }, text)).toEqual({});
  });

  it('takes no links for none, and passes over what only websites have', () => {
    const address = 'https://example.com';
    expect(documentErrors({ ...fields, type: 'website', url: address, links: [] }, null)).toEqual({});
    expect(documentErrors({ ...fields, type: 'txt', links: [], relative_links_limit: 3 }, text)).toEqual({});
    const missing = documentErrors({ ...fields, type: 'website', links: [] }, null);
    expect(Object.keys(missing)).toEqual(['url', 'links']);
  });

  it('takes one file, and one that says something', () => {
    const two = { ...text, isRepeated: true };
    expect(documentErrors({ ...fields, type: 'txt' }, two)).toEqual({
      file: ['The file field must be a single file.'],
    });
    const blank = { ...text, bytes: Buffer.from(' \n ') };
    expect(documentErrors({ ...fields, type: 'txt' }, blank)).toEqual({ file: ['The file is empty.'] });
  });

  it('asks for no address where the one given is broken and has its own error', () => {
    expect(documentErrors({ name: 'x', type: 'website', links: null }, null)).toEqual({});
  });

  it('says that a file is too large even when the type is broken', () => {
    const large = { bytes: Buffer.alloc(0), isTooLarge: true, isRepeated: false };
    expect(documentErrors({ name: 'x' }, large)).toEqual({
      file: ['The file field must not be greater than 20 MB.'],
    });
    expect(documentErrors({ name: 'x' }, text)).toEqual({});
  });
});
