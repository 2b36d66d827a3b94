import type { CallExpression, JSXAttribute, JSXElement, Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { LineOf } from '../structure/lines.ts';

/** A text that is translated. */
export interface TextUse {
  /** English, and after it the context in brackets, if there is one. */
  id: string;
  text: string;
  line: number;
  /**
   * Names of the values that the call passes; null if they are in a variable. Undefined for a text without values, whose
   * braces are plain text.
   */
  values?: string[] | null;
  mayLeaveOutValues?: true;
}

export interface SourceTexts {
  uses: TextUse[];
  problems: { line: number; message: string }[];
}

/** Sources with texts of the console, and with texts of emails. */
export const textSources = {
  console: /^console\/src\/.*(?<!\.test)\.tsx?$/,
  emails: /^server\/src\/(?:mail|modules\/(?:accounts|alerts))\/.*(?<!\.test)\.ts$/,
} as const;
/** These functions get texts as parameters. */
const translating = /^console\/src\/lib\/i18n\/|^server\/src\/modules\/alerts\/mail\/alert-mail\.ts$/;

/** Attributes and properties with texts for people. */
const textNames =
  /^(?:label|title|text|hint|aria-label|placeholder|emptyLabel|heading|action|description|alt|legend)$/;
/** Their descriptions belong to assistants and have the assistant’s language. */
const assistantTemplates = /^console\/src\/features\/assistants\/templates\//;
const sampleElements = /^(?:code|kbd|pre)$/;
const word = /\p{L}{2}/u;
/** Begins like a label or a sentence; names with dots, paths and samples do not. */
const prose = /^[“"(]?\p{Lu}\p{Ll}[\p{L}’'-]*(?:[ ,.:?!…”)]|$)/u;
const properNames =
  /^(?:Parley|Twilio|OpenAI|Anthropic|Google|Deepgram|ElevenLabs|Cartesia|Ollama|Nginx|Bearer|WhatsApp)$/;

/** Translated texts of the console and of emails, and texts of the console that are not translated. */
export function readTexts(file: string, program: Program, lineOf: LineOf): SourceTexts {
  const found: SourceTexts = { uses: [], problems: [] };
  const isConsole = textSources.console.test(file);
  if (!isConsole && !textSources.emails.test(file)) return found;
  const report = (node: { start: number }, message: string) =>
    found.problems.push({ line: lineOf(node.start), message });
  const samples: JSXElement[] = [];
  const reportPlain = (node: Node | null | undefined, name: string) => {
    const text = literalOf(node);
    if (node == null || text === undefined || !textNames.test(name)) return;
    if (name === 'description' && assistantTemplates.test(file)) return;
    if (prose.test(text) && !properNames.test(text)) report(node, `“${text}” is not translated. Use t.`);
  };
  const readCall = (node: CallExpression) => {
    const name = node.callee.type === 'Identifier' ? node.callee.name : '';
    if (!/^(?:t|rich|serverText)$/.test(name)) return;
    const use = name === 'serverText' ? serverUseOf(node, lineOf) : useOf(node, lineOf);
    if (use === undefined && !translating.test(file)) report(node, `The text of ${name} is not a literal.`);
    else if (use !== undefined) found.uses.push(use);
  };
  if (!isConsole) {
    new Visitor({ CallExpression: readCall }).visit(program);
    return found;
  }
  new Visitor({
    CallExpression: readCall,
    JSXElement: (node) => {
      if (isSample(node)) samples.push(node);
    },
    'JSXElement:exit': (node) => {
      if (samples.at(-1) === node) samples.pop();
    },
    JSXText: (node) => {
      const text = node.value.trim();
      if (samples.length === 0 && word.test(text) && !properNames.test(text)) {
        report(node, `“${text.replace(/\s+/g, ' ')}” is not translated. Use t or rich.`);
      }
    },
    JSXAttribute: (node) => reportPlain(node.value, attributeName(node)),
    Property: (node) => {
      const { key } = node;
      if (key.type === 'Identifier') reportPlain(node.value, key.name);
      else if (key.type === 'Literal') reportPlain(node.value, String(key.value));
    },
  }).visit(program);
  return found;
}

function useOf({ arguments: given, start }: CallExpression, lineOf: LineOf): TextUse | undefined {
  const [first, values, third] = given;
  const text = literalOf(first);
  const context = literalOf(third);
  if (text === undefined || (third !== undefined && context === undefined)) return undefined;
  const id = context === undefined ? text : `${text} [${context}]`;
  const line = lineOf(start);
  if (values === undefined || (values.type === 'Identifier' && values.name === 'undefined'))
    return { id, text, line };
  const names =
    values.type !== 'ObjectExpression'
      ? [undefined]
      : values.properties.map((property) =>
          property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined,
        );
  return { id, text, line, values: names.every((name) => name !== undefined) ? names : null };
}

/** A text of the server: its values are parts of the server's text, and a translation may leave them out. */
function serverUseOf({ arguments: [first], start }: CallExpression, lineOf: LineOf): TextUse | undefined {
  const text = literalOf(first);
  if (text === undefined) return undefined;
  const use = { id: text, text, line: lineOf(start) };
  // Double braces are variables of assistants, which stay as they are.
  return /(?<!\{)\{\w/.test(text) ? { ...use, values: null, mayLeaveOutValues: true } : use;
}

function literalOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? '';
  return undefined;
}

function isSample({ openingElement: { name } }: JSXElement): boolean {
  return name.type === 'JSXIdentifier' && sampleElements.test(name.name);
}

function attributeName({ name }: JSXAttribute): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}
