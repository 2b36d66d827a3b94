import { entityBomb, expandingPdf, operatorPdf } from '../../server/test/kit/bombs.ts';
import { benchDocx, benchPdf } from '../ingestion/corpus.ts';

export interface PressureDocument {
  name: string;
  type: 'pdf' | 'docx';
  bytes: Buffer;
}

/** Uploads of a busy and a hostile account: long documents, and malicious ones in between. */
export function pressureDocuments(): PressureDocument[] {
  return [
    { name: 'Long report', type: 'pdf', bytes: benchPdf(1_500).bytes },
    { name: 'One page that expands to 1 GB', type: 'pdf', bytes: expandingPdf(1_000_000_000) },
    { name: 'Long letter', type: 'docx', bytes: benchDocx(8_000).bytes },
    { name: 'A page of a million operators', type: 'pdf', bytes: operatorPdf(1_000_000) },
    { name: 'Entities of entities', type: 'docx', bytes: entityBomb() },
    { name: 'Another long report', type: 'pdf', bytes: benchPdf(1_000).bytes },
  ];
}
