import { parseSync, rawTransferSupported } from 'oxc-parser';
import { readImports, type SourceImport } from './arrows/imports.ts';
import { readConfiguredNames } from './doc-references/environment-names.ts';
import type { Finding } from './structure/finding.ts';
import { type InterfaceShape, readInterfaces } from './structure/interface-shapes.ts';
import { countLines, indexLines } from './structure/lines.ts';
import { type Override, readOverrides } from './structure/overrides.ts';
import { type FunctionSize, findInSyntax } from './structure/syntax-rules.ts';
import { readTexts, type SourceTexts } from './texts/read-texts.ts';
import { proseOfSource } from './words/prose.ts';
import { type LineSign, signsByLine } from './words/signs.ts';

// Raw transfer passes the syntax tree without JSON, which saves a third of the CPU. Old machines do not support it.
const options = { range: false, experimentalRawTransfer: rawTransferSupported() };

/** Facts about one source file that depend only on its text and path; plain data, so that it can be cached. */
export interface SourceFacts {
  lines: number;
  functions: FunctionSize[];
  interfaces: InterfaceShape[];
  /** Violations of structure rules, before overrides. */
  findings: Finding[];
  overrides: Override[];
  imports: SourceImport[];
  /** Environment variables that a configuration file reads. */
  configuredNames: string[];
  /** Signs of unclear prose. */
  signs: LineSign[];
  /** Texts of the console. */
  texts: SourceTexts;
}

/** Parses a file once, for all checks. */
export function readFacts(file: string, text: string): SourceFacts {
  const parsed = parseSync(file, text, options);
  const { program, comments, errors } = parsed;
  const lineOf = indexLines(text);
  const { findings, functions } = findInSyntax(program, file, lineOf);
  for (const { labels, message } of errors) {
    findings.push({ rule: 'parses', path: file, line: lineOf(labels[0]?.start ?? 0), message });
  }
  return {
    lines: countLines(text),
    functions,
    interfaces: readInterfaces(program, lineOf),
    findings,
    overrides: readOverrides(comments, lineOf),
    imports: readImports(program),
    configuredNames: readConfiguredNames(file, program),
    signs: signsByLine(proseOfSource(file, parsed, text), text),
    texts: readTexts(file, program, lineOf),
  };
}
