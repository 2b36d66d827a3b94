import { checkDocReferences } from './doc-references/check-doc-references.ts';
import type { Repository } from './repository.ts';
import type { Verdict } from './run/program.ts';

export function documents(repository: Repository): Verdict {
  const report = checkDocReferences(repository);
  const lines = report.findings.map(({ document, line, message }) => `${document}:${line} ${message}`);
  lines.push(`${report.documents} documents, ${report.findings.length} broken references.`);
  const passed = report.findings.length === 0;
  return { passed, output: lines.join('\n'), programSeconds: report.programSeconds };
}
