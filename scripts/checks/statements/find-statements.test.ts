import { describe, expect, it } from 'vitest';
import { findStatements } from './find-statements.ts';
import { type StatementText, textsOf } from './statement-texts.ts';

/** The SQL texts of the statements of a function body, and the names of values that hide a text. */
function read(source: string): { texts: string[]; unknown: string[] } {
  const { found, unread } = findStatements('server/src/thing.ts', source);
  const module = source.slice(0, source.indexOf('function'));
  const texts = found.flatMap(({ code }) => textsOf(evaluate(`${module}\nreturn ${code};`)));
  return { texts, unknown: unread.map(({ unknown }) => unknown) };
}

function evaluate(body: string): StatementText {
  return new Function(body)();
}

describe('finds the text of a statement', () => {
  const cases: [name: string, source: string, texts: string[]][] = [
    ['that is a literal', "function f(db) { return db.query('select 1'); }", ['select 1']],
    [
      'with constants of the module',
      "const NAMES = ['a', 'b'];\nfunction f(db) { return db.query('select ' + NAMES.join(', ')); }",
      ['select a, b'],
    ],
    [
      'with constants of the function, and of one around it',
      "function f(db) { const a = 1; return db.transaction((t) => { const b = a + 1; return t.query('select ' + b); }); }",
      ['select 2'],
    ],
    [
      'with a branch that depends on the call',
      "function f(db, { lock }) { return db.query('select 1' + (lock ? ' for update' : '')); }",
      ['select 1 for update', 'select 1'],
    ],
    [
      'with an entry of a table that depends on the call',
      "const ORDERS = { a: 'id', b: 'name' };\nfunction f(db, { order }) { return db.query('select 1 order by ' + ORDERS[order]); }",
      ['select 1 order by id', 'select 1 order by name'],
    ],
    [
      'with a parameter, from every call in the file',
      "function f(db, where) { return db.query('select 1 where ' + where); }\nfunction g(db) { const one = 'a'; f(db, one); f(db, 'b'); }",
      ['select 1 where a', 'select 1 where b'],
    ],
    [
      'in a loop over a list',
      "function f(db) { for (const table of ['a', 'b']) db.query('delete from ' + table); }",
      ['delete from a', 'delete from b'],
    ],
    [
      'whose callbacks have parameters of their own',
      "function f(db) { return db.query('select ' + [1, 2].map((one) => one * 2).join()); }",
      ['select 2,4'],
    ],
  ];
  it.each(cases)('%s', (_name, source, texts) => {
    expect(read(source)).toEqual({ texts, unknown: [] });
  });

  it('names the value that hides a text', () => {
    expect(read("function f(db, { name }) { db.query('select ' + name); }").unknown).toEqual(['name']);
    expect(read("async function f(db) { const a = await g(); db.query('select ' + a); }").unknown).toEqual([
      'await',
    ]);
  });

  it('ignores wrappers that pass a text on', () => {
    expect(read('const wrap = (db) => ({ query: (text) => db.query(text) });').unknown).toEqual([]);
  });
});
