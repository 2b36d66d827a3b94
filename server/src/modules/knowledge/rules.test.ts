import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentErrors, knowledgebaseStatus, mostAttempts, nextStep } from './rules.ts';

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
          expect(step).toBe(wants ? (attempts < mostAttempts ? 'work' : 'give-up') : 'leave');
        },
      ),
    );
  });
});

describe('documentErrors', () => {
  const text = { bytes: Buffer.from('Plain words.'), isTooLarge: false };
  const fields = { name: 'x', url: null, links: null };

  it('accepts a website with an address or links, and a file that is what its type says', () => {
    expect(documentErrors({ ...fields, type: 'website', url: 'https://example.com' }, null)).toEqual({});
    const links = [{ link: 'https://example.com' }];
    expect(documentErrors({ ...fields, type: 'website', links }, null)).toEqual({});
    expect(documentErrors({ ...fields, type: 'txt' }, text)).toEqual({});
  });

  it('asks for no address where the one given is broken and has its own error', () => {
    expect(documentErrors({ name: 'x', type: 'website', links: null }, null)).toEqual({});
  });

  it('says that a file is too large even when the type is broken', () => {
    const large = { bytes: Buffer.alloc(0), isTooLarge: true };
    expect(documentErrors({ name: 'x' }, large)).toEqual({
      file: ['The file field must not be greater than 20 MB.'],
    });
    expect(documentErrors({ name: 'x' }, text)).toEqual({});
  });
});
