import { checkDocReferences } from './doc-references/check-doc-references.ts';

const { documents, findings } = checkDocReferences(process.cwd());
for (const { document, line, message } of findings) console.error(`${document}:${line} ${message}`);
console.log(`${documents} documents, ${findings.length} broken references.`);
if (findings.length > 0) process.exitCode = 1;
