import path from 'node:path';
import { isSource, type Repository } from '../repository.ts';
import { type KnownCommands, readKnownCommands, unknownCommands } from './commands.ts';
import { namesInCode } from './environment-names.ts';
import { type MarkdownPieces, readMarkdown } from './markdown.ts';
import { RepositoryPaths } from './paths.ts';

export interface DocFinding {
  document: string;
  line: number;
  message: string;
}

interface Document {
  file: string;
  pieces: MarkdownPieces;
}

export interface DocReport {
  documents: number;
  findings: DocFinding[];
  /** CPU time of the CLI process that lists its commands. */
  programSeconds: number;
}

/** Checks every path, link, command and environment variable in the Markdown files. */
export function checkDocReferences(repository: Repository): DocReport {
  const files = repository.written;
  const documents = files
    .filter((file) => file.endsWith('.md'))
    .map((file): Document => ({ file, pieces: readMarkdown(repository.text(file)) }));
  const paths = new RepositoryPaths(files);
  const commands = readKnownCommands(repository);
  const findings = documents.flatMap((document) => [
    ...pathFindings(document, paths),
    ...linkFindings(document, paths, documents),
    ...commandFindings(document, commands),
  ]);
  const configured = new Set(
    files.filter(isSource).flatMap((file) => repository.facts(file).configuredNames),
  );
  findings.push(...environmentFindings(documents, configured));
  return { documents: documents.length, findings, programSeconds: commands.programSeconds };
}

function pathFindings({ file, pieces }: Document, paths: RepositoryPaths): DocFinding[] {
  return pieces.spans
    .filter(({ text }) => paths.isReference(text) && !paths.exists(text, path.posix.dirname(file)))
    .map(({ text, line }) => ({ document: file, line, message: `${text} does not exist.` }));
}

function linkFindings(
  { file, pieces }: Document,
  paths: RepositoryPaths,
  documents: readonly Document[],
): DocFinding[] {
  return pieces.links.flatMap(({ text, line }) => {
    if (/^[a-z][a-z+.-]*:/i.test(text)) return [];
    const [target = '', anchor] = text.split('#');
    const folder = path.posix.dirname(file);
    const linked = target === '' ? file : path.posix.join(folder, target);
    if (target !== '' && !paths.existsAt(target, folder)) {
      return [{ document: file, line, message: `The target of the link ${text} does not exist.` }];
    }
    const anchors = documents.find((document) => document.file === linked)?.pieces.anchors;
    if (anchor === undefined || anchors === undefined || anchors.has(anchor)) return [];
    return [{ document: file, line, message: `${linked} has no heading for #${anchor}.` }];
  });
}

function commandFindings({ file, pieces }: Document, known: KnownCommands): DocFinding[] {
  return [...pieces.spans, ...pieces.fenced].flatMap(({ text, line }) =>
    unknownCommands(text, known).map((command) => ({
      document: file,
      line,
      message: `There is no command "${command}".`,
    })),
  );
}

/** The document that explains every environment variable. */
const CONFIGURATION = 'docs/configuration.md';

/** `docs/configuration.md` and the code must name the same variables; README may name some of them. */
function environmentFindings(documents: readonly Document[], configured: ReadonlySet<string>): DocFinding[] {
  const checked = documents.filter(({ file }) => file === CONFIGURATION || file === 'README.md');
  const unknown = checked.flatMap((document) =>
    [...namedVariables(document)]
      .filter(([name]) => !configured.has(name))
      .map(([name, line]) => ({
        document: document.file,
        line,
        message: `The server does not read ${name}.`,
      })),
  );
  const explained = new Set(
    checked
      .filter(({ file }) => file === CONFIGURATION)
      .flatMap((document) => [...namedVariables(document).keys()]),
  );
  const unexplained = [...configured]
    .filter((name) => !explained.has(name))
    .map((name) => ({
      document: CONFIGURATION,
      line: 1,
      message: `${name} is read by the server but not documented.`,
    }));
  return [...unknown, ...unexplained];
}

/** Environment variables in the code of a document, with the last line that names each. */
function namedVariables({ pieces }: Document): Map<string, number> {
  return new Map(
    [...pieces.fenced, ...pieces.spans].flatMap(({ text, line }) =>
      namesInCode(text).map((name) => [name, line]),
    ),
  );
}
