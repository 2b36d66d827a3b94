import { type Node, parseSync } from 'oxc-parser';
import { indexLines } from '../structure/lines.ts';

/** A call of `query` in a source file. Offsets are of its text. */
export interface FoundStatement {
  file: string;
  line: number;
  /** The row type: the text between `<` and `>`; null without one. */
  rowType: { start: number; end: number } | null;
  /** Where a row type may be inserted: after the name `query`. */
  typeAt: number;
  /**
   * TypeScript of a function that returns the SQL text. It is evaluated at the end of its module, so it may use the
   * module's constants and imports. Its parameters choose what depends on run-time values: a branch, or a table entry.
   */
  code: string;
}

/** A call of `query` whose text depends on a value that is known only at run time. */
export interface UnreadStatement {
  file: string;
  line: number;
  /** The name of the value. */
  unknown: string;
}

export interface FileStatements {
  found: FoundStatement[];
  unread: UnreadStatement[];
}

class UnknownValue extends Error {}

/** Finds every call of `query` in a source file, with its SQL text. */
export function findStatements(file: string, text: string): FileStatements {
  const { program } = parseSync(file, text);
  const lineOf = indexLines(text);
  const result: FileStatements = { found: [], unread: [] };
  const calls = findCalls(program);
  visit(program, [], (node, scopes) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const { property } = node.callee;
    const [sql] = node.arguments;
    if (property.type !== 'Identifier' || !/^(?:query|script)$/.test(property.name) || sql === undefined)
      return;
    if (sql.type === 'SpreadElement' || sql.type === 'ObjectExpression' || isPassedOn(sql, scopes)) return;
    const line = lineOf(node.start);
    try {
      const { typeArguments } = node;
      result.found.push({
        file,
        line,
        rowType: typeArguments ? { start: typeArguments.start + 1, end: typeArguments.end - 1 } : null,
        typeAt: property.end,
        code: new Inliner({ text, calls, scopes, sites: { count: 0 } }).functionOf(sql),
      });
    } catch (error) {
      if (!(error instanceof UnknownValue)) throw error;
      result.unread.push({ file, line, unknown: error.message });
    }
  });
  return result;
}

/** True for the text that a wrapper of `query` gets from its caller. */
function isPassedOn(sql: Node, scopes: readonly Scope[]): boolean {
  const value = sql.type === 'Identifier' ? scopes.at(-1)?.values.get(sql.name) : undefined;
  return value !== undefined && value.kind === 'parameter' && value.of === null;
}

interface Place {
  text: string;
  calls: Calls;
  scopes: readonly Scope[];
  /** Number of choices so far. */
  sites: { count: number };
}

/** Writes an expression of a function so that it can run outside of that function. */
class Inliner {
  readonly #place: Place;
  readonly #text: string;
  readonly #locals = new Map<string, string>();

  constructor(place: Place) {
    this.#place = place;
    this.#text = place.text;
  }

  functionOf(expression: Node): string {
    const returned = this.#write(expression);
    const locals = [...this.#locals].map(([name, value]) => `const ${name} = ${value};`);
    return `(pick, entry) => { ${locals.join(' ')} return ${returned}; }`;
  }

  #write(root: Node): string {
    const edits: { start: number; end: number; text: string }[] = [];
    const own = declaredWithin(root);
    const go = (node: Node, parent: Node | null): void => {
      refuseRunTime(node);
      if (node.type === 'ConditionalExpression' && this.#dependsOnCall(node.test, own)) {
        edits.push({ start: node.test.start, end: node.test.end, text: `pick(${this.#site()}, 2) === 0` });
        go(node.consequent, node);
        go(node.alternate, node);
        return;
      }
      if (node.type === 'MemberExpression' && node.computed && this.#dependsOnCall(node.property, own)) {
        const table = this.#write(node.object);
        edits.push({ start: node.start, end: node.end, text: `entry(${table}, ${this.#site()})` });
        return;
      }
      if (node.type === 'Identifier' && isReference(node, parent) && !own.has(node.name))
        this.#bind(node.name);
      for (const child of childrenOf(node)) go(child, node);
    };
    go(root, null);
    return applyEdits(this.#text, root, edits);
  }

  #dependsOnCall(node: Node, own: ReadonlySet<string>): boolean {
    try {
      new Inliner({ ...this.#place, sites: { count: 0 } }).#check(node, own);
      return false;
    } catch (error) {
      if (error instanceof UnknownValue) return true;
      throw error;
    }
  }

  #check(node: Node, own: ReadonlySet<string>): void {
    const go = (each: Node, parent: Node | null): void => {
      refuseRunTime(each);
      if (each.type === 'Identifier' && isReference(each, parent) && !own.has(each.name))
        this.#bind(each.name);
      for (const child of childrenOf(each)) go(child, each);
    };
    go(node, null);
  }

  /** Makes a local name available; names of the module are anyway. */
  #bind(name: string): void {
    if (this.#locals.has(name)) return;
    const value = this.#place.scopes.findLast(({ values }) => values.has(name))?.values.get(name);
    if (value !== undefined) this.#locals.set(name, this.#valueOf(name, value));
  }

  #valueOf(name: string, value: LocalValue): string {
    if (value.kind === 'constant') return this.#write(value.expression);
    if (value.kind === 'each') return `entry(${this.#write(value.list)}, ${this.#site()})`;
    const calls =
      value.kind === 'parameter' && value.of !== null ? this.#place.calls.get(value.of) : undefined;
    if (calls === undefined || value.kind !== 'parameter') throw new UnknownValue(name);
    const given = calls.map(({ argumentsOf, scopes }) => {
      const argument = argumentsOf[value.index];
      if (argument === undefined) throw new UnknownValue(name);
      return `(${new Inliner({ ...this.#place, scopes }).functionOf(argument)})(pick, entry)`;
    });
    return `entry([${given.join(', ')}], ${this.#site()})`;
  }

  #site(): number {
    this.#place.sites.count += 1;
    return this.#place.sites.count;
  }
}

/** Where a local name gets its value from. */
type LocalValue =
  | { kind: 'constant'; expression: Node }
  /** Each element of a list in turn. */
  | { kind: 'each'; list: Node }
  /** @param of the name of the function; null without one */
  | { kind: 'parameter'; of: string | null; index: number }
  | { kind: 'unknown' };

interface Scope {
  values: Map<string, LocalValue>;
}

/** The calls of every function by its name. */
type Calls = ReadonlyMap<string, readonly { argumentsOf: readonly Node[]; scopes: readonly Scope[] }[]>;

function findCalls(program: Node): Calls {
  const calls = new Map<string, { argumentsOf: readonly Node[]; scopes: readonly Scope[] }[]>();
  visit(program, [], (node, scopes) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
    const known = calls.get(node.callee.name) ?? [];
    known.push({ argumentsOf: node.arguments, scopes });
    calls.set(node.callee.name, known);
  });
  return calls;
}

function visit(
  node: Node,
  scopes: readonly Scope[],
  see: (node: Node, scopes: readonly Scope[]) => void,
): void {
  see(node, scopes);
  const inner = isFunction(node) ? [...scopes, scopeOf(node)] : scopes;
  for (const child of childrenOf(node)) visit(child, inner, see);
}

function scopeOf(fn: Node): Scope {
  const values = new Map<string, LocalValue>();
  const unknown = (pattern: Node): void => {
    for (const name of namesOf(pattern)) values.set(name, { kind: 'unknown' });
  };
  const go = (node: Node): void => {
    if (node !== fn && isFunction(node)) return;
    if (node.type === 'VariableDeclarator') {
      if (node.id.type === 'Identifier' && node.init) {
        values.set(node.id.name, { kind: 'constant', expression: node.init });
      } else unknown(node.id);
    }
    if (node.type === 'CatchClause' && node.param) unknown(node.param);
    for (const child of childrenOf(node)) go(child);
    if (node.type !== 'ForOfStatement' || node.left.type !== 'VariableDeclaration') return;
    const [declared] = node.left.declarations;
    if (declared?.id.type === 'Identifier') values.set(declared.id.name, { kind: 'each', list: node.right });
  };
  go(fn);
  const of = fn.type === 'FunctionDeclaration' ? (fn.id?.name ?? null) : null;
  for (const [index, parameter] of parametersOf(fn).entries()) {
    if (parameter.type === 'Identifier') values.set(parameter.name, { kind: 'parameter', of, index });
    else unknown(parameter);
  }
  return { values };
}

function parametersOf(node: Node): Node[] {
  return isFunction(node) && 'params' in node && Array.isArray(node.params) ? node.params : [];
}

/** Names that the functions and declarations below a node introduce. */
function declaredWithin(root: Node): Set<string> {
  const names = new Set<string>();
  const go = (node: Node): void => {
    for (const parameter of parametersOf(node)) for (const name of namesOf(parameter)) names.add(name);
    if (node.type === 'VariableDeclarator') for (const name of namesOf(node.id)) names.add(name);
    for (const child of childrenOf(node)) go(child);
  };
  go(root);
  return names;
}

function namesOf(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'Property':
      return namesOf(pattern.value);
    case 'ObjectPattern':
      return pattern.properties.flatMap(namesOf);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesOf(element)));
    default:
      return [];
  }
}

function refuseRunTime(node: Node): void {
  if (node.type === 'AwaitExpression') throw new UnknownValue('await');
  if (node.type === 'ThisExpression') throw new UnknownValue('this');
}

function isFunction(node: Node): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** False for the name of a property. */
function isReference(node: Node, parent: Node | null): boolean {
  if (parent === null) return true;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent.type === 'Property') return parent.value === node || parent.computed;
  return true;
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'parent' || key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType')
      return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function applyEdits(
  text: string,
  root: Node,
  edits: readonly { start: number; end: number; text: string }[],
): string {
  let written = '';
  let at = root.start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + text.slice(at, root.end);
}
